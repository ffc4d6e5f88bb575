let lastSecond = Number.NaN
let upToSecond = ''

/**
 * A time in ISO 8601, in UTC with milliseconds, as `toISOString` of a `Date` writes it. Many times are of the same second, and a `Date` takes
 * longer than all else that is written of a small exchange.
 * @param ms since 1970; a part of a millisecond is left out
 * @throws RangeError for a time that a `Date` cannot hold
 */
export function formatTime(ms: number): string {
  const wholeMs = Math.trunc(ms)
  const second = Math.floor(wholeMs / 1000)
  if (second !== lastSecond) {
    upToSecond = new Date(second * 1000).toISOString().slice(0, -'000Z'.length)
    lastSecond = second
  }
  return `${upToSecond}${String(wholeMs - second * 1000).padStart(3, '0')}Z`
}
