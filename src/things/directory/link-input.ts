import type { LinkTarget, StoredLink } from '../../crosscheck/define/stored-link.ts'
import type { LinkRecord } from '../../crosscheck/links/link-store.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { parseId } from '../../inventory/member-value.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { demandLastDay, demandReason } from './system-input.ts'

/** A decision of a person about one account: whose it is. */
export interface LinkInput {
  readonly connectionId: string
  /** @default account */
  readonly of?: StoredLink['of'] | undefined
  /** Id of the account at the vendor. */
  readonly recordId: string
  readonly to: LinkTarget
  readonly reason: string
  /** Last day on which it holds, at most a year ahead: `2026-12-31`. */
  readonly expires: string
  /** Id of the person whom the account itself names, where it is another one. */
  readonly despite?: string | undefined
}

/** Of one decision of many people. */
export const linksAtOnceMax = 500

/** @throws CheckwrightError `LINK_INVALID` */
export async function toLinkRecord(
  { store, clock }: Uses<'connections' | 'directorySources', 'clock'>,
  organizationId: string,
  { connectionId, of = 'account', recordId, to, reason, expires, despite }: LinkInput,
  actor: string,
): Promise<LinkRecord> {
  const nowMs = clock.nowMs()
  const sources = await store.directorySources.list(organizationId)
  const isThere =
    (await store.connections.find(connectionId, organizationId)) !== undefined ||
    (of === 'person' && sources.some(({ id }) => id === connectionId))
  if (!isThere) throw createLinkError('A link names a connection that the organization does not have.')
  if (parseId(recordId) === undefined) throw createLinkError('A link names one account by its id at the vendor.')
  const sourceIds = sources.map(({ id }) => id)
  for (const personId of [to.is === 'person' ? to.personId : to.is === 'service' ? to.ownerId : undefined, despite])
    if (personId !== undefined) demandPersonId(personId, sourceIds)
  if (of === 'person' && to.is !== 'person')
    throw createLinkError('A record of a person is linked to a person of another source, and to nothing else.')
  return {
    id: createTimeId(),
    organizationId,
    connectionId,
    of,
    recordId,
    to,
    by: 'hand',
    actor,
    at: toIsoTime(nowMs),
    createdAtMs: nowMs,
    reason: demandReason(reason, createLinkError),
    expires: demandLastDay(expires, nowMs, createLinkError),
    despite,
    endedAtMs: null,
    endedBy: null,
  }
}

/** Ids of people are `<source>/<id of the record>`. */
export function demandPersonId(personId: string, sourceIds: readonly string[]): void {
  const slash = personId.indexOf('/')
  const sourceId = personId.slice(0, Math.max(0, slash))
  if (slash > 0 && parseId(personId.slice(slash + 1)) !== undefined && sourceIds.includes(sourceId)) return
  throw createLinkError(
    'A link names a person by the id that lists of people show: a source of the directory, "/" and an id.',
  )
}

export function createLinkError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'LINK_INVALID' })
}
