import type { CheckEvidence } from '../../../checks/controls/check-evidence.ts'
import { listRunEvidence } from '../../../checks/controls/collect-evidence.ts'
import {
  type ControlCheck,
  type ControlOutcome,
  judgeControls,
  staleAfterMsDefault,
} from '../../../checks/controls/evaluate-controls.ts'
import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import { isOfFramework } from '../../../checks/controls/frameworks/split-level.ts'
import { toControlTask } from '../../../checks/obligations/control-task.ts'
import type { RecordedRun } from '../../../checks/runs/recorded-run.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import type { RunStatus } from '../../../define/index.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import type { Connection } from '../../connections/connection-state.ts'
import { loadScope } from '../../controls/reading/load-scope.ts'
import { listNewestRuns } from '../../findings/newest-runs.ts'
import type { DecisionIndex } from '../../judgements/decisions/decision-index.ts'
import type { Task } from '../../obligations/tasks.ts'
import { listPastRuns } from '../../past/past-runs.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { DeletedRun } from '../packages.ts'

const dayMs = 86_400_000

export interface DaysChoice {
  readonly organizationId: string
  readonly framework: Framework
  /** Those that it speaks about. */
  readonly connections: readonly Connection[]
  /** Whether it speaks about the whole organization: then cross-checks, access reviews and obligations count, too. */
  readonly isWhole: boolean
  /** From the first moment of the first day to the last moment of the last day, or to now. */
  readonly period: TimeSpan
  /** Runs that were asked for earlier are not known. @default 0 */
  readonly knownFromMs?: number | undefined
  readonly staleAfterMs?: number | undefined
  /** Times at which a waiver or a judgement began or ended. */
  readonly decidedAtMs: readonly number[]
}

/** A check as it stood at the end of a day, with what its run said. */
export interface DayCheck extends ControlCheck {
  readonly status?: RunStatus
  /** Its newest run is gone, and only the log knows of it. */
  readonly isDeleted?: true
  /** Of an obligation: the runs and access reviews that it rests on, by id. */
  readonly basis?: readonly ({ readonly runId: string } | { readonly reviewId: string })[]
}

export interface DayControl extends Omit<ControlOutcome, 'checks'> {
  readonly checks: readonly DayCheck[]
}

/** How the controls of a framework stood at the end of a day. */
export interface JudgedDay {
  readonly day: string
  readonly controls: readonly DayControl[]
  /** Obligations that a control of the framework rests on. */
  readonly tasks: readonly Task[]
  /** What counted on this day. */
  readonly mapping: Framework['statements']
}

/** The newest outcome of a check, as of a day. */
interface DayOutcome {
  readonly run: RecordedRun
  readonly evidence: CheckEvidence
}

/**
 * Judges a framework at the end of each day, in UTC, as it stood then: by the newest run of that time, and by the waivers, judgements,
 * reviews and obligations that counted then. One day is in memory at a time, with the newest outcome of each check.
 */
export async function* judgeDays(runtime: Runtime, choice: DaysChoice): AsyncGenerator<JudgedDay> {
  const { organizationId, connections, isWhole, period, knownFromMs = 0 } = choice
  const { staleAfterMs = staleAfterMsDefault, decidedAtMs } = choice
  const expectations = await runtime.expectations.load({ organizationId })
  const subjects = new Set([...connections.map(({ id }) => id), ...(isWhole ? [organizationId] : [])])
  const deleted = (await runtime.packages.listDeletedRuns({ organizationId, ...period })).filter(({ connectionId }) =>
    subjects.has(connectionId),
  )
  const judgements = new Map([...subjects].map((id) => [id, new Map<string, DayOutcome>()]))
  const gone = new GoneOutcomes()
  const waiting: RecordedRun[] = []
  let decisions: DecisionIndex | undefined
  for (let fromMs = period.fromMs; fromMs <= period.toMs; fromMs += dayMs) {
    const toMs = Math.min(fromMs + dayMs - 1, period.toMs)
    const now = new Date(toMs)
    const isFirst = fromMs === period.fromMs
    if (isFirst || decidedAtMs.some((atMs) => fromMs <= atMs && atMs <= toMs)) {
      decisions = await runtime.waivers.inForce({ organizationId, atMs: toMs })
      for (const outcomes of judgements.values()) await judgeAgain(outcomes, now, decisions)
    }
    if (isFirst) {
      const before = {
        organizationId,
        within: { fromMs: knownFromMs, toMs: fromMs - 1 },
        oldestMs: fromMs - staleAfterMs,
      }
      for (const connectionId of subjects)
        for await (const run of listNewestRuns(runtime, { ...before, connectionId })) waiting.push(run)
    }
    const due = waiting.splice(0)
    // One that was asked for on the day before the period may have begun in it.
    const askedFromMs = isFirst ? Math.max(knownFromMs, fromMs - dayMs) : fromMs
    const past = { organizationId, within: { fromMs: askedFromMs, toMs } }
    for await (const run of listPastRuns(runtime, past, ({ connectionId }) => subjects.has(connectionId))) due.push(run)
    for (const run of due) {
      // One that waited in the queue past the end of the day says nothing about that day.
      if (readStartMs(run) > toMs) waiting.push(run)
      else {
        await holdRun(judgements.get(run.head.connectionId ?? '') ?? new Map(), run, { now, decisions })
        gone.forget(run)
      }
    }
    for (const run of deleted) {
      if (run.atMs < fromMs || run.atMs > toMs) continue
      gone.note(run, judgements.get(run.connectionId))
    }
    const there = connections.flatMap((connection) => expectations.ofConnection(connection, toMs) ?? [])
    const expected = isWhole ? [...there, expectations.ofOrganization(toMs)] : there
    const ids = new Set(expected.map(({ connectionId }) => connectionId))
    const evidence = [...judgements].flatMap(([id, outcomes]) =>
      ids.has(id) ? [...outcomes.values()].map((outcome) => outcome.evidence) : [],
    )
    const reviews = isWhole ? await runtime.accessReviews.listEvidence({ organizationId, atMs: toMs }) : []
    const tasks = isWhole
      ? await runtime.tasks.list({ organizationId, within: { fromMs: knownFromMs, toMs }, hasControls: true })
      : []
    const framework = await expectations.frameworkAt(choice.framework, toMs)
    const { frameworks } = judgeControls([framework], evidence, {
      now,
      staleAfterMs,
      tasks: tasks.map(toControlTask),
      expected,
      reviews: reviews.filter(({ connectionId }) => ids.has(connectionId)),
      scope: await loadScope(runtime, organizationId, { fromMs: knownFromMs, toMs }),
    })
    const controls = frameworks[0]?.controls ?? []
    const bases = new Map(tasks.map(({ id, evidence: found }) => [id, listBasis(found)]))
    yield {
      day: formatDay(fromMs),
      controls: controls.map((control) => describeControl(control, judgements, gone, bases)),
      tasks: tasks.filter((task) => task.controls.some((control) => isOfFramework(control, framework.id))),
      mapping: framework.statements,
    }
  }
}

