import { expect, onTestFinished, test } from 'vitest'
import { first } from '../../../../src/service/store/migrations/0001-first.ts'
import { refreshing } from '../../../../src/service/store/migrations/0002-refreshing.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'

test('refreshing gives tokens that were kept before a time to be refreshed, a minute before their end', async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  await migrateStore(db, [first], { traits: sqliteTraits, where: 'x' })
  database.handle.exec('PRAGMA foreign_keys = OFF')
  database.handle.exec("INSERT INTO credentials VALUES ('ends', 1, '{}', 1000000), ('endless', 1, '{}', NULL)")

  await migrateStore(db, [first, refreshing], { traits: sqliteTraits, where: 'x' })

  const rows = await db
    .selectFrom('credentials')
    .select(['connectionId', 'refreshAtMs', 'refreshFailures'])
    .orderBy('connectionId')
    .execute()
  expect(rows).toEqual([
    { connectionId: 'endless', refreshAtMs: null, refreshFailures: 0 },
    { connectionId: 'ends', refreshAtMs: 940_000, refreshFailures: 0 },
  ])
})
