import { createUsageError } from '../../errors/index.ts'
import type { Format } from '../../report/reports.ts'
import { tellCheckWarnings } from '../../service/commands/check-warnings.ts'
import { isFile, loadConnectors } from '../../service/commands/connector-file/load-connector.ts'
import type { Context } from '../../service/commands/context.ts'
import type { ExitCode, Strictness } from '../../service/commands/exit-codes.ts'
import type { NarrationOptions } from '../../service/commands/narration.ts'
import { printReport } from '../../service/commands/print-report.ts'
import { runJob } from '../running/run-job.ts'
import { type JobPlan, type PlanOptions, planRun } from '../running/run-plan.ts'
import { runRecorded } from './run-recorded.ts'
import { watchLoop } from './watch-loop.ts'

export interface WatchOptions extends PlanOptions, Strictness, NarrationOptions {
  readonly format: Format
  /** Recording to run on instead of an account. */
  readonly recorded?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
}

/** Runs a connector's file, and again when you save it or one of its imports. Each run begins without state. */
export function runWatched(target: string, options: WatchOptions, context: Context): Promise<ExitCode> {
  if (!isFile(target))
    throw createUsageError(
      `--watch needs a file that you edit, such as ./acme.ts or ./acme.connector.yaml, and "${target}" is not a file.`,
    )
  const { recorded } = options
  if (recorded !== undefined) {
    const work = (_signal: AbortSignal, onLoaded: () => void) =>
      runRecorded(target, { ...options, recorded }, context.terminal, onLoaded)
    return watchLoop({ files: [target, recorded], work }, options, context)
  }
  let plan: JobPlan | undefined
  const work = async (signal: AbortSignal, onLoaded: () => void) => {
    // Questions about the account are asked once.
    plan = plan ? await reloadPlan(target, plan) : await planRun(target, options, context.terminal)
    onLoaded()
    await runJobsOfPlan(plan, options, context, signal)
  }
  return watchLoop({ files: [target], work }, options, context)
}

async function reloadPlan(target: string, plan: JobPlan): Promise<JobPlan> {
  const { connectors, isList } = await loadConnectors(target)
  const jobs = plan.jobs.flatMap((job) => {
    const connector = connectors.find(({ id }) => id === job.connector.id)
    return connector ? [{ ...job, connector }] : []
  })
  return { jobs, isList }
}

async function runJobsOfPlan(
  { jobs, isList }: JobPlan,
  options: WatchOptions,
  context: Context,
  signal: AbortSignal,
): Promise<void> {
  const jobOptions = { exchanges: undefined, waivers: undefined }
  for (const job of jobs) {
    const { run, openRun } = await runJob(job, jobOptions, options, context, signal)
    try {
      // A run that a save interrupted prints nothing.
      if (signal.aborted) return
      const { json, format } = options
      await printReport(json ? 'json' : format, [{ run, connector: job.connector }], { isList }, context.terminal)
      tellCheckWarnings(run.head.checks, context.terminal)
    } finally {
      await openRun?.close()
    }
  }
}
