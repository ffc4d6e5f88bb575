import { createUsageError } from '../../errors/index.ts'
import { loadCrossChecks } from '../../service/commands/connector-file/load-cross-check.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { parseStoreUrl } from '../../service/store/places/store-url.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { useRuntime } from '../../things/commands/open-runtime.ts'
import { toKeepingOptions } from '../../things/commands/options/keeping-options.ts'
import { createLogger } from '../../things/commands/options/logger.ts'
import type { ServiceOptions } from '../../things/commands/options/service-options.ts'
import { loadServedConnectors, waitUntilAborted } from '../../things/commands/settings/served-connectors.ts'
import { choosePrivateConnections, warnOfUnknownConnections } from './private-connections.ts'
import { serveHealth } from './serve-health.ts'
import { useMetrics } from './serve-metrics.ts'

export interface WorkerCommandOptions extends GlobalOptions, ServiceOptions {
  readonly concurrency: number
  readonly perConnector?: number | undefined
  /** Seconds that runs may still take after it is stopped. */
  readonly grace: number
  readonly healthPort?: number | undefined
  readonly healthHost?: string | undefined
}

/**
 * Takes runs from the queue on PostgreSQL until it is stopped. Other workers take runs that it cannot finish by then.
 */
export async function runWorkerCommand(
  options: WorkerCommandOptions,
  { terminal, interrupt }: Context,
): Promise<ExitCode> {
  const allowPrivateNetwork = choosePrivateConnections(options)
  if (parseStoreUrl(options.store).kind !== 'postgres') {
    throw createUsageError(
      `Workers share a PostgreSQL store. Name it by --store postgres://…; on a SQLite store "${formatCommand(shell`serve`, options)}" executes the runs itself.`,
    )
  }
  const connectors = await loadServedConnectors(options.connector)
  const crossChecks = await loadCrossChecks(options.crossCheck)
  const { concurrency, perConnector, grace, healthPort, healthHost, json, quota: quotas } = options
  const { privateConnection } = options
  const use = {
    connectors,
    crossChecks,
    allowPrivateNetwork,
    quotas,
    worker: { concurrency, perConnector },
    ...toKeepingOptions(options),
    engine: 'pg-boss',
    logger: await createLogger(terminal, options.logLevel),
    closing: { graceMs: grace * 1_000, unfinished: 'hand back' },
  } as const
  return interrupt.runInterruptibly(async (signal) => {
    const work = (metricsUrl: string | undefined) =>
      useRuntime(options, terminal, use, async (runtime) => {
        await warnOfUnknownConnections(runtime, privateConnection, use.logger)
        const health =
          healthPort === undefined ? undefined : await serveHealth({ host: healthHost, port: healthPort, runtime })
        const { out } = terminal
        const urls = { healthUrl: health?.url ?? null, metricsUrl }
        if (json) out.line(JSON.stringify({ concurrency, ...urls }))
        else out.line(renderReadiness(concurrency, health?.url, metricsUrl))
        const stay = setInterval(() => undefined, 60_000)
        await waitUntilAborted(signal)
        clearInterval(stay)
        await health?.close()
      })
    await useMetrics(options, work)
    return exitCodes.fine
  })
}

function renderReadiness(concurrency: number, healthUrl: string | undefined, metricsUrl: string | undefined): string {
  const urls = [
    ...(healthUrl === undefined ? [] : [`${healthUrl}/readyz shows its state`]),
    ...(metricsUrl === undefined ? [] : [`${metricsUrl}/metrics is for Prometheus`]),
  ]
  return [`Ready to execute runs, ${concurrency} at once`, ...urls].join('; ')
}
