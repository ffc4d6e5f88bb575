import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { fillJudged } from '../../../../src/service/store/migrations/0049-judged-tallies.ts'
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

test('an upgrade counts the settled outcomes that people have judged, by week', () =>
  expectUpgrade(async () => {
    const database = await openSqliteDatabase(undefined)
    onTestFinished(() => database.handle.close())
    return { db: createSqliteKysely(database), traits: sqliteTraits }
  }))

describePostgres('on PostgreSQL', () => {
  test('an upgrade counts the settled outcomes that people have judged, by week', () =>
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

const weekMs = 7 * 86_400_000

async function expectUpgrade(open: () => Promise<Opened>): Promise<void> {
  const { db, traits } = await open()
  const how = { traits, where: 'x' }
  const earlier = migrations.filter(({ version }) => version < 49)
  await migrateStore(db, earlier, how)
  await fillStore(db)

  await migrateStore(db, migrations, how)

  const { findings } = createStoreTables(db, traits)
  const read = async (fromMs: number) => {
    const all = await findings.tallyJudged({ organizationId: 'acme', fromMs })
    return all
      .map(({ status, standing, isFresh, isOpen, outcomes, accepted, refused }) =>
        [status, standing, isFresh ? 'fresh' : 'old', isOpen ? 'open' : 'done', outcomes, accepted, refused].join(' '),
      )
      .toSorted()
  }
  const whole = ['manual manual fresh done 2 3 0', 'manual manual fresh open 1 0 1', 'manual pass fresh open 1 0 0']
  const split = [
    ...['manual manual fresh done 1 2 0', 'manual manual old done 1 1 0'],
    ...['manual manual fresh open 1 0 1', 'manual pass old open 1 0 0'],
  ].toSorted()
  expect(await read(0)).toEqual(whole)
  // In the middle of a week.
  expect(await read(weekMs + 5)).toEqual(split)
  expect(await read(9 * weekMs)).toEqual(whole.map((each) => each.replace('fresh', 'old')))
  await db.transaction().execute((tx) => fillJudged(tx))
  expect(await read(weekMs + 5)).toEqual(split)
}

async function fillStore(db: Kysely<Schema>): Promise<void> {
  await sql`insert into organizations (id, name, created_at_ms) values ('acme', 'Acme', 1)`.execute(db)
  await sql`insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
    values ('a', 'acme', 'github', 'active', '{}', 1, 1)`.execute(db)
  await sql`insert into runs (id, organization_id, connection_id, connector_id, status, trigger, started_at_ms, attempts)
    values ('r', 'acme', 'a', 'github', 'manual', 'request', 1, 1)`.execute(db)
  for (const [check, connector, standing, manual, accepted, refused, decided, present, atMs] of [
    ['accepted', 'github', 'manual', 1, 1, 0, 'satisfied', 1, weekMs + 4],
    ['both-accepted', 'github', 'manual', 2, 2, 0, 'satisfied', 1, weekMs + 5],
    ['refused', 'github', 'manual', 2, 0, 1, 'not_satisfied', 1, 3 * weekMs],
    ['was-accepted-before', 'github', 'pass', 1, 0, 0, null, 1, 1],
    ['nobody-judged', 'github', 'manual', 1, 0, 0, null, 1, weekMs],
    ['unsettled', 'github', 'manual', 1, 1, 0, 'unsettled', 1, weekMs],
    ['disconnected', 'github', 'manual', 1, 1, 0, 'satisfied', 0, weekMs],
    ['of-all', 'cross-check', 'manual', 1, 1, 0, 'satisfied', 1, weekMs],
  ] as const)
    await sql`insert into newest_outcomes (connection_id, organization_id, connector_id, check_id, run_id, at_ms, status,
        standing, complete, present, manual_results, accepted_results, refused_results, decided)
      values ('a', 'acme', ${connector}, ${check}, 'r', ${atMs}, 'manual', ${standing}, 1, ${present}, ${manual}, ${accepted},
        ${refused}, ${decided})`.execute(db)
}
