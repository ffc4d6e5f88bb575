import type { TrustCentreStore } from '../../../service/records/trust-centres.ts'
import type { ServiceOf } from '../../declared/services/thing-services.ts'
import type { Declared } from '../../parts/declared-service.ts'
import { toIsoTime, type Uses } from '../../parts/runtime-parts.ts'
import { isAllowedAddress } from '../../records/letters/send-due-letters.ts'
import { requestsMax } from '../limits.ts'
import { trustGrant } from '../requests.ts'
import { findOpened, type OpenedGrant } from './opened-grant.ts'
import { isTrustKey, type KeyedThing } from './trust-keys.ts'

/** Somebody who uses a key. */
export interface GrantUse {
  readonly organizationId: string
  /** Of the trust centre at whose address it is used. */
  readonly centreId: string
  /** Of the grant. */
  readonly id: string
  readonly key: string
}

/** How a download ended. */
export interface GrantDownload {
  /** Of the grant. */
  readonly id: string
  readonly isReady: boolean
  /** undefined: the key opens nothing. */
  readonly opened: OpenedGrant | undefined
}

/** What visitors of trust centres may do. */
export interface TrustCentreService {
  /** The open one at an address. undefined: there is none, or it is closed, or it has another address by now. */
  find(slug: string): Promise<{ readonly id: string; readonly organizationId: string } | undefined>
  /** What changes as soon as a document, link, signed state or answer of one does. */
  readVersion: TrustCentreStore['readVersion']
  /** Whether letters can be sent, without which nobody can confirm an address. */
  takesRequests(): Promise<boolean>
  /** Whether one more request may be stored today. No request is, whose address the operator lets nobody write to. */
  countRequest(of: { readonly organizationId: string; readonly address: string }): Promise<boolean>
  isKey(of: KeyedThing, key: string): Promise<boolean>
  /** What a key opens now. undefined: nothing, whatever the reason. */
  look(use: GrantUse): Promise<OpenedGrant | undefined>
  /**
   * The same to download it. The audit log has an entry also if it is refused.
   * @param use `isReady`: whether there is a file to send
   */
  download(use: GrantUse & { readonly isReady: boolean }): Promise<GrantDownload>
}

export function createTrustCentreService(
  { store, clock, options }: Uses<'trustCentres' | 'mailAddresses', 'clock' | 'options'>,
  { serviceOf, loadSecret }: { readonly serviceOf: ServiceOf; readonly loadSecret: () => Promise<Buffer> },
): Declared<TrustCentreService> {
  const isKey = async (of: KeyedThing, key: string) => isTrustKey(await loadSecret(), of, key)
  const look = async ({ organizationId, centreId, id, key }: GrantUse): Promise<OpenedGrant | undefined> => {
    const grant = await serviceOf(trustGrant).get({ organizationId, id })
    if (!(await isKey({ kind: 'grant', id }, key)) || grant === undefined) return undefined
    const opened = await findOpened({ serviceOf }, grant)
    return opened?.centreId === centreId ? opened : undefined
  }
  return {
    find: { read: (slug) => store.trustCentres.findBySlug(slug) },
    readVersion: { read: (of) => store.trustCentres.readVersion(of) },
    takesRequests: { read: async () => options.mail !== undefined },
    countRequest: {
      change: async ({ organizationId, address }) => {
        // No letter would ever ask for the agreement.
        if (!isAllowedAddress({ options }, address)) return false
        const nowMs = clock.nowMs()
        const counts = [
          { subject: `trust requests of ${organizationId}`, max: requestsMax.ofOrganization },
          { subject: `trust requests of ${organizationId} by ${address}`, max: requestsMax.ofOrganizationToAddress },
          { subject: `trust requests by ${address}`, max: requestsMax.ofAddress },
        ]
        return store.mailAddresses.countLetter(toIsoTime(nowMs).slice(0, 10), counts, nowMs + 2 * 86_400_000)
      },
      audit: { unaudited: 'It only counts. The request itself has its entry.' },
    },
    isKey: { read: isKey },
    look: { read: look },
    download: {
      change: async (use) => ({ id: use.id, isReady: use.isReady, opened: await look(use) }),
      audit: {
        action: 'trust-grant.download',
        status: ({ opened, isReady }) => (opened === undefined ? 404 : isReady ? 200 : 409),
      },
    },
  }
}
