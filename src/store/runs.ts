import type { Kysely } from 'kysely'
import type { RunStore } from '../checks/run-store.ts'
import { StoreError } from '../errors/index.ts'
import { fromJsonText, toJsonText } from './json-text.ts'
import type { Schema } from './schema.ts'

const LISTED_RUNS = 100

export function runStore(db: Kysely<Schema>): RunStore {
  return {
    async insert(run) {
      await db.insertInto('runs').values(run).execute()
    },
    async finish(id, { status, finishedAtMs, result, attempt }) {
      await db.transaction().execute(async (tx) => {
        const finished = await tx
          .updateTable('runs')
          .set({ status, finishedAtMs })
          .where('id', '=', id)
          .where('finishedAtMs', 'is', null)
          .$if(attempt !== undefined, (query) => query.where('attempts', '=', attempt ?? 0))
          .executeTakeFirstOrThrow()
        if (finished.numUpdatedRows === 0n) throw await refusal(tx, id)
        await tx.deleteFrom('runJobs').where('runId', '=', id).execute()
        await tx
          .insertInto('runResults')
          .values({ runId: id, result: toJsonText(result) })
          .execute()
      })
    },
    find: (id, organizationId) =>
      db
        .selectFrom('runs')
        .selectAll()
        .where('id', '=', id)
        .$if(organizationId !== undefined, (query) => query.where('organizationId', '=', organizationId ?? ''))
        .executeTakeFirst(),
    async result(id) {
      const row = await db.selectFrom('runResults').select('result').where('runId', '=', id).executeTakeFirst()
      return row && fromJsonText(row.result, 'run_results.result')
    },
    list: ({ organizationId, connectionId, limit, before }) =>
      db
        .selectFrom('runs')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(connectionId !== undefined, (query) => query.where('connectionId', '=', connectionId ?? ''))
        .$if(before !== undefined, (query) =>
          query.where(({ or, and, eb }) =>
            or([
              eb('startedAtMs', '<', before?.startedAtMs ?? 0),
              and([eb('startedAtMs', '=', before?.startedAtMs ?? 0), eb('id', '<', before?.id ?? '')]),
            ]),
          ),
        )
        .orderBy('startedAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(limit ?? LISTED_RUNS)
        .execute(),
  }
}

async function refusal(db: Kysely<Schema>, id: string): Promise<StoreError> {
  const run = await db.selectFrom('runs').select('id').where('id', '=', id).executeTakeFirst()
  return run === undefined
    ? new StoreError(`There is no run ${id}.`, { code: 'NOT_FOUND' })
    : new StoreError(`Run ${id} has ended already; its result stays as it was.`, { code: 'STORE_CONFLICT' })
}
