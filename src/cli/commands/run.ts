import type { RunResult } from '../../define/index.ts'
import { renderTable } from '../../report/table.ts'
import { runChecks } from '../../runtime/run-checks.ts'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodeOfRuns, exitCodes, type Strictness } from '../exit-codes.ts'
import { withRuntime } from '../open-runtime.ts'
import { type Job, type PlanOptions, planRun, type RunPlan } from '../run-plan.ts'
import { runConnection, watched } from '../watch-run.ts'
import { writeRun } from '../write-run.ts'

export interface RunOptions extends PlanOptions, Strictness {
  readonly format: 'table' | 'json'
  readonly out?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
}

/** Runs checks, shows what they found, and says it once more by the exit code. */
export async function run(target: string, options: RunOptions, context: Context): Promise<ExitCode> {
  const plan = await planRun(target, options, context.terminal)
  return context.interrupt.handled(async (signal) => {
    const runs: RunResult[] = []
    for (const job of plan.jobs) {
      if (signal.aborted) break
      runs.push(await runJob(job, options, context, signal))
    }
    await present(plan, runs, options, context)
    return signal.aborted ? exitCodes.interrupted : exitCodeOfRuns(runs, options)
  })
}

function runJob(job: Job, options: RunOptions, { terminal }: Context, signal: AbortSignal): Promise<RunResult> {
  const { connector, checks, variables, as } = job
  const { allowPrivateNetwork } = options
  return watched(connector, terminal, signal, (onEvent) => {
    if ('credentials' in as) {
      const { credentials } = as
      return runChecks(connector, { credentials, variables, checks, allowPrivateNetwork, signal, onEvent })
    }
    const { id: connectionId, organizationId } = as.connection
    return withRuntime(options, terminal, { connectors: [connector], allowPrivateNetwork }, (runtime) =>
      runConnection(runtime, { connectionId, organizationId, checks, variables }, signal, onEvent),
    )
  })
}

async function present(
  { jobs, isList }: RunPlan,
  runs: readonly RunResult[],
  { json, format, out: folder }: RunOptions,
  { terminal }: Context,
): Promise<void> {
  const { out, err } = terminal
  const paths: string[] = []
  if (folder !== undefined) {
    for (const [index, result] of runs.entries()) {
      paths.push(await writeRun(isList ? `${folder}/${jobs[index]?.connector.id}` : folder, result))
    }
  }
  if (json || format === 'json') terminal.json(isList ? runs : runs[0])
  else {
    const tables = runs.map((result, index) => {
      const path = paths[index]
      return renderTable(result, {
        width: out.width,
        color: out.color,
        ...(path !== undefined && { rest: `see ${path}` }),
      })
    })
    out.write(tables.join('\n'))
  }
  for (const path of paths) err.line(`Written: ${path}`)
}
