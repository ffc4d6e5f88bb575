import { type ControlsReport, evaluateControls, staleAfterMsDefault } from '../../checks/controls/evaluate-controls.ts'
import type { ExpectedRun } from '../../checks/controls/expected-run.ts'
import type { Framework } from '../../checks/controls/framework.ts'
import { frameworkIds, loadFramework } from '../../checks/controls/shipped.ts'
import type { KeptRun } from '../../checks/kept-run.ts'
import { nearest, type RunResult } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { controlsMarkdown, controlsTable } from '../../report/controls.ts'
import { safeLine } from '../../report/safe-text.ts'
import { parseFramework } from '../../runtime/data-files.ts'
import { newestRuns } from '../../runtime/newest-runs.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Context, GlobalOptions } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { loadShipped } from '../load-connector.ts'
import { findOrganization, storeExists, withRuntime } from '../open-runtime.ts'
import type { Terminal } from '../output/terminal.ts'
import { readRuns } from '../read-runs.ts'
import { readBytes } from '../read-waivers.ts'

export interface ControlsCommandOptions extends GlobalOptions {
  /** Runs to judge by. @default the newest in the store */
  readonly run?: readonly string[] | undefined
  /** Milliseconds. @default 30 days */
  readonly staleAfter?: number | undefined
  readonly format: 'table' | 'markdown' | 'json'
}

/** Shows how frameworks stand by runs, and says it once more by the exit code. */
export async function controls(
  targets: readonly string[],
  options: ControlsCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const frameworks = await frameworksOf(targets)
  const { staleAfter: staleAfterMs = staleAfterMsDefault } = options
  const now = new Date()
  const report = options.run
    ? await byFiles(frameworks, options.run, { now, staleAfterMs }, terminal)
    : await byStore(frameworks, options, { now, staleAfterMs }, terminal)
  if (options.json || options.format === 'json') terminal.json(report)
  else if (options.format === 'markdown') terminal.out.write(controlsMarkdown(report))
  else terminal.out.write(controlsTable(report, terminal.out))
  return exitCodeOf(report)
}

/** Ids of shipped frameworks, and files. Files that only add mappings go with every shipped one. */
async function frameworksOf(targets: readonly string[]): Promise<readonly Framework[]> {
  const chosen = await Promise.all(targets.map(frameworkOf))
  const twice = chosen.find(({ id }, index) => chosen.findIndex((each) => each.id === id) < index)
  if (twice)
    throw new CheckwrightError(`Two of the frameworks have the id "${twice.id}". Name each once.`, {
      code: 'CLI_USAGE',
    })
  if (chosen.some(({ controls }) => controls.length > 0)) return chosen
  return [...(await Promise.all(frameworkIds.map(frameworkOf))), ...chosen]
}

async function frameworkOf(target: string): Promise<Framework> {
  const shipped = await loadFramework(target)
  if (shipped) return shipped
  if (/[./\\]/.test(target)) return parseFramework(target, await readBytes('a framework', target))
  const near = nearest(target, frameworkIds)
  throw new CheckwrightError(
    `There is no framework "${target}". ${near === undefined ? `There is ${frameworkIds.join(', ')}.` : `Did you mean ${near}?`} One of your own is given by its path: ./${target}.yaml`,
    { code: 'CLI_USAGE' },
  )
}

type When = { readonly now: Date; readonly staleAfterMs: number }

async function byFiles(
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

/** Every connection that is not disconnected counts, also one that was never run. */
async function byStore(
  frameworks: readonly Framework[],
  options: GlobalOptions,
  when: When,
  terminal: Terminal,
): Promise<ControlsReport> {
  if (!storeExists(options)) throw nothingToJudge()
  return withRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await findOrganization(runtime, options)
    const all = organizationId === undefined ? [] : await runtime.connections.list({ organizationId })
    const connections = all.filter(({ state }) => state !== 'disconnected')
    if (organizationId === undefined || connections.length === 0) throw nothingToJudge()
    const expected: (ExpectedRun & { readonly connectionId: string })[] = []
    for (const { id: connectionId, connector: connectorId } of connections) {
      const connector = await loadShipped(connectorId)
      expected.push({ connector: connector ?? { id: connectorId, checks: [] }, connectionId })
    }
    const oldestMs = when.now.getTime() - when.staleAfterMs
    const runs = async function* () {
      for (const each of expected) yield* runsOf(runtime, organizationId, each, oldestMs, terminal)
    }
    return evaluateControls(frameworks, runs(), { ...when, expected })
  })
}

/** What is too old is read only where nothing newer is. */
async function* runsOf(
  runtime: Runtime,
  organizationId: string,
  { connectionId }: ExpectedRun & { readonly connectionId: string },
  oldestMs: number,
  { err }: Terminal,
): AsyncGenerator<KeptRun> {
  for await (const run of newestRuns(runtime, { organizationId, connectionId, oldestMs })) {
    tellRun(run.head, err)
    yield run
  }
}

function tellRun(
  { id, connector, connectionId, inputs }: Pick<RunResult, 'id' | 'connector' | 'connectionId' | 'inputs'>,
  err: Terminal['err'],
): void {
  const of = connectionId === undefined ? '' : `, connection ${connectionId}`
  err.line(safeLine(`By run ${id} of ${connector.id} ${connector.version}, ${inputs.now.slice(0, 10)}${of}`))
}

function nothingToJudge(): CheckwrightError {
  return new CheckwrightError(
    'There is no run to judge by. Name one that "checkwright run --out <dir>" wrote: --run <dir>. Or connect an account, and run it.',
    { code: 'CLI_USAGE' },
  )
}

/** As for runs: what could not be told outweighs what failed, and uncovered controls are nobody's answer. */
function exitCodeOf({ frameworks }: ControlsReport): ExitCode {
  const has = (state: 'undetermined' | 'not_satisfied') => frameworks.some(({ summary }) => summary[state] > 0)
  if (has('undetermined')) return exitCodes.untold
  return has('not_satisfied') ? exitCodes.failed : exitCodes.fine
}
