/** The part of a whole that an answer says it is. */
export interface ContentRange {
  /** `items`, `bytes`; empty if the vendor names none, as PostgREST does. */
  readonly unit: string
  /** Number of units in this answer; 0 for `*`. */
  readonly length: number
  /** Number of all units; undefined for `*`: the vendor does not know it. */
  readonly total: number | undefined
}

/**
 * Reads `Content-Range`: `bytes 0-99/200`, `items 0-9/*`, and without a unit `0-0/3` (RFC 9110 §14.4; PostgREST leaves the unit out).
 * Undefined if it is absent or unreadable. Does not throw.
 */
export function parseContentRange(value: string | undefined): ContentRange | undefined {
  const found = /^\s*(?:([\w-]{1,40})[\s=]+)?(?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)\s*$/.exec(value ?? '')
  if (!found) return undefined
  const [, unit = '', first, last, total] = found
  const length = first === undefined || last === undefined ? 0 : Math.max(0, Number(last) - Number(first) + 1)
  return { unit: unit.toLowerCase(), length, total: total === '*' ? undefined : Number(total) }
}
