import { createUsageError } from '../../errors/index.ts'
import type { ServiceOptions } from '../../things/commands/options/service-options.ts'
import type { Logger, Runtime } from '../../things/runtime/runtime.ts'

/**
 * The connections that may reach private addresses: all, some, or none.
 * @throws CheckwrightError `CLI_USAGE` for both options at once, of which the wider one would win
 */
export function choosePrivateConnections({
  allowPrivateNetwork,
  privateConnection,
}: Pick<ServiceOptions, 'allowPrivateNetwork' | 'privateConnection'>): boolean | readonly string[] | undefined {
  if (allowPrivateNetwork !== true || privateConnection === undefined) return allowPrivateNetwork ?? privateConnection
  throw createUsageError(
    '--private-connection cannot be used with --allow-private-network, which allows all connections. Remove one of them.',
  )
}

/** Warns of ids in --private-connection that no connection has: a mistyped id allows nothing. */
export async function warnOfUnknownConnections(
  { connections }: Pick<Runtime, 'connections'>,
  ids: readonly string[] = [],
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  for (const id of ids) {
    // All of a connector in an organization, which may have none yet.
    if (id.includes('/')) continue
    if (await connections.get(id)) continue
    logger.warn({ connectionId: id }, 'No connection has this id of --private-connection')
  }
}
