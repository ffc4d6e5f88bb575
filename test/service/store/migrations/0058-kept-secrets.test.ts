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

const claim = 'after an upgrade, no webhook shows the path that is its secret'

test(claim, async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  await expectHidden(createSqliteKysely(database), sqliteTraits)
})

describePostgres('on PostgreSQL', () => {
  test(claim, async () => {
    const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
    onTestFinished(() => pool.close())
    await expectHidden(createPostgresKysely(pool), postgresTraits)
  })
})

async function expectHidden(db: Kysely<Schema>, traits: SqlTraits): Promise<void> {
  const how = { traits, where: 'x' }
  await migrateStore(
    db,
    migrations.filter(({ version }) => version < 58),
    how,
  )
  await db.insertInto('organizations').values({ id: 'acme', name: 'Acme', createdAtMs: 1 }).execute()
  const shown = {
    chat: 'https://discord.example/api/webhooks/118273645500/aB3xK9secretQ7',
    hidden: 'https://hooks.example/…',
    mail: 'ada@example.com',
    plain: 'https://example.com:8443/hooks/checkwright',
  }
  for (const [id, target] of Object.entries(shown))
    await sql`insert into webhooks (id, organization_id, name, sink, rhythm, details, sealed_target, shown_target, state,
      created_at_ms, failures, rests_until_ms, digested_at_ms) values (${id}, 'acme', 'x',
      ${id === 'mail' ? 'email' : 'webhook'}, 'each', 0, 'sealed', ${target}, 'active', 1, 0, 0, 1)`.execute(db)

  await migrateStore(db, migrations, how)

  const rows = await db.selectFrom('webhooks').select(['id', 'shownTarget']).orderBy('id').execute()
  expect(Object.fromEntries(rows.map(({ id, shownTarget }) => [id, shownTarget]))).toEqual({
    ...shown,
    chat: 'https://discord.example/api/webhooks/…/…',
  })
}
