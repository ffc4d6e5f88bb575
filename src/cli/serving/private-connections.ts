import type { Logger, Runtime } from '../../runtime/runtime.ts'

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
