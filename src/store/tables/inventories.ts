import type { Kysely, Selectable } from 'kysely'
import { Sweeper, type Swept } from '../../engine/sweeper.ts'
import {
  type InventoryStore,
  pieceRecordsMax,
  type StagedInventory,
  type StoredInventory,
} from '../../inventory/inventory-store.ts'
import type { Schema } from '../sql/tables.ts'
import { noteInventoryChange } from './inventory-changes.ts'

export function createInventoryStore(db: Kysely<Schema>): InventoryStore {
  return {
    async stage({ of: kind, part, ...row }, pieces) {
      await db
        .insertInto('inventories')
        .values({ ...row, kind, part: part ?? '', sealedHead: null })
        .execute()
      for await (const { from: position, count, sealed } of pieces)
        await db.insertInto('inventoryPieces').values({ inventoryId: row.id, position, count, sealed }).execute()
    },
    drop: (id) => dropInventories(db, [id]),
    async list({ organizationId, connectionId }) {
      const rows = await db
        .selectFrom('inventories')
        .selectAll()
        .where('connectionId', '=', connectionId)
        .where('organizationId', '=', organizationId)
        .where('sealedHead', 'is not', null)
        .orderBy('kind')
        .orderBy('part')
        .execute()
      return rows.map(toStoredInventory)
    },
    async listAll(organizationId) {
      const rows = await db
        .selectFrom('inventories')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('sealedHead', 'is not', null)
        .orderBy('connectionId')
        .orderBy('kind')
        .orderBy('part')
        .execute()
      return rows.map(toStoredInventory)
    },
    async listKinds(organizationId) {
      const rows = await db
        .selectFrom('inventories')
        .select('kind')
        .distinct()
        .where('organizationId', '=', organizationId)
        .where('sealedHead', 'is not', null)
        .execute()
      return rows.map(({ kind }) => kind)
    },
    pieces: (id, from, limit) =>
      db
        .selectFrom('inventoryPieces')
        .innerJoin('inventories', 'inventories.id', 'inventoryPieces.inventoryId')
        .select(['inventoryPieces.position as from', 'inventoryPieces.count', 'inventoryPieces.sealed'])
        .where('inventoryId', '=', id)
        .where('sealedHead', 'is not', null)
        .where(({ eb, ref }) => eb(eb(ref('inventoryPieces.position'), '+', ref('inventoryPieces.count')), '>', from))
        // A piece has at most `pieceRecordsMax` records: an index then finds the first one.
        .where('inventoryPieces.position', '>', from - pieceRecordsMax)
        .orderBy('inventoryPieces.position')
        .limit(limit)
        .execute(),
    async dropAll(organizationId) {
      await hideInventories(db, await listIds(db, { organizationId }))
      await dropInventories(db, await listIds(db, { organizationId }))
    },
    async hideOlder(beforeMs, limit) {
      const { numUpdatedRows } = await db
        .updateTable('inventories')
        .set({ sealedHead: null })
        .where('id', 'in', (query) =>
          query
            .selectFrom('inventories')
            .select('id')
            .where('readAtMs', '<', beforeMs)
            .where('sealedHead', 'is not', null)
            .orderBy('readAtMs')
            .limit(limit),
        )
        .executeTakeFirstOrThrow()
      const rows = Number(numUpdatedRows)
      return { rows, gone: rows }
    },
    async dropLeftovers(limit) {
      const hidden = await db
        .selectFrom('inventories')
        .select('id')
        .where('sealedHead', 'is', null)
        // Somebody may still be writing that of a run that has not ended.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('runs')
                .select('runs.id')
                .whereRef('runs.id', '=', 'inventories.runId')
                .where('runs.finishedAtMs', 'is', null),
            ),
          ),
        )
        .limit(limit)
        .execute()
      const unwanted = await db
        .selectFrom('organizationProfiles')
        .innerJoin('inventories', 'inventories.organizationId', 'organizationProfiles.organizationId')
        .select('inventories.id')
        .where('keepsInventories', '=', 0)
        .limit(limit)
        .execute()
      return dropPieces(db, [...new Set([...hidden, ...unwanted].map(({ id }) => id))], limit)
    },
    isKeeping: (organizationId) => isKeepingInventories(db, organizationId),
    async setKeeping(organizationId, isKeeping) {
      const keepsInventories = isKeeping ? 1 : 0
      await db
        .insertInto('organizationProfiles')
        .values({
          ...{ organizationId, keepsInventories },
          ...{ slug: null, logo: null, website: null, primaryColor: null, metadata: null },
        })
        .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ keepsInventories }))
        .execute()
    },
  }
}

