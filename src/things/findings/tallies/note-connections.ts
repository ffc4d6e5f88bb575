import type { Kysely } from 'kysely'
import type { Schema } from '../../../service/store/sql/tables.ts'
import {
  connectorBuckets,
  noTally,
  nowBucket,
  stateBuckets,
  TallyChanges,
  tallyOutcomes,
} from '../../../service/store/tables/tallies.ts'
import type { ChangedConnection, ConnectionChange } from '../../connections/store/connection-changed.ts'
import { restateDays } from './daily-tallies.ts'
import { noteRelisted } from './relisted-findings.ts'
import { addOutcomes, summedColumns } from './sum-outcomes.ts'

/** Notes what changes of connections change in the numbers of their organizations, and which findings go to other lists. */
export async function noteConnections(tx: Kysely<Schema>, all: readonly ConnectionChange[]): Promise<void> {
  for (const { before, after } of all)
    if (before && after && isConnected(before) !== isConnected(after)) await noteRelisted(tx, after)
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

function isConnected({ state }: ChangedConnection): boolean {
  return state !== 'disconnected'
}
