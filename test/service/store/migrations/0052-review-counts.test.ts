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

test('an upgrade counts the accounts of finished reviews from which nothing follows', () =>
  expectUpgrade(async () => {
    const database = await openSqliteDatabase(undefined)
    onTestFinished(() => database.handle.close())
    return { db: createSqliteKysely(database), traits: sqliteTraits }
  }))

describePostgres('on PostgreSQL', () => {
  test('an upgrade counts the accounts of finished reviews from which nothing follows', () =>
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
  const earlier = migrations.filter(({ version }) => version < 52)
  await migrateStore(db, earlier, how)
  await fillStore(db)

  await migrateStore(db, migrations, how)

  const counts = await createStoreTables(db, traits).accessReviews.count(['finished', 'open', 'all-removed'])
  const none = { keep: 0, remove: 0, change: 0, undecided: 0, done: 0, notDone: 0, open: 0 }
  const expected = {
    ...none,
    connectionId: 'a',
    accounts: 6,
    keep: 2,
    remove: 2,
    change: 1,
    undecided: 1,
    done: 1,
    open: 2,
  }
  expect(counts.get('finished')).toEqual([expected])
  expect(counts.get('open')).toEqual([expected])
  expect(counts.get('all-removed')).toEqual([{ ...none, connectionId: 'a', accounts: 1, remove: 1, open: 1 }])
  const kept = await db.selectFrom('accessReviewCounts').selectAll().orderBy('decision').execute()
  expect(kept.map(({ reviewId, decision, accounts }) => [reviewId, decision, Number(accounts)])).toEqual([
    ['finished', 'keep', 2],
    ['finished', 'undecided', 1],
  ])
}

async function fillStore(db: Kysely<Schema>): Promise<void> {
  await sql`insert into organizations (id, name, created_at_ms) values ('acme', 'Acme', 1)`.execute(db)
  for (const [id, finishedAtMs, decisions] of [
    ['finished', 9, ['keep', 'keep', null, 'remove', 'remove', 'change']],
    ['open', null, ['keep', 'keep', null, 'remove', 'remove', 'change']],
    ['all-removed', 9, ['remove']],
  ] as const) {
    await sql`insert into access_reviews (id, organization_id, title, filter, by_manager, reviewers, systems, due_day, every_days,
        removal_days, controls, started_by, started_at_ms, hidden, revision, finished_at_ms)
      values (${id}, 'acme', 'Q2', '{}', 0, '[]', '[]', '2026-05-31', 92, 14, '[]', 'ada', 1, 0, 0, ${finishedAtMs})`.execute(
      db,
    )
    for (const [number, decision] of decisions.entries())
      await sql`insert into access_review_accounts (review_id, number, connection_id, part, position, decision, outcome)
        values (${id}, ${number}, 'a', '', ${number}, ${decision}, ${number === 3 ? 'done' : null})`.execute(db)
  }
}