/**
 * Shows staged inventories in place of those of the same lists, within the transaction that ends their run. A connection that was
 * disconnected meanwhile, or an organization that keeps none, gets none.
 * @returns ids that are hidden now, and have to be dropped
 */
export async function showInventories(
  tx: Kysely<Schema>,
  { organizationId, connectionId }: { readonly organizationId: string; readonly connectionId: string },
  staged: readonly StagedInventory[],
): Promise<readonly string[]> {
  if (staged.length === 0) return []
  const ids = staged.map(({ id }) => id)
  // Locks the row, so that a connection that is disconnected at the same time loses them afterwards.
  const locked = await tx
    .updateTable('connections')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', connectionId)
    .where('organizationId', '=', organizationId)
    .where('state', '!=', 'disconnected')
    .executeTakeFirstOrThrow()
  if (locked.numUpdatedRows === 0n || !(await isKeepingInventories(tx, organizationId))) return ids
  const hidden: string[] = []
  for (const { id, sealedHead } of staged) {
    const row = await tx
      .selectFrom('inventories')
      .select(['kind', 'part'])
      .where('id', '=', id)
      .where('connectionId', '=', connectionId)
      .executeTakeFirst()
    if (row === undefined) continue
    const replaced = await tx
      .updateTable('inventories')
      .set({ sealedHead: null })
      .where('connectionId', '=', connectionId)
      .where('kind', '=', row.kind)
      .where('part', '=', row.part)
      .where('sealedHead', 'is not', null)
      .returning('id')
      .execute()
    hidden.push(...replaced.map((each) => each.id))
    await tx.updateTable('inventories').set({ sealedHead }).where('id', '=', id).execute()
  }
  await noteInventoryChange(tx, organizationId)
  return hidden
}

/** Removes all of a connection, within the transaction that disconnects it. */
export async function deleteInventories(tx: Kysely<Schema>, connectionId: string): Promise<void> {
  await tx.deleteFrom('inventories').where('connectionId', '=', connectionId).execute()
}

/** In pieces: other writers get their turn in between. */
export async function dropInventories(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  let left = ids
  await new Sweeper({ share: 'asked' }).takeAll(async (rows) => {
    const dropped = await dropPieces(db, left, rows)
    left = left.slice(dropped.gone)
    return dropped
  })
}

/** The first of these, as many as have at most `rows` pieces. */
async function dropPieces(db: Kysely<Schema>, ids: readonly string[], limit: number): Promise<Swept> {
  let rows = 0
  let gone = 0
  for (const id of ids) {
    if (rows >= limit) break
    const most = limit - rows
    const { numDeletedRows } = await db
      .deleteFrom('inventoryPieces')
      .where('inventoryId', '=', id)
      .where('position', 'in', (query) =>
        query
          .selectFrom('inventoryPieces')
          .select('position')
          .where('inventoryId', '=', id)
          .orderBy('position')
          .limit(most),
      )
      .executeTakeFirstOrThrow()
    const deleted = Number(numDeletedRows)
    rows += deleted
    if (deleted === most) break
    await db.deleteFrom('inventories').where('id', '=', id).execute()
    rows++
    gone++
  }
  return { rows, gone }
}

/** At once, so that a reader finds all records or none. */
async function hideInventories(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.updateTable('inventories').set({ sealedHead: null }).where('id', 'in', ids).execute()
}

async function listIds(db: Kysely<Schema>, { organizationId }: { readonly organizationId: string }) {
  const rows = await db.selectFrom('inventories').select('id').where('organizationId', '=', organizationId).execute()
  return rows.map(({ id }) => id)
}

async function isKeepingInventories(db: Kysely<Schema>, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizationProfiles')
    .select('keepsInventories')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row?.keepsInventories !== 0
}

function toStoredInventory({
  kind,
  part,
  sealedHead,
  ...row
}: Selectable<Schema['inventories']>): StoredInventory & { readonly sealedHead: string } {
  return { ...row, of: kind, part: part === '' ? null : part, sealedHead: sealedHead ?? '' }
}
