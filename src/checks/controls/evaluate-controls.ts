import { type ResultStatus, type RunResult, taskSourceId } from '../../define/index.ts'
import type { Judgements } from '../judgements/open-judgements.ts'
import type { RecordedRun } from '../runs/recorded-run.ts'
import type { WaiverIndex } from '../waivers/waiver-index.ts'
import type { CheckEvidence } from './check-evidence.ts'
import { collectNewestEvidence } from './collect-evidence.ts'
import { type ExpectedRun, findMissingChecks, listDeclaredMappings, type MissingCheck } from './expected-run.ts'
import type { Control, Framework, Mapping } from './frameworks/framework.ts'
import { type ControlJudgement, explainStaleness, judgeEvidence } from './judge.ts'

/**
 * - `satisfied`: every check that supports it passes, with fresh evidence.
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
  /**
   * The connectors that should have run: a check that is missing leaves its controls undetermined.
   * @default what was run
   */
  readonly expected?: readonly ExpectedRun[] | undefined
  /** Names of connections by id, for those who may know them. @default none */
  readonly connectionNames?: ReadonlyMap<string, string> | undefined
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
}

export interface FrameworkOutcome extends Pick<Framework, 'id' | 'title' | 'version' | 'source'> {
  readonly controls: readonly ControlOutcome[]
  readonly summary: { readonly [state in ControlState]: number }
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
    connectionNames,
    many,
  }: Omit<ControlsOptions, 'standing'> & {
    /** Where given, `expected` names only the connectors. */
    readonly many?: ManyConnections | undefined
  },
): ControlsReport {
  const mappings = [...frameworks.flatMap((framework) => framework.mappings ?? []), ...listDeclaredMappings(expected)]
  const checks = new Map<string, ControlCheck[]>()
  const speakFor = (control: string, unnamed: ControlCheck) => {
    const connectionName = connectionNames?.get(unnamed.connectionId ?? '')
    const check = connectionName === undefined ? unnamed : { ...unnamed, connectionName }
    const own = checks.get(control)
    // Many connections may have it.
    if (own) own.push(check)
    else checks.set(control, [check])
  }
  for (const found of [...evidence, ...reviews]) {
    const lacking = explainStaleness(found, { now, staleAfterMs }) === undefined ? {} : { lacksEvidence: true as const }
    for (const [control, requires] of mergeDemands(found, mappings)) {
      const judgement = judgeEvidence(found, { requires, now, staleAfterMs })
      speakFor(control, { ...toEvidentCheck(found, judgement), ...lacking })
    }
  }
  for (const { evidence: found, connections } of many?.groups ?? [])
    for (const [control, requires] of mergeDemands(found, mappings)) {
      const stale = explainStaleness(found, { now, staleAfterMs }) !== undefined
      const { state } = judgeEvidence(found, { requires, now, staleAfterMs })
      const { id, title } = found.check
      const because = stale ? 'its evidence is too old' : equalWords[state]
      const lacking = stale ? { lacksEvidence: true as const } : {}
      speakFor(control, { connector: found.connector, connections, id, title, state, because, ...lacking })
    }
  for (const missing of many?.missing ?? findMissingChecks(evidence, expected, mappings)) {
    const controls = mappings.filter(({ check }) => check === `${missing.connector}/${missing.id}`)
    for (const control of new Set(controls.map((mapping) => mapping.control))) speakFor(control, toAbsentCheck(missing))
  }
  for (const { id, title, controls, ...judgement } of tasks)
    for (const control of new Set(controls))
      speakFor(control, { connector: taskSourceId, taskId: id, id, title, ...judgement })
  return {
    schema: 'checkwright.controls/v1',
    now: now.toISOString(),
    staleAfterMs,
    frameworks: frameworks
      .filter(({ controls }) => controls.length > 0)
      .map((framework) => evaluateFramework(framework, (control) => checks.get(control) ?? [])),
  }
}

/** Controls that a check supports, each with all of its bounds. */
function mergeDemands({ connector, check }: CheckEvidence, mappings: readonly Mapping[]) {
  const { controlBounds = {} } = check
  const demands = new Map<string, NonNullable<Mapping['requires']>[]>()
  const add = (control: string, requires: Mapping['requires']) =>
    demands.set(control, [...(demands.get(control) ?? []), ...(requires ? [requires] : [])])
  for (const control of check.controls)
    add(control, Object.hasOwn(controlBounds, control) ? controlBounds[control] : undefined)
  for (const { control, check: named, requires } of mappings)
    if (named === `${connector}/${check.id}`) add(control, requires)
  return demands
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
  { id, title, version, source, controls }: Framework,
  checksOf: (control: string) => readonly ControlCheck[],
): FrameworkOutcome {
  const outcomes = controls.map((control): ControlOutcome => {
    const checks = checksOf(`${id}:${control.id}`)
    return { ...control, state: mergeCheckStates(checks), checks }
  })
  const count = (state: ControlState) => outcomes.filter((control) => control.state === state).length
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
  }
}

/** A known failure outweighs anything unknown, and both outweigh a pass. */
function mergeCheckStates(checks: readonly ControlCheck[]): ControlState {
  const states = new Set(checks.map(({ state }) => state))
  if (states.has('not_satisfied')) return 'not_satisfied'
  if (states.has('undetermined')) return 'undetermined'
  if (states.has('satisfied')) return 'satisfied'
  // If there was nothing to judge, nothing was proven.
  return states.size > 0 ? 'undetermined' : 'uncovered'
}
