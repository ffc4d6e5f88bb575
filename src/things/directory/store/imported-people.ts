import type { Kysely } from 'kysely'
import type { ImportedPeopleStore } from '../../../crosscheck/people/imported-people-store.ts'
import { mayBeStored, StoreError } from '../../../errors/index.ts'
import { pieceRecordsMax } from '../../../inventory/inventory-store.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { dropAllPieces, dropPieces } from '../../../service/store/tables/drop-pieces.ts'
import { selectUnwanted } from '../../inventories/store/inventories.ts'
import { countChange } from './directory-sources.ts'

export function createImportedPeopleStore(db: Kysely<Schema>, traits: SqlTraits): ImportedPeopleStore {
  // Nobody finds them any more. Retention finds leftovers.
  const drop = (ids: readonly string[]) => dropAllPieces(db, traits, 'peopleImports', ids).catch(() => undefined)
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
        const replaced = await runInTransaction(db, async (tx) => {
          await countChange(tx, organizationId)
          await demandAllPieces(tx, row)
          const hidden = await ofOrganization(tx, organizationId)
            .updateTable('peopleImports')
            .set({ shown: 0 })
            .where('sourceId', '=', sourceId)
            .where('id', '!=', importId)
            .returning('id')
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
                  .where(isOfOrganization('directorySources', organizationId)),
              ),
            )
            .executeTakeFirstOrThrow()
          return hidden.map(({ id }) => id)
        })
        await drop(replaced)
      } catch (error) {
        if (!mayBeStored(error)) await drop([importId])
        throw error
      }
    },
    async list(organizationId) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('peopleImports')
        .select(['id', 'organizationId', 'sourceId', 'readAtMs', 'importedAtMs', 'importedBy', 'count', 'digest'])
        .select('tells')
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
    async dropSome(organizationId, limit) {
      return traits.runUnsynced(db, async (tx) => {
        const some = await ofOrganization(tx, organizationId)
          .selectFrom('peopleImports')
          .select(['id', 'shown'])
          .orderBy('id')
          .limit(limit)
          .execute()
        const shown = some.filter((each) => each.shown === 1).map(({ id }) => id)
        if (shown.length > 0) {
          await countChange(tx, organizationId)
          await tx.updateTable('peopleImports').set({ shown: 0 }).where('id', 'in', shown).execute()
        }
        return dropPieces(
          tx,
          'peopleImports',
          some.map(({ id }) => id),
          limit,
        )
      })
    },
    dropLeftovers: (beforeMs, limit) =>
      traits.runUnsynced(db, async (tx) => {
        const left = await tx
          .selectFrom('peopleImports')
          .select('id')
          .where('shown', '=', 0)
          .where('importedAtMs', '<', beforeMs)
          .limit(limit)
          .execute()
        const unwanted = await selectUnwanted(tx)
          .innerJoin('peopleImports', 'peopleImports.organizationId', 'organizationProfiles.organizationId')
          .select('peopleImports.id')
          .limit(limit)
          .execute()
        return dropPieces(tx, 'peopleImports', [...new Set([...left, ...unwanted].map(({ id }) => id))], limit)
      }),
  }
}

/** A process that stood still, or a clock that was set forward, makes an import a leftover before it is whole. */
async function demandAllPieces(
  tx: Kysely<Schema>,
  { id, count }: { readonly id: string; readonly count: number },
): Promise<void> {
  const { there } = await tx
    .selectFrom('peopleImportPieces')
    .innerJoin('peopleImports', 'peopleImports.id', 'peopleImportPieces.importId')
    .select(({ fn }) => fn.sum<number | string | null>('peopleImportPieces.count').as('there'))
    .where('importId', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(there ?? 0) === count) return
  throw new StoreError('The file was not written in time, and its beginning is deleted. Import it again.', {
    code: 'STORE_CONFLICT',
    retryable: true,
  })
}
