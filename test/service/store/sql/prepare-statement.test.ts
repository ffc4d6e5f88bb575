import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import {
  isAmong,
  type Placeholders,
  prepareRows,
  prepareStatement,
} from '../../../../src/service/store/sql/prepare-statement.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'

async function openDatabase() {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  await migrateStore(db, migrations, { traits: sqliteTraits, where: 'in memory' })
  return db
}

test('prepareStatement() builds once for each database, and gives each use its own values, in transactions too', async () => {
  let built = 0
  const insert = prepareStatement(
    (db, given: Placeholders<{ readonly id: string; readonly name: string; readonly createdAtMs: number }>) => {
      built++
      return db
        .insertInto('organizations')
        .values({ createdAtMs: given('createdAtMs'), name: given('name'), id: given('id') })
    },
  )
  const find = prepareStatement((db, given: Placeholders<{ readonly id: string; readonly name: string }>) =>
    db
      .selectFrom('organizations')
      .selectAll()
      .where('name', '=', given('name'))
      .where('id', '>=', given('id'))
      .where('id', '<=', given('id'))
      .where('createdAtMs', '=', 7),
  )
  const [one, other] = [await openDatabase(), await openDatabase()]

  await insert(one, { id: 'a', name: 'Acme', createdAtMs: 7 })
  await one.transaction().execute((tx) => insert(tx, { id: 'b', name: 'Beta', createdAtMs: 7 }))
  await insert(other, { id: 'c', name: 'Acme', createdAtMs: 7 })

  expect(await find(one, { id: 'a', name: 'Acme' })).toEqual([{ id: 'a', name: 'Acme', createdAtMs: 7 }])
  expect(await find(one, { id: 'b', name: 'Beta' })).toEqual([{ id: 'b', name: 'Beta', createdAtMs: 7 }])
  expect(await find(one, { id: 'c', name: 'Acme' })).toEqual([])
  expect(await find(other, { id: 'c', name: 'Acme' })).toHaveLength(1)
  expect(built).toBe(2)
})

test('prepareRows() builds once for each number of rows, writes them in their order, and nothing for none', async () => {
  let built = 0
  interface Row {
    readonly id: string
    readonly createdAtMs: number
  }
  const insert = prepareRows((db, rows: readonly Placeholders<Row>[]) => {
    built++
    return db
      .insertInto('organizations')
      .values(rows.map((given) => ({ createdAtMs: given('createdAtMs'), name: 'Acme', id: given('id') })))
  })
  const db = await openDatabase()
  const rows = (...ids: readonly string[]) => ids.map((id, index) => ({ id, createdAtMs: index }))

  await insert(db, [])
  await insert(db, rows('a', 'b'))
  await insert(db, rows('c', 'd'))
  await db.transaction().execute((tx) => insert(tx, rows('e')))

  expect(await db.selectFrom('organizations').select(['id', 'createdAtMs']).orderBy('id').execute()).toEqual([
    ...[...rows('a', 'b'), ...rows('c', 'd'), ...rows('e')],
  ])
  expect(built).toBe(2)
})

test('isAmong() finds what is in a list of any length, none too, by one text', async () => {
  let built = 0
  const find = prepareStatement((db, given: Placeholders<{ readonly ids: readonly string[] }>) => {
    built++
    return db
      .selectFrom('organizations')
      .select('id')
      .where(isAmong(db, 'organizations.id', given('ids')))
      .orderBy('id')
  })
  const db = await openDatabase()
  for (const id of ['a', 'b', '","'])
    await db.insertInto('organizations').values({ id, name: 'Acme', createdAtMs: 1 }).execute()
  const list = async (...ids: readonly string[]) => (await find(db, { ids })).map(({ id }) => id)

  expect(await list('a', 'x', 'b')).toEqual(['a', 'b'])
  expect(await list('","')).toEqual(['","'])
  expect(await list()).toEqual([])
  expect(built).toBe(1)
})
