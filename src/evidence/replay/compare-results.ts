import type { CheckHead } from '../../checks/results/kept-run.ts'
import type { ResultRecord, Undecided } from '../../define/index.ts'
import { toCanonicalJson } from '../../inventory/canonical-json.ts'

/** Something in which a replayed check differs from the recorded one. */
export interface ReplayDifference {
  /** `status`, `complete`, `error`, or the resource of a result: `user u1`. */
  readonly of: string
  /** Which member of a result, where both have one. */
  readonly field?: string
  /** As the bundle has it, in short; undefined where it has nothing of the kind. */
  readonly recorded?: string
  /** As the replay gave it. */
  readonly replayed?: string
}

/** What a check came to, as far as a replay must reach it again. */
export interface RecordedVerdict extends Pick<CheckHead, 'status' | 'complete' | 'error'> {
  /** A recording, which names nobody, has only their number. */
  readonly undecided?: { readonly count: number; readonly first?: readonly Undecided[] | undefined } | undefined
}

// Whoever sees this many knows that the check was another one.
const differencesMax = 50

/** Differences between two verdicts, in words that do not depend on how an error was worded. */
export function compareVerdicts(recorded: RecordedVerdict, replayed: RecordedVerdict): readonly ReplayDifference[] {
  return [
    compareTexts('status', recorded.status, replayed.status),
    compareTexts('complete', String(recorded.complete), String(replayed.complete)),
    compareTexts('error', formatVerdictError(recorded), formatVerdictError(replayed)),
    compareTexts('undecided', formatCount(recorded), formatCount(replayed)),
    recorded.undecided?.first
      ? compareTexts('undecided', formatUndecided(recorded), formatUndecided(replayed), 'first')
      : [],
  ].flat()
}

/** A result, or what a recording keeps of one. */
type Comparable = Omit<ResultRecord, 'findingId'>

/** Differences between results, whatever their order. Waivers and numbers of exchanges are not the check's doing. */
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
  for (const { exchanges: _exchanges, waived: _waived, ...result } of results) {
    const { type, id } = result.resource
    const members = Object.fromEntries(Object.entries(result).map(([name, value]) => [name, toCanonicalJson(value)]))
    const list = map.get(`${type} ${id}`) ?? []
    list.push(members)
    map.set(`${type} ${id}`, list)
  }
  // Two results for one resource come in whatever order the check's parallel work had.
  for (const list of map.values()) list.sort((a, b) => (toCanonicalJson(a) < toCanonicalJson(b) ? -1 : 1))
  return map
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
        ...(before && { recorded: shortenText(before.status ?? '') }),
        ...(after && { replayed: shortenText(after.status ?? '') }),
      },
    ]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((field) => compareTexts(of, before[field], after[field], field))
}

function compareTexts(
  of: string,
  recorded: string | undefined,
  replayed: string | undefined,
  field?: string,
): ReplayDifference[] {
  if (recorded === replayed) return []
  return [
    {
      of,
      ...(field !== undefined && { field }),
      ...(recorded !== undefined && { recorded: shortenText(recorded) }),
      ...(replayed !== undefined && { replayed: shortenText(replayed) }),
    },
  ]
}

function formatCount({ undecided }: RecordedVerdict): string {
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
