import type {
  CrossCheckInputs,
  CrossCheckInventory,
  CrossCheckSource,
  CrossCheckSystem,
} from '../../crosscheck/inputs.ts'
import { cutPieces } from '../../crosscheck/inputs.ts'
import { formatInventoryName } from '../../inventory/inventory-head.ts'
import type { StoredInventory } from '../../inventory/inventory-store.ts'
import { openHead, openRecords } from '../inventories/seal-inventory.ts'
import { toIsoTime, type Uses } from '../runtime-parts.ts'

export interface LoadedCrossCheckInputs {
  readonly inputs: CrossCheckInputs
  readonly source: CrossCheckSource
}

/** Stands in until the directory is there. */
export async function loadCrossCheckInputs(
  parts: Uses<'connections' | 'inventories', 'vault' | 'registry'>,
  organizationId: string,
  { nowMs }: { readonly nowMs: number },
): Promise<LoadedCrossCheckInputs> {
  const { store, vault, registry } = parts
  const stored = new Map<string, StoredInventory>()
  const systems: CrossCheckSystem[] = []
  for (const connection of await store.connections.list({ organizationId })) {
    const connector = await registry.find(connection)
    const inventories: CrossCheckInventory[] = []
    for (const each of await store.inventories.list({ organizationId, connectionId: connection.id })) {
      const { of, part, complete, error, readAt, tells, count, digest } = await openHead(vault, each)
      stored.set(`${connection.id}/${formatInventoryName({ of, part })}`, each)
      inventories.push({
        ...{ of, complete, readAt, tells, count, digest },
        ...(part !== undefined && { part }),
        ...(error && { error: { kind: error.kind, code: error.code, message: error.message } }),
      })
    }
    systems.push({
      connectionId: connection.id,
      connector: { id: connection.connectorId, version: connector?.definition.version ?? '0.0.0' },
      name: connection.name ?? connector?.definition.name ?? connection.connectorId,
      state: connection.state === 'disconnected' ? 'disconnected' : 'connected',
      lists: [...new Set((connector?.inventories ?? []).map(({ of }) => of))],
      inventories,
    })
  }
  return {
    inputs: { organizationId, now: toIsoTime(nowMs), systems, directory: { sources: [], departures: [] } },
    source: {
      records: (connectionId, inventory) => {
        const each = stored.get(`${connectionId}/${formatInventoryName(inventory)}`)
        return each ? cutPieces(openRecords(parts, each, 0)) : []
      },
      links: () => [],
    },
  }
}
