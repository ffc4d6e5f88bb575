import { randomUUID } from 'node:crypto'
import { normalizeDomain } from '../../../define/index.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { Attempt } from '../../../service/notices/delivery.ts'
import { formatAgreementMessage, formatGrantMessage } from '../../../service/notices/mail-message.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { ServiceOf } from '../../declared/services/thing-services.ts'
import type { Letters, LinkLetter } from '../../mail-addresses/letters.ts'
import { attemptMs } from '../../notices/send.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { agreementLifeMs, lettersAtOnce, unconfirmedLifeMs } from '../limits.ts'
import { trustGrant, trustRequest } from '../requests.ts'
import { trustCentre } from '../thing.ts'
import { findOpened } from './opened-grant.ts'
import { createTrustKey } from './trust-keys.ts'

export type TrustLetterParts = Uses<'trustCentres' | 'leases', 'clock' | 'options' | 'closing'> & {
  readonly serviceOf: ServiceOf
  readonly loadSecret: () => Promise<Buffer>
  readonly publicUrl: string
  readonly letters: Pick<Letters, 'sendLink'> | undefined
}

/** Long enough for all letters of a turn to a server that answers slowly. */
const leaseMs = 2 * lettersAtOnce * attemptMs

/**
 * Sends the letters of trust centres that are due, in one process, and deletes requests that nobody confirmed.
 * @throws what failed first, after all others had their turn
 */
export async function sendTrustLetters(parts: TrustLetterParts): Promise<void> {
  const { store, clock, letters, closing } = parts
  const organizationIds = await store.trustCentres.listOrganizations()
  const owner = randomUUID()
  if (organizationIds.length === 0) return
  if (!(await store.leases.acquire('trust-letters', owner, leaseMs, clock.nowMs()))) return
  const failures: unknown[] = []
  const attempt = (work: () => Promise<void>) => work().catch((error: unknown) => void failures.push(error))
  try {
    for (const organizationId of organizationIds) {
      if (closing.aborted) return
      if (letters) {
        const turn = { parts, letters, organizationId, attempt }
        await attempt(() => sendAgreements(turn))
        await attempt(() => sendGrants(turn))
      }
      await attempt(() => deleteUnconfirmed(parts, organizationId))
    }
  } finally {
    await store.leases.release('trust-letters', owner)
  }
  if (failures.length > 0) throw failures[0]
}

/** The letters of one organization. */
interface LetterTurn {
  readonly parts: TrustLetterParts
  readonly letters: Pick<Letters, 'sendLink'>
  readonly organizationId: string
  /** Does something whose failure holds up nothing else. */
  attempt(work: () => Promise<void>): Promise<void>
}

/** Asks whoever made a request to agree, by a link that only their address gets. */
function sendAgreements(turn: LetterTurn): Promise<void> {
  const { parts, organizationId } = turn
  const { serviceOf, clock } = parts
  return sendEach(turn, trustRequest, 'not-asked', async ({ id, createdAtMs, values }) => {
    const address = await findAddress(parts, { organizationId, id: values.centreId })
    if (address === undefined || createdAtMs + agreementLifeMs <= clock.nowMs()) return undefined
    const url = `${address}/agreement/${id}?key=${createTrustKey(await parts.loadSecret(), { kind: 'agreement', id })}`
    return {
      letter: {
        organizationId,
        id,
        to: values.email,
        type: 'trust.agreement',
        isFirst: true,
        format: (frame) => formatAgreementMessage(frame, { url }),
      },
      noteLetter: () => serviceOf(trustRequest).act['note-letter']({ organizationId, id }),
    }
  })
}

/** Tells people who have agreed where the document is. */
function sendGrants(turn: LetterTurn): Promise<void> {
  const { parts, organizationId } = turn
  const { serviceOf } = parts
  return sendEach(turn, trustGrant, 'not-sent', async (grant) => {
    const opened = await findOpened({ serviceOf }, grant)
    const address = opened && (await findAddress(parts, { organizationId, id: opened.centreId }))
    if (opened === undefined || address === undefined) return undefined
    const { id } = grant
    const { recipient, lastDay } = opened
    const url = `${address}/grants/${id}?key=${createTrustKey(await parts.loadSecret(), { kind: 'grant', id })}`
    return {
      letter: {
        organizationId,
        id,
        to: recipient.email,
        type: 'trust.grant',
        isFirst: false,
        format: (frame) => formatGrantMessage(frame, { url, lastDay }),
      },
      noteLetter: () => serviceOf(trustGrant).act['note-letter']({ organizationId, id }),
    }
  })
}

/** A letter to a record that waits for it, and what notes that it was sent. */
interface DueLetter {
  readonly letter: LinkLetter
  noteLetter(): Promise<unknown>
}

/** Sends the letters of records in a state, as many as there are in a turn. What gets none for now holds up no other. */
async function sendEach<Of extends ThingFields, Settled extends ThingFields, State extends string>(
  { parts, letters, organizationId, attempt }: LetterTurn,
  thing: Thing<Of, Settled, State>,
  state: State,
  compose: (record: ThingRecord<Of & Settled>) => Promise<DueLetter | undefined>,
): Promise<void> {
  const service = parts.serviceOf(thing)
  let tried = 0
  for await (const records of listAllRecords({ list: (page) => service.list({ ...page, organizationId, state }) }))
    for (const record of records) {
      if (tried >= lettersAtOnce || parts.closing.aborted) return
      await attempt(async () => {
        const due = await compose(record)
        if (due === undefined || !isAllowedAddress(parts, due.letter.to)) return
        tried++
        const signal = AbortSignal.any([parts.closing, AbortSignal.timeout(attemptMs)])
        if (isDone(await letters.sendLink(due.letter, signal))) await due.noteLetter()
      })
    }
}

async function deleteUnconfirmed({ serviceOf, clock }: TrustLetterParts, organizationId: string): Promise<void> {
  const before = { createdAtMs: clock.nowMs() - unconfirmedLifeMs, id: '' }
  for (const state of ['asked', 'not-asked'] as const)
    for (const { id } of await serviceOf(trustRequest).list({ organizationId, state, before, limit: lettersAtOnce }))
      await serviceOf(trustRequest).delete({ organizationId, id })
}

/** Of an open trust centre. */
async function findAddress(
  { serviceOf, publicUrl }: TrustLetterParts,
  ref: { readonly organizationId: string; readonly id: string },
): Promise<string | undefined> {
  const centre = await serviceOf(trustCentre).get(ref)
  return centre?.state === 'open' ? `${publicUrl}/trust/${centre.values.slug}` : undefined
}

/** Whether the operator lets organizations write to its domain. */
export function isAllowedAddress({ options }: Pick<TrustLetterParts, 'options'>, email: string): boolean {
  const domain = normalizeDomain(email.slice(email.lastIndexOf('@') + 1))
  return options.mail?.domains?.some((each) => normalizeDomain(each) === domain) ?? true
}

/** Also if the server takes no letter for the address: it would take none the next time either. */
function isDone({ isDelivered, status }: Attempt): boolean {
  return isDelivered || (status !== null && status >= 500)
}
