import { type ResultStatus, type RunResult, receivedConnectorId, taskSourceId } from '../../define/index.ts'
import type { Judgements } from '../judgements/open-judgements.ts'
import type { RecordedRun } from '../runs/recorded-run.ts'
import type { WaiverIndex } from '../waivers/waiver-index.ts'
import type { CheckEvidence } from './check-evidence.ts'
import { collectNewestEvidence } from './collect-evidence.ts'
import { type ExpectedRun, findMissingChecks, listDeclaredMappings, type MissingCheck } from './expected-run.ts'
import type { Control, Framework, Mapping } from './frameworks/framework.ts'
import { listFrameworkIds } from './frameworks/split-level.ts'
import { type ControlJudgement, explainStaleness, judgeEvidence } from './judge.ts'
import { createStatementObserver, type StatementCoverage } from './observe-statements.ts'
import { type FrameworkScope, findLeftOut, type ScopeExclusion, wholeScope } from './scope.ts'
import { indexStatements, type ParameterLimit } from './statement-index.ts'
import type { StatementMapping } from './statements/statement-mapping.ts'

/**
 * - `satisfied`: every check that supports it passes, with fresh evidence, and each statement that it needs was observed.
 * - `not_satisfied`: a check has a failing result that no waiver covers, or one that a person refused.
 * - `undetermined`: a check ended in error, was not run, needs review, is too old or ran with loose variables; or
 *   all of them had nothing to judge.
 * - `uncovered`: no check supports it.
 */
export type ControlState = 'satisfied' | 'not_satisfied' | 'undetermined' | 'uncovered'

export interface ControlsOptions {
  readonly now: Date
  /** Evidence older than this does not count. @default 30 days */
  readonly staleAfterMs?: number | undefined
  /** Present decisions, to judge recorded results with. @default those that each run recorded, until they expire */
  readonly decisions?: (WaiverIndex & Partial<Judgements>) | undefined
  /** Evidence beside runs: finished access reviews. @default none */
  readonly reviews?: readonly CheckEvidence[] | undefined
  /** Obligations, which say something for their controls. @default none */
  readonly tasks?: readonly ControlTask[] | undefined
  /** What other tools reported and somebody relies on. @default none */
  readonly received?: readonly ReceivedSupport[] | undefined
  /**
   * The connectors that should have run: a check that is missing leaves its controls undetermined.
   * @default what was run
   */
  readonly expected?: readonly ExpectedRun[] | undefined
  /** Names of connections by id, for those who may know them. @default none */
  readonly connectionNames?: ReadonlyMap<string, string> | undefined
  /** What the organization leaves out. @default all controls count */
  readonly scope?: FrameworkScope | undefined
}

/** What speaks for controls beside single evidence, where there are too many connections to look at each. */
export interface ManyConnections {
  /** More connections whose evidence says the same as one that was looked at. */
  readonly groups: readonly { readonly evidence: CheckEvidence; readonly connections: number }[]
  /** Checks that were not run. */
  readonly missing: readonly (MissingCheck & { readonly connections?: number })[]
}

/** What an obligation says for its controls. */
export interface ControlTask extends ControlJudgement, Pick<ControlCheck, 'lacksEvidence'> {
  readonly id: string
  readonly title: string
  readonly controls: readonly string[]
}

/** What a check of another tool says for controls that somebody relies on it for. It counts where nothing was observed. */
export interface ReceivedSupport extends ControlJudgement, Pick<ControlCheck, 'lacksEvidence' | 'at'> {
  readonly connectionId: string
  /** undefined: no file was imported yet. */
  readonly runId: string | undefined
  /** The id of the check. */
  readonly id: string
  readonly title: string
  readonly controls: readonly string[]
}

