import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { fillDecidedKinds } from '../../../../src/service/store/migrations/0046-decided-outcomes.ts'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { postgresTraits } from '../../../../src/service/store/sql/postgres/postgres-dialect.ts'
import { createPostgresPool } from '../../../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../../src/service/store/sql/postgres/postgres-url.ts'
import type { SqlTraits } from '../../../../src/service/store/sql/sql-traits.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import type { Schema } from '../../../../src/service/store/sql/tables.ts'
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createPostgresKysely } from '../../../../src/things/all-stores/postgres-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import { describePostgres, emptyPostgres } from '../../../setup/postgres.ts'

test('an upgrade leaves open what decisions make of outcomes that they may concern, and counts all kinds again', () =>
  expectUpgrade(async () => {
    const database = await openSqliteDatabase(undefined)
    onTestFinished(() => database.handle.close())
    return { db: createSqliteKysely(database), traits: sqliteTraits }
  }))

describePostgres('on PostgreSQL', () => {
  test('an upgrade leaves open what decisions make of outcomes that they may concern, and counts all kinds again', () =>
    expectUpgrade(async () => {
      const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
      onTestFinished(() => pool.close())
      return { db: createPostgresKysely(pool), traits: postgresTraits }
    }))
})

interface Opened {
  readonly db: Kysely<Schema>
  readonly traits: SqlTraits
}

async function expectUpgrade(open: () => Promise<Opened>): Promise<void> {
  const { db, traits } = await open()
  const how = { traits, where: 'x' }
  const earlier = migrations.filter(({ version }) => version < 46)
  await migrateStore(db, earlier, how)
  await fillStore(db)

  await migrateStore(db, migrations, how)

  const { findings } = createStoreTables(db, traits)
  const rows = await db.selectFrom('newestOutcomes').select(['connectionId', 'checkId', 'decided']).execute()
  expect(
    Object.fromEntries(rows.map(({ connectionId, checkId, decided }) => [`${connectionId} ${checkId}`, decided])),
  ).toEqual({
    'a fails-is-waived': 'unsettled',
    'a fails-was-waived-before': null,
    'a fails': null,
    'a fails-ended-in-an-error': 'unsettled',
    'a ended-in-an-error': null,
    'a waits': 'unsettled',
    'a passes': null,
    'b waits': null,
    'gone waits': 'unsettled',
  })
  expect(await findings.listUnsettled({ organizationId: 'acme', limit: 9 })).toEqual(
    ['fails-ended-in-an-error', 'fails-is-waived', 'waits'].map((checkId) => ({
      connectionId: 'a',
      connectorId: 'github',
      checkId,
      runId: 'r',
      decisions: 0,
    })),
  )
  const time = { fromMs: 0, toMs: 9 }
  const count = async () => {
    const all = await findings.countAlike('acme', time)
    return Object.fromEntries(
      all
        .filter(({ connections }) => connections > 0)
        .map((kind) => [`${kind.checkId}: ${kind.decided}`, kind.connections]),
    )
  }
  const kinds = {
    'fails-is-waived: unsettled': 1,
    'fails-was-waived-before: null': 1,
    'fails: null': 1,
    'fails-ended-in-an-error: unsettled': 1,
    'ended-in-an-error: null': 1,
    'waits: unsettled': 1,
    'waits: null': 1,
    'passes: null': 1,
  }
  expect(await count()).toEqual(kinds)
  await db.transaction().execute((tx) => fillDecidedKinds(tx))
  expect(await count()).toEqual(kinds)
}

async function fillStore(db: Kysely<Schema>): Promise<void> {
  await sql`insert into organizations (id, name, created_at_ms) values ('acme', 'Acme', 1)`.execute(db)
  for (const [id, state] of [
    ['a', 'active'],
    ['b', 'active'],
    ['gone', 'disconnected'],
  ])
    await sql`insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
      values (${id}, 'acme', 'github', ${state}, '{}', 1, 1)`.execute(db)
  await sql`insert into runs (id, organization_id, connection_id, connector_id, status, trigger, started_at_ms, attempts)
    values ('r', 'acme', 'a', 'github', 'error', 'request', 1, 1)`.execute(db)
  for (const [connection, check, status, verdict, manual] of [
    ['a', 'fails-is-waived', 'fail', 'not_satisfied', 0],
    ['a', 'fails-was-waived-before', 'fail', 'not_satisfied', 0],
    ['a', 'fails', 'fail', 'not_satisfied', 0],
    ['a', 'fails-ended-in-an-error', 'error', 'not_satisfied', 0],
    ['a', 'ended-in-an-error', 'error', 'undetermined', 0],
    ['a', 'waits', 'manual', 'to_review', 1],
    ['a', 'passes', 'pass', 'satisfied', 0],
    ['b', 'waits', 'manual', 'to_review', 1],
    ['gone', 'waits', 'manual', 'to_review', 1],
  ])
    await sql`insert into newest_outcomes (connection_id, organization_id, connector_id, check_id, run_id, at_ms, status,
        standing, complete, present, manual_results, verdict, shape)
      values (${connection}, 'acme', 'github', ${check}, 'r', 1, ${status}, ${status}, 1,
        ${connection === 'gone' ? 0 : 1}, ${manual}, ${verdict}, 'x')`.execute(db)
  for (const [id, check, state, waiver] of [
    ['f1', 'fails-is-waived', 'open', 'w'],
    ['f2', 'fails-was-waived-before', 'resolved', 'w'],
    ['f3', 'fails', 'open', null],
  ])
    await sql`insert into findings (id, organization_id, connection_id, connector_id, check_id, state, severity, waived,
        controls, run_id, first_seen_at_ms, last_seen_at_ms, changed_at_ms, record, due_at_ms, waiver_id)
      values (${id}, 'acme', 'a', 'github', ${check}, ${state}, 'low', 0, '[]', 'r', 1, 1, 1, '{}', 1, ${waiver})`.execute(
      db,
    )
  for (const connection of ['a', 'gone'])
    await sql`insert into judgements (id, organization_id, connection_id, connector_id, check_id, finding_id, run_id,
        decision, user_id, judged_by, created_at_ms, reason, files, expires, evidence_sha256, result)
      values (${`j-${connection}`}, 'acme', ${connection}, 'github', 'waits', ${`m-${connection}`}, 'r', 'accepted', 'ada',
        'Ada', 1, 'x', '[]', '2099-01-01', 'x', '{}')`.execute(db)
}
