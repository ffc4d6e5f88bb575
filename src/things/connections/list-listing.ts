import type { ConnectionName, ConnectionRecord } from '../../auth/connection-store.ts'
import type { Uses } from '../parts/runtime-parts.ts'

type ListingParts = Uses<'connections', 'registry'>

/**
 * The connections of which something can be listed, or was, or of which the organization has said something for cross-checks. An
 * organization may have very many others.
 */
export async function listListing(parts: ListingParts, organizationId: string): Promise<readonly ConnectionRecord[]> {
  const { connections } = parts.store
  const connectorIds = await findListing(parts, organizationId)
  const [listing, noted] = await Promise.all([
    connections.list({ organizationId, connectorIds }),
    connections.listNoted(organizationId, connectorIds),
  ])
  return [...listing, ...noted]
}

/** What the same are called, in no order. */
export async function nameListing(parts: ListingParts, organizationId: string): Promise<readonly ConnectionName[]> {
  return parts.store.connections.listNames({ organizationId, connectorIds: await findListing(parts, organizationId) })
}

/** Connectors of which something can be listed. Versions of one differ in what they list, and of one that is not here nobody knows. */
async function findListing({ store, registry }: ListingParts, organizationId: string): Promise<readonly string[]> {
  const ids = await store.connections.listConnectorIds(organizationId)
  return ids.filter((id) => !registry.isOwn(id) || (registry.current.get(id)?.inventories.length ?? 0) > 0)
}
