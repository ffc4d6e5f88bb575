import { type ControlsReport, evaluateControls, staleAfterMsDefault } from '../../checks/controls/evaluate-controls.ts'
import type { ExpectedRun } from '../../checks/controls/expected-run.ts'
import type { Framework } from '../../checks/controls/frameworks/framework.ts'
import { everyFrameworkId } from '../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds, loadFramework } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import type { RunResult } from '../../define/index.ts'
import { type CheckwrightError, createUsageError } from '../../errors/index.ts'
import { renderControlsMarkdown, renderControlsTable } from '../../report/controls.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { loadShipped } from '../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { findNearest } from '../../text/find-nearest.ts'
import { useOrganization } from '../../things/commands/use-organization.ts'
import { judgeConnections } from '../../things/controls/reading/judge-connections.ts'
import { parseFramework } from '../../things/parts/data-files.ts'
import type { Runtime } from '../../things/runtime/runtime.ts'
import { readRuns } from '../running/read-runs.ts'
import { readBytes } from '../running/read-waivers.ts'

export interface ControlsCommandOptions extends GlobalOptions {
  /** Runs that judge the controls. @default the newest in the store */
  readonly run?: readonly string[] | undefined
  /** Milliseconds. @default 30 days */
  readonly staleAfter?: number | undefined
  readonly format: 'table' | 'markdown' | 'json'
}

/** Shows the state of frameworks by runs, and sets the exit code by it. */
export async function runControlsCommand(
  targets: readonly string[],
  options: ControlsCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const frameworks = await loadFrameworks(targets)
  const { staleAfter: staleAfterMs = staleAfterMsDefault } = options
  const now = new Date()
  const report = options.run
    ? await evaluateByFiles(frameworks, options.run, { now, staleAfterMs }, terminal)
    : await evaluateByStore(frameworks, options, { staleAfterMs }, terminal)
  if (options.json || options.format === 'json') terminal.json(report)
  else if (options.format === 'markdown') terminal.out.write(renderControlsMarkdown(report))
  else terminal.out.stream.write(renderControlsTable(report, terminal.out))
  return chooseControlsExitCode(report)
}

/** Ids of shipped frameworks, and files. Files that only add mappings go with every shipped one. */
async function loadFrameworks(targets: readonly string[]): Promise<readonly Framework[]> {
  const chosen = await Promise.all(targets.map(loadNamedFramework))
  const twice = chosen.find(({ id }, index) => chosen.findIndex((each) => each.id === id) < index)
  if (twice) throw createUsageError(`Two of the frameworks have the id "${twice.id}". Name each once.`)
  if (chosen.some(({ controls }) => controls.length > 0)) return chosen
  return [...(await Promise.all(frameworkIds.map(loadNamedFramework))), ...chosen]
}

/** A shipped framework by its id, or one of a file. @throws CheckwrightError `CLI_USAGE` */
export async function loadNamedFramework(target: string): Promise<Framework> {
  const shipped = await loadFramework(target)
  if (shipped) return shipped
  if (/[./\\]/.test(target)) return parseFramework(target, await readBytes('a framework', target))
  const near = findNearest(target, everyFrameworkId)
  throw createUsageError(
    `There is no framework "${target}". ${near === undefined ? '"checkwright frameworks" lists them.' : `Did you mean ${near}?`} For your own framework, give its path: ./${target}.yaml`,
  )
}

type When = { readonly now: Date; readonly staleAfterMs: number }

async function evaluateByFiles(
  frameworks: readonly Framework[],
  paths: readonly string[],
  when: When,
  { err }: Terminal,
): Promise<ControlsReport> {
  const runs = (await Promise.all(paths.map(readRuns))).flat()
  const expected: ExpectedRun[] = []
  for (const { head } of runs) {
    const connector = await loadShipped(head.connector.id)
    if (connector) expected.push({ connector, connectionId: head.connectionId, runId: head.id })
  }
  for (const { head } of runs) tellRun(head, err)
  return evaluateControls(frameworks, runs, { ...when, expected })
}

/** Every connection that is not disconnected counts, even if it was never run. */
async function evaluateByStore(
  frameworks: readonly Framework[],
  options: GlobalOptions,
  { staleAfterMs }: Pick<When, 'staleAfterMs'>,
  terminal: Terminal,
): Promise<ControlsReport> {
  const report = await useOrganization(options, terminal, async (runtime, organizationId) => {
    const connected = await runtime.connections.listConnectors({ organizationId })
    if (connected.size === 0) throw createNothingToJudgeError()
    const judged = await judgeConnections(runtime, organizationId, { frameworks, staleAfterMs, isNamed: true })
    await tellRuns(runtime, organizationId, judged, terminal.err)
    return judged
  })
  if (report === undefined) throw createNothingToJudgeError()
  return report
}

/** Says by which runs of connections controls were judged. */
async function tellRuns(
  runtime: Runtime,
  organizationId: string,
  { frameworks }: ControlsReport,
  err: Terminal['err'],
): Promise<void> {
  const checks = frameworks.flatMap(({ controls }) => controls.flatMap((control) => control.checks))
  const names = new Map(checks.flatMap(({ runId, connectionName }) => (runId ? [[runId, connectionName]] : [])))
  for (const [id, connectionName] of names) {
    const run = (await runtime.runs.kept({ id, organizationId }))?.recorded
    if (run && run.head.connectionId !== organizationId) tellRun(run.head, err, connectionName)
  }
}

function tellRun(
  { id, connector, connectionId, inputs }: Pick<RunResult, 'id' | 'connector' | 'connectionId' | 'inputs'>,
  err: Terminal['err'],
  connectionName?: string,
): void {
  const of = connectionId === undefined ? '' : `, ${connectionName ?? `connection ${connectionId}`}`
  err.line(cleanLine(`By run ${id} of ${connector.id} ${connector.version}, ${inputs.now.slice(0, 10)}${of}`))
}

function createNothingToJudgeError(): CheckwrightError {
  return createUsageError(
    'There is no run yet, so no control can be judged. Name a run that "checkwright run --out <dir>" wrote: --run <dir>. Or connect an account and run it.',
  )
}

/** As for runs: could not tell outweighs failed. Uncovered controls do not affect the exit code. */
function chooseControlsExitCode({ frameworks }: ControlsReport): ExitCode {
  const has = (state: 'undetermined' | 'not_satisfied') => frameworks.some(({ summary }) => summary[state] > 0)
  if (has('undetermined')) return exitCodes.undecided
  return has('not_satisfied') ? exitCodes.failed : exitCodes.fine
}
