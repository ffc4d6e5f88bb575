import type { CrossCheckMeans } from '../../crosscheck/run/find-missing.ts'
import type { InventoryKind } from '../../define/index.ts'
import type { Uses } from '../runtime-parts.ts'

export type MeansParts = Uses<'connections' | 'inventories' | 'directorySources', 'registry'>

/** What an organization has for its cross-checks, without reading a record. */
export async function loadMeans({ store, registry }: MeansParts, organizationId: string): Promise<CrossCheckMeans> {
  const isKeeping = await store.inventories.isKeeping(organizationId)
  const connections = await store.connections.list({ organizationId })
  const readable = new Set<InventoryKind>()
  const read = new Set<InventoryKind>()
  for (const connection of connections) {
    if (connection.state === 'disconnected') continue
    const connector = await registry.find(connection)
    for (const { of } of connector?.inventories ?? []) readable.add(of)
    for (const { of } of await store.inventories.list({ organizationId, connectionId: connection.id })) read.add(of)
  }
  return { isKeeping, hasDirectory: (await store.directorySources.list(organizationId)).length > 0, readable, read }
}
