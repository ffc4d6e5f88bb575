import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'

test('people: kept waivers become allConnections and need review, and who ran the service is an operator', async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  const how = { traits: sqliteTraits, where: 'x' }
  await migrateStore(
    db,
    migrations.filter(({ version }) => version < 13),
    how,
  )
  database.handle.exec(`
    INSERT INTO organizations VALUES ('acme', 'Acme', 1);
    INSERT INTO users (organization_id, id, name, email) VALUES
      ('acme', 'operator', 'Operator', 'operator@localhost'), ('acme', 'ada', 'Ada', 'ada@acme.example');
    INSERT INTO waivers VALUES ('w1', 'acme',
      '{"connector":"github","check":"mfa","justification":"j","approver":"a","expires":"2026-12-31"}', NULL, 1780000000000, NULL);`)

  await migrateStore(db, migrations, how)

  const store = createStoreTables(db, sqliteTraits)
  const waiver = { connector: 'github', check: 'mfa', justification: 'j', approver: 'a', expires: '2026-12-31' }
  expect(await store.waivers.find('w1', 'acme')).toMatchObject({
    waiver: { ...waiver, allConnections: true },
    needsReview: true,
  })
  expect(await store.operators.list()).toMatchObject([{ organizationId: 'acme', userId: 'operator' }])
  expect(await store.waivers.confirm({ id: 'w1', organizationId: 'acme' })).toBe(true)
  expect(await store.waivers.find('w1', 'acme')).toMatchObject({ needsReview: false })
})
