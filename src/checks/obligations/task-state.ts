import { formatDay, parseDayEnd } from '../../text/calendar-day.ts'
import type { StoredTask } from './task.ts'
import {
  type EvidenceState,
  judgeRecord,
  judgeStatements,
  listRecordEnds,
  mergeStatements,
  type Stated,
  type TaskEvidence,
} from './task-evidence.ts'

/**
 * Derived, never set.
 * - `open`: not met, and its day is not over.
 * - `provided`: evidence is there, and a person has to accept it.
 * - `met`: until its cadence runs out.
 * - `overdue`: not met, and its day is over.
 * - `could_not_tell`: a check that should show it has no verdict.
 */
export const taskStates: readonly TaskState[] = ['overdue', 'could_not_tell', 'provided', 'open', 'met']

export type TaskState = 'overdue' | 'could_not_tell' | 'provided' | 'open' | 'met'

export interface DerivedState {
  readonly state: TaskState
  /** The reason, in words. */
  readonly because: string
  /** Last day for the next time, to its end in UTC. */
  readonly dueDay: string
  /** Whether that day is over. */
  readonly isDue: boolean
  /** Last day on which it is met. null: it is not. */
  readonly metUntil: string | null
  /** When it became overdue, epoch ms. null: it is not. */
  readonly overdueSinceMs: number | null
}

type Terms = Pick<StoredTask, 'firstDueDay' | 'satisfiedBy'>

/** From what there is at a time, and from nothing else. */
export function deriveTaskState(task: Terms, evidence: readonly TaskEvidence[], nowMs: number): DerivedState {
  const of = (kind: TaskEvidence['kind']) => evidence.filter((each) => each.kind === kind)
  const ways = [
    mergeAll(of('check')),
    mergeAll(of('access_review')),
    mergeAny(of('statement')),
    mergeAll(of('record')),
  ].filter((way) => way !== undefined)
  const find = (state: EvidenceState) => ways.find((way) => way.state === state)
  const failing = find('failing')
  // What would still count, and does not because of a failure, moves no day.
  const untils = ways.map(({ untilMs = 0 }) => (failing !== undefined && untilMs >= nowMs ? 0 : untilMs))
  const dueMs = Math.max(parseDayEnd(task.firstDueDay) ?? 0, ...untils)
  const met = ways.filter(({ state }) => state === 'met').toSorted((a, b) => (b.untilMs ?? 0) - (a.untilMs ?? 0))[0]
  const facts = { dueDay: formatDay(dueMs), isDue: nowMs > dueMs, metUntil: null, overdueSinceMs: null }
  // What fails is a fact that nobody states away. The risk of a finding is accepted where the finding is.
  if (failing === undefined && met !== undefined)
    return { ...facts, state: 'met', because: met.because, metUntil: formatDay(met.untilMs ?? 0) }
  const waiting = failing ? undefined : (find('provided') ?? find('could_not_tell'))
  if (waiting !== undefined)
    return { ...facts, state: waiting.state === 'provided' ? 'provided' : 'could_not_tell', because: waiting.because }
  const because = (failing ?? find('missing'))?.because ?? explainNothing(task)
  if (!facts.isDue) return { ...facts, state: 'open', because }
  return { ...facts, state: 'overdue', because, overdueSinceMs: Math.max(dueMs, failing?.atMs ?? 0) }
}

/**
 * What the statements of an obligation say, and the time in which they say it, unless somebody states or decides something, or changes the terms:
 * how it stands if nothing else can show that it is met, and else their evidence, if there is any.
 */
export type StatementVerdict = {
  readonly fromMs: number
  /** The last ms. */
  readonly untilMs: number
} & ({ readonly derivedState: DerivedState } | { readonly derivedState: null; readonly evidence: TaskEvidence | null })

/** @param stated the newest first */
export function deriveStatementVerdict(
  task: Terms & Pick<StoredTask, 'title' | 'everyDays'>,
  stated: readonly Stated[],
  nowMs: number,
): StatementVerdict {
  const { evidence, ends } = judgeStatements(task, stated, nowMs)
  const { checks, accessReviews } = task.satisfiedBy
  if (checks.length > 0 || accessReviews) return { ...findSpan(ends, nowMs), derivedState: null, evidence }
  const derivedState = deriveTaskState(task, [...(evidence ? [evidence] : []), ...judgeRecord(task, nowMs)], nowMs)
  const days = [...ends, ...listRecordEnds(task), parseDayEnd(derivedState.dueDay) ?? 0]
  return { ...findSpan(days, nowMs), derivedState }
}

/** @param ends the last ms before something changes */
function findSpan(ends: readonly number[], nowMs: number): Pick<StatementVerdict, 'fromMs' | 'untilMs'> {
  return {
    fromMs: Math.max(0, ...ends.filter((each) => each < nowMs).map((each) => each + 1)),
    untilMs: Math.min(Number.MAX_SAFE_INTEGER, ...ends.filter((each) => each >= nowMs)),
  }
}

interface EvidenceWay {
  readonly state: EvidenceState
  readonly because: string
  readonly atMs?: number | undefined
  readonly untilMs?: number | undefined
}

/** The worst decides: what fails, then what is missing, then what could not tell. */
const worstFirst: readonly EvidenceState[] = ['failing', 'missing', 'could_not_tell', 'provided', 'met']

function mergeAll(evidence: readonly TaskEvidence[]): EvidenceWay | undefined {
  const [worst] = evidence.toSorted((a, b) => worstFirst.indexOf(a.state) - worstFirst.indexOf(b.state))
  if (worst === undefined) return undefined
  const untils = evidence.map(({ untilMs }) => untilMs)
  return {
    state: worst.state,
    because: explain(worst),
    atMs: worst.atMs,
    untilMs: untils.every((each) => each !== undefined) ? Math.min(...untils) : undefined,
  }
}

function mergeAny(evidence: readonly TaskEvidence[]): EvidenceWay | undefined {
  const best = mergeStatements(evidence)
  return best && { state: best.state, because: explain(best), atMs: best.atMs, untilMs: best.untilMs }
}

function explain({ title, because }: TaskEvidence): string {
  return `${title}: ${because}`
}

function explainNothing({ satisfiedBy: { checks, accessReviews, statements } }: Terms): string {
  const ways = [
    ...(checks.length > 0 ? ['a run of its checks'] : []),
    ...(accessReviews ? ['an access review'] : []),
    ...(statements ? ['a statement with evidence'] : []),
  ]
  return `Needs ${ways.join(', or ')}.`
}