/** The contribution of one check to one control. */
export interface ControlCheck {
  readonly connector: string
  readonly connectionId?: string | undefined
  readonly connectionName?: string
  /** In place of one connection: how many more there are of which it says the same. */
  readonly connections?: number | undefined
  readonly runId?: string | undefined
  /** In place of a run: the access review. */
  readonly reviewId?: string | undefined
  /** In place of a run: the obligation. Its connector is `task`. */
  readonly taskId?: string | undefined
  /** Another tool reported it: it counts only where nothing was observed. Left out for what we observed. */
  readonly received?: true | undefined
  readonly id: string
  readonly title: string
  readonly state: ControlJudgement['state']
  /** The reason, in words. */
  readonly because: string
  /** There is no evidence that is new enough. Left out where there is. */
  readonly lacksEvidence?: true
  /** Start of the run, or when a cross-check's oldest list was read, ISO 8601. */
  readonly at?: string | undefined
  readonly results?: { readonly [status in ResultStatus | 'waived']: number } | undefined
  /** Results that need review, and that a person has judged. Left out where there are none. */
  readonly judged?: { readonly accepted: number; readonly refused: number } | undefined
}

export interface ControlOutcome extends Control {
  readonly state: ControlState
  readonly checks: readonly ControlCheck[]
  /** How much of it was looked at. Left out where no statement is mapped to it. */
  readonly statements?: StatementCoverage | undefined
  /** Why it is out of scope: its state is known and counts in no sum. Left out where it is in scope. */
  readonly leftOut?: ScopeExclusion | undefined
}

export interface FrameworkOutcome extends Pick<Framework, 'id' | 'title' | 'version' | 'source'> {
  readonly controls: readonly ControlOutcome[]
  /** Controls that are in scope. */
  readonly summary: { readonly [state in ControlState]: number }
  /** How many controls are out of scope. Left out where all are in scope. */
  readonly leftOut?: number | undefined
  /** Which statements count for which controls. Left out where no statement is mapped. */
  readonly mapping?: OutcomeMapping | undefined
}

/** The mapping by which a framework was judged. */
export interface OutcomeMapping extends Pick<StatementMapping, 'sha256' | 'reader' | 'read'> {
  /** When another mapping began to count, up to the moment that is judged; ISO 8601, the oldest first. */
  readonly changedAt?: readonly string[] | undefined
}

/** The state of frameworks, as `checkwright controls --json` prints it. */
export interface ControlsReport {
  readonly schema: 'checkwright.controls/v1'
  /** ISO 8601. */
  readonly now: string
  readonly staleAfterMs: number
  readonly frameworks: readonly FrameworkOutcome[]
}

export const staleAfterMsDefault = 30 * 86_400_000

/**
 * Judges frameworks by runs, control by control. If a connection has several runs, the newest evidence of each check
 * counts. A run without a connection counts separately.
 * @example
 * const report = await evaluateControls([await shippedFrameworks.soc2()], [run], { now: new Date() })
 */
export async function evaluateControls(
  frameworks: readonly Framework[],
  runs: Iterable<RunResult | RecordedRun> | AsyncIterable<RunResult | RecordedRun>,
  options: ControlsOptions,
): Promise<ControlsReport> {
  return judgeControls(frameworks, await collectNewestEvidence(runs, options.now, options.decisions), options)
}

