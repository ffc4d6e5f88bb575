import { isBlank } from '../../text/is-blank.ts'
import type { StoredLink } from '../define/stored-link.ts'

const dayMs = 86_400_000

/** Whether a last day is not over at a time. An invalid day is over; so is one more than a year after it was decided. */
export function isInForce(decision: { readonly expires: string; readonly at: string }, nowMs: number): boolean {
  const endMs = Date.parse(`${decision.expires}T00:00:00Z`) + dayMs
  const madeAtMs = Date.parse(decision.at)
  // A year has at most 366 days, and the last day counts to its end.
  return nowMs < endMs && endMs - madeAtMs <= 368 * dayMs
}

/** Whether a link holds. What Checkwright found itself holds until something contradicts it; an admin's has a last day. */
export function isLinkInForce({ by, expires, at, reason }: StoredLink, nowMs: number): boolean {
  if (!(Date.parse(at) <= nowMs + dayMs)) return false
  if (by !== 'hand') return expires === undefined || isInForce({ expires, at }, nowMs)
  return expires !== undefined && !isBlank(reason ?? '') && isInForce({ expires, at }, nowMs)
}
