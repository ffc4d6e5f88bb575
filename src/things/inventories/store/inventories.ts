import type { Kysely, Selectable } from 'kysely'
import {
  type InventoryStore,
  pieceRecordsMax,
  type StagedInventory,
  type StoredInventory,
} from '../../../inventory/inventory-store.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { dropAllPieces, dropPieces } from '../../../service/store/tables/drop-pieces.ts'
import { noteInventoryChange } from './inventory-changes.ts'

export function createInventoryStore(db: Kysely<Schema>, traits: SqlTraits): InventoryStore {
  return {
    async stage({ of: kind, part, ...row }, pieces) {
      await db
        .insertInto('inventories')
        .values({ ...row, kind, part: part ?? '', sealedHead: null })
        .execute()
      for await (const { from: position, count, sealed } of pieces)
        await db.insertInto('inventoryPieces').values({ inventoryId: row.id, position, count, sealed }).execute()
    },
    drop: (id) => dropAllPieces(db, traits, 'inventories', [id]),
    async list({ organizationId, connectionId }) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('inventories')
        .selectAll()
        .where('connectionId', '=', connectionId)
        .where('sealedHead', 'is not', null)
        .orderBy('kind')
        .orderBy('part')
        .execute()
      return rows.map(toStoredInventory)
    },
    async listAll(organizationId) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('inventories')
        .selectAll()
        .where('sealedHead', 'is not', null)
        .orderBy('connectionId')
        .orderBy('kind')
        .orderBy('part')
        .execute()
      return rows.map(toStoredInventory)
    },
    listIds: (organizationId) =>
      ofOrganization(db, organizationId)
        .selectFrom('inventories')
        .select(['id', 'connectionId'])
        .where('sealedHead', 'is not', null)
        .orderBy('connectionId')
        .orderBy('kind')
        .orderBy('part')
        .execute(),
    async listKinds(organizationId) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('inventories')
        .select('kind')
        .distinct()
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
    dropSome: (organizationId, limit) =>
      traits.runUnsynced(db, async (tx) => {
        const some = await ofOrganization(tx, organizationId)
          .selectFrom('inventories')
          .select('id')
          .orderBy('id')
          .limit(limit)
          .execute()
        const ids = some.map(({ id }) => id)
        // Before their records, so that a reader finds all of one or none.
        if (ids.length > 0)
          await tx
            .updateTable('inventories')
            .set({ sealedHead: null })
            .where('id', 'in', ids)
            .where('sealedHead', 'is not', null)
            .execute()
        return dropPieces(tx, 'inventories', ids, limit)
      }),
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
    dropLeftovers: (limit) =>
      traits.runUnsynced(db, async (tx) => {
        const hidden = await tx
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
        const unwanted = await selectUnwanted(tx)
          .innerJoin('inventories', 'inventories.organizationId', 'organizationProfiles.organizationId')
          .select('inventories.id')
          .limit(limit)
          .execute()
        return dropPieces(tx, 'inventories', [...new Set([...hidden, ...unwanted].map(({ id }) => id))], limit)
      }),
    isKeeping: (organizationId) => isKeepingInventories(db, organizationId),
    async setKeeping(organizationId, isKeeping) {
      const keepsInventories = isKeeping ? 1 : 0
      await db
        .insertInto('organizationProfiles')
        .values({
          organizationId,
          keepsInventories,
          slug: null,
          logo: null,
          website: null,
          primaryColor: null,
          metadata: null,
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
  const locked = await ofOrganization(tx, organizationId)
    .updateTable('connections')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', connectionId)
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

/** Hides all of a connection, within the transaction that disconnects it. @returns their ids, which have to be dropped */
export async function hideInventories(tx: Kysely<Schema>, connectionId: string): Promise<readonly string[]> {
  const rows = await tx
    .updateTable('inventories')
    .set({ sealedHead: null })
    .where('connectionId', '=', connectionId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The profiles of organizations that keep no records of people. */
export function selectUnwanted(db: Kysely<Schema>) {
  return db.selectFrom('organizationProfiles').where('keepsInventories', '=', 0)
}

async function isKeepingInventories(db: Kysely<Schema>, organizationId: string): Promise<boolean> {
  const row = await ofOrganization(db, organizationId)
    .selectFrom('organizationProfiles')
    .select('keepsInventories')
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
