import { type Kysely, sql } from 'kysely'
import { createTimeId } from '../../text/create-time-id.ts'
import { countRows } from '../store/sql/count-rows.ts'
import type { Hook } from '../store/sql/hook.ts'
import { insertWithin } from '../store/sql/insert-within.ts'
import { isPostgres } from '../store/sql/is-postgres.ts'
import { isStorable } from '../store/sql/is-storable.ts'
import { parseJsonText, toJsonText } from '../store/sql/json-text.ts'
import { ofOrganization } from '../store/sql/of-organization.ts'
import type { SqlTraits } from '../store/sql/sql-traits.ts'
import type { Schema } from '../store/sql/tables.ts'
import { runInTransaction } from '../store/sql/transaction.ts'
import { isPart } from './columns.ts'
import type { Rollup, Thing } from './define-thing.ts'
import type { ThingFields } from './field.ts'
import type { ValuesOf } from './field-types.ts'
import { findTable } from './find-table.ts'
import { listPage } from './list-page.ts'
import type { RecordAct, RecordEvent } from './record-event.ts'
import { type Row, rowCodec } from './row-codec.ts'
import { writeConditions } from './state-query.ts'
import type { RecordBatch, RecordVersion, StoredThing, ThingRows, ThingTables } from './thing-store.ts'

/**
 * @param things all that there are: a change of one changes what others take from it
 * @param hooks what hears of records of things whose records make obligations, and of actions
 */
export function createThingTables(
  db: Kysely<Schema>,
  traits: SqlTraits,
  things: readonly Thing[],
  hooks: RecordListeners,
): ThingTables {
  const of = (thing: Thing) => ({
    of: (organizationId: string) => openRows(db, traits, { thing, things, hooks, organizationId }),
  })
  // Each thing has its own types outside; within, one declaration serves all.
  return { of: of as ThingTables['of'] }
}

interface RecordListeners {
  readonly changed: Hook<RecordEvent>
  readonly acted: Hook<RecordAct>
}

interface ThingPlace {
  readonly thing: Thing
  readonly things: readonly Thing[]
  readonly hooks: RecordListeners
  readonly organizationId: string
}

/** Who changes something, and when. */
interface ChangeFacts {
  readonly atMs: number
  readonly userId: string | null
}

