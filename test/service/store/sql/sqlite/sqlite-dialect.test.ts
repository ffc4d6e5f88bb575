import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import type { Schema } from '../../../../../src/service/store/sql/tables.ts'
import { hooks } from '../../../../../src/things/all-stores/hooks.ts'
import { createSqliteKysely } from '../../../../../src/things/all-stores/sqlite-store.ts'
import { createConnectionStore } from '../../../../../src/things/connections/store/connections.ts'
import { createTempFolder } from '../../../../setup/temp-folder.ts'
import { createConnection, createCredentials } from '../../../../things/all-stores/records.ts'

const organization = (id: string) => ({ id, name: id, createdAtMs: 1 })

describe('SqliteDialect', () => {
  test('keeps a transaction to itself: what others write meanwhile outlives its rollback', async () => {
    const db = await openDatabase()
    const rolledBack = db.transaction().execute(async (tx) => {
      await tx.insertInto('organizations').values(organization('in-transaction')).execute()
      await sleep(20)
      throw new Error('changed my mind')
    })

    const beside = db.insertInto('organizations').values(organization('beside')).execute()

    await expect(rolledBack).rejects.toThrow('changed my mind')
    await beside
    expect(await idsIn(db)).toEqual(['beside'])
  })

  test('runs transactions that read and then write one after the other, over one connection and over two', async () => {
    const file = join(createTempFolder(), 'store.db')
    const [one, two] = [await openDatabase(file), await openDatabase(file)]
    await one.insertInto('organizations').values({ id: 'counter', name: '0', createdAtMs: 1 }).execute()
    const countUp = (db: Kysely<Schema>) =>
      db.transaction().execute(async (tx) => {
        const { name } = await tx.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
        await sleep(1)
        await tx
          .updateTable('organizations')
          .set({ name: String(Number(name) + 1) })
          .execute()
      })

    await Promise.all([one, two, one, two, one, two, one, two].map(countUp))

    expect(await one.selectFrom('organizations').select('name').executeTakeFirst()).toEqual({ name: '8' })
  })

  test('runUnsynced() leaves one transaction to the disk’s leisure, also one that fails, and no other', async () => {
    const db = await openDatabase(join(createTempFolder(), 'store.db'))
    // 2: every commit waits for the disk; 1: none does.
    const readLevel = async (on: Kysely<Schema>) =>
      (await sql<{ synchronous: number }>`pragma synchronous`.execute(on)).rows[0]?.synchronous
    const levels: unknown[] = []
    const work = async (tx: Kysely<Schema>) => {
      await tx.insertInto('organizations').values(organization('swept')).execute()
      levels.push(await readLevel(tx))
      return 'done'
    }
    const beside = db.transaction().execute(async (tx) => readLevel(tx))
    const [done, failed, other] = await Promise.allSettled([
      sqliteTraits.runUnsynced(db, work),
      sqliteTraits.runUnsynced(db, work),
      db.transaction().execute(async (tx) => readLevel(tx)),
    ])

    expect([await beside, done, other]).toMatchObject([2, { value: 'done' }, { value: 2 }])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'STORE_CONFLICT' } })
    expect(levels).toEqual([1])
    expect(await readLevel(db)).toBe(2)
    expect(await idsIn(db)).toEqual(['swept'])
  })

  test('lets two stores of one process share a file: a write waits for the other transaction without stopping it', async () => {
    const file = join(createTempFolder(), 'store.db')
    const [one, two] = [await openDatabase(file), await openDatabase(file)]
    const slow = one.transaction().execute(async (tx) => {
      await tx.insertInto('organizations').values(organization('slow')).execute()
      await sleep(50)
    })
    await sleep(5)

    await two.insertInto('organizations').values(organization('waiting')).execute()

    await slow
    expect(await idsIn(one)).toEqual(['slow', 'waiting'])
  })

  test('refuses a transaction that finds no space, leaves what there was, and takes it when there is space', async () => {
    const db = await openDatabase(join(createTempFolder(), 'store.db'))
    const store = createConnectionStore(db, sqliteTraits, hooks)
    await db.insertInto('organizations').values(organization('acme')).execute()
    await store.insert(createConnection('c1'), createCredentials())
    const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(db)
    const pages = rows[0]?.pageCount ?? 0
    const next = { values: { access_token: 'x'.repeat(1_000_000) }, expiresAtMs: null, refreshAtMs: null }
    const replace = () => store.replaceCredentials('c1', 1, next, { changes: { stateReason: 'replaced' }, nowMs: 5 })

    await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db)
    await expect(replace()).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      retryable: true,
      message: expect.stringContaining('no space left'),
    })
    expect(await store.credentials('c1')).toEqual(createCredentials())
    expect(await store.find('c1')).toEqual(createConnection('c1'))

    await sql`pragma max_page_count = ${sql.lit(pages + 1_000)}`.execute(db)
    expect(await replace()).toBe(true)
  })

  test('tells how many rows a write has changed', async () => {
    const db = await openDatabase()
    await db.insertInto('organizations').values(['a', 'b', 'c'].map(organization)).execute()

    const deleted = await db.deleteFrom('organizations').where('id', '>', 'a').executeTakeFirst()

    expect(deleted.numDeletedRows).toBe(2n)
  })

  test('streams rows, and is free again when a reader leaves half way', async () => {
    const db = await openDatabase()
    await db.insertInto('organizations').values(['a', 'b', 'c'].map(organization)).execute()
    const query = db.selectFrom('organizations').select('id').orderBy('id')

    const seen: string[] = []
    for await (const { id } of query.stream()) {
      seen.push(id)
      if (id === 'b') break
    }

    expect(seen).toEqual(['a', 'b'])
    expect(await idsIn(db)).toEqual(['a', 'b', 'c'])
  })

  test('serves far more different queries than it keeps prepared', async () => {
    const db = await openDatabase()
    await db.insertInto('organizations').values(organization('a')).execute()
    const counts = Array.from({ length: 450 }, (_, index) => (index % 225) + 1)

    const answers = []
    for (const count of counts) {
      const ids = Array.from({ length: count }, (_, index) => (index === 0 ? 'a' : `x${index}`))
      answers.push(await db.selectFrom('organizations').select('id').where('id', 'in', ids).execute())
    }

    expect(answers.every((rows) => rows.length === 1)).toBe(true)
  })

  test('refuses a value that other databases would keep differently', async () => {
    const db = await openDatabase()

    const insert = sql`insert into organizations values ('a', ${true}, 1)`.execute(db)

    await expect(insert).rejects.toThrow(new TypeError('A column holds text, a number or null, not boolean'))
  })
})

async function openDatabase(file?: string): Promise<Kysely<Schema>> {
  const database = await openSqliteDatabase(file)
  const db = createSqliteKysely(database)
  onTestFinished(() => db.destroy())
  await migrateStore(db, migrations, { traits: sqliteTraits, where: database.where })
  return db
}

async function idsIn(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('organizations').select('id').orderBy('id').execute()
  return rows.map((row) => row.id)
}
