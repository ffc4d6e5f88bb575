import type { AnyConnector } from '../../define/index.ts'
import { loadConnectors, loadShipped } from '../../service/commands/connector-file/load-connector.ts'
import { loadCrossChecks } from '../../service/commands/connector-file/load-cross-check.ts'
import type { GlobalOptions } from '../../service/commands/context.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { demandOrganization, findOrganization, hasStore, useRuntime } from './open-runtime.ts'

/**
 * Opens the store with the shipped connectors of an organization's connections, which say what the checks are tagged with and what can be
 * listed. Connectors in files are known only if they are named.
 * @param files of connectors and cross-checks that do not ship. @default none
 * @returns undefined if there is no store, or no organization yet
 */
export async function useOrganization<T>(
  options: GlobalOptions,
  terminal: Terminal,
  work: (runtime: Runtime, organizationId: string) => Promise<T>,
  files: {
    readonly connector?: readonly string[] | undefined
    readonly crossCheck?: readonly string[] | undefined
  } = {},
): Promise<T | undefined> {
  // A file that cannot be used is told, whatever else is missing.
  const own = (await Promise.all((files.connector ?? []).map((file) => loadConnectors(file)))).flatMap(
    ({ connectors }) => connectors,
  )
  const crossChecks = await loadCrossChecks(files.crossCheck)
  if (!hasStore(options)) return undefined
  const ids = await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await findOrganization(runtime, options)
    if (organizationId === undefined) return undefined
    return (await runtime.connections.list({ organizationId })).map(({ connector }) => connector)
  })
  if (ids === undefined) return undefined
  const loaded = await Promise.all([...new Set(ids)].map(loadShipped))
  const shipped = loaded.filter((connector): connector is AnyConnector => connector !== undefined)
  const connectors = [...own, ...shipped.filter(({ id }) => !own.some((one) => one.id === id))]
  return useRuntime(options, terminal, { connectors, crossChecks }, async (runtime) =>
    work(runtime, await demandOrganization(runtime, options)),
  )
}
