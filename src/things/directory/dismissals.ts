import { type DismissedProposal, toDismissalId } from '../../crosscheck/links/dismissal-store.ts'
import { parseId } from '../../inventory/member-value.ts'
import type { Declared } from '../parts/declared-service.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { createLinkError, demandPersonId, linksAtOnceMax } from './link-input.ts'

/** A proposal that somebody dismisses: the account is not this person's. */
export interface DismissalInput {
  readonly connectionId: string
  /** Id of the account at the vendor. */
  readonly recordId: string
  readonly personId: string
  /** Of the proposal, as lists of accounts show it. With another reason it is proposed again. */
  readonly digest: string
}

/** Proposals that nobody wants to see again. No verdict changes by that. */
export interface DismissalService {
  /** Dismisses all or none. @throws CheckwrightError `LINK_INVALID` */
  dismiss(input: {
    readonly organizationId: string
    readonly proposals: readonly DismissalInput[]
    /** Who dismisses them, for people. */
    readonly actor: string
  }): Promise<readonly DismissedProposal[]>
  /** In the order of their ids. */
  list(of: {
    readonly organizationId: string
    /** Id of the last one of the page before. */
    readonly after?: string | undefined
    readonly limit: number
  }): Promise<readonly DismissedProposal[]>
  /** It is proposed again. @returns false if there is none of that id */
  restore(ref: { readonly id: string; readonly organizationId: string }): Promise<boolean>
}

/** Whoever puts a list of people together reads all of them. */
const dismissedMax = 20_000

type DismissalParts = Uses<'connections' | 'directorySources' | 'dismissals', 'clock'>

export function createDismissalService(parts: DismissalParts): Declared<DismissalService> {
  const { store } = parts
  return {
    dismiss: {
      change: (input) => dismiss(parts, input),
      audit: {
        action: 'proposal.dismiss',
        fields: ({ proposals }) => Object.assign({}, ...proposals),
        target: (done) => done.map(({ id }) => id).join(' '),
      },
    },
    list: { read: ({ organizationId, after, limit }) => store.dismissals.list(organizationId, after, limit) },
    restore: {
      change: (ref) => store.dismissals.delete(ref),
      audit: { action: 'proposal.restore', status: (isDone) => (isDone ? 200 : 404) },
    },
  }
}

async function dismiss(
  { store, clock }: DismissalParts,
  { organizationId, proposals, actor }: Parameters<DismissalService['dismiss']>[0],
): Promise<readonly DismissedProposal[]> {
  if (proposals.length === 0 || proposals.length > linksAtOnceMax)
    throw createLinkError(`Dismiss 1 to ${linksAtOnceMax} proposals at once.`)
  const sourceIds = (await store.directorySources.list(organizationId)).map(({ id }) => id)
  const dismissedAtMs = clock.nowMs()
  const dismissed = new Map<string, DismissedProposal>()
  for (const { connectionId, recordId, personId, digest } of proposals) {
    if ((await store.connections.find(connectionId, organizationId)) === undefined)
      throw createLinkError('A proposal names a connection that the organization does not have.')
    if (parseId(recordId) === undefined) throw createLinkError('A proposal names one account by its id at the vendor.')
    demandPersonId(personId, sourceIds)
    if (!/^[0-9a-f]{64}$/.test(digest))
      throw createLinkError('A proposal is dismissed by its digest, as lists of accounts show it.')
    const id = toDismissalId(connectionId, recordId, personId)
    const place = { id, organizationId, connectionId, recordId, personId }
    dismissed.set(id, { ...place, reasonDigest: digest, dismissedBy: actor, dismissedAtMs })
  }
  if (!(await store.dismissals.put(organizationId, [...dismissed.values()], dismissedMax)))
    throw createLinkError(`The organization has dismissed ${dismissedMax} proposals, which is the most.`)
  return [...dismissed.values()]
}

const listedAtOnce = 1_000

/** What was dismissed for which reason, by the ids of dismissals. */
export async function loadDismissals(
  { store }: Uses<'dismissals'>,
  organizationId: string,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let after: string | undefined; ; ) {
    const some = await store.dismissals.list(organizationId, after, listedAtOnce)
    for (const { id, reasonDigest } of some) found.set(id, reasonDigest)
    if (some.length < listedAtOnce) return found
    after = some.at(-1)?.id
  }
}
