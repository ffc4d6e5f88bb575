import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { createFindingIdOf, createRefusal, endRun } from '../../../things/all-stores/kept-runs.ts'

test('refused-findings: earlier findings are of their check, and an earlier refusal counts from the next run', async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  const how = { traits: sqliteTraits, where: 'x' }
  await migrateStore(
    db,
    migrations.filter(({ version }) => version < 26),
    how,
  )
  const failing = createFindingIdOf('guests', 'ann')
  const { id, findingId, evidenceSha256, expires } = createRefusal('j1', 2)
  database.handle.exec(`
    INSERT INTO organizations VALUES ('acme', 'Acme', 1);
    INSERT INTO connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
      VALUES ('c1', 'acme', 'github', 'active', '{}', 1, 1);
    INSERT INTO findings (id, organization_id, connection_id, connector_id, check_id, state, severity, waived, controls,
      run_id, first_seen_at_ms, last_seen_at_ms, changed_at_ms, record)
      VALUES ('${failing}', 'acme', 'c1', 'github', 'guests', 'open', 'low', 0, '[]', 'r', 1, 1, 1,
        '{"resource":{"type":"user","id":"ann"},"title":"t"}');
    INSERT INTO finding_events (finding_id, run_id, at_ms, change) VALUES ('${failing}', 'r', 1, 'open');
    INSERT INTO judgements (id, organization_id, connection_id, connector_id, check_id, finding_id, run_id, evidence_sha256,
      decision, judged_by, user_id, reason, files, expires, result, created_at_ms)
      VALUES ('${id}', 'acme', 'c1', 'github', 'guests', '${findingId}', 'r', '${evidenceSha256}', 'refused', 'ada', 'ada',
        'No.', '[]', '${expires}', '{}', 2)`)

  await migrateStore(db, migrations, how)

  const store = createStoreTables(db, sqliteTraits) as Store
  await store.findings.endRefusals({ organizationId: 'acme', nowMs: Date.parse('2031-01-01') })
  expect(await store.findings.find(failing, 'acme')).toMatchObject({ state: 'open', judgementId: null })
  const first = { change: 'open', resolution: null, judgementId: null, atMs: 1, runId: 'r' }
  expect(await store.findings.history(failing)).toEqual([first])
  expect(await store.findings.find(findingId, 'acme')).toBeUndefined()
  const results = [
    ['gil', 'manual'],
    ['ann', 'pass'],
  ] as const
  await endRun(store, { id: 'r1', atMs: 1_000, checks: { guests: { results } } })
  expect(await store.findings.find(findingId, 'acme')).toMatchObject({ state: 'open', judgementId: 'j1' })
  expect((await store.findings.history(failing)).map(({ runId }) => runId)).toEqual(['r1', 'r'])
})
