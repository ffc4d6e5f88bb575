import { expect, onTestFinished, test } from 'vitest'
import { keptRun, wholeRun } from '../../../../src/checks/runs/kept-run.ts'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import { createFindingIdOf, createToldRun, type ToldCheck } from '../../../things/all-stores/kept-runs.ts'

test('run data takes runs that were kept in one text apart, and findings come to the state that they would have', async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  const how = { traits: sqliteTraits, where: 'x' }
  await migrateStore(
    db,
    migrations.filter(({ version }) => version < 6),
    how,
  )
  database.handle.exec(`
    INSERT INTO organizations VALUES ('acme', 'Acme', 1);
    INSERT INTO connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
      VALUES ('c1', 'acme', 'github', 'active', '{}', 1, 1);`)
  const told = (id: string, atMs: number, mfa: ToldCheck) =>
    createToldRun({ id, atMs, checks: { mfa, keys: { results: [] } } })
  const runs = [
    told('r1', 1_000, {
      results: [
        ['back', 'fail'],
        ['gone', 'fail'],
        ['unsure', 'fail'],
        ['stays', 'fail'],
      ],
    }),
    told('r2', 2_000, {
      results: [
        ['back', 'pass'],
        ['unsure', 'manual'],
        ['stays', 'fail'],
      ],
    }),
    told('r3', 3_000, {
      results: [
        ['stays', 'pass'],
        ['gone', 'fail'],
      ],
      status: 'error',
    }),
    told('r4', 4_000, {
      results: [
        ['back', 'fail'],
        ['unsure', 'fail'],
        ['stays', 'fail'],
      ],
    }),
  ]
  const insertRun = database.handle.prepare(
    `INSERT INTO runs (id, organization_id, connection_id, connector_id, status, started_at_ms, finished_at_ms)
     VALUES (?, 'acme', 'c1', 'github', 'fail', ?, ?)`,
  )
  const insertResult = database.handle.prepare('INSERT INTO run_results VALUES (?, ?)')
  for (const run of runs) {
    const atMs = Date.parse(run.head.startedAt)
    insertRun.run(run.head.id, atMs, atMs + 5)
    insertResult.run(run.head.id, JSON.stringify(await wholeRun(run)))
  }

  await migrateStore(db, migrations, how)

  const store = createStoreTables(db, sqliteTraits)
  for (const run of runs) {
    const kept = await store.runs.findKept(run.head.id)
    expect(kept && (await wholeRun(kept))).toEqual(await wholeRun(keptRun(await wholeRun(run))))
  }
  const stands = await Promise.all(
    ['back', 'gone', 'unsure', 'stays'].map(async (id) => {
      const finding = await store.findings.find(createFindingIdOf('mfa', id), 'acme')
      const history = await store.findings.history(createFindingIdOf('mfa', id))
      return [finding?.state, finding?.resolution, finding?.runId, history.map(({ runId }) => runId)]
    }),
  )
  expect(stands).toEqual([
    ['regressed', null, 'r4', ['r4', 'r2', 'r1']],
    ['resolved', 'gone', 'r1', ['r2', 'r1']],
    ['open', null, 'r4', ['r1']],
    ['open', null, 'r4', ['r1']],
  ])
  expect(await store.findings.newestOutcomes({ organizationId: 'acme' })).toMatchObject([
    { checkId: 'keys', runId: 'r4' },
    { checkId: 'mfa', runId: 'r4', status: 'fail' },
  ])
})