function openRows(
  db: Kysely<Schema>,
  traits: SqlTraits,
  { thing, things, hooks, organizationId }: ThingPlace,
): ThingRows {
  const table = findTable(thing)
  const { toRow } = rowCodec<ThingFields>(thing.all)
  const list = listPage({ table: thing.table, fields: thing.all, states: thing.states })
  const within = new RecordWriter(things, organizationId, hooks)
  // What follows from other members and records is never written by somebody who may have seen it long ago.
  const follows = new Set(Object.keys(thing.rollups))
  const insert = async (tx: Kysely<Schema>, records: NonNullable<RecordBatch<ThingFields>['made']>) => {
    const inserted: StoredThing[] = []
    for (const some of chunkRows(records)) {
      const rows = some.map(({ values, ...rest }) => ({ ...rest, organizationId, ...toRow(values) }))
      const written = await tx
        .insertInto(table)
        .values(rows as never)
        .returningAll()
        .$castTo<Row>()
        .execute()
      const byId = new Map(written.map((row) => [row.id, row]))
      // A database may return them in any order.
      for (const { id } of some) inserted.push(toStoredThing(thing, byId.get(id) ?? {}))
    }
    return within.settleAll(
      tx,
      thing,
      inserted.map((record) => ({ record, facts: toFacts(record) })),
    )
  }
  const update = async (tx: Kysely<Schema>, changes: NonNullable<RecordBatch<ThingFields>['changed']>) => {
    const updated: SettledRecord[] = []
    for (const some of chunkRows(changes)) {
      const found = await within.lockAll(
        tx,
        thing,
        some.map(({ id }) => id),
      )
      for (const { id, seenAtMs, lock } of some)
        if (found.get(id)?.changedAtMs !== seenAtMs || (lock && !(await within.hold(tx, lock)))) throw stale
      // PostgreSQL gets all of them in one piece.
      const rows = await Promise.all(
        some.map(({ id, values, changedAtMs }) => {
          const entered = Object.entries(toRow(values)).filter(([name]) => !follows.has(name))
          return ofOrganization(tx, organizationId)
            .updateTable(table)
            .set({ ...Object.fromEntries(entered), changedAtMs } as never)
            .where('id', '=', id)
            .returningAll()
            .$castTo<Row>()
            .executeTakeFirstOrThrow()
        }),
      )
      for (const [index, { id, changedAtMs: atMs, changedBy: userId, action }] of some.entries())
        updated.push({
          record: toStoredThing(thing, rows[index] ?? {}),
          before: found.get(id)?.values,
          action,
          facts: { atMs, userId },
        })
    }
    return within.settleAll(tx, thing, updated)
  }
  return {
    async write({ made = [], changed = [] }) {
      const room = {
        turn: `${thing.table} ${organizationId}`,
        max: made.length === 0 ? Number.POSITIVE_INFINITY : thing.max,
        adds: made.length,
        count: (tx: Kysely<Schema>) => countRows(tx, ofOrganization(tx, organizationId).selectFrom(table), thing.max),
      }
      try {
        const written = await insertWithin(db, traits, room, async (tx) => ({
          changed: await update(tx, changed),
          made: await insert(tx, made),
        }))
        return written ?? 'full'
      } catch (error) {
        if (error === stale) return 'stale'
        throw error
      }
    },
    async find(id) {
      if (!isStorable(id)) return undefined
      const row = await ofOrganization(db, organizationId)
        .selectFrom(table)
        .selectAll()
        .$castTo<Row>()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toStoredThing(thing, row)
    },
    async findAll(ids) {
      const found: StoredThing[] = []
      for (const some of chunkRows(ids.filter(isStorable))) {
        const all = ofOrganization(db, organizationId).selectFrom(table).selectAll().$castTo<Row>()
        found.push(...(await all.where('id', 'in', some).execute()).map((row) => toStoredThing(thing, row)))
      }
      return found
    },
    page: async (query) => {
      if (!Object.values(query.where ?? {}).every((value) => value === undefined || isStorable(value))) return []
      return (await list.page(db, { ...query, organizationId }).execute()).map((row) => toStoredThing(thing, row))
    },
    countByState: (nowMs) => list.counts(db, { organizationId, nowMs }),
    delete: async (id, facts) => isStorable(id) && runInTransaction(db, (tx) => within.remove(tx, thing, id, facts)),
    async versions({ atMs, id }) {
      if (id !== undefined && !isStorable(id)) return []
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('thingVersions')
        .select(['recordId', 'atMs', 'changedBy', 'record'])
        .where('thing', '=', thing.id)
        .where('atMs', '<=', atMs)
        .$if(id !== undefined, (query) => query.where('recordId', '=', id ?? ''))
        .orderBy('atMs')
        .orderBy('id')
        .execute()
      return rows.map(
        ({ record, ...version }): RecordVersion => ({
          ...version,
          values: record === null ? undefined : parseJsonText(record, 'thing_versions.record'),
        }),
      )
    },
  }
}

/** Rows of one statement: few enough for the parameters that a database takes. */
const rowsAtOnce = 100

function chunkRows<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const starts = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) => index * rowsAtOnce)
  return starts.map((start) => rows.slice(start, start + rowsAtOnce))
}

/** A record that was written. */
interface SettledRecord {
  readonly record: StoredThing
  /** What it had before. @default it is new */
  readonly before?: StoredThing['values'] | undefined
  /** What was done with it. @default somebody entered it */
  readonly action?: string | undefined
  readonly facts: ChangeFacts
}

/** Undoes the transaction of a change that somebody else was faster with. */
const stale = new Error('somebody else was faster')

/** What a transaction does to records of an organization. */
class RecordWriter {
  readonly #things: readonly Thing[]
  readonly #organizationId: string
  readonly #hooks: RecordListeners

  constructor(things: readonly Thing[], organizationId: string, hooks: RecordListeners) {
    this.#things = things
    this.#organizationId = organizationId
    this.#hooks = hooks
  }