interface Then {
  readonly now: Date
  readonly decisions: DecisionIndex | undefined
}

/** Takes the outcomes of a run's checks, except those that a newer run had. */
async function holdRun(outcomes: Map<string, DayOutcome>, run: RecordedRun, { now, decisions }: Then): Promise<void> {
  const isNewest = ({ id }: { readonly id: string }) => {
    const before = outcomes.get(id)?.run
    return !before || compareRuns(before, run) < 0
  }
  const wanted = new Set(run.head.checks.filter(isNewest).map(({ id }) => id))
  for await (const evidence of listRunEvidence(run, now, decisions, wanted))
    outcomes.set(evidence.check.id, { run, evidence })
}

/** When the run began, which is what its evidence is dated by, epoch ms. */
function readStartMs({ head }: RecordedRun): number {
  return Date.parse(head.inputs.now)
}

/** The oldest first. Ids are in the order of time. */
function compareRuns(a: RecordedRun, b: RecordedRun): number {
  return readStartMs(a) - readStartMs(b) || (a.head.id < b.head.id ? -1 : 1)
}

/** By other decisions: only results that fail or need review can come to something else. */
async function judgeAgain(outcomes: Map<string, DayOutcome>, now: Date, decisions: DecisionIndex): Promise<void> {
  for (const [id, { run, evidence }] of [...outcomes])
    if (evidence.results.fail + evidence.results.manual > 0)
      for await (const again of listRunEvidence(run, now, decisions, new Set([id])))
        outcomes.set(id, { run, evidence: again })
}

/** Deleted runs, until a newer one says how a check stands. */
class GoneOutcomes {
  readonly #runs = new Map<string, DeletedRun>()

  /** What the connection was last seen to be is not known, unless a run that is there came later. */
  note(run: DeletedRun, outcomes: Map<string, DayOutcome> | undefined): void {
    for (const [id, { evidence }] of [...(outcomes ?? [])])
      if (evidence.atMs < run.atMs && (run.crossCheckId === null || run.crossCheckId === id)) outcomes?.delete(id)
    this.#runs.set(toKey(run.connectionId, run.crossCheckId ?? undefined), run)
  }

  forget({ head: { connectionId = '', checks } }: RecordedRun): void {
    this.#runs.delete(toKey(connectionId))
    for (const { id } of checks) this.#runs.delete(toKey(connectionId, id))
  }

  find({ connectionId = '', id }: ControlCheck): DeletedRun | undefined {
    return this.#runs.get(toKey(connectionId)) ?? this.#runs.get(toKey(connectionId, id))
  }
}

/** Of all checks of a connection, or of one cross-check of an organization. */
function toKey(connectionId: string, crossCheckId = ''): string {
  return JSON.stringify([connectionId, crossCheckId])
}

type BasisRef = NonNullable<DayCheck['basis']>[number]

function listBasis(evidence: Task['evidence']): readonly BasisRef[] {
  const found = new Map<string, BasisRef>()
  for (const { runId, reviewId } of evidence) {
    if (runId !== undefined) found.set(runId, { runId })
    if (reviewId !== undefined) found.set(reviewId, { reviewId })
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => of)
}

function describeControl(
  { checks, ...control }: ControlOutcome,
  judgements: ReadonlyMap<string, ReadonlyMap<string, DayOutcome>>,
  gone: GoneOutcomes,
  bases: ReadonlyMap<string, readonly BasisRef[]>,
): DayControl {
  return {
    ...control,
    checks: checks.map((check): DayCheck => {
      const { runId, connectionId = '', id, taskId, reviewId } = check
      if (taskId !== undefined) return { ...check, basis: bases.get(taskId) ?? [] }
      if (reviewId !== undefined) return check
      const status = judgements.get(connectionId)?.get(id)?.evidence.check.status
      if (runId !== undefined && status !== undefined) return { ...check, status }
      const run = gone.find(check)
      return run ? { ...check, runId: run.runId, because: 'its run was deleted', isDeleted: true } : check
    }),
  }
}
