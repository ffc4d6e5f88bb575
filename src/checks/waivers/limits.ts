import type { AnyOf, Waived, Waiver } from '../../define/index.ts'
import type { DataProblem } from '../data-file.ts'
import { isGlob } from './glob.ts'

/** Most waivers in a file, of a run, and in force in an organization. */
export const waiversMax = 1_000

/** Most texts in a list of one waiver, and most characters of each. */
export const patternsMax = 1_000
export const patternLengthMax = 500

// Every failing result may be held against each of them; 1000 patterns of usual length.
const wildcardLengthMax = 20_000

const dayMs = 86_400_000

/** The last day that a waiver may name, in UTC: a year after it was made, or is read. A risk is looked at again by then. */
function computeLatestExpiry(from: Date): string {
  const day = new Date(from)
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return day.toISOString().slice(0, 10)
}

/** A waiver that was kept before there was a limit: it holds for a year from when it was made. */
export function capExpiry<W extends Pick<Waived, 'expires'>>(waiver: W, madeAt: Date): W {
  const latest = computeLatestExpiry(madeAt)
  // What is no day is over, and stays so.
  const isLater = /^\d{4}-\d{2}-\d{2}$/.test(waiver.expires) && waiver.expires > latest
  return isLater ? { ...waiver, expires: latest } : waiver
}

/** Whether its last day is over. What is no day holds on none. */
export function isExpired({ expires }: Pick<Waived, 'expires'>, now: Date): boolean {
  return !(now.getTime() < Date.parse(`${expires}T00:00:00Z`) + dayMs)
}

/** What keeps waivers from being used although each is well-formed, by index. */
export function limitProblems(waivers: readonly Waiver[], now: Date): DataProblem[] {
  const latest = computeLatestExpiry(now)
  const problems = waivers.flatMap((waiver, index): DataProblem[] => [
    ...(isNarrow(waiver.check) || isNarrow(waiver.resource) || isNarrow(waiver.tag)
      ? []
      : [{ path: [index], message: 'would waive every finding of its connector; name checks, resources or a tag' }]),
    ...(waiver.connection !== undefined && waiver.allConnections
      ? [{ path: [index, 'allConnections'], message: 'contradicts "connection"; leave one of them out' }]
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

/** Whether patterns would take too long to hold against results, in words. */
export function findWildcardProblem(waivers: readonly Waiver[]): string | undefined {
  const length = waivers
    .flatMap(({ connector, check, resource = [], resourceType = [], tag = [] }) =>
      [connector, check, resource, resourceType, tag].flatMap(toList),
    )
    .reduce((sum, pattern) => sum + (isGlob(pattern) ? pattern.length : 0), 0)
  if (length <= wildcardLengthMax) return undefined
  return `hold ${length} characters of patterns with "*" or "?", and ${wildcardLengthMax} is the most; name resources in full, which costs nothing`
}

/**
 * Whether patterns fit only what somebody has thought of: a full name, or two letters or digits that have to stand side by
 * side. `?*`, `*-*` and `*a*` say what nearly every name is like. One such pattern in a list is enough to fit everything.
 */
export function isNarrow(patterns: AnyOf | undefined): boolean {
  return (
    patterns !== undefined && toList(patterns).every((pattern) => !isGlob(pattern) || /[\p{L}\p{N}]{2}/u.test(pattern))
  )
}

export function toList(patterns: AnyOf): readonly string[] {
  return typeof patterns === 'string' ? [patterns] : patterns
}
