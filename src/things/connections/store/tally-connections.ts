import type { Kysely } from 'kysely'
import type { ConnectionTally } from '../../../auth/connection-store.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { connectorBuckets, readTallies, stateBuckets } from '../../../service/store/tables/tallies.ts'

export async function tallyConnections(db: Kysely<Schema>, organizationId: string): Promise<ConnectionTally> {
  const read = async ({ span, read: readName }: typeof stateBuckets) =>
    [...(await readTallies(db, { organizationId, ...span }))].map(
      ([bucket, { connections }]) => [readName(bucket), connections] as const,
    )
  const [states, connectors] = await Promise.all([read(stateBuckets), read(connectorBuckets)])
  const none = { pending: 0, active: 0, needs_reauth: 0, error: 0, paused: 0, disconnected: 0 }
  return {
    states: { ...none, ...Object.fromEntries(states) },
    connectors: new Map(connectors.filter(([, count]) => count > 0)),
  }
}
