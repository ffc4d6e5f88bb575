import { CheckwrightError } from '../../../errors/index.ts'
import type { OrganizationQuotas } from '../../../runtime/quotas.ts'
import { parseStoreUrl } from '../../../store/store-url.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type KeepingOptions, toKeepingOptions } from '../../keeping-options.ts'
import { useRuntime } from '../../open-runtime.ts'
import { createLogger, type LogLevel } from '../../output/logger.ts'
import { warnOfUnknownConnections } from '../../serving/private-connections.ts'
import { serveHealth } from '../../serving/serve-health.ts'
import { loadServedConnectors, waitUntilAborted } from '../../serving/served-connectors.ts'

export interface WorkerCommandOptions extends GlobalOptions, KeepingOptions {
  readonly concurrency: number
  readonly perConnector?: number | undefined
  /** Seconds that runs may still take after it is stopped. */
  readonly grace: number
  /** Files of connectors beside the shipped ones. */
  readonly connector?: readonly string[] | undefined
  readonly healthPort?: number | undefined
  readonly healthHost?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
  readonly quota?: OrganizationQuotas | undefined
  /** Ids of connections that may reach private addresses. */
  readonly privateConnection?: readonly string[] | undefined
  readonly logLevel: LogLevel
}

/**
 * Takes runs from the queue on PostgreSQL until it is stopped. Other workers take runs that it cannot finish by then.
 */
export async function runWorkerCommand(
  options: WorkerCommandOptions,
  { terminal, interrupt }: Context,
): Promise<ExitCode> {
  if (parseStoreUrl(options.store).kind !== 'postgres') {
    throw new CheckwrightError(
      'Workers share a PostgreSQL store. Name it by --store postgres://…; on a SQLite store "checkwright serve" executes the runs itself.',
      { code: 'CLI_USAGE' },
    )
  }
  const connectors = await loadServedConnectors(options.connector)
  const { concurrency, perConnector, grace, healthPort, healthHost, json, quota: quotas } = options
  const { privateConnection, allowPrivateNetwork = privateConnection } = options
  const use = {
    ...{ connectors, allowPrivateNetwork, quotas, worker: { concurrency, perConnector }, ...toKeepingOptions(options) },
    engine: 'pg-boss',
    logger: await createLogger(terminal, options.logLevel),
    closing: { graceMs: grace * 1_000, unfinished: 'hand back' },
  } as const
  return interrupt.runInterruptibly(async (signal) => {
    await useRuntime(options, terminal, use, async (runtime) => {
      await warnOfUnknownConnections(runtime, privateConnection, use.logger)
      const health =
        healthPort === undefined ? undefined : await serveHealth({ host: healthHost, port: healthPort, runtime })
      const { out } = terminal
      if (json) out.line(JSON.stringify({ concurrency, healthUrl: health?.url ?? null }))
      else
        out.line(
          `Ready to execute runs, ${concurrency} at once${health ? `; ${health.url}/readyz shows its state` : ''}`,
        )
      const stay = setInterval(() => undefined, 60_000)
      await waitUntilAborted(signal)
      clearInterval(stay)
      await health?.close()
    })
    return exitCodes.fine
  })
}
