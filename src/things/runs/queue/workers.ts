import type { Kysely } from 'kysely'
import type { WorkerStore } from '../../../service/queue/worker-store.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createWorkerStore(db: Kysely<Schema>): WorkerStore {
  return {
    async insert(worker) {
      await db
        .insertInto('workers')
        .values({ ...worker, beat: 0 })
        .execute()
    },
    async recordBeat(id) {
      const beaten = await db
        .updateTable('workers')
        .set(({ eb }) => ({ beat: eb('beat', '+', 1) }))
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return beaten.numUpdatedRows > 0n
    },
    list: () => db.selectFrom('workers').select(['id', 'beat']).execute(),
    async remove(id, beat) {
      const removed = await db
        .deleteFrom('workers')
        .where('id', '=', id)
        .$if(beat !== undefined, (query) => query.where('beat', '=', beat ?? 0))
        .executeTakeFirstOrThrow()
      return removed.numDeletedRows > 0n
    },
  }
}
