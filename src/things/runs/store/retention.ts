import type { Kysely } from 'kysely'
import type { RetentionScope, RetentionStore } from '../../../checks/runs/retention-store.ts'
import { runBundleForm } from '../../../service/files/evidence-uploads.ts'
import type { Swept } from '../../../service/queue/sweeper.ts'
import { listDistinct } from '../../../service/store/sql/list-distinct.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { deleteResults } from './staged-results.ts'

export function createRetentionStore(db: Kysely<Schema>, traits: SqlTraits): RetentionStore {
  return {
    async listOrganizationsAfter(after, limit) {
      const rows = await db
        .selectFrom('organizations')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
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
      const ids = await listDistinct(db, { table: 'runs', column: 'crossCheckId' }, { organizationId })
      return ids.map((crossCheckId) => ({ connectionId, crossCheckId }))
    },
    findSurplus: (of, passed, before) =>
      selectRunsOf(db, of)
        .select(['startedAtMs', 'id'])
        .where('finishedAtMs', 'is not', null)
        .$call(sortNewest('startedAtMs', before))
        .offset(passed)
        .limit(1)
        .executeTakeFirst(),
    async judgeRuns(of, range) {
      const rows = await db
        // Chosen first, so that a database judges only these, each by an index.
        .selectFrom(selectNext(db, of, range).as('run'))
        .select(['run.id', 'run.startedAtMs'])
        .select(({ and, or, not, exists, eb, selectFrom }) => {
          // In an order that an index has: PostgreSQL would look for any newer one, and read all runs to find that there is none.
          const selectNewest = (owner: 'connectionId' | 'organizationId') =>
            selectFrom('runs as newer')
              .select('newer.startedAtMs')
              .whereRef(`newer.${owner}`, '=', `run.${owner}`)
              .where('newer.finishedAtMs', 'is not', null)
              .orderBy('newer.startedAtMs', 'desc')
              .limit(1)
          const newestOfCrossCheck = selectNewest('organizationId').whereRef(
            'newer.crossCheckId',
            '=',
            'run.crossCheckId',
          )
          return and([
            eb('run.finishedAtMs', 'is not', null),
            or([
              and([eb('run.crossCheckId', 'is', null), eb('run.startedAtMs', '<', selectNewest('connectionId'))]),
              eb('run.startedAtMs', '<', newestOfCrossCheck),
            ]),
            not(
              exists(
                selectFrom('newestOutcomes')
                  .select('newestOutcomes.checkId')
                  .whereRef('newestOutcomes.runId', '=', 'run.id'),
              ),
            ),
            not(
              exists(
                selectFrom('packageRuns').select('packageRuns.packageId').whereRef('packageRuns.runId', '=', 'run.id'),
              ),
            ),
          ]).as('mayGo')
        })
        .orderBy('run.startedAtMs')
        .orderBy('run.id')
        .execute()
      return rows.map((row) => ({ ...row, mayGo: Boolean(row.mayGo) }))
    },
    async deleteRuns(ids, rows, deleteBytes) {
      const sets = await db
        .selectFrom('resultSets')
        .select(['id', 'runId'])
        .select(({ selectFrom }) =>
          selectFrom('results')
            .select(({ fn }) => fn.max('number').as('number'))
            .whereRef('results.setId', '=', 'resultSets.id')
            .as('last'),
        )
        .where('runId', 'in', ids)
        .execute()
      const ofRun = Map.groupBy(sets, ({ runId }) => runId)
      const whole: string[] = []
      let planned = 0
      for (const id of ids) {
        const own = (ofRun.get(id) ?? []).reduce((sum, { last }) => sum + Number(last ?? -1) + 2, 1)
        if (planned + own > rows && (whole.length > 0 || own > 3)) break
        whole.push(id)
        planned += own
      }
      const [first = ''] = ids
      if (whole.length === 0) {
        const deleted = await traits.runUnsynced(db, (tx) => deleteSome(tx, first, ofRun.get(first) ?? [], rows))
        return { rows: deleted, gone: 0 }
      }
      const setIds = whole.flatMap((id) => (ofRun.get(id) ?? []).map((set) => set.id))
      const bundles = await selectBundles(db, whole)
        .innerJoin('files', 'files.id', 'evidenceUploads.fileId')
        .select(['fileId', 'files.organizationId', 'files.objectKey'])
        .execute()
      if (bundles.length > 0) await deleteBytes(bundles)
      const fileIds = bundles.map(({ fileId }) => fileId)
      await traits.runUnsynced(db, (tx) =>
        // In this order, because each row names those after it.
        sendTogether([
          setIds.length > 0 && tx.deleteFrom('results').where('setId', 'in', setIds).execute(),
          setIds.length > 0 && tx.deleteFrom('resultSets').where('id', 'in', setIds).execute(),
          fileIds.length > 0 && tx.deleteFrom('evidenceUploads').where('fileId', 'in', fileIds).execute(),
          fileIds.length > 0 && tx.deleteFrom('files').where('id', 'in', fileIds).execute(),
          tx.deleteFrom('runs').where('id', 'in', whole).where('finishedAtMs', 'is not', null).execute(),
        ]),
      )
      return { rows: planned, gone: whole.length }
    },
    async deleteLeftovers(rows) {
      const set = await db
        .selectFrom('resultSets')
        .innerJoin('runs', 'runs.id', 'resultSets.runId')
        .select('resultSets.id')
        .where('resultSets.head', 'is', null)
        // Somebody may still be writing the results of an unfinished run.
        .where('runs.finishedAtMs', 'is not', null)
        .limit(1)
        .executeTakeFirst()
      if (set === undefined) return { rows: 0, gone: 0 }
      return traits.runUnsynced(db, (tx) => deleteSet(tx, set.id, rows))
    },
    async deleteAudit(organizationId, beforeMs, limit) {
      const { numDeletedRows } = await traits.runUnsynced(db, (tx) =>
        tx
          .deleteFrom('auditEntries')
          .where('id', 'in', (query) =>
            ofOrganization(query, organizationId)
              .selectFrom('auditEntries')
              .select('id')
              .where('atMs', '<', beforeMs)
              .orderBy('atMs')
              .limit(limit),
          )
          .executeTakeFirstOrThrow(),
      )
      const rows = Number(numDeletedRows)
      return { rows, gone: rows }
    },
    async findNamedObjects(keys) {
      if (keys.length === 0) return new Set()
      const rows = await db.selectFrom('files').select('objectKey').where('objectKey', 'in', keys).execute()
      return new Set(rows.map(({ objectKey }) => objectKey))
    },
  }
}

