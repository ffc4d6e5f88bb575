import type { Kysely } from 'kysely'
import type { RunQueue } from '../../../service/queue/queue.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { enqueueRun } from '../store/insert-run.ts'
import { loadInputs } from '../store/run-inputs.ts'
import { columns, createExecutor, parseJob } from '../store/run-jobs.ts'
import { createClaims } from './run-queue-claims.ts'
import { createDispatches } from './run-queue-dispatches.ts'
import { createReleases } from './run-queue-releases.ts'

export function createRunQueue(db: Kysely<Schema>): RunQueue {
  return {
    ...createClaims(db),
    ...createReleases(db),
    ...createDispatches(db),
    sql: createExecutor(db),
    insert: (entry) => enqueueRun(db, entry),
    loadInputs: async (run, nowMs) => (await runInTransaction(db, (tx) => loadInputs(tx, [run], nowMs)))[0]?.inputs,
    async find(runId) {
      const row = await db
        .selectFrom('runJobs')
        .select([...columns, 'progress'])
        .where('runId', '=', runId)
        .executeTakeFirst()
      return row && { ...parseJob(row), progress: parseJsonText(row.progress, 'run_jobs.progress') }
    },
    async listForConnection(connectionId) {
      const rows = await db
        .selectFrom('runJobs')
        .select(columns)
        .where('connectionId', '=', connectionId)
        .orderBy('queuedAtMs')
        .orderBy('runId')
        .execute()
      return rows.map(parseJob)
    },
    async requestCancel(runId) {
      const marked = await db
        .updateTable('runJobs')
        .set({ isCancelled: 1 })
        .where('runId', '=', runId)
        .executeTakeFirstOrThrow()
      return marked.numUpdatedRows > 0n
    },
    async listCancelled(owner) {
      const rows = await db
        .selectFrom('runJobs')
        .select('runId')
        .where('owner', '=', owner)
        .where('isCancelled', '=', 1)
        .execute()
      return rows.map(({ runId }) => runId)
    },
    async saveProgress(runId, attempt, progress) {
      await db
        .updateTable('runJobs')
        .set({ progress: toJsonText(progress) })
        .where('runId', '=', runId)
        .where('attempt', '=', attempt)
        .execute()
    },
    async count() {
      const { jobs } = await db
        .selectFrom('runJobs')
        .select(({ fn }) => fn.countAll().as('jobs'))
        .executeTakeFirstOrThrow()
      return Number(jobs)
    },
    async hasWaiting() {
      return (await selectWaiting(db, {})).length > 0
    },
    async countByOrganization() {
      const rows = await db
        .selectFrom('runJobs')
        .select(({ fn }) => ['organizationId', fn.countAll<number>().as('jobs')])
        .groupBy('organizationId')
        .execute()
      return new Map(rows.map(({ organizationId, jobs }) => [organizationId, Number(jobs)]))
    },
  }
}

/** Asked whenever a run ends. */
const selectWaiting = prepareStatement((db) =>
  db.selectFrom('runJobs').select('runId').where('state', '=', 'queued').limit(1),
)
