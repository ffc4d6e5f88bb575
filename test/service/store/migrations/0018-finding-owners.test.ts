import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'

test('finding-owners: earlier findings get their day and are found by text, earlier waivers by their last day', async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  const how = { traits: sqliteTraits, where: 'x' }
  await migrateStore(
    db,
    migrations.filter(({ version }) => version < 18),
    how,
  )
  const opened = Date.parse('2026-05-01T09:00:00Z')
  const insertFinding = (id: string, severity: string, name: string) => `
    INSERT INTO findings (id, organization_id, connection_id, connector_id, check_id, state, severity, waived, controls,
      run_id, first_seen_at_ms, last_seen_at_ms, changed_at_ms, record)
      VALUES ('${id}', 'acme', 'c1', 'github', 'mfa', 'open', '${severity}', 0, '[]', 'r', ${opened}, ${opened}, ${opened},
      '${JSON.stringify({ resource: { type: 'user', id, name }, title: 'No MFA' })}');`
  const insertWaiver = (id: string, expires: string) => `
    INSERT INTO waivers (id, organization_id, waiver, created_at_ms, needs_review)
      VALUES ('${id}', 'acme', '${JSON.stringify({ connector: 'github', expires })}', ${opened}, 0);`
  database.handle.exec(`
    INSERT INTO organizations VALUES ('acme', 'Acme', 1);
    INSERT INTO connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
      VALUES ('c1', 'acme', 'github', 'active', '{}', 1, 1);
    ${insertFinding('f1', 'low', 'Ada')}
    ${insertFinding('f2', 'critical', 'ÄRGER')}
    ${insertFinding('f3', 'info', 'x')}
    ${insertWaiver('w1', '2026-05-10')}
    ${insertWaiver('w2', '2999-01-01')}
    ${insertWaiver('w3', 'soon')}`)

  await migrateStore(db, migrations, how)

  const { findings, waivers } = createStoreTables(db, sqliteTraits)
  const sorted = await findings.list({ organizationId: 'acme', order: 'severity' })
  expect(sorted.map(({ id, dueAtMs, ownerId }) => [id, new Date(dueAtMs).toISOString(), ownerId])).toEqual([
    ['f2', '2026-05-08T23:59:59.999Z', null],
    ['f1', '2026-10-28T23:59:59.999Z', null],
    ['f3', '2027-05-01T23:59:59.999Z', null],
  ])
  expect((await findings.list({ organizationId: 'acme', text: 'ärg' })).map(({ id }) => id)).toEqual(['f2'])
  const listed = async (state: 'holds' | 'expired') => {
    const nowMs = Date.parse('2026-05-11T00:00:00Z')
    return (await waivers.listInState({ organizationId: 'acme', state, nowMs, limit: 9 })).map(({ id }) => id)
  }
  expect(await listed('holds')).toEqual(['w2'])
  expect(await listed('expired')).toEqual(['w1', 'w3'])
})
