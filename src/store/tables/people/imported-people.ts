import type { Kysely } from 'kysely'
import type { ImportedPeopleStore } from '../../../crosscheck/people/imported-people-store.ts'
import { pieceRecordsMax } from '../../../inventory/inventory-store.ts'
import { parseJsonText, toJsonText } from '../../sql/json-text.ts'
import type { Schema } from '../../sql/tables.ts'
import { runInTransaction } from '../../sql/transaction.ts'
import { countChange } from './directory-sources.ts'

export function createImportedPeopleStore(db: Kysely<Schema>): ImportedPeopleStore {
  return {
    async replace({ tells, ...row }, pieces) {
      const { id: importId, organizationId, sourceId } = row
      await db
        .insertInto('peopleImports')
        .values({ ...row, tells: toJsonText(tells), shown: 0 })
        .execute()
      try {
        for await (const { from: position, count, sealed } of pieces)
          await db.insertInto('peopleImportPieces').values({ importId, position, count, sealed }).execute()
        await runInTransaction(db, async (tx) => {
          await countChange(tx, organizationId)
          await tx
            .deleteFrom('peopleImports')
            .where('organizationId', '=', organizationId)
            .where('sourceId', '=', sourceId)
            .where('id', '!=', importId)
            .execute()
          // A source that somebody removed meanwhile has none.
          await tx
            .updateTable('peopleImports')
            .set({ shown: 1 })
            .where('id', '=', importId)
            .where(({ exists, selectFrom }) =>
              exists(
                selectFrom('directorySources')
                  .select('directorySources.id')
                  .where('directorySources.id', '=', sourceId)
                  .where('directorySources.organizationId', '=', organizationId),
              ),
            )
            .executeTakeFirstOrThrow()
        })
      } catch (error) {
        await db
          .deleteFrom('peopleImports')
          .where('id', '=', importId)
          .execute()
          .catch(() => undefined)
        throw error
      }
    },
    async list(organizationId) {
      const rows = await db
        .selectFrom('peopleImports')
        .select(['id', 'organizationId', 'sourceId', 'readAtMs', 'importedAtMs', 'importedBy', 'count', 'digest'])
        .select('tells')
        .where('organizationId', '=', organizationId)
        .where('shown', '=', 1)
        .orderBy('sourceId')
        .execute()
      return rows.map(({ tells, ...row }) => ({ ...row, tells: parseJsonText(tells, 'people_imports.tells') }))
    },
    pieces: (id, from, limit) =>
      db
        .selectFrom('peopleImportPieces')
        .innerJoin('peopleImports', 'peopleImports.id', 'peopleImportPieces.importId')
        .select(['peopleImportPieces.position as from', 'peopleImportPieces.count', 'peopleImportPieces.sealed'])
        .where('importId', '=', id)
        .where('shown', '=', 1)
        .where(({ eb, ref }) =>
          eb(eb(ref('peopleImportPieces.position'), '+', ref('peopleImportPieces.count')), '>', from),
        )
        .where('peopleImportPieces.position', '>', from - pieceRecordsMax)
        .orderBy('peopleImportPieces.position')
        .limit(limit)
        .execute(),
    async dropAll(organizationId) {
      await runInTransaction(db, async (tx) => {
        await countChange(tx, organizationId)
        await tx.deleteFrom('peopleImports').where('organizationId', '=', organizationId).execute()
      })
    },
  }
}
