// A minute covers clock skew and a slow run; a tenth leaves most of a short life to be used.
const marginMsMax = 60_000
const marginShare = 0.1

/**
 * When to refresh an access token, epoch ms: min(60 s, 10 % of its life) before its end, and at random up to twice as
 * early, so that many connections that were made together do not refresh together. Always after `obtainedAtMs` if the
 * token has any life at all, so that short lives do not refresh in a loop. A life of zero or less is over at
 * `expiresAtMs`.
 * @param random uniform in [0, 1)
 */
export function refreshAtMs({
  obtainedAtMs,
  expiresAtMs,
  random,
}: {
  readonly obtainedAtMs: number
  readonly expiresAtMs: number
  readonly random: () => number
}): number {
  const lifeMs = Math.max(0, expiresAtMs - obtainedAtMs)
  const marginMs = Math.min(marginMsMax, lifeMs * marginShare)
  return Math.round(expiresAtMs - marginMs * (1 + random()))
}
