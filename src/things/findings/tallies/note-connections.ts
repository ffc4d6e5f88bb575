import type { Kysely } from 'kysely'
import type { ConnectionRecord, ConnectionTally } from '../../../auth/connection-store.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import {
  connectorBuckets,
  noTally,
  nowBucket,
  readTallies,
  stateBuckets,
  TallyChanges,
  tallyOutcomes,
} from '../../../service/store/tables/tallies.ts'
import { restateDays } from './daily-tallies.ts'
import { addOutcomes, summedColumns } from './sum-outcomes.ts'

type CountedConnection = Pick<ConnectionRecord, 'id' | 'organizationId' | 'connectorId' | 'state'>

/** A connection as it was and as it is, if it was there and is there. */
interface ConnectionChange {
  readonly before?: CountedConnection
  readonly after?: CountedConnection
}

/** What changes of connections change in the numbers of their organizations. The caller's transaction holds their rows. */
export async function noteConnections(tx: Kysely<Schema>, all: readonly ConnectionChange[]): Promise<void> {
  const byOrganization = Map.groupBy(all, ({ before, after }) => (before ?? after)?.organizationId ?? '')
  for (const [organizationId, ofOrganization] of byOrganization) {
    const changes = new TallyChanges()
    for (const change of ofOrganization) await addChange(tx, changes, change)
    await changes.append(tx, organizationId)
  }
}

const one = { ...noTally, connections: 1 }

async function addChange(
  tx: Kysely<Schema>,
  changes: TallyChanges,
  { before, after }: ConnectionChange,
): Promise<void> {
  if (before?.state === after?.state) return
  for (const [connection, times] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (connection === undefined) continue
    changes.add(stateBuckets.name(connection.state), one, times)
    if (isConnected(connection)) changes.add(connectorBuckets.name(connection.connectorId), one, times)
  }
  // One that is new, or that never ran, has no outcome.
  if (before === undefined || after === undefined || isConnected(before) === isConnected(after)) return
  const outcomes = await tx
    .updateTable('newestOutcomes')
    .set({ present: isConnected(after) ? 1 : 0 })
    .where('connectionId', '=', after.id)
    .returning(summedColumns)
    .execute()
  const times = isConnected(after) ? 1 : -1
  changes.add(nowBucket, tallyOutcomes(outcomes, 1), times)
  addOutcomes(changes, after.connectorId, outcomes, times)
  await restateDays(
    tx,
    { organizationId: after.organizationId, connectionId: after.id, connections: 1 },
    { isConnected: isConnected(after), changes },
  )
}

function isConnected({ state }: CountedConnection): boolean {
  return state !== 'disconnected'
}

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
