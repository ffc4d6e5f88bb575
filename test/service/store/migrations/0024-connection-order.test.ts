import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'

test('connection-order: earlier connections get their places in every order', async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  const how = { traits: sqliteTraits, where: 'x' }
  await migrateStore(
    db,
    migrations.filter(({ version }) => version < 24),
    how,
  )
  const insert = (id: string, name: string | null, state: string) => `
    INSERT INTO connections (id, organization_id, connector_id, name, state, variables, created_at_ms, updated_at_ms)
      VALUES ('${id}', 'acme', 'github', ${name === null ? 'null' : `'${name}'`}, '${state}', '{}', 1, 1);`
  const insertOutcome = (id: string, check: string, atMs: number, status: string) => `
    INSERT OR IGNORE INTO runs (id, organization_id, connection_id, connector_id, status, trigger, started_at_ms, attempts)
      VALUES ('r-${id}', 'acme', '${id}', 'github', 'pass', 'request', 1, 1);
    INSERT INTO newest_outcomes (connection_id, check_id, run_id, at_ms, status, complete)
      VALUES ('${id}', '${check}', 'r-${id}', ${atMs}, '${status}', 1);`
  database.handle.exec(`
    INSERT INTO organizations VALUES ('acme', 'Acme', 1);
    ${insert('a', 'ÄRZTE', 'active')} ${insert('b', null, 'needs_reauth')} ${insert('c', 'Zoo', 'active')}
    ${insertOutcome('a', 'mfa', 5, 'pass')} ${insertOutcome('a', 'keys', 9, 'not_applicable')}
    ${insertOutcome('c', 'mfa', 7, 'fail')} ${insertOutcome('c', 'keys', 7, 'error')}`)

  await migrateStore(db, migrations, how)

  const { connections } = createStoreTables(db, sqliteTraits)
  const found = await connections.search({ organizationId: 'acme', order: 'attention', limit: 9 })
  expect(found.map(({ place }) => place)).toEqual([
    { id: 'b', createdAtMs: 1, sortName: 'github', urgency: 0, unwell: 0, lastRunAtMs: 0 },
    { id: 'c', createdAtMs: 1, sortName: 'zoo', urgency: 3, unwell: 2, lastRunAtMs: 7 },
    { id: 'a', createdAtMs: 1, sortName: 'ärzte', urgency: 3, unwell: 0, lastRunAtMs: 9 },
  ])
})