  /** Locks a record until the end of the transaction. @returns as it is then */
  async lock(tx: Kysely<Schema>, thing: Thing, id: string): Promise<StoredThing | undefined> {
    return (await this.lockAll(tx, thing, [id])).get(id)
  }

  /** The same for a few, by their ids. */
  async lockAll(tx: Kysely<Schema>, thing: Thing, ids: readonly string[]): Promise<ReadonlyMap<string, StoredThing>> {
    const rows = await ofOrganization(tx, this.#organizationId)
      .selectFrom(findTable(thing))
      .selectAll()
      .$castTo<Row>()
      .where('id', 'in', ids)
      // In one order in every transaction, so that two do not wait for each other.
      .orderBy('id')
      // A transaction of SQLite is alone from its beginning.
      .$if(isPostgres(tx), (query) => query.forNoKeyUpdate())
      .execute()
    return new Map(rows.map((row) => [String(row.id), toStoredThing(thing, row)]))
  }

  /** @returns false if a record is not as it was seen */
  async hold(
    tx: Kysely<Schema>,
    { thing, id, seenAtMs }: { readonly thing: Thing; readonly id: string; readonly seenAtMs: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await ofOrganization(tx, this.#organizationId)
      .updateTable(findTable(thing))
      .set({ changedAtMs: seenAtMs + 1 } as never)
      .where('id', '=', id)
      .where('changedAtMs' as 'createdAtMs', '=', seenAtMs)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  /**
   * Writes what follows from other members and records, and what each record has from now on. The records that they name are settled
   * once for all of them.
   */
  async settleAll(
    tx: Kysely<Schema>,
    thing: Thing,
    written: readonly SettledRecord[],
  ): Promise<readonly StoredThing[]> {
    const settled: SettledRecord[] = []
    for (const each of written) settled.push({ ...each, record: await this.#settle(tx, thing, each.record) })
    await this.#note(
      tx,
      thing,
      settled.map(({ record: { id, values }, facts }) => ({ id, values, facts })),
    )
    const values = written.flatMap(({ record, before }) => (before ? [before, record.values] : [record.values]))
    const last = written.toSorted((one, other) => other.facts.atMs - one.facts.atMs)[0]
    if (last) await this.settleNamed(tx, thing, values, last.facts)
    for (const { record, action, facts } of settled)
      if (action !== undefined) await this.#hooks.acted(tx, { action: `${thing.id}.${action}`, record, ...facts })
    return settled.map(({ record }) => record)
  }

  async #settle(tx: Kysely<Schema>, thing: Thing, record: StoredThing): Promise<StoredThing> {
    const rolled: Record<string, unknown> = {}
    for (const [name, rollup] of Object.entries(thing.rollups)) rolled[name] = await this.#roll(tx, rollup, record.id)
    const entered = { ...record.values, ...rolled }
    const follows = { ...rolled, ...thing.derive(entered) }
    const fresh = Object.entries(follows).filter(([name, value]) => record.values[name] !== value)
    const row = rowCodec<ThingFields>(thing.all).toRow(Object.fromEntries(fresh))
    if (Object.keys(row).length > 0)
      await ofOrganization(tx, this.#organizationId)
        .updateTable(findTable(thing))
        .set(row as never)
        .where('id', '=', record.id)
        .execute()
    return { ...record, values: { ...entered, ...follows } }
  }

  /** Settles the records that these name, where something follows from it. */
  async settleNamed(
    tx: Kysely<Schema>,
    thing: Thing,
    values: readonly Readonly<Record<string, unknown>>[],
    facts: ChangeFacts,
  ): Promise<void> {
    for (const other of this.#things) {
      const fields = new Set(Object.values(other.rollups).flatMap(({ of, by }) => (of === thing.id ? [by] : [])))
      const ids = new Set([...fields].flatMap((by) => values.map((each) => each[by])))
      // In one order in every transaction, so that two do not wait for each other.
      for (const id of [...ids].filter((each) => typeof each === 'string').sort()) {
        const record = await this.lock(tx, other, id)
        if (record) {
          const { values: now } = await this.#settle(tx, other, record)
          await this.#note(tx, other, [{ id, values: now, facts }])
        }
      }
    }
  }

  /** Deletes a record with what is a part of it. What only names it lets go of it. */
  async remove(tx: Kysely<Schema>, thing: Thing, id: string, facts: ChangeFacts): Promise<boolean> {
    const record = await this.lock(tx, thing, id)
    if (record === undefined) return false
    for (const other of this.#things)
      for (const [name, field] of Object.entries(other.all)) {
        if (field.names !== thing.id) continue
        const rows = ofOrganization(tx, this.#organizationId)
        const column = name as 'entityId'
        if (isPart(field)) {
          const parts = await rows.selectFrom(findTable(other)).select('id').where(column, '=', id).execute()
          for (const part of parts) await this.#erase(tx, other, part.id, facts)
        } else
          await rows
            .updateTable(findTable(other))
            .set({ [name]: null } as never)
            .where(column, '=', id)
            .execute()
      }
    await this.#erase(tx, thing, id, facts)
    await this.settleNamed(tx, thing, [record.values], facts)
    return true
  }

  async #erase(tx: Kysely<Schema>, thing: Thing, id: string, facts: ChangeFacts): Promise<void> {
    await ofOrganization(tx, this.#organizationId).deleteFrom(findTable(thing)).where('id', '=', id).execute()
    await this.#note(tx, thing, [{ id, facts, values: undefined }])
  }

  /** What records have from now on. @param notes without values: they are deleted */
  async #note(
    tx: Kysely<Schema>,
    thing: Thing,
    notes: readonly {
      readonly id: string
      readonly values: Readonly<Record<string, unknown>> | undefined
      readonly facts: ChangeFacts
    }[],
  ): Promise<void> {
    const organizationId = this.#organizationId
    for (const some of chunkRows(notes))
      await tx
        .insertInto('thingVersions')
        .values(
          some.map(({ id: recordId, values, facts: { atMs, userId } }) => {
            const seen = values && Object.entries(values).filter(([name]) => thing.all[name]?.isHidden === false)
            return {
              id: createTimeId(),
              organizationId,
              thing: thing.id,
              recordId,
              atMs,
              changedBy: userId,
              record: seen === undefined ? null : toJsonText(Object.fromEntries(seen)),
            }
          }),
        )
        .execute()
    if (!thing.mayOwe) return
    for (const { id, values, facts } of notes) {
      const owed = values && thing.owes(values as ValuesOf<ThingFields>)
      await this.#hooks.changed(tx, { organizationId, thing: thing.id, id, owed, ...facts })
    }
  }

  async #roll(tx: Kysely<Schema>, { of, by, take, field, where = {} }: Rollup, id: string): Promise<unknown> {
    const other = this.#things.find((each) => each.id === of)
    if (other === undefined) throw new TypeError(`rollups: there is no thing "${of}"`)
    const taken = field === undefined ? undefined : other.all[field]
    const what = take === 'count' ? sql`count(*)` : sql`${sql.raw(take)}(${sql.ref(field ?? 'id')})`
    const row = (await ofOrganization(tx, this.#organizationId)
      .selectFrom(findTable(other))
      .select(what.as('value'))
      .where(by as 'entityId', '=', id)
      .where(writeConditions(where, other.all, 0))
      .executeTakeFirstOrThrow()) as { readonly value: string | number | null }
    if (take === 'count') return Number(row.value)
    if (row.value === null || taken === undefined || field === undefined) return null
    return rowCodec({ [field]: taken }).toValues({ [field]: row.value })[field]
  }
}

function toFacts({
  createdAtMs: atMs,
  createdBy: userId,
}: Pick<StoredThing, 'createdAtMs' | 'createdBy'>): ChangeFacts {
  return { atMs, userId }
}

function toStoredThing(thing: Thing, row: Row): StoredThing {
  return {
    id: String(row.id),
    organizationId: String(row.organizationId),
    createdAtMs: Number(row.createdAtMs),
    createdBy: row.createdBy === null ? null : String(row.createdBy),
    changedAtMs: Number(row.changedAtMs),
    values: rowCodec<ThingFields>(thing.all).toValues(row),
  }
}
