import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../src/store/migrations/index.ts'
import { migrateStore } from '../../../src/store/migrations/migrate.ts'
import { type Placeholders, prepareStatement } from '../../../src/store/sql/prepare-statement.ts'
import { openSqliteDatabase } from '../../../src/store/sql/sqlite-database.ts'
import { sqliteTraits } from '../../../src/store/sql/sqlite-dialect.ts'
import { createSqliteKysely } from '../../../src/store/sqlite-store.ts'

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
