import type { Kysely } from 'kysely'
import type { RetentionStore, RunSubject } from '../../../checks/retention-store.ts'
import { runBundleForm } from '../../../workspace/files/evidence-uploads.ts'
import type { Schema } from '../../sql/tables.ts'
import { runInTransaction } from '../../sql/transaction.ts'
import { dropSet } from './staged-results.ts'

export function createRetentionStore(db: Kysely<Schema>): RetentionStore {
  return {
    listConnectionsAfter: (after, limit) =>
      db
        .selectFrom('connections')
        .select(['id', 'organizationId'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    async listSubjectsOf({ id: connectionId, organizationId }) {
      if (connectionId !== organizationId) return [{ connectionId, crossCheckId: null }]
      const rows = await db
        .selectFrom('runs')
        .select('crossCheckId')
        .distinct()
        .where('organizationId', '=', organizationId)
        .where('crossCheckId', 'is not', null)
        .execute()
      return rows.map(({ crossCheckId }) => ({ connectionId, crossCheckId }))
    },
    async listDeletableRuns({ startedBeforeMs = 0, keptRuns, limit, ...subject }) {
      const beyondMs = keptRuns === undefined ? 0 : await findStartedMs(db, subject, keptRuns)
      const newestMs = await findStartedMs(db, subject, 0)
      const rows = await selectRunsOf(db, subject)
        .select('id')
        .where('finishedAtMs', 'is not', null)
        .where(({ or, eb }) => or([eb('startedAtMs', '<', startedBeforeMs), eb('startedAtMs', '<=', beyondMs)]))
        .where('startedAtMs', '<', newestMs)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('newestOutcomes')
                .select('newestOutcomes.checkId')
                .whereRef('newestOutcomes.runId', '=', 'runs.id'),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('packageRuns').select('packageRuns.packageId').whereRef('packageRuns.runId', '=', 'runs.id'),
            ),
          ),
        )
        .orderBy('startedAtMs')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    async deleteRun(id) {
      // Hidden first, so that a reader meanwhile finds all results or none.
      await db.updateTable('resultSets').set({ head: null }).where('runId', '=', id).execute()
      for (const set of await listResultSetIds(db, id)) await dropSet(db, set)
      await db.deleteFrom('runs').where('id', '=', id).where('finishedAtMs', 'is not', null).execute()
    },
    async deleteLeftovers(limit) {
      const rows = await db
        .selectFrom('resultSets')
        .innerJoin('runs', 'runs.id', 'resultSets.runId')
        .select('resultSets.id')
        .where('resultSets.head', 'is', null)
        // Somebody may still be writing the results of an unfinished run.
        .where('runs.finishedAtMs', 'is not', null)
        .limit(limit)
        .execute()
      for (const { id } of rows) await dropSet(db, id)
      return rows.length
    },
    async deleteAudit(organizationId, beforeMs, limit) {
      const { numDeletedRows } = await db
        .deleteFrom('auditEntries')
        .where('id', 'in', (query) =>
          query
            .selectFrom('auditEntries')
            .select('id')
            .where('organizationId', '=', organizationId)
            .where('atMs', '<', beforeMs)
            .orderBy('atMs')
            .limit(limit),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    takeBundle: (runId) =>
      runInTransaction(db, async (tx) => {
        const upload = await tx
          .deleteFrom('evidenceUploads')
          .where('fileId', '=', runId)
          .where('formType', '=', runBundleForm)
          .executeTakeFirstOrThrow()
        if (upload.numDeletedRows === 0n) return undefined
        return tx
          .deleteFrom('files')
          .where('id', '=', runId)
          .returning(['organizationId', 'objectKey'])
          .executeTakeFirst()
      }),
    async findNamedObjects(keys) {
      if (keys.length === 0) return new Set()
      const rows = await db.selectFrom('files').select('objectKey').where('objectKey', 'in', keys).execute()
      return new Set(rows.map(({ objectKey }) => objectKey))
    },
  }
}

function selectRunsOf(db: Kysely<Schema>, { connectionId, crossCheckId }: RunSubject) {
  const runs = db.selectFrom('runs').where('connectionId', '=', connectionId)
  return crossCheckId === null ? runs : runs.where('crossCheckId', '=', crossCheckId)
}

/** Start of the run that ended after all but `newer` others of its connection; 0 if there are fewer. */
async function findStartedMs(db: Kysely<Schema>, subject: RunSubject, newer: number): Promise<number> {
  const run = await selectRunsOf(db, subject)
    .select('startedAtMs')
    .where('finishedAtMs', 'is not', null)
    .orderBy('startedAtMs', 'desc')
    .offset(newer)
    .limit(1)
    .executeTakeFirst()
  return run?.startedAtMs ?? 0
}

async function listResultSetIds(db: Kysely<Schema>, runId: string): Promise<string[]> {
  const rows = await db.selectFrom('resultSets').select('id').where('runId', '=', runId).execute()
  return rows.map(({ id }) => id)
}
