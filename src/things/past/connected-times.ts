import type { TimeSpan } from '../../checks/runs/run-store.ts'
import type { Connection } from '../connections/connection-state.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** When the connections of an organization were connected, for everybody who looks back. */
export interface ConnectedTimes {
  /** Whether a connection was there and not disconnected at a moment, epoch ms. See `isConnectedAt` of the store. */
  wasConnected(connection: Connection, atMs: number): boolean
  /** Whether it was connected at any moment of a time. */
  wasConnectedWithin(connection: Connection, span: TimeSpan): boolean
}

export async function loadConnectedTimes(
  { connections }: Uses<'connections'>['store'],
  organizationId: string,
): Promise<ConnectedTimes> {
  const gaps = Map.groupBy(await connections.listGaps(organizationId), ({ connectionId }) => connectionId)
  const wasConnectedWithin: ConnectedTimes['wasConnectedWithin'] = (
    { id, state, createdAt, updatedAt },
    { fromMs, toMs },
  ) =>
    Date.parse(createdAt) <= toMs &&
    // What is done to a disconnected connection does not count as an update.
    (state !== 'disconnected' || Date.parse(updatedAt) > fromMs) &&
    !(gaps.get(id) ?? []).some((gap) => gap.fromMs <= fromMs && toMs < gap.untilMs)
  return {
    wasConnectedWithin,
    wasConnected: (connection, atMs) => wasConnectedWithin(connection, { fromMs: atMs, toMs: atMs }),
  }
}
