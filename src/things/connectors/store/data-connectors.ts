import type { Kysely, Selectable } from 'kysely'
import type {
  ConnectorVersionRecord,
  DataConnectorStore,
  MovedConnections,
} from '../../../auth/data-connector-store.ts'
import { StoreError } from '../../../errors/index.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'

export function createDataConnectorStore(db: Kysely<Schema>): DataConnectorStore {
  return {
    list: () => db.selectFrom('dataConnectors').selectAll().orderBy('id').execute(),
    find: (id) => db.selectFrom('dataConnectors').selectAll().where('id', '=', id).executeTakeFirst(),
    addVersion: (version, publisher) =>
      runInTransaction(db, async (tx) => {
        const { connectorId: id, addedAtMs: createdAtMs } = version
        const { publisher: owner } = await tx
          .insertInto('dataConnectors')
          .values({ id, publisher, publishedSha256: null, retiredAtMs: null, retiredBy: null, createdAtMs })
          // Changes nothing, and locks the row: two publishers may be first at the same time.
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
          .returning('publisher')
          .executeTakeFirstOrThrow()
        if (owner !== publisher)
          throw new StoreError(`The connector "${id}" belongs to the publisher "${owner}".`, { code: 'STORE_CONFLICT' })
        await tx
          .insertInto('connectorVersions')
          .values({ ...version, posts: toJsonText(version.posts) })
          .onConflict((conflict) => conflict.columns(['connectorId', 'sha256']).doNothing())
          .execute()
      }),
    async listVersions(connectorId) {
      const rows = await db
        .selectFrom('connectorVersions')
        .select(['connectorId', 'sha256', 'version', 'fileName', 'destination', 'posts'])
        .select(['addedBy', 'addedAtMs', 'publishedBy', 'publishedAtMs'])
        .where('connectorId', '=', connectorId)
        .orderBy('addedAtMs', 'desc')
        .orderBy('sha256')
        .execute()
      return rows.map(readPosts)
    },
    async findVersion(connectorId, sha256) {
      const row = await db
        .selectFrom('connectorVersions')
        .selectAll()
        .where('connectorId', '=', connectorId)
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      return row && (readPosts(row) satisfies ConnectorVersionRecord)
    },
    async deleteVersion(connectorId, sha256) {
      const deleted = await db
        .deleteFrom('connectorVersions')
        .where('connectorId', '=', connectorId)
        .where('sha256', '=', sha256)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('dataConnectors')
                .select('id')
                .where('id', '=', connectorId)
                .where('publishedSha256', '=', sha256),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('connections')
                .select('id')
                .where('connectorId', '=', connectorId)
                .where((either) =>
                  either.or([either('connectorSha256', '=', sha256), either('beforeSha256', '=', sha256)]),
                ),
            ),
          ),
        )
        .executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
    publish: (connectorId, sha256, publishedBy, publishedAtMs) =>
      runInTransaction(db, async (tx) => {
        await tx
          .updateTable('dataConnectors')
          .set({ publishedSha256: sha256, retiredAtMs: null, retiredBy: null })
          .where('id', '=', connectorId)
          .execute()
        const { numUpdatedRows } = await tx
          .updateTable('connectorVersions')
          .set({ publishedBy, publishedAtMs })
          .where('connectorId', '=', connectorId)
          .where('sha256', '=', sha256)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n)
          throw new StoreError(`The connector "${connectorId}" has no such version.`, { code: 'NOT_FOUND' })
      }),
    async retire(connectorId, retiredBy, retiredAtMs) {
      await db
        .updateTable('dataConnectors')
        .set({ retiredAtMs, retiredBy })
        .where('id', '=', connectorId)
        .where('retiredAtMs', 'is', null)
        .execute()
    },
    async countUses(connectorId) {
      const rows = await db
        .selectFrom('connections')
        .select(['connectorId', 'connectorSha256'])
        .select(({ fn }) => fn.countAll<number | string>().as('connections'))
        .where('connectorSha256', 'is not', null)
        .where('state', '!=', 'disconnected')
        .$if(connectorId !== undefined, (query) => query.where('connectorId', '=', connectorId ?? ''))
        .groupBy(['connectorId', 'connectorSha256'])
        .execute()
      return rows.map((row) => ({
        connectorId: row.connectorId,
        sha256: row.connectorSha256 ?? '',
        connections: Number(row.connections),
      }))
    },
    moveConnections: ({ id, connectorId, sha256, destination, movedBy, movedAtMs }) =>
      runInTransaction(db, async (tx) => {
        const moved = await tx
          .updateTable('connections')
          .set(({ ref }) => ({ beforeSha256: ref('connectorSha256'), connectorSha256: sha256, moveId: id }))
          .where('connectorId', '=', connectorId)
          .where('connectorSha256', '!=', sha256)
          .where('state', '!=', 'disconnected')
          .where('id', 'in', (query) =>
            query.selectFrom('credentials').select('connectionId').where('destination', '=', destination),
          )
          .returning('organizationId')
          .execute()
        const count = { connections: moved.length, undoneBy: null, undoneAtMs: null }
        await tx
          .insertInto('connectorMoves')
          .values({ id, connectorId, sha256, movedBy, movedAtMs, ...count })
          .execute()
        return countByOrganization(moved)
      }),
    undoMove: ({ id, connectorId }, undoneBy, undoneAtMs) =>
      runInTransaction(db, async (tx) => {
        const undone = await tx
          .updateTable('connectorMoves')
          .set({ undoneBy, undoneAtMs })
          .where('id', '=', id)
          .where('connectorId', '=', connectorId)
          .where('undoneAtMs', 'is', null)
          .executeTakeFirst()
        if (undone.numUpdatedRows === 0n) return undefined
        const back = await tx
          .updateTable('connections')
          .set(({ ref }) => ({ connectorSha256: ref('beforeSha256'), beforeSha256: null, moveId: null }))
          .where('moveId', '=', id)
          .where('connectorId', '=', connectorId)
          .returning('organizationId')
          .execute()
        return countByOrganization(back)
      }),
    listMoves: (connectorId, limit) =>
      db
        .selectFrom('connectorMoves')
        .selectAll()
        .where('connectorId', '=', connectorId)
        .$call(sortNewest('movedAtMs'))
        .limit(limit)
        .execute(),
  }
}

function readPosts<Row extends Pick<Selectable<Schema['connectorVersions']>, 'posts'>>(row: Row) {
  return { ...row, posts: parseJsonText(row.posts, 'connector_versions.posts') }
}

function countByOrganization(rows: readonly Pick<MovedConnections, 'organizationId'>[]): MovedConnections[] {
  const counts = new Map<string, number>()
  for (const { organizationId } of rows) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
  return [...counts].map(([organizationId, connections]) => ({ organizationId, connections }))
}