/** The same by evidence that was collected, the newest of each check of each subject. */
export function judgeControls(
  frameworks: readonly Framework[],
  evidence: readonly CheckEvidence[],
  {
    now,
    staleAfterMs = staleAfterMsDefault,
    expected = [],
    reviews = [],
    tasks = [],
    received = [],
    connectionNames,
    scope = wholeScope,
    many,
  }: Omit<ControlsOptions, 'standing'> & {
    /** Where given, `expected` names only the connectors. */
    readonly many?: ManyConnections | undefined
  },
): ControlsReport {
  const named = [...frameworks.flatMap((framework) => framework.mappings ?? []), ...listDeclaredMappings(expected)]
  const index = indexStatements(frameworks, expected)
  const mappings = [...named, ...index.mappings]
  const checks = new Map<string, ControlCheck[]>()
  const speakFor = (control: string, unnamed: ControlCheck) => {
    const connectionName = connectionNames?.get(unnamed.connectionId ?? '')
    const check = connectionName === undefined ? unnamed : { ...unnamed, connectionName }
    const own = checks.get(control)
    // Many connections may have it.
    if (own) own.push(check)
    else checks.set(control, [check])
  }
  // What another tool reported counts only by a reliance, whatever a framework of somebody's own maps to it.
  const seen = [...evidence.filter(isObserved), ...reviews]
  const groups = (many?.groups ?? []).filter((group) => isObserved(group.evidence))
  for (const found of seen) {
    const lacking = explainStaleness(found, { now, staleAfterMs }) === undefined ? {} : { lacksEvidence: true as const }
    for (const [control, demands] of mergeDemands(found, named, index.listDemands(found))) {
      const judgement = judgeEvidence(found, { ...demands, now, staleAfterMs })
      speakFor(control, { ...toEvidentCheck(found, judgement), ...lacking })
    }
  }
  for (const { evidence: found, connections } of groups)
    for (const [control, demands] of mergeDemands(found, named, index.listDemands(found))) {
      const stale = explainStaleness(found, { now, staleAfterMs }) !== undefined
      const { state } = judgeEvidence(found, { ...demands, now, staleAfterMs })
      const { id, title } = found.check
      const because = stale ? 'its evidence is too old' : equalWords[state]
      const lacking = stale ? { lacksEvidence: true as const } : {}
      speakFor(control, { connector: found.connector, connections, id, title, state, because, ...lacking })
    }
  for (const missing of many?.missing ?? findMissingChecks(evidence, expected, mappings)) {
    const controls = mappings.filter(({ check }) => check === `${missing.connector}/${missing.id}`)
    for (const control of new Set(controls.map((mapping) => mapping.control))) speakFor(control, toAbsentCheck(missing))
  }
  for (const { controls, because, ...support } of received)
    for (const control of new Set(controls))
      speakFor(control, {
        connector: receivedConnectorId,
        received: true,
        ...support,
        because: `${because}, as another tool reported; we did not observe it`,
      })
  for (const { id, title, controls, ...judgement } of tasks)
    for (const control of new Set(controls))
      speakFor(control, { connector: taskSourceId, taskId: id, id, title, ...judgement })
  const looked = [...seen, ...groups.map((group) => group.evidence)]
  const observe = createStatementObserver(looked, index, { now, staleAfterMs })
  return {
    schema: 'checkwright.controls/v1',
    now: now.toISOString(),
    staleAfterMs,
    frameworks: frameworks
      .filter(({ controls }) => controls.length > 0)
      .map((framework) =>
        evaluateFramework(framework, (control) => listSpoken(checks, framework, control), { observe, scope }),
      ),
  }
}

function isObserved({ connector }: CheckEvidence): boolean {
  return connector !== receivedConnectorId
}

/** What speaks for a control. Where a framework and one of its levels are judged together, both have the same check by its statements. */
function listSpoken(
  checks: ReadonlyMap<string, readonly ControlCheck[]>,
  { id }: Framework,
  control: string,
): readonly ControlCheck[] {
  const [own = [], ...others] = listFrameworkIds(id)
    .map((name) => checks.get(`${name}:${control}`) ?? [])
    .filter((each) => each.length > 0)
  if (others.length === 0) return own
  const all = [own, ...others].flat().map((check): [string, ControlCheck] => [JSON.stringify(check), check])
  return [...new Map(all).values()]
}

