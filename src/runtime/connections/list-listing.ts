import type { ConnectionRecord } from '../../auth/connection-store.ts'
import type { Uses } from '../runtime-parts.ts'

/**
 * The connections of which something can be listed, or was, or of which the organization has said something for cross-checks. An
 * organization may have very many others.
 */
export async function listListing(
  { store, registry }: Uses<'connections', 'registry'>,
  organizationId: string,
): Promise<readonly ConnectionRecord[]> {
  const ids = await store.connections.listConnectorIds(organizationId)
  // Versions of a connector differ in what they list, and of one that is not here nobody knows.
  const connectorIds = ids.filter(
    (id) => !registry.isOwn(id) || (registry.current.get(id)?.inventories.length ?? 0) > 0,
  )
  const found = [
    ...(await store.connections.list({ organizationId, connectorIds })),
    ...(await store.connections.listNoted(organizationId)),
  ]
  return [...new Map(found.map((record) => [record.id, record])).values()]
}
