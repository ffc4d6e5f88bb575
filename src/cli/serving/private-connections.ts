import type { Logger, Runtime } from '../../runtime/runtime.ts'

/** Says which ids of --private-connection no connection has: one that was typed wrong gives leave to nobody. */
export async function warnOfUnknownConnections(
  { connections }: Pick<Runtime, 'connections'>,
  ids: readonly string[] = [],
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  for (const id of ids) {
    if (await connections.get(id)) continue
    logger.warn({ connectionId: id }, 'No connection has this id of --private-connection')
  }
}
