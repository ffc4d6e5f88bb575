import { connectorIds } from '../../../../connectors/index.ts'
import { type AnyConnector, isConnector } from '../../../define/index.ts'
import { loadConnectors, loadShipped } from '../../../service/commands/connector-file/load-connector.ts'

/** The connectors of a service: all shipped ones, and those of the files, which replace shipped ones with their id. */
export async function loadServedConnectors(files: readonly string[] = []): Promise<readonly AnyConnector[]> {
  const own = (await Promise.all(files.map((file) => loadConnectors(file)))).flatMap(({ connectors }) => connectors)
  const shipped = await Promise.all(connectorIds.map((id) => loadShipped(id)))
  const ids = new Set(own.map(({ id }) => id))
  return [...own, ...shipped.filter(isConnector).filter(({ id }) => !ids.has(id))]
}

/** Resolves when the signal is aborted. */
export function waitUntilAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
