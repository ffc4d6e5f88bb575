import { type Kysely, sql } from 'kysely'
import { Sweeper, type Swept } from '../../queue/sweeper.ts'
import { deleteRows } from '../sql/delete-rows.ts'
import type { SqlTraits } from '../sql/sql-traits.ts'
import type { Schema } from '../sql/tables.ts'

/** Sealed records of many people or devices take as long as so many other rows. */
const sealedWeight = 20

/** Tables whose rows have many rows of their own: those, by which columns, and how much one of them weighs. */
const families = {
  inventories: [{ table: 'inventoryPieces', of: 'inventoryId', by: ['position'], weight: sealedWeight }],
  peopleImports: [{ table: 'peopleImportPieces', of: 'importId', by: ['position'], weight: sealedWeight }],
  peopleViews: [{ table: 'peopleViewPieces', of: 'viewId', by: ['list', 'position'], weight: sealedWeight }],
  accessReviews: [
    {
      table: 'accessReviewPieces',
      of: 'reviewId',
      by: ['connectionId', 'part', 'position'],
      weight: sealedWeight,
    },
    { table: 'accessReviewAccounts', of: 'reviewId', by: ['number'], weight: 1 },
  ],
} as const

type Family = keyof typeof families

/**
 * Deletes the first of these with what they have, as many as have at most `limit` rows. Nobody may find them any more.
 * @returns how many of the ids are gone, from the first
 */
export async function dropPieces(
  db: Kysely<Schema>,
  family: Family,
  ids: readonly string[],
  limit: number,
): Promise<Swept> {
  let rows = 0
  let gone = 0
  for (const id of ids) {
    for (const { table, of, by, weight } of families[family]) {
      const most = Math.max(0, Math.ceil((limit - rows) / weight))
      const deleted = await deleteRows(db, { table, key: by, where: sql<boolean>`${sql.ref(of)} = ${id}`, limit: most })
      rows += deleted * weight
      if (deleted === most) return { rows, gone }
    }
    await sql`delete from ${sql.table(family)} where id = ${id}`.execute(db)
    rows++
    gone++
  }
  return { rows, gone }
}

/** All of these, in pieces: others get their turn in between. What is left if the process ends is a leftover. */
export async function dropAllPieces(
  db: Kysely<Schema>,
  traits: SqlTraits,
  family: Family,
  ids: readonly string[],
): Promise<void> {
  const take = new Sweeper({ share: 'asked' }).begin()
  for (let left = ids; left.length > 0; ) {
    const { gone } = await take((rows) => traits.runUnsynced(db, (tx) => dropPieces(tx, family, left, rows)))
    left = left.slice(gone)
  }
}
