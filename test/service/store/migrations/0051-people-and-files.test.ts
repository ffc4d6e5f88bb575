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
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createPostgresKysely } from '../../../../src/things/all-stores/postgres-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import { describePostgres, emptyPostgres } from '../../../setup/postgres.ts'

/** More than the migration and a sample of the search take at once. */
const people = Array.from({ length: 1_203 }, (_, index) => `u${String(index).padStart(4, '0')}`)

async function findAfterUpgrade(db: Kysely<Schema>, traits: SqlTraits) {
  const earlier = migrations.filter(({ version }) => version < 51)
  await migrateStore(db, earlier, { traits, where: 'x' })
  for (const organization of ['acme', 'other'])
    await sql`insert into organizations (id, name, created_at_ms) values (${organization}, 'x', 1)`.execute(db)
  for (const id of people)
    await sql`insert into users (organization_id, id, name, sort_name, email, deactivated)
      values (${id < 'u0600' ? 'acme' : 'other'}, ${id}, ${`Ärztin ${id}`}, ${`ärztin ${id}`}, ${`${id}@Example.com`}, 1)`.execute(
      db,
    )
  await migrateStore(db, migrations, { traits, where: 'x' })
  const { users } = createStoreTables(db, traits)
  const find = async (organizationId: string, text: string) =>
    (await users.listByName({ organizationId, text, limit: 9 })).map(({ id }) => id)
  return [
    await find('acme', 'ÄRZTIN U0599'),
    await find('acme', 'u0001@example'),
    await find('acme', 'u1202'),
    await find('other', 'u1202'),
    await users.countByName({ organizationId: 'acme', removed: { is: true, atMs: 1 } }),
  ]
}

const expected = [['u0599'], ['u0001'], [], ['u1202'], 600]
const claim = 'people-and-files: people whom an earlier version has kept are found by name and address'

test(claim, async () => {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())

  expect(await findAfterUpgrade(createSqliteKysely(database), sqliteTraits)).toEqual(expected)
})

describePostgres('on PostgreSQL', () => {
  test(claim, async () => {
    const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
    onTestFinished(() => pool.close())

    expect(await findAfterUpgrade(createPostgresKysely(pool), postgresTraits)).toEqual(expected)
  })
})
