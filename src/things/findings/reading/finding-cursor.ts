import type { FindingOrder, FindingPosition } from '../../../checks/findings/finding-store.ts'
import type { Severity } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'

const form = /^(changed|due|severity)\.(\d{1,15})\.(\d{1,15})\.(critical|high|medium|low|info)\.([A-Za-z0-9_-]{1,64})$/

/** The place of a finding in an order, for the link to the next page. */
export function formatFindingCursor(
  order: FindingOrder,
  { changedAtMs, dueAtMs = 0, severity = 'info', id }: FindingPosition,
): string {
  return Buffer.from([order, changedAtMs, dueAtMs, severity, id].join('.')).toString('base64url')
}

/** @throws ApiError 400 for an invalid cursor, and for one of another order */
export function parseFindingCursor(order: FindingOrder, cursor: string | undefined): FindingPosition | undefined {
  if (cursor === undefined) return undefined
  const [, of, changedAtMs, dueAtMs, severity, id] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (of === order && id !== undefined)
    return { changedAtMs: Number(changedAtMs), dueAtMs: Number(dueAtMs), severity: severity as Severity, id }
  throw new ApiError('The query is not valid.', {
    code: 'API_INVALID',
    problems: [{ path: 'cursor', message: 'must be the nextCursor of an answer with the same sort' }],
  })
}
