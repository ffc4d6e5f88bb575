import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { findComparisonObstacle } from '../../checks/findings/compare-runs.ts'
import { type RecordedRun, toRecordedRun } from '../../checks/runs/recorded-run.ts'
import { CheckError, createUsageError } from '../../errors/index.ts'
import type { GlobalOptions } from '../../service/commands/context.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { useRuntime } from '../../things/commands/open-runtime.ts'
import { readRuns } from './read-runs.ts'
import type { Job, JobPlan } from './run-plan.ts'

/** The earlier run of each job, if there is one. */
export type Baselines = ReadonlyMap<Job, RecordedRun>

/**
 * The runs to compare a plan with, before any request.
 * @throws CheckwrightError `CLI_FILE_FAILED` for a place without a run, `CLI_USAGE`; CheckError `BASELINE_UNFIT` if
 * none fits
 */
export async function loadBaselines(
  plan: JobPlan,
  options: GlobalOptions & { readonly baseline?: string | undefined },
  terminal: Terminal,
): Promise<Baselines> {
  const { baseline } = options
  if (baseline === undefined) return new Map()
  const pairs: [Job, RecordedRun][] = []
  for (const job of plan.jobs) {
    const run =
      baseline === 'last' ? await loadLastRun(job, options, terminal) : await findRunOfJob(baseline, job, plan)
    if (run) pairs.push([job, run])
    else terminal.err.line(`${job.connector.definition.name}: there is no earlier run to compare with.`)
  }
  return new Map(pairs)
}

/** The newest finished run of a stored connection and judged something: lists alone have no findings. */
async function loadLastRun(
  { connector, as }: Job,
  options: GlobalOptions,
  terminal: Terminal,
): Promise<RecordedRun | undefined> {
  if (!('connection' in as))
    throw createUsageError(
      'The store keeps only runs of a connection, and this run has credentials of its own. Name the folder of an earlier run with --baseline, or run the connection.',
    )
  const { id: connectionId, organizationId } = as.connection
  return useRuntime(options, terminal, { connectors: [connector] }, async ({ runs }) => {
    const earlier = await runs.list({ organizationId, connectionId })
    for (const { id, finishedAtMs, status } of earlier) {
      if (finishedAtMs === null || status === 'cancelled') continue
      const found = await runs.kept({ id, organizationId })
      if (!found?.recorded || found.recorded.head.checks.length === 0) continue
      const result = (await runs.get({ id, organizationId }))?.result
      // The store is closed before it is read.
      return result && toRecordedRun(result)
    }
    return undefined
  })
}

/**
 * The run of a job in a folder, zip or file. With several connectors, each may have its own folder, as `--out` makes
 * them.
 */
async function findRunOfJob(path: string, job: Job, { isList }: JobPlan): Promise<RecordedRun | undefined> {
  const own = join(path, job.connector.id)
  const runs = await readRuns(isList && (await hasFile(own)) ? own : path)
  const head = {
    connector: { id: job.connector.id, version: '' },
    connectionId: 'connection' in job.as ? job.as.connection.id : undefined,
  }
  const fitting = runs.find((run) => findComparisonObstacle(head, run.head) === undefined)
  if (fitting || isList) return fitting
  const obstacle = runs[0] && findComparisonObstacle(head, runs[0].head)
  throw new CheckError(obstacle ?? 'There is no earlier run.', { code: 'BASELINE_UNFIT' })
}

async function hasFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
