import type { Kysely } from 'kysely'
import { countRows } from '../store/sql/count-rows.ts'
import { insertWithin } from '../store/sql/insert-within.ts'
import { ofOrganization } from '../store/sql/of-organization.ts'
import type { SqlTraits } from '../store/sql/sql-traits.ts'
import type { Schema } from '../store/sql/tables.ts'
import type { Thing } from './define-thing.ts'
import type { ThingFields } from './field.ts'
import { listPage } from './list-page.ts'
import { type Row, rowCodec } from './row-codec.ts'
import type { StoredThing, ThingRows, ThingTables } from './thing-store.ts'

export function createThingTables(db: Kysely<Schema>, traits: SqlTraits): ThingTables {
  return { of: (thing) => ({ of: (organizationId) => openRows(db, traits, thing, organizationId) }) }
}

function openRows<Of extends ThingFields, Settled extends ThingFields>(
  db: Kysely<Schema>,
  traits: SqlTraits,
  thing: Thing<Of, Settled>,
  organizationId: string,
): ThingRows<Of & Settled> {
  // Tables of things are no part of the static schema; what they have in common is in that of comments.
  const table = thing.table as 'comments'
  const { toRow, toValues } = rowCodec(thing.all)
  const list = listPage({ table: thing.table, fields: thing.all, states: thing.states })
  const toRecord = (row: Row): StoredThing<Of & Settled> => ({
    id: String(row.id),
    organizationId: String(row.organizationId),
    createdAtMs: Number(row.createdAtMs),
    createdBy: row.createdBy === null ? null : String(row.createdBy),
    changedAtMs: Number(row.changedAtMs),
    values: toValues(row),
  })
  return {
    insert: async ({ values, ...own }) => {
      const room = {
        turn: `${thing.table} ${organizationId}`,
        max: thing.max,
        count: (tx: Kysely<Schema>) => countRows(tx, ofOrganization(tx, organizationId).selectFrom(table), thing.max),
      }
      const isMade = await insertWithin(db, traits, room, async (tx) => {
        const row = { ...own, organizationId, ...toRow(values) }
        await tx
          .insertInto(table)
          .values(row as never)
          .execute()
        return true
      })
      return isMade === true
    },
    async find(id) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom(table)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toRecord(row as unknown as Row)
    },
    page: async (query) => (await list.page(db, { ...query, organizationId }).execute()).map(toRecord),
    countByState: (nowMs) => list.counts(db, { organizationId, nowMs }),
    async update(id, seenAtMs, { values, changedAtMs }) {
      const { numUpdatedRows } = await ofOrganization(db, organizationId)
        .updateTable(table)
        .set({ ...toRow(values), changedAtMs } as never)
        .where('id', '=', id)
        .where('changedAtMs' as 'createdAtMs', '=', seenAtMs)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async delete(id) {
      const { numDeletedRows } = await ofOrganization(db, organizationId)
        .deleteFrom(table)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}
