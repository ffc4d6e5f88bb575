import type { CheckHead, ResultRecord, UndecidedResource } from '../../define/index.ts'
import { toCanonicalJson } from '../../inventory/canonical-json.ts'

/** A difference between a replayed check and the recorded one. */
export interface ReplayDifference {
  /** `status`, `complete`, `error`, `received`, or the resource of a result: `user u1`. */
  readonly of: string
  /** The member of it, if both have it. */
  readonly field?: string | undefined
  /** The bundle's value, shortened; undefined if it has none. */
  readonly recorded?: string | undefined
  /** The replay's value. */
  readonly replayed?: string | undefined
}

/** The part of a check's outcome that a replay must reach again. */
export interface RecordedVerdict extends Pick<CheckHead, 'status' | 'complete' | 'error'> {
  /** A recording, which names nobody, has only their number. */
  readonly undecided?: { readonly count: number; readonly first?: readonly UndecidedResource[] | undefined } | undefined
}

// This many show that the check, or its list, was a different one.
export const differencesMax = 50

/** Differences between two verdicts, independent of an error's wording. */
export function compareVerdicts(recorded: RecordedVerdict, replayed: RecordedVerdict): readonly ReplayDifference[] {
  return [
    findTextDifference('status', recorded.status, replayed.status),
    findTextDifference('complete', String(recorded.complete), String(replayed.complete)),
    findTextDifference('error', formatVerdictError(recorded), formatVerdictError(replayed)),
    findTextDifference('undecided', formatUndecidedCount(recorded), formatUndecidedCount(replayed)),
    recorded.undecided?.first
      ? findTextDifference('undecided', formatUndecided(recorded), formatUndecided(replayed), 'first')
      : [],
  ].flat()
}

/** A result, or its part in a recording. */
type Comparable = Omit<ResultRecord, 'findingId'>

/**
 * Differences between results, whatever their order. The check does not decide waivers and numbers of exchanges, and a command
 * that mends decides no verdict. A
 * judgement belongs to the evidence, so a replay has to reach the evidence that was judged.
 */
export function compareResultLists(
  recorded: readonly Comparable[],
  replayed: readonly Comparable[],
): readonly ReplayDifference[] {
  const [were, are] = [groupByResource(recorded), groupByResource(replayed)]
  const resources = [...new Set([...were.keys(), ...are.keys()])].sort()
  const found: ReplayDifference[] = []
  for (const resource of resources) {
    const [before, after] = [were.get(resource) ?? [], are.get(resource) ?? []]
    for (let at = 0; at < Math.max(before.length, after.length); at++)
      found.push(...compareMembers(resource, before[at], after[at]))
    if (found.length >= differencesMax) break
  }
  return found.slice(0, differencesMax)
}

type ComparedMembers = Readonly<Record<string, string>>

function groupByResource(results: readonly Comparable[]): ReadonlyMap<string, readonly ComparedMembers[]> {
  const map = new Map<string, ComparedMembers[]>()
  for (const { exchanges: _exchanges, waived: _waived, fix: _fix, ...result } of results) {
    const { type, id } = result.resource
    const list = map.get(`${type} ${id}`) ?? []
    list.push(toComparedMembers(result))
    map.set(`${type} ${id}`, list)
  }
  // Two results for one resource come in the order of the check's parallel work.
  for (const list of map.values()) list.sort((a, b) => (toCanonicalJson(a) < toCanonicalJson(b) ? -1 : 1))
  return map
}

function toComparedMembers(value: object): ComparedMembers {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toCanonicalJson(each)]))
}

/** Differences between the members of two values. */
export function compareValues(of: string, recorded: object, replayed: object): readonly ReplayDifference[] {
  return compareMembers(of, toComparedMembers(recorded), toComparedMembers(replayed))
}

function compareMembers(
  of: string,
  before: ComparedMembers | undefined,
  after: ComparedMembers | undefined,
): ReplayDifference[] {
  if (!before || !after)
    return [
      {
        of,
        recorded: before && shortenText(before.status ?? ''),
        replayed: after && shortenText(after.status ?? ''),
      },
    ]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((field) => findTextDifference(of, before[field], after[field], field))
}

function findTextDifference(
  of: string,
  recorded: string | undefined,
  replayed: string | undefined,
  field?: string,
): ReplayDifference[] {
  if (recorded === replayed) return []
  return [
    {
      of,
      field,
      recorded: recorded === undefined ? undefined : shortenText(recorded),
      replayed: replayed === undefined ? undefined : shortenText(replayed),
    },
  ]
}

function formatUndecidedCount({ undecided }: RecordedVerdict): string {
  return String(undecided?.count ?? 0)
}

function formatUndecided({ undecided }: RecordedVerdict): string {
  // In whatever order the check's parallel work had.
  return (undecided?.first ?? []).map(toCanonicalJson).sort().join('\n')
}

function formatVerdictError({ error }: RecordedVerdict): string | undefined {
  return error && `${error.kind} (${error.code})`
}

function shortenText(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`
}
