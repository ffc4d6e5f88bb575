import type { Kysely, Selectable } from 'kysely'
import type { RunRecord, RunStore } from '../../../checks/run-store.ts'
import { toStoredHead } from '../../../crosscheck/run/kept-cross-check.ts'
import { StoreError } from '../../../errors/index.ts'
import { runBundleForm } from '../../../workspace/evidence-uploads.ts'
import { toJsonText } from '../../sql/json-text.ts'
import { selectOlderThan } from '../../sql/older-than.ts'
import type { Schema } from '../../sql/tables.ts'
import { runInTransaction } from '../../sql/transaction.ts'
import { insertFile } from '../files.ts'
import { dropInventories, showInventories } from '../inventories.ts'
import { enterLog } from '../log/enter-log.ts'
import { listOutcomesBefore, tellRun } from '../notices/tell-run.ts'
import { createCheckStateStore } from './check-state.ts'
import { toBeginning } from './insert-run.ts'
import { noteRun } from './note-run.ts'
import { findKeptRun } from './results.ts'
import { dropSet, stageResults } from './staged-results.ts'

const LISTED_RUNS = 100

export function createRunStore(db: Kysely<Schema>): RunStore {
  return {
    async insert(run) {
      await runInTransaction(db, async (tx) => {
        await tx
          .insertInto('runs')
          .values({ ...run, scoped: run.scoped ? 1 : 0 })
          .execute()
        await enterLog(tx, toBeginning(run))
      })
    },
    async finish(
      id,
      {
        status,
        finishedAtMs,
        run,
        bundle,
        connectorChecks,
        isUndecided,
        attempt,
        states = new Map(),
        inventories = [],
      },
    ) {
      const { organizationId, connectionId, connectorId } = await findUnfinishedRun(db, id)
      const staged = await stageResults(db, { runId: id, stagedAtMs: finishedAtMs, run })
      let hidden: readonly string[] = []
      try {
        await runInTransaction(db, async (tx) => {
          const finished = await tx
            .updateTable('runs')
            .set({ status, finishedAtMs })
            .where('id', '=', id)
            .where('finishedAtMs', 'is', null)
            .$if(attempt !== undefined, (query) => query.where('attempts', '=', attempt ?? 0))
            .executeTakeFirstOrThrow()
          if (finished.numUpdatedRows === 0n) {
            await findUnfinishedRun(tx, id)
            throw new StoreError(`Run ${id} was taken over by another process. The result of that process counts.`, {
              code: 'STORE_CONFLICT',
            })
          }
          await tx.deleteFrom('runJobs').where('runId', '=', id).execute()
          const { head } = run
          await tx
            .updateTable('resultSets')
            .set({ head: toJsonText(toStoredHead(head)), places: toJsonText(staged.places) })
            .where('id', '=', staged.setId)
            .execute()
          // A run with its own waivers or variables does not count for findings and controls.
          if (!head.scoped)
            for (const [checkId, state] of states) await createCheckStateStore(tx).save(connectionId, checkId, state)
          const of = { runId: id, organizationId, connectionId, connectorId }
          if (bundle) {
            const { manifestSha256: _, ...file } = bundle
            await insertFile(tx, { ...file, id, organizationId, userId: null, createdAtMs: finishedAtMs })
            await tx
              .insertInto('evidenceUploads')
              .values({ fileId: id, organizationId, formType: runBundleForm })
              .execute()
          }
          hidden = await showInventories(tx, of, inventories)
          const before = head.scoped ? undefined : await listOutcomesBefore(tx, connectionId)
          if (!head.scoped) await noteRun(tx, { ...of, ...staged, finishedAtMs, head, connectorChecks, isUndecided })
          await tellRun(tx, { ...of, finishedAtMs, head }, before)
          const facts = { status, ...(bundle && { manifest: bundle.manifestSha256 }) }
          await enterLog(tx, { kind: 'run.ended', organizationId, subject: id, atMs: finishedAtMs, facts })
        })
      } catch (error) {
        // Retention finds leftovers.
        await dropSet(db, staged.setId).catch(() => undefined)
        throw error
      }
      // The run has ended. Retention finds leftovers.
      await dropInventories(db, hidden).catch(() => undefined)
    },
    async find(id, organizationId) {
      const row = await db
        .selectFrom('runs')
        .selectAll()
        .where('id', '=', id)
        .$if(organizationId !== undefined, (query) => query.where('organizationId', '=', organizationId ?? ''))
        .executeTakeFirst()
      return row && toRunRecord(row)
    },
    findKept: (id) => findKeptRun(db, id),
    async list({ organizationId, connectionId, connectorId, crossCheckId, status, limit, before, within }) {
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(connectionId !== undefined, (query) => query.where('connectionId', '=', connectionId ?? ''))
        .$if(connectorId !== undefined, (query) => query.where('connectorId', '=', connectorId ?? ''))
        .$if(crossCheckId !== undefined, (query) => query.where('crossCheckId', '=', crossCheckId ?? ''))
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'error'))
        .$if(before !== undefined, (query) =>
          query.where(
            selectOlderThan({ at: 'startedAtMs', id: 'id' }, { atMs: before?.startedAtMs ?? 0, id: before?.id ?? '' }),
          ),
        )
        .$if(within !== undefined, (query) =>
          query.where('startedAtMs', '>=', within?.fromMs ?? 0).where('startedAtMs', '<=', within?.toMs ?? 0),
        )
        .orderBy('startedAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(limit ?? LISTED_RUNS)
        .execute()
      return rows.map(toRunRecord)
    },
  }
}

/** @throws StoreError `NOT_FOUND`; `STORE_CONFLICT` when it has ended */
async function findUnfinishedRun(db: Kysely<Schema>, id: string): Promise<Selectable<Schema['runs']>> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
  if (run === undefined) throw new StoreError(`There is no run ${id}.`, { code: 'NOT_FOUND' })
  if (run.finishedAtMs === null) return run
  throw new StoreError(`Run ${id} has already ended. Its result did not change.`, { code: 'STORE_CONFLICT' })
}

function toRunRecord({ scoped, ...row }: Selectable<Schema['runs']>): RunRecord {
  return { ...row, scoped: scoped === 1 }
}
