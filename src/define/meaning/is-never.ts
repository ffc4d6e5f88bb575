// Zeros of types without null: .NET's and Go's is the year 1, MySQL's the year 0. The clock of another place moves them by hours.
const neverBegan = /^000[01]-\d\d-\d\d(?:[T ]|$)/
// .NET's last day, which Active Directory and others write for an end that never comes.
const neverEnds = /^9999-12-3[01](?:[T ]|$)/
const laterThan1970 = /^(?:19[7-9]\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d\d:\d\d|$)/

/**
 * Whether a time is one that vendors write for "never": one of the year 1 or 0, or the last day of 9999. For a time at which something
 * happened it means that it did not, and for an end that there is none.
 * @param time as the vendor wrote it, in ISO 8601
 * @returns undefined for what only the vendor's documentation can tell: null, an empty text, a number, a time of 1970, a text that is no time
 * @example
 * isNever('0001-01-01T00:00:00Z') // true
 * isNever('2026-01-15') // false
 */
export function isNever(time: unknown): boolean | undefined {
  if (typeof time !== 'string') return undefined
  if (neverBegan.test(time) || neverEnds.test(time)) return true
  return laterThan1970.test(time) && !time.startsWith('1970') ? false : undefined
}