/** Controls that a check supports, each with all of its bounds. */
function mergeDemands(
  { connector, check }: CheckEvidence,
  mappings: readonly Mapping[],
  byStatements: ReadonlyMap<string, readonly ParameterLimit[]>,
) {
  const { controlBounds = {} } = check
  const demands = new Map<string, ControlDemands>()
  const add = (control: string, requires: Mapping['requires'], limits: readonly ParameterLimit[] = []) => {
    const known = demands.get(control) ?? { requires: [], limits: [] }
    demands.set(control, {
      requires: requires ? [...known.requires, requires] : known.requires,
      limits: [...known.limits, ...limits],
    })
  }
  for (const control of check.controls)
    add(control, Object.hasOwn(controlBounds, control) ? controlBounds[control] : undefined)
  for (const { control, check: named, requires } of mappings)
    if (named === `${connector}/${check.id}`) add(control, requires)
  for (const [control, limits] of byStatements) add(control, undefined, limits)
  return demands
}

interface ControlDemands {
  readonly requires: readonly NonNullable<Mapping['requires']>[]
  readonly limits: readonly ParameterLimit[]
}

function toEvidentCheck(
  { connector, connectionId, runId, reviewId, check, atMs, readAtMs = atMs, results, waived, judged }: CheckEvidence,
  judgement: ControlJudgement,
): ControlCheck {
  return {
    connector,
    connectionId,
    runId: reviewId === undefined ? runId : undefined,
    reviewId,
    id: check.id,
    title: check.title,
    ...judgement,
    at: Number.isFinite(readAtMs) ? new Date(readAtMs).toISOString() : undefined,
    results: { ...results, waived },
    judged,
  }
}

const equalWords: Readonly<Record<ControlJudgement['state'], string>> = {
  satisfied: 'passes',
  not_satisfied: 'fails',
  undetermined: 'cannot be told',
  not_applicable: 'had nothing to judge',
}

function toAbsentCheck({
  connector,
  connectionId,
  connections,
  runId,
  id,
  title,
}: MissingCheck & { readonly connections?: number }): ControlCheck {
  return {
    connector,
    connectionId,
    connections,
    runId,
    id,
    title,
    state: 'undetermined',
    because: 'was not run',
    lacksEvidence: true,
  }
}

function evaluateFramework(
  framework: Framework,
  checksOf: (control: string) => readonly ControlCheck[],
  { observe, scope }: { readonly observe: ReturnType<typeof createStatementObserver>; readonly scope: FrameworkScope },
): FrameworkOutcome {
  const { id, title, version, source, controls, statements: mapping } = framework
  const outcomes = controls.map((control): ControlOutcome => {
    const checks = checksOf(control.id)
    const statements = observe(framework, control.id)
    const state = mergeCheckStates(checks)
    const lacks = statements?.statements.some(({ needed, observed }) => needed && !observed)
    return {
      ...control,
      state: state === 'satisfied' && lacks ? 'undetermined' : state,
      checks,
      statements,
      leftOut: findLeftOut(scope, id, control),
    }
  })
  const inScope = outcomes.filter(({ leftOut }) => leftOut === undefined)
  const count = (state: ControlState) => inScope.filter((control) => control.state === state).length
  return {
    id,
    title,
    version,
    source,
    controls: outcomes,
    summary: {
      satisfied: count('satisfied'),
      not_satisfied: count('not_satisfied'),
      undetermined: count('undetermined'),
      uncovered: count('uncovered'),
    },
    leftOut: outcomes.length - inScope.length || undefined,
    mapping: mapping && { sha256: mapping.sha256, reader: mapping.reader, read: mapping.read },
  }
}

/**
 * A known failure outweighs anything unknown, and both outweigh a pass. What was received counts only where nothing was observed: it makes
 * nothing of it better, and nothing worse.
 */
function mergeCheckStates(checks: readonly ControlCheck[]): ControlState {
  const observed = checks.filter(({ received, state }) => !received && state !== 'not_applicable')
  const states = new Set((observed.length > 0 ? observed : checks).map(({ state }) => state))
  if (states.has('not_satisfied')) return 'not_satisfied'
  if (states.has('undetermined')) return 'undetermined'
  if (states.has('satisfied')) return 'satisfied'
  // If there was nothing to judge, nothing was proven.
  return states.size > 0 ? 'undetermined' : 'uncovered'
}
