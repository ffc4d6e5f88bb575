import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import type { Migration } from '../../../../src/service/store/migrations/migration.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import { storeMigrations } from '../../../../src/things/all-stores/store-migrations.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { runChild } from '../../../things/all-stores/second-process.ts'

const clock = { nowMs: () => 5_000 }

describe('migrateStore()', () => {
  test('applies what is missing, in order, and notes each with its time', async () => {
    const db = await openDatabase()
    await migrateStore(db, [table(1, 'one')], { traits: sqliteTraits, where: 'x', clock })

    await migrateStore(db, [table(1, 'one'), table(2, 'two'), table(3, 'three')], {
      traits: sqliteTraits,
      where: 'x',
      clock: { nowMs: () => 6_000 },
    })

    expect(await db.selectFrom('migrations').selectAll().orderBy('version').execute()).toEqual([
      { version: 1, name: 'one', appliedAtMs: 5_000 },
      { version: 2, name: 'two', appliedAtMs: 6_000 },
      { version: 3, name: 'three', appliedAtMs: 6_000 },
    ])
  })

  test('leaves everything as it was when a step fails', async () => {
    const db = await openDatabase()
    const failing: Migration = { version: 2, name: 'two', up: () => Promise.reject(new Error('broken step')) }

    const migrating = migrateStore(db, [table(1, 'one'), failing], { traits: sqliteTraits, where: 'x', clock })

    await expect(migrating).rejects.toThrow('broken step')
    expect(await db.introspection.getTables()).toEqual([])
  })

  test('makes the same tables in the stores that a process opens after its first one', async () => {
    const migrated = await openSqliteDatabase(undefined)
    onTestFinished(() => migrated.handle.close())
    await migrateStore(createSqliteKysely(migrated), storeMigrations, { traits: sqliteTraits, where: 'x', clock })
    await (await openStore('memory:')).close()
    const file = join(createTempFolder(), 'store.db')
    await (await openStore(`sqlite:${file}`)).close()

    const described = describeDatabase(migrated.handle)

    expect(inDatabase(file, describeDatabase)).toEqual(described)
    expect(described.length).toBeGreaterThan(150)
  })

  test('counts versions up from 1 without gaps', () => {
    expect(storeMigrations.map((migration) => migration.version)).toEqual(storeMigrations.map((_, index) => index + 1))
  })

  test('refuses a store of a newer version and changes nothing in it', async () => {
    const file = join(createTempFolder(), 'store.db')
    await (await openStore(`sqlite:${file}`)).close()
    inDatabase(file, (database) => database.exec("INSERT INTO migrations VALUES (99, 'from the future', 1)"))

    const opening = openStore(`sqlite:${file}`)

    await expect(opening).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_SCHEMA_NEWER',
      message: expect.stringMatching(/store\.db was written by a newer Checkwright .*version 99.*Update Checkwright/),
    })
    expect(inDatabase(file, (database) => database.prepare('SELECT max(version) AS v FROM migrations').get())).toEqual({
      v: 99,
    })
  })

  test('refuses a store of a build from before the first release, and changes nothing in it', async () => {
    const file = join(createTempFolder(), 'store.db')
    await (await openStore(`sqlite:${file}`)).close()
    inDatabase(file, (database) =>
      database.exec("UPDATE migrations SET name = 'first'; INSERT INTO migrations VALUES (2, 'refreshing', 1)"),
    )

    const opening = openStore(`sqlite:${file}`)

    await expect(opening).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_CORRUPT',
      message: `The store ${file} was made by a development build from before Checkwright 0.1.0, which no release can read. Name a new store.`,
    })
    expect(inDatabase(file, (database) => database.prepare('SELECT count(*) AS n FROM migrations').get())).toEqual({
      n: 2,
    })
  })

  test('is safe when four processes open a new store at once', async () => {
    const file = join(createTempFolder(), 'store.db')

    const children = await Promise.all([1, 2, 3, 4].map(() => runChild('open-store', [`sqlite:${file}`])))

    expect(children.map((child) => child.said)).toEqual([[], [], [], []])
    const applied = inDatabase(file, (database) =>
      database.prepare('SELECT version FROM migrations ORDER BY version').all(),
    )
    expect(applied).toEqual(storeMigrations.map(({ version }) => ({ version })))
  })
})

function table(version: number, name: string): Migration {
  return { version, name, up: async (db) => void (await sql`create table ${sql.table(name)} (id text)`.execute(db)) }
}

async function openDatabase() {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  return createSqliteKysely(database)
}

/** Everything that it has, and how many rows each table. */
function describeDatabase(database: DatabaseSync) {
  const things = database.prepare('select type, name, tbl_name, sql from sqlite_schema order by type, name').all()
  return things.map((thing) => ({
    ...thing,
    rows: thing.type === 'table' ? database.prepare(`select count(*) from "${thing.name}"`).get() : undefined,
  }))
}

function inDatabase<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}
