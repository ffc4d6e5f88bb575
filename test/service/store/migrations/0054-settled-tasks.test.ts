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
import { settleTasks } from '../../../../src/things/obligations/settle-tasks.ts'
import { describePostgres, emptyPostgres } from '../../../setup/postgres.ts'

const nowMs = Date.parse('2026-03-10T12:00:00Z')
const organizationId = 'acme'

test('after an upgrade, what the statements of obligations say together is found out once', () =>
  expectUpgrade(async () => {
    const database = await openSqliteDatabase(undefined)
    onTestFinished(() => database.handle.close())
    return { db: createSqliteKysely(database), traits: sqliteTraits }
  }))

describePostgres('on PostgreSQL', () => {
  test('after an upgrade, what the statements of obligations say together is found out once', () =>
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
  const earlier = migrations.filter(({ version }) => version < 54)
  await migrateStore(db, earlier, how)
  await fillStore(db)

  await migrateStore(db, migrations, how)

  const store = createStoreTables(db, traits)
  const read = async () =>
    (await settleTasks({ store }, { organizationId, nowMs })).map(({ task, said }) => [task.id, said.standing?.state])
  const expected = [
    ['accepted', 'met'],
    ['nothing', 'overdue'],
    ['waiting', 'provided'],
  ]
  expect((await store.tasks.listSaid({ organizationId })).map(({ said }) => said)).toEqual([null, null, null])
  expect(await read()).toEqual(expected)
  const kept = await store.tasks.listSaid({ organizationId })
  expect(kept.map(({ task, said }) => [task.id, said?.standing?.state])).toEqual(expected)
  expect(await read()).toEqual(expected)
}

async function fillStore(db: Kysely<Schema>): Promise<void> {
  await sql`insert into organizations (id, name, created_at_ms) values ('acme', 'Acme', 1)`.execute(db)
  await sql`insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
    values ('acme', 'acme', 'cross-check', 'active', '{}', 1, 1)`.execute(db)
  for (const id of ['accepted', 'nothing', 'waiting']) {
    await sql`insert into tasks (id, organization_id, created_at_ms, looked_at_ms) values (${id}, 'acme', 1, 0)`.execute(
      db,
    )
    await sql`insert into task_versions (task_id, number, changed_at_ms, title, description, controls, satisfied_by, every_days, first_due_day)
      values (${id}, 1, 1, ${id}, '', '[]', '{"checks":[],"accessReviews":false,"statements":true}', 31, '2026-03-05')`.execute(
      db,
    )
    if (id === 'nothing') continue
    await sql`insert into task_statements (id, organization_id, task_id, text, done_day, files, user_id, stated_by, made_at_ms, evidence_sha256)
      values (${`of-${id}`}, 'acme', ${id}, 'Done.', '2026-03-09', '[]', 'bob', 'Bob', 2, 'e')`.execute(db)
  }
  await sql`insert into judgements (id, organization_id, connection_id, connector_id, check_id, finding_id, run_id, evidence_sha256,
      decision, reason, files, judged_by, user_id, expires, result, created_at_ms)
    values ('j', 'acme', 'acme', 'task', 'accepted', 'f', 'of-accepted', 'e', 'accepted', 'I saw it.', '[]', 'Ada', 'ada', '2026-06-01',
      '{}', 3)`.execute(db)
}
