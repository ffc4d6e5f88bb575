import type { Kysely } from 'kysely'
import type { Dispatch, RunQueue } from '../../../service/queue/queue.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { columns, createExecutor, isFirstOfItsConnection, parseJob } from '../store/run-jobs.ts'
import { tellWaiting } from '../store/tell-waiting.ts'

type Dispatches = Pick<RunQueue, 'dispatch' | 'dispatchNext'>

/** Informs another queue of runs that may begin. */
export function createDispatches(db: Kysely<Schema>): Dispatches {
  return {
    async dispatch(limit, write) {
      const candidates = await selectNext(db, { limit })
      let sent = 0
      for (const { runId } of candidates) sent += await dispatchOne(db, runId, write)
      return sent
    },
    async dispatchNext(connectionId, write) {
      const [next] = await selectNextOf(db, { connectionId })
      return next ? dispatchOne(db, next.runId, write) : 0
    },
  }
}

function selectDue(db: Kysely<Schema>) {
  return db
    .selectFrom('runJobs')
    .select('runId')
    .where('isDispatched', '=', 0)
    .where('state', '=', 'queued')
    .where('owner', 'is', null)
    .where(isFirstOfItsConnection)
}

const selectNext = prepareStatement((db, params: Placeholders<{ readonly limit: number }>) =>
  selectDue(db).orderBy('turn').orderBy('queuedAtMs').orderBy('runId').limit(params('limit')),
)

const selectNextOf = prepareStatement((db, params: Placeholders<{ readonly connectionId: string }>) =>
  selectDue(db).where('connectionId', '=', params('connectionId')),
)

const markDispatched = prepareStatement((db, params: Placeholders<{ readonly runId: string }>) =>
  db
    .updateTable('runJobs')
    .set({ isDispatched: 1 })
    .where('runId', '=', params('runId'))
    .where('isDispatched', '=', 0)
    .returning(columns),
)

async function dispatchOne(db: Kysely<Schema>, runId: string, write: Dispatch): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const [row] = await markDispatched(tx, { runId })
    if (!row) return 0
    await write(parseJob(row), createExecutor(tx))
    await tellWaiting(tx)
    return 1
  })
}
