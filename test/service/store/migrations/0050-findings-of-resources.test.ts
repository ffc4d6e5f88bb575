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

test('an upgrade finds what fails for a resource by its id, however its name is written', () =>
  expectUpgrade(async () => {
    const database = await openSqliteDatabase(undefined)
    onTestFinished(() => database.handle.close())
    return { db: createSqliteKysely(database), traits: sqliteTraits }
  }))

describePostgres('on PostgreSQL', () => {
  test('an upgrade finds what fails for a resource by its id, however its name is written', () =>
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

const names = { plain: 'Ada', lines: 'Ada\nLovelace', long: 'x'.repeat(2_000), none: undefined }

async function expectUpgrade(open: () => Promise<Opened>): Promise<void> {
  const { db, traits } = await open()
  const how = { traits, where: 'x' }
  const earlier = migrations.filter(({ version }) => version < 50)
  await migrateStore(db, earlier, how)
  await fillStore(db)

  await migrateStore(db, migrations, how)

  const { findings } = createStoreTables(db, traits)
  for (const id of Object.keys(names)) {
    const found = await findings.listAbout({ organizationId: 'acme', resources: [{ connectionId: 'a', id }], limit: 9 })
    expect(found.map((finding) => finding.id)).toEqual([`f-${id}`])
  }
}

/** Findings with the texts of the version before. */
async function fillStore(db: Kysely<Schema>): Promise<void> {
  await sql`insert into organizations (id, name, created_at_ms) values ('acme', 'Acme', 1)`.execute(db)
  await sql`insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
    values ('a', 'acme', 'github', 'active', '{}', 1, 1)`.execute(db)
  for (const [id, name = ''] of Object.entries(names)) {
    const record = JSON.stringify({ resource: { type: 'user', id, ...(name !== '' && { name }) }, title: 'No key' })
    const text = [name, id, 'user', 'No key'].join('\n').toLowerCase().slice(0, 1_000)
    await sql`insert into findings (id, organization_id, connection_id, connector_id, check_id, state, severity, waived,
        controls, run_id, first_seen_at_ms, last_seen_at_ms, changed_at_ms, record, due_at_ms, search_text)
      values (${`f-${id}`}, 'acme', 'a', 'github', 'keys', 'open', 'low', 0, '[]', 'r', 1, 1, 1, ${record}, 1, ${text})`.execute(
      db,
    )
  }
}