function selectBundles(db: Kysely<Schema>, runIds: readonly string[]) {
  return db.selectFrom('evidenceUploads').where('fileId', 'in', runIds).where('formType', '=', runBundleForm)
}

function selectRunsOf(db: Kysely<Schema>, of: RetentionScope) {
  if (of.connectionId === undefined) return ofOrganization(db, of.organizationId).selectFrom('runs')
  const { connectionId, crossCheckId } = of
  if (crossCheckId === null) return db.selectFrom('runs').where('connectionId', '=', connectionId)
  // Those of cross-checks are of the row that has the id of its organization.
  return ofOrganization(db, connectionId).selectFrom('runs').where('crossCheckId', '=', crossCheckId)
}

function selectNext(
  db: Kysely<Schema>,
  of: RetentionScope,
  { after, throughMs, limit }: Parameters<RetentionStore['judgeRuns']>[1],
) {
  const next = selectRunsOf(db, of)
    .select(['id', 'organizationId', 'connectionId', 'crossCheckId', 'startedAtMs', 'finishedAtMs'])
    .where('startedAtMs', '<=', throughMs)
    .orderBy('startedAtMs')
    .orderBy('id')
    .limit(limit)
  if (after === undefined) return next
  return (
    next
      // By itself, so that an index finds the place.
      .where('startedAtMs', '>=', after.startedAtMs)
      .where(({ or, eb }) => or([eb('startedAtMs', '>', after.startedAtMs), eb('id', '>', after.id)]))
  )
}

/** Hides the sets first, so that a reader meanwhile finds all results or none. @returns rows that are gone */
async function deleteSome(db: Kysely<Schema>, runId: string, sets: readonly { readonly id: string }[], rows: number) {
  await db
    .updateTable('resultSets')
    .set({ head: null })
    .where('runId', '=', runId)
    .where('head', 'is not', null)
    .execute()
  let deleted = 0
  for (const { id } of sets) if (deleted < rows) deleted += (await deleteSet(db, id, rows - deleted)).rows
  return deleted
}

/** The results of a hidden set, and then its row. */
async function deleteSet(db: Kysely<Schema>, id: string, rows: number): Promise<Swept> {
  const deleted = await deleteResults(db, id, rows)
  if (deleted === rows) return { rows, gone: 0 }
  await db.deleteFrom('resultSets').where('id', '=', id).execute()
  return { rows: deleted + 1, gone: 1 }
}
