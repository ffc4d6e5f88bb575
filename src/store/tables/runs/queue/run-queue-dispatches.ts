import type { Kysely } from 'kysely'
import type { Dispatch, RunQueue } from '../../../../engine/queue.ts'
import type { Schema } from '../../../sql/tables.ts'
import { runInTransaction } from '../../../sql/transaction.ts'
import { columns, createExecutor, isFirstOfItsConnection, parseJob } from './run-jobs.ts'
import { tellWaiting } from './tell-waiting.ts'

type Dispatches = Pick<RunQueue, 'dispatch' | 'dispatchNext'>

/** Informs another queue of runs that may begin. */
export function createDispatches(db: Kysely<Schema>): Dispatches {
  const selectDue = () =>
    db
      .selectFrom('runJobs')
      .select('runId')
      .where('isDispatched', '=', 0)
      .where('state', '=', 'queued')
      .where('owner', 'is', null)
      .where(isFirstOfItsConnection)
  return {
    async dispatch(limit, write) {
      const candidates = await selectDue().orderBy('turn').orderBy('queuedAtMs').orderBy('runId').limit(limit).execute()
      let sent = 0
      for (const { runId } of candidates) sent += await dispatchOne(db, runId, write)
      return sent
    },
    async dispatchNext(connectionId, write) {
      const next = await selectDue().where('connectionId', '=', connectionId).executeTakeFirst()
      return next ? dispatchOne(db, next.runId, write) : 0
    },
  }
}

async function dispatchOne(db: Kysely<Schema>, runId: string, write: Dispatch): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('runJobs')
      .set({ isDispatched: 1 })
      .where('runId', '=', runId)
      .where('isDispatched', '=', 0)
      .returning(columns)
      .executeTakeFirst()
    if (!row) return 0
    await write(parseJob(row), createExecutor(tx))
    await tellWaiting(tx)
    return 1
  })
}
