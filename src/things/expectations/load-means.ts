import type { CrossCheckMeans } from '../../crosscheck/run/find-missing.ts'
import type { InventoryKind } from '../../define/index.ts'
import type { Uses } from '../parts/runtime-parts.ts'

export type MeansParts = Uses<'connections' | 'inventories' | 'directorySources' | 'policies', 'registry'>

/** What an organization has for its cross-checks, without reading a record. */
export async function loadMeans({ store, registry }: MeansParts, organizationId: string): Promise<CrossCheckMeans> {
  const isKeeping = await store.inventories.isKeeping(organizationId)
  const readable = new Set<InventoryKind>()
  for (const use of await store.connections.listConnectors(organizationId))
    for (const { of } of (await registry.find(use))?.inventories ?? []) readable.add(of)
  // Disconnecting one deletes its lists.
  const read = new Set(await store.inventories.listKinds(organizationId))
  return {
    isKeeping,
    hasDirectory: (await store.directorySources.list(organizationId)).length > 0,
    hasPolicies: (await store.policies.listHolding(organizationId)).length > 0,
    readable,
    read,
  }
}
