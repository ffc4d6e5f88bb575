import { type DisposableRun, type RecordedRun, toRecordedRun } from '../../checks/runs/recorded-run.ts'
import type { Waiver } from '../../define/index.ts'
import type { ExchangesOption } from '../../http/exchanges/ledger.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import type { NarrationOptions } from '../../service/commands/narration.ts'
import { useRuntime } from '../../things/commands/open-runtime.ts'
import { keepRun } from '../../things/runs/run-checks.ts'
import type { Job } from './run-plan.ts'
import { runConnection, runWithProgress } from './watch-run.ts'

/** The options of a run beside its job. */
export interface JobOptions {
  readonly exchanges: ExchangesOption | undefined
  readonly waivers: readonly Waiver[] | undefined
}

export interface JobOutcome {
  readonly run: RecordedRun
  /** The same, if you have to close it. */
  readonly openRun: DisposableRun | undefined
}

/** Runs one connector, with given values or a stored connection, and shows its progress. */
export function runJob(
  job: Job,
  own: JobOptions,
  options: GlobalOptions & {
    readonly allowPrivateNetwork?: boolean | undefined
    /** In ms. */
    readonly timeout?: number | undefined
  } & NarrationOptions,
  { terminal }: Context,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { connector, checks, inventories, variables, as } = job
  const { allowPrivateNetwork, timeout: timeoutMs } = options
  return runWithProgress(connector, terminal, options, signal, async (onEvent) => {
    if ('credentials' in as) {
      const { credentials } = as
      const common = { variables, checks, inventories, allowPrivateNetwork, timeoutMs, ...own, signal, onEvent }
      const openRun = await keepRun(connector, { credentials, ...common })
      return { run: openRun, openRun }
    }
    const { id: connectionId, organizationId } = as.connection
    const result = await useRuntime(options, terminal, { connectors: [connector], allowPrivateNetwork }, (runtime) =>
      runConnection(
        runtime,
        { connectionId, organizationId, checks, inventories, variables, timeoutMs, ...own },
        signal,
        onEvent,
      ),
    )
    return { run: toRecordedRun(result), openRun: undefined }
  })
}
