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

const claim = 'after an upgrade, details of a webhook are those of the person who made it'

test(claim, async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  await expectMakers(createSqliteKysely(database), sqliteTraits)
})

describePostgres('on PostgreSQL', () => {
  test(claim, async () => {
    const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
    onTestFinished(() => pool.close())
    await expectMakers(createPostgresKysely(pool), postgresTraits)
  })
})

async function expectMakers(db: Kysely<Schema>, traits: SqlTraits): Promise<void> {
  const how = { traits, where: 'x' }
  await migrateStore(
    db,
    migrations.filter(({ version }) => version < 60),
    how,
  )
  await db.insertInto('organizations').values({ id: 'acme', name: 'Acme', createdAtMs: 1 }).execute()
  for (const [id, details, createdBy] of [
    ['w1', 1, 'eve'],
    ['w2', 0, 'eve'],
    ['w3', 1, null],
  ] as const)
    await sql`insert into webhooks (id, organization_id, name, sink, rhythm, details, sealed_target, shown_target, state,
      created_at_ms, created_by, failures, rests_until_ms, digested_at_ms) values (${id}, 'acme', 'x', 'webhook', 'each',
      ${details}, 'sealed', 'https://x.example', 'active', 1, ${createdBy}, 0, 0, 1)`.execute(db)

  await migrateStore(db, migrations, how)

  const rows = await db.selectFrom('webhooks').select(['id', 'detailsBy']).orderBy('id').execute()
  expect(rows.map(({ detailsBy }) => detailsBy)).toEqual(['eve', null, null])
}
