import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { postgresTraits } from '../../../../src/service/store/sql/postgres/postgres-dialect.ts'
import { createPostgresPool } from '../../../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../../src/service/store/sql/postgres/postgres-url.ts'
import type { SqlTraits } from '../../../../src/service/store/sql/sql-traits.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import type { Schema } from '../../../../src/service/store/sql/tables.ts'
import { createPostgresKysely } from '../../../../src/things/all-stores/postgres-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import { describePostgres, emptyPostgres } from '../../../setup/postgres.ts'

/** Verdicts by check, as an earlier version kept them and as they are now. */
async function migrateVerdicts(db: Kysely<Schema>, traits: SqlTraits) {
  const earlier = migrations.filter(({ version }) => version < 43)
  await migrateStore(db, earlier, { traits, where: 'x' })
  await sql`insert into organizations (id, name, created_at_ms) values ('acme', 'Acme', 1)`.execute(db)
  await sql`insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
    values ('a', 'acme', 'github', 'active', '{}', 1, 1)`.execute(db)
  await sql`insert into runs (id, organization_id, connection_id, connector_id, status, trigger, started_at_ms, attempts)
    values ('r', 'acme', 'a', 'github', 'error', 'request', 1, 1)`.execute(db)
  for (const [check, verdict, manual, complete, error] of [
    ['waits', 'undetermined', 1, 1, null],
    ['ended in error', 'undetermined', 1, 1, '{}'],
    ['did not see everything', 'undetermined', 1, 0, null],
    ['has nothing to review', 'undetermined', 0, 1, null],
    ['fails', 'not_satisfied', 1, 1, null],
    ['of an earlier version', null, 1, 1, null],
  ])
    await sql`insert into newest_outcomes (connection_id, organization_id, connector_id, check_id, run_id, at_ms, status,
        standing, complete, error, manual_results, verdict, shape)
      values ('a', 'acme', 'github', ${check}, 'r', 1, 'manual', 'manual', ${complete}, ${error}, ${manual}, ${verdict},
        'x')`.execute(db)
  await migrateStore(db, migrations, { traits, where: 'x' })
  const rows = await db.selectFrom('newestOutcomes').select(['checkId', 'verdict']).execute()
  return Object.fromEntries(rows.map(({ checkId, verdict }) => [checkId, verdict]))
}

const expected = {
  waits: 'to_review',
  'ended in error': 'undetermined',
  'did not see everything': 'undetermined',
  'has nothing to review': 'undetermined',
  fails: 'not_satisfied',
  'of an earlier version': null,
}

test('an upgrade tells outcomes that a person can still decide from others that are undetermined', async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())

  expect(await migrateVerdicts(createSqliteKysely(database), sqliteTraits)).toEqual(expected)
})

describePostgres('on PostgreSQL', () => {
  test('an upgrade tells outcomes that a person can still decide from others that are undetermined', async () => {
    const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
    onTestFinished(() => pool.close())

    expect(await migrateVerdicts(createPostgresKysely(pool), postgresTraits)).toEqual(expected)
  })
})
