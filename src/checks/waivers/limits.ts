import type { DataProblem } from '../../data/data-problem.ts'
import type { AnyOf, Waived, Waiver } from '../../define/index.ts'
import { parseDayEnd } from '../../text/calendar-day.ts'
import { isGlob } from './glob.ts'

/** Most waivers in a file, of a run, and in force in an organization. */
export const waiversMax = 1_000

/** Most texts in a list of one waiver, and most characters of each. */
export const patternsMax = 1_000
export const patternLengthMax = 500

// Every failing result may be compared with each of them: 1000 patterns of usual length.
const wildcardLengthMax = 20_000

const dayMs = 86_400_000

/** The latest last day of a waiver or a judgement, in UTC: a year after it was made or read. It is reviewed by then. */
export function computeLatestExpiry(from: Date): string {
  const day = new Date(from)
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return day.toISOString().slice(0, 10)
}

/** A waiver that is older than the limit: it is valid for a year from when it was made. */
export function capExpiry<W extends Pick<Waived, 'expires'>>(waiver: W, madeAt: Date): W {
  const latest = computeLatestExpiry(madeAt)
  // An invalid day counts as expired.
  const isLater = /^\d{4}-\d{2}-\d{2}$/.test(waiver.expires) && waiver.expires > latest
  return isLater ? { ...waiver, expires: latest } : waiver
}

/** Whether its last day is over. One with an invalid day is not valid on any day. */
export function isExpired({ expires }: Pick<Waived, 'expires'>, now: Date): boolean {
  return !(now.getTime() < Date.parse(`${expires}T00:00:00Z`) + dayMs)
}

/** The end of its last day, epoch ms; 0 for an invalid day. */
export function readExpiryMs({ expires }: Pick<Waived, 'expires'>): number {
  return parseDayEnd(expires) ?? 0
}

/** Problems of waivers although each is well-formed, by index. */
export function findLimitProblems(waivers: readonly Waiver[], now: Date): DataProblem[] {
  const latest = computeLatestExpiry(now)
  const problems = waivers.flatMap((waiver, index): DataProblem[] => [
    ...(isNarrow(waiver.check) || isNarrow(waiver.resource) || isNarrow(waiver.tag)
      ? []
      : [{ path: [index], message: 'would waive every finding of its connector; name checks, resources or a tag' }]),
    ...(waiver.connection !== undefined && waiver.allConnections
      ? [{ path: [index, 'allConnections'], message: 'contradicts "connection"; remove one of them' }]
      : []),
    ...(waiver.expires > latest
      ? [
          {
            path: [index, 'expires'],
            message: `is more than a year ahead; name ${latest} or an earlier day, and renew the waiver then`,
          },
        ]
      : []),
  ])
  const wildcards = findWildcardProblem(waivers)
  return wildcards === undefined ? problems : [...problems, { path: [], message: wildcards }]
}

/** Whether matching patterns against results would take too long, in words. */
export function findWildcardProblem(waivers: readonly Waiver[]): string | undefined {
  const length = waivers
    .flatMap(({ connector, check, resource = [], resourceType = [], tag = [] }) =>
      [connector, check, resource, resourceType, tag].flatMap(toPatterns),
    )
    .reduce((sum, pattern) => sum + (isGlob(pattern) ? pattern.length : 0), 0)
  if (length <= wildcardLengthMax) return undefined
  return `hold ${length} characters of patterns with "*" or "?", and at most ${wildcardLengthMax} are allowed; write out the names of resources, because names without "*" and "?" do not count`
}

/**
 * Whether patterns match only names that somebody has thought of: a full name, or two letters or digits side by side.
 * `?*`, `*-*` and `*a*` match nearly every name. One such pattern in a list is enough to match everything.
 */
export function isNarrow(patterns: AnyOf | undefined): boolean {
  return (
    patterns !== undefined &&
    toPatterns(patterns).every((pattern) => !isGlob(pattern) || /[\p{L}\p{N}]{2}/u.test(pattern))
  )
}

export function toPatterns(patterns: AnyOf): readonly string[] {
  return typeof patterns === 'string' ? [patterns] : patterns
}
