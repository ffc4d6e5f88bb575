import { type HeldRun, type KeptRun, keptRun } from '../checks/kept-run.ts'
import type { Waiver } from '../define/index.ts'
import type { ExchangesOption } from '../http/ledger.ts'
import { keepRun } from '../runtime/run-checks.ts'
import type { Context, GlobalOptions } from './context.ts'
import { withRuntime } from './open-runtime.ts'
import type { Job } from './run-plan.ts'
import { runConnection, watched } from './watch-run.ts'

/** What a run is given beside its job. */
export interface Given {
  readonly exchanges: ExchangesOption | undefined
  readonly waivers: readonly Waiver[] | undefined
}

export interface JobRun {
  readonly run: KeptRun
  /** The same, where it has to be closed. */
  readonly held: HeldRun | undefined
}

/** Runs one connector, for values in hand or a stored connection, and shows how far it is. */
export function runJob(
  job: Job,
  kept: Given,
  options: GlobalOptions & {
    readonly allowPrivateNetwork?: boolean | undefined
    /** In ms. */
    readonly timeout?: number | undefined
  },
  { terminal }: Context,
  signal: AbortSignal,
): Promise<JobRun> {
  const { connector, checks, variables, as } = job
  const { allowPrivateNetwork, timeout: timeoutMs } = options
  return watched(connector, terminal, signal, async (onEvent) => {
    if ('credentials' in as) {
      const { credentials } = as
      const common = { variables, checks, allowPrivateNetwork, timeoutMs, ...kept, signal, onEvent }
      const held = await keepRun(connector, { credentials, ...common })
      return { run: held, held }
    }
    const { id: connectionId, organizationId } = as.connection
    const result = await withRuntime(options, terminal, { connectors: [connector], allowPrivateNetwork }, (runtime) =>
      runConnection(runtime, { connectionId, organizationId, checks, variables, timeoutMs, ...kept }, signal, onEvent),
    )
    return { run: keptRun(result), held: undefined }
  })
}
