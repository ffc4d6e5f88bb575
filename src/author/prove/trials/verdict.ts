import type { CheckOutcome, ErrorKind, RunStatus } from '../../../define/index.ts'
import type { Recording } from '../../../evidence/recording/recording.ts'
import type { ExpectEntry, ExpectedVerdict } from '../witnesses/witness-schema.ts'

/** What a check says of the answers of a world. */
export interface TrialVerdict {
  readonly status: RunStatus
  /** Why it could not tell. */
  readonly error?: ErrorKind | undefined
  /** What it says of each resource, by its id. */
  readonly resources: ReadonlyMap<string, ExpectedVerdict>
  /** Requests that the world has no answer to: `GET https://…`. */
  readonly missing: readonly string[]
}

/** Where a verdict is another than the right one. */
export interface VerdictDifference {
  /** Id of the resource; undefined for the check as a whole. */
  readonly resource?: string | undefined
  readonly right: string
  readonly actual: string
}

const worstFirst: readonly ExpectedVerdict[] = ['fail', 'undecided', 'manual', 'pass', 'not_applicable']

export function toVerdict(
  { status, error, results, undecided }: CheckOutcome,
  missing: readonly string[] = [],
): TrialVerdict {
  const resources = new Map<string, ExpectedVerdict>()
  const verdicts = [
    ...results.map(({ resource, status: verdict }) => [resource.id, verdict] as const),
    ...(undecided?.first ?? []).map(({ resource }) => [resource.id, 'undecided'] as const),
  ]
  for (const [id, verdict] of verdicts) {
    const before = resources.get(id)
    if (before === undefined || worstFirst.indexOf(verdict) < worstFirst.indexOf(before)) resources.set(id, verdict)
  }
  return { status, error: error?.kind, resources, missing }
}

/**
 * How a verdict differs from the right one.
 * @param world the verdict of the unchanged world, which holds for what is not named
 * @param expect what a witness says of the check; undefined if it does not name it
 */
export function compareVerdict(
  world: TrialVerdict,
  expect: ExpectEntry | undefined,
  actual: TrialVerdict,
): readonly VerdictDifference[] {
  if (typeof expect === 'string') return compareWhole(expect, actual)
  const { error, ...named } = expect ?? {}
  const right = new Map(world.resources)
  for (const [verdict, ids = []] of Object.entries(named) as [ExpectedVerdict, readonly string[] | undefined][])
    for (const id of ids) {
      if (verdict === 'absent') right.delete(id)
      else right.set(id, verdict)
    }
  const differences: VerdictDifference[] = []
  const own = new Set(Object.values(named).flatMap((ids) => ids ?? []))
  for (const id of new Set([...right.keys(), ...actual.resources.keys(), ...own])) {
    const [wanted = 'absent', is = 'absent'] = [right.get(id), actual.resources.get(id)]
    // A check that could not tell may not have come to the others.
    const isLost = error !== undefined && is === 'absent' && !own.has(id)
    if (wanted !== is && !isLost) differences.push({ resource: id, right: wanted, actual: is })
  }
  const isOpen = [...right.values()].includes('undecided')
  const wanted = error ?? (expect === undefined ? world.error : undefined)
  const isEmptied = right.size === 0 && expect !== undefined
  if (wanted !== undefined && actual.error !== wanted)
    differences.push({ right: `error ${wanted}`, actual: describeStatus(actual) })
  else if (wanted === undefined && actual.status === 'error' && !isOpen)
    differences.push({ right: isEmptied ? 'no error' : world.status, actual: describeStatus(actual) })
  else if (wanted === undefined && right.size === 0 && !isEmptied && actual.status !== world.status)
    differences.push({ right: world.status, actual: actual.status })
  return differences
}

/** How a check differs from what a world says of it. */
export function compareWorld({ checks }: Recording, id: string, actual: TrialVerdict): readonly VerdictDifference[] {
  const recorded = checks.find((check) => check.id === id)
  if (!recorded) return []
  const { status, error, results } = recorded
  const resources = new Map(results.map(({ resource, status: verdict }) => [resource.id, verdict]))
  return compareVerdict({ status, error: error?.kind, resources, missing: [] }, undefined, actual)
}

function compareWhole(word: RunStatus, actual: TrialVerdict): readonly VerdictDifference[] {
  if (word === 'error') return actual.status === 'error' ? [] : [{ right: 'error', actual: actual.status }]
  const others = [...actual.resources].filter(([, verdict]) => verdict !== word)
  if (others.length > 0) return others.map(([resource, verdict]) => ({ resource, right: word, actual: verdict }))
  return actual.status === word ? [] : [{ right: word, actual: describeStatus(actual) }]
}

export function describeStatus({ status, error }: Pick<TrialVerdict, 'status' | 'error'>): string {
  return error === undefined ? status : `${status} ${error}`
}

export function formatDifference({ resource, right, actual }: VerdictDifference): string {
  return `${resource === undefined ? '' : `${resource}: `}${right} is right, and the check says ${actual}`
}

/** A verdict as text, to compare two. */
export function formatVerdict(verdict: TrialVerdict): string {
  return JSON.stringify([describeStatus(verdict), [...verdict.resources].sort()])
}
