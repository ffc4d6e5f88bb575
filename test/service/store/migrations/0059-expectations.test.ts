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

const claim = 'after an upgrade, a cross-check is expected from its first run on'

test(claim, async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  await expectNoted(createSqliteKysely(database), sqliteTraits)
})

describePostgres('on PostgreSQL', () => {
  test(claim, async () => {
    const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
    onTestFinished(() => pool.close())
    await expectNoted(createPostgresKysely(pool), postgresTraits)
  })
})

async function expectNoted(db: Kysely<Schema>, traits: SqlTraits): Promise<void> {
  const how = { traits, where: 'x' }
  await migrateStore(
    db,
    migrations.filter(({ version }) => version < 59),
    how,
  )
  await db.insertInto('organizations').values({ id: 'acme', name: 'Acme', createdAtMs: 1 }).execute()
  for (const [id, connector] of [
    ['acme', 'cross-check'],
    ['c1', 'github'],
  ])
    await sql`insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
      values (${id}, 'acme', ${connector}, 'active', '{}', 1, 1)`.execute(db)
  for (const [id, connection, connector, crossCheck, atMs] of [
    ['r1', 'c1', 'github', null, 10],
    ['r2', 'acme', 'cross-check', 'leavers', 30],
    ['r3', 'acme', 'cross-check', 'leavers', 20],
    ['r4', 'acme', 'cross-check', 'left-devices', 40],
  ])
    await sql`insert into runs (id, organization_id, connection_id, connector_id, cross_check_id, status, trigger,
      started_at_ms, attempts) values (${id}, 'acme', ${connection}, ${connector}, ${crossCheck}, 'pass', 'request',
      ${atMs}, 1)`.execute(db)

  await migrateStore(db, migrations, how)

  const of = { organizationId: 'acme', connectorId: 'cross-check', untilMs: null }
  expect(await db.selectFrom('expectations').selectAll().orderBy('checkId').execute()).toEqual([
    { ...of, checkId: 'leavers', fromMs: 20 },
    { ...of, checkId: 'left-devices', fromMs: 40 },
  ])
}
