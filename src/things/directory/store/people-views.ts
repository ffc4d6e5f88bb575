import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { cutPieces } from '../../../crosscheck/define/inputs.ts'
import { type PeopleViewStore, viewPieceMax } from '../../../crosscheck/people/people-view-store.ts'
import { mayBeStored } from '../../../errors/index.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { dropAllPieces, dropPieces } from '../../../service/store/tables/drop-pieces.ts'
import { selectUnwanted } from '../../inventories/store/inventories.ts'

/** Each statement waits for the disk once: some 2,000 entries, a few MB. */
const piecesAtOnce = 80

const pieceColumns = ['list', 'position', 'count', 'marks', 'firstKey', 'sealed'] as const

export function createPeopleViewStore(db: Kysely<Schema>, traits: SqlTraits): PeopleViewStore {
  // Nobody finds them any more. Retention finds leftovers.
  const drop = (ids: readonly string[]) => dropAllPieces(db, traits, 'peopleViews', ids).catch(() => undefined)
  return {
    async find(organizationId) {
      const row = await findShown(db, organizationId)
      return row && { ...row, sealedHead: row.sealedHead ?? '' }
    },
    async replace(view, pieces, sealHead) {
      const before = await findShown(db, view.organizationId)
      await db
        .insertInto('peopleViews')
        .values({ ...view, sealedHead: null })
        .execute()
      try {
        for await (const some of cutPieces(pieces, piecesAtOnce))
          await db
            .insertInto('peopleViewPieces')
            .values(some.map((piece) => ({ ...piece, viewId: view.id })))
            .execute()
        const sealedHead = await sealHead()
        const replaced = await runInTransaction(db, async (tx) => {
          const hidden = await ofOrganization(tx, view.organizationId)
            .updateTable('peopleViews')
            .set({ sealedHead: null })
            .where('id', '!=', view.id)
            // The one that was there before us is older, even if its clock was ahead and has been set back since.
            .where(({ or, eb }) =>
              or([eb('builtAtMs', '<=', view.builtAtMs), ...(before ? [eb('id', '=', before.id)] : [])]),
            )
            .returning('id')
            .execute()
          await tx
            .updateTable('peopleViews')
            .set({ sealedHead })
            .where('id', '=', view.id)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('peopleViews as other')
                    .select('other.id')
                    .where(isOfOrganization('other', view.organizationId))
                    .where('other.sealedHead', 'is not', null),
                ),
              ),
            )
            .execute()
          return hidden.map(({ id }) => id)
        })
        await drop(replaced)
      } catch (error) {
        if (!mayBeStored(error)) await drop([view.id])
        throw error
      }
    },
    async setFingerprint(id, fingerprint) {
      await db.updateTable('peopleViews').set({ fingerprint }).where('id', '=', id).execute()
    },
    pieces: (id, { list, from, marks, limit }) =>
      db
        .selectFrom('peopleViewPieces')
        .select(pieceColumns)
        .where(isShown(id))
        .where('list', '=', list)
        .where(({ eb, ref }) => eb(eb(ref('position'), '+', ref('count')), '>', from))
        // An index then finds the first one.
        .where('position', '>', from - viewPieceMax)
        .$if(marks !== 0, (query) => query.where(sql<boolean>`(marks & ${sql.lit(marks)}) <> 0`))
        .orderBy('position')
        .limit(limit)
        .execute(),
    piecesAt: (id, list, positions) =>
      db
        .selectFrom('peopleViewPieces')
        .select(pieceColumns)
        .where(isShown(id))
        .where('list', '=', list)
        .where('position', 'in', positions)
        .execute(),
    findPiece: (id, list, key) =>
      db
        .selectFrom('peopleViewPieces')
        .select(pieceColumns)
        .where(isShown(id))
        .where('list', '=', list)
        .where('firstKey', '<=', key)
        .orderBy('firstKey', 'desc')
        .limit(1)
        .executeTakeFirst(),
    dropSome: (organizationId, limit) =>
      traits.runUnsynced(db, async (tx) => {
        const hidden = await ofOrganization(tx, organizationId)
          .updateTable('peopleViews')
          .set({ sealedHead: null })
          .returning('id')
          .execute()
        return dropPieces(
          tx,
          'peopleViews',
          hidden.map(({ id }) => id),
          limit,
        )
      }),
    dropLeftovers: (beforeMs, limit) =>
      traits.runUnsynced(db, async (tx) => {
        const left = await tx
          .selectFrom('peopleViews')
          .select('id')
          .where('sealedHead', 'is', null)
          .where('builtAtMs', '<', beforeMs)
          .limit(limit)
          .execute()
        const unwanted = await selectUnwanted(tx)
          .innerJoin('peopleViews', 'peopleViews.organizationId', 'organizationProfiles.organizationId')
          .select('peopleViews.id')
          .limit(limit)
          .execute()
        return dropPieces(tx, 'peopleViews', [...new Set([...left, ...unwanted].map(({ id }) => id))], limit)
      }),
  }
}

function findShown(db: Kysely<Schema>, organizationId: string) {
  return ofOrganization(db, organizationId)
    .selectFrom('peopleViews')
    .selectAll()
    .where('sealedHead', 'is not', null)
    .executeTakeFirst()
}

/** So that a reader finds all pieces of a view or none, while one that was replaced is dropped piece by piece. */
function isShown(id: string) {
  return ({ and, eb, exists, selectFrom }: ExpressionBuilder<Schema, 'peopleViewPieces'>) =>
    and([
      eb('viewId', '=', id),
      exists(
        selectFrom('peopleViews')
          .select('peopleViews.id')
          .where('peopleViews.id', '=', id)
          .where('peopleViews.sealedHead', 'is not', null),
      ),
    ])
}
