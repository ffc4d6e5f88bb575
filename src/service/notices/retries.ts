const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Waits after the first, second, … failed attempt. The last one repeats. */
const waitsMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
]
const waitMsMax = 12 * hourMs

/** How long a delivery is tried. */
export const deliveryAgeMs = 3 * 86_400_000

/** How long a webhook may have nothing but failures before it is paused. */
export const failingMsMax = 5 * 86_400_000

/** Failed attempts in a row, of any delivery, after which a webhook as a whole waits as its deliveries do. */
const failuresInRowMax = 5

/** @param attempts failed ones so far, at least 1 */
export function computeRetryMs(attempts: number): number {
  return waitsMs[attempts - 1] ?? waitMsMax
}

/**
 * How long a webhook rests, so that an endpoint that is down gets one request at a time and not one for each connection.
 * @param failures attempts in a row that failed
 */
export function computeRestMs(failures: number): number {
  return failures < failuresInRowMax ? 0 : computeRetryMs(failures - failuresInRowMax + 1)
}
