import { connectorIds } from '../../../connectors/index.ts'
import { keptRun } from '../../checks/kept-run.ts'
import type { RunResult, Waiver } from '../../define/index.ts'
import type { ExchangesOption } from '../../http/ledger.ts'
import type { Format } from '../../report/reports.ts'
import { runChecks } from '../../runtime/run-checks.ts'
import { bundlePlaces, tellBundles } from '../bundle-place.ts'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodeOfRuns, exitCodes, type Strictness } from '../exit-codes.ts'
import { withRuntime } from '../open-runtime.ts'
import { printReport } from '../output/print-report.ts'
import { tellWaivers } from '../output/waivers.ts'
import { readWaivers } from '../read-waivers.ts'
import { type Job, type PlanOptions, planRun, type RunPlan } from '../run-plan.ts'
import { runConnection, watched } from '../watch-run.ts'
import { type WrittenRun, writtenRun } from '../write-run.ts'

export interface RunOptions extends PlanOptions, Strictness {
  readonly format: Format
  readonly out?: string | undefined
  /** File of accepted exceptions. */
  readonly waivers?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
}

/** Runs checks, shows what they found, and says it once more by the exit code. */
export async function run(target: string, options: RunOptions, context: Context): Promise<ExitCode> {
  const waivers = await readWaivers(options.waivers)
  const plan = await planRun(target, options, context.terminal)
  const places = await bundlePlaces(plan, options, context.terminal)
  return context.interrupt.handled(async (signal) => {
    const done: Done[] = []
    for (const job of plan.jobs) {
      if (signal.aborted) break
      const ask = (exchanges?: ExchangesOption) => runJob(job, { exchanges, waivers }, options, context, signal)
      const place = places?.get(job.connector.id)
      done.push({ job, ...(place === undefined ? { run: await ask() } : await writtenRun(place, ask)) })
    }
    const runs = done.map(({ run }) => run)
    await present(plan, done, options, context)
    tellBundles(
      places,
      done.flatMap(({ paths = [] }) => paths),
      context.terminal,
    )
    if (waivers) {
      const known = [...connectorIds, ...plan.jobs.map(({ connector }) => connector.id)]
      tellWaivers(waivers, runs, known, context.terminal)
    }
    return signal.aborted ? exitCodes.interrupted : exitCodeOfRuns(runs, options)
  })
}

/** A run, what it was made for, and where it was written to. */
type Done = { readonly job: Job; readonly run: RunResult; readonly paths?: WrittenRun['paths'] }

function runJob(
  job: Job,
  kept: { readonly exchanges: ExchangesOption | undefined; readonly waivers: readonly Waiver[] | undefined },
  options: RunOptions,
  { terminal }: Context,
  signal: AbortSignal,
): Promise<RunResult> {
  const { connector, checks, variables, as } = job
  const { allowPrivateNetwork } = options
  return watched(connector, terminal, signal, (onEvent) => {
    if ('credentials' in as) {
      const { credentials } = as
      return runChecks(connector, { credentials, variables, checks, allowPrivateNetwork, ...kept, signal, onEvent })
    }
    const { id: connectionId, organizationId } = as.connection
    return withRuntime(options, terminal, { connectors: [connector], allowPrivateNetwork }, (runtime) =>
      runConnection(runtime, { connectionId, organizationId, checks, variables, ...kept }, signal, onEvent),
    )
  })
}

async function present(
  { isList }: RunPlan,
  done: readonly Done[],
  { json, format }: RunOptions,
  { terminal }: Context,
): Promise<void> {
  const reported = done.map(({ job, run, paths }) => ({
    run: keptRun(run),
    connector: job.connector,
    ...(paths && { rest: `see ${paths[0]}` }),
  }))
  await printReport(json ? 'json' : format, reported, { isList }, terminal)
}
