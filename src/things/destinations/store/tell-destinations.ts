import { type Kysely, sql } from 'kysely'
import { findTable } from '../../../service/fields/find-table.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { tellFollower } from '../../notices/store/tell-follower.ts'
import type { EndedRun } from '../../runs/store/run-ended.ts'
import { destination } from '../thing.ts'

/** The outbox of destinations. */
export interface DestinationStore {
  /** Lets a list be pushed. */
  push(of: { readonly organizationId: string; readonly id: string; readonly atMs: number }): Promise<void>
}

export function createDestinationStore(db: Kysely<Schema>): DestinationStore {
  return {
    push: (of) =>
      runInTransaction(db, async (tx) => {
        await tellDestination(tx, of)
        await ofOrganization(tx, of.organizationId)
          .updateTable('webhooks')
          .set({ state: 'active', stateReason: null, failures: 0, failingSinceMs: null, restsUntilMs: 0 })
          .where('id', '=', of.id)
          .execute()
        await tx.updateTable('noticeLanes').set({ nextAtMs: of.atMs }).where('webhookId', '=', of.id).execute()
      }),
  }
}

/** Pushes the lists that want it after a run of their connection. */
export async function pushAfterRun(tx: Kysely<Schema>, run: EndedRun): Promise<void> {
  if (run.head.scoped || !run.followers.has(destination.table)) return
  const { organizationId, connectionId, finishedAtMs: atMs } = run
  for (const { id } of await selectAutomatic(tx, { organizationId, connectionId }))
    await tellDestination(tx, { organizationId, id, atMs })
}

const selectAutomatic = prepareStatement(
  (db, params: Placeholders<{ readonly organizationId: string; readonly connectionId: string }>) =>
    ofOrganization(db, params('organizationId'))
      .selectFrom(findTable(destination))
      .select('id')
      .where(sql<boolean>`automatic = 1 and secret is not null`)
      .where(sql<boolean>`(connection_id = ${params('connectionId')} or connection_id is null)`),
)

function tellDestination(
  tx: Kysely<Schema>,
  { organizationId, id, atMs }: { readonly organizationId: string; readonly id: string; readonly atMs: number },
): Promise<void> {
  // One lane: two pushes of a list never overlap.
  return tellFollower(tx, {
    organizationId,
    id,
    sink: 'destination',
    type: 'destination.push',
    stream: 'push',
    atMs,
    data: {},
  })
}
