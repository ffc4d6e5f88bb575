import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'

test('scoped-runs: marks the runs that brought waivers or variables, ended and waiting, and no other', async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  const how = { traits: sqliteTraits, where: 'x' }
  const before = migrations.filter(({ version }) => version < 16)
  await migrateStore(db, before, how)
  const insertRun = (id: string) => `
    INSERT INTO runs (id, organization_id, connection_id, connector_id, status, "trigger", started_at_ms, attempts)
      VALUES ('${id}', 'acme', 'c1', 'github', 'pass', 'request', 1, 1);`
  const insertSet = (id: string, head: object) =>
    `INSERT INTO result_sets VALUES ('${id}', '${id}', 1, '${JSON.stringify(head)}', '{}');`
  const insertJob = (id: string, request: object) => `
    INSERT INTO run_jobs (run_id, organization_id, connection_id, connector_id, queued_at_ms, request, state, attempt,
      losses, is_cancelled, is_dispatched, progress)
      VALUES ('${id}', 'acme', 'c1', 'github', 1, '${JSON.stringify(request)}', 'queued', 0, 0, 0, 0, '[]');`
  database.handle.exec(`
    INSERT INTO organizations VALUES ('acme', 'Acme', 1);
    INSERT INTO connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
      VALUES ('c1', 'acme', 'github', 'active', '{}', 1, 1);
    ${['ended', 'own', 'looks-like-it', 'waits', 'waits-with-variables'].map(insertRun).join('')}
    ${insertSet('ended', { status: 'pass' })}
    ${insertSet('own', { status: 'pass', scoped: true })}
    ${insertSet('looks-like-it', { status: 'pass', inputs: { variables: { scoped: true } } })}
    ${insertJob('waits', { waivers: [] })}
    ${insertJob('waits-with-variables', { variables: { days: 9 } })}`)

  await migrateStore(db, migrations, how)

  const runs = await createStoreTables(db, sqliteTraits).runs.list({ organizationId: 'acme' })
  expect(runs.filter(({ scoped }) => scoped).map(({ id }) => id)).toEqual(['waits-with-variables', 'own'])
})
