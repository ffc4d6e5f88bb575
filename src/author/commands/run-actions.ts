import { connectorIds } from '../../../connectors/index.ts'
import { compareRuns } from '../../checks/findings/compare-runs.ts'
import type { RunComparison } from '../../checks/findings/comparison.ts'
import { type DisposableRun, nameConnection, type RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { Waiver } from '../../define/index.ts'
import { createUsageError } from '../../errors/index.ts'
import type { ExchangesOption } from '../../http/exchanges/ledger.ts'
import type { Format } from '../../report/reports.ts'
import { tellCheckWarnings } from '../../service/commands/check-warnings.ts'
import type { Context } from '../../service/commands/context.ts'
import { type ExitCode, exitCodeOfRuns, exitCodes, type Strictness } from '../../service/commands/exit-codes.ts'
import { printReport } from '../../service/commands/print-report.ts'
import { tellWaivers } from '../../service/commands/waivers.ts'
import { type Baselines, loadBaselines } from '../running/baseline.ts'
import { chooseBundlePlaces, tellBundles } from '../running/bundle-place.ts'
import { readWaivers } from '../running/read-waivers.ts'
import { type JobOptions, runJob } from '../running/run-job.ts'
import { type Job, type JobPlan, type PlanOptions, planRun } from '../running/run-plan.ts'
import { writeRunBundle } from '../running/write-run.ts'

export interface RunOptions extends PlanOptions, Strictness {
  readonly format: Format
  readonly out?: string | undefined
  /** File of accepted exceptions. */
  readonly waivers?: string | undefined
  /** Folder, zip or file of an earlier run, or `last`. */
  readonly baseline?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
  /** For each run, in ms. */
  readonly timeout?: number | undefined
  /** Run again on every save. */
  readonly watch?: boolean | undefined
  /** Recording to run on instead of an account. */
  readonly recorded?: string | undefined
  /** Show the log entries of checks. */
  readonly verbose?: boolean | undefined
  /** Show each request. */
  readonly trace?: boolean | undefined
}

/** Runs checks, shows their results, and sets the exit code by them. */
export async function runRunCommand(target: string, options: RunOptions, context: Context): Promise<ExitCode> {
  const { watch, recorded } = options
  if (watch || recorded !== undefined) {
    demandFitting(options)
    if (watch) return (await import('../watch/run-watched.ts')).runWatched(target, options, context)
    if (recorded !== undefined)
      return (await import('../watch/run-recorded.ts')).runRecorded(target, { ...options, recorded }, context.terminal)
  }
  const waivers = await readWaivers(options.waivers)
  const plan = await planRun(target, options, context.terminal)
  const places = await chooseBundlePlaces(plan, options, context.terminal)
  const earlier = await loadBaselines(plan, options, context.terminal)
  return context.interrupt.runInterruptibly(async (signal) => {
    const done: FinishedJob[] = []
    try {
      for (const job of plan.jobs) {
        if (signal.aborted) break
        const ask = (exchanges?: ExchangesOption) =>
          finishJob(job, earlier, { exchanges, waivers }, options, context, signal)
        const place = places?.get(job.connector.id)
        done.push(place === undefined ? await ask() : await writeRunBundle(place, ask))
      }
      return await printOutcome(plan, done, { places, waivers, signal }, options, context)
    } finally {
      for (const { openRun } of done) await openRun?.close()
    }
  })
}

/** A run on every save makes no evidence, and a recording has no account. @throws CheckwrightError `CLI_USAGE` */
function demandFitting(options: RunOptions): void {
  const { watch, out, baseline, waivers, credentials, var: variables } = options
  const filled = Object.entries({
    '--out': out,
    '--baseline': baseline,
    '--waivers': waivers,
    '--inventories': options.recorded === undefined ? undefined : options.inventories,
    '--credentials': options.recorded === undefined ? undefined : credentials,
    '--var': options.recorded === undefined ? undefined : variables,
  })
  const stray = filled.find(([, value]) => value !== undefined)?.[0]
  if (stray === undefined) return
  throw createUsageError(`${stray} cannot be used with ${watch ? '--watch' : '--recorded'}. Remove one of them.`)
}

/** A run, its job, and where it was written to. */
interface FinishedJob {
  readonly job: Job
  readonly run: RecordedRun
  /** The same, if you have to close it. */
  readonly openRun: DisposableRun | undefined
  readonly comparison: RunComparison | undefined
  readonly paths?: readonly string[]
}

async function finishJob(
  job: Job,
  earlier: Baselines,
  filled: JobOptions,
  options: RunOptions,
  context: Context,
  signal: AbortSignal,
): Promise<FinishedJob> {
  const { run, openRun } = await runJob(job, filled, options, context, signal)
  try {
    // Before the bundle is written, because it may replace the earlier one.
    const baseline = earlier.get(job)
    return { job, run, openRun, comparison: baseline && (await compareRuns(run, baseline)) }
  } catch (error) {
    await openRun?.close()
    throw error
  }
}

interface RunContext {
  readonly places: Awaited<ReturnType<typeof chooseBundlePlaces>>
  readonly waivers: readonly Waiver[] | undefined
  readonly signal: AbortSignal
}

/** Shows the whole outcome. @returns the exit code */
async function printOutcome(
  plan: JobPlan,
  done: readonly FinishedJob[],
  { places, waivers, signal }: RunContext,
  options: RunOptions,
  context: Context,
): Promise<ExitCode> {
  await presentRuns(plan, done, options, context)
  tellCheckWarnings(
    done.flatMap(({ run }) => run.head.checks),
    context.terminal,
  )
  const paths = done.flatMap(({ paths = [] }) => paths)
  tellBundles(places, paths, options, context.terminal)
  if (waivers) {
    const known = [...connectorIds, ...plan.jobs.map(({ connector }) => connector.id)]
    const heads = done.map(({ run }) => run.head)
    tellWaivers(waivers, heads, known, context.terminal)
  }
  const runs = done.map(({ run }) => run)
  return signal.aborted ? exitCodes.interrupted : exitCodeOfRuns(runs, options)
}

async function presentRuns(
  { isList }: JobPlan,
  done: readonly FinishedJob[],
  { json, format, debug }: RunOptions,
  { terminal }: Context,
): Promise<void> {
  const reported = done.map(({ job, run, comparison, paths }) => ({
    run: 'connection' in job.as ? nameConnection(run, job.as.connection.name) : run,
    connector: job.connector,
    comparison,
    rest: paths && `see ${paths[0]}`,
  }))
  await printReport(
    json ? 'json' : format,
    reported,
    { isList, framesMax: debug ? Number.POSITIVE_INFINITY : 1 },
    terminal,
  )
}
