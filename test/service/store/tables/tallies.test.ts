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
import { foldTallies } from '../../../../src/service/store/tables/tallies.ts'
import { createStoreTables } from '../../../../src/things/all-stores/kysely-store.ts'
import { createPostgresKysely } from '../../../../src/things/all-stores/postgres-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import { describePostgres, emptyPostgres } from '../../../setup/postgres.ts'
import { recountTallies } from '../../../setup/recount-tallies.ts'

interface Opened {
  readonly db: Kysely<Schema>
  readonly traits: SqlTraits
}

async function openSqlite(): Promise<Opened> {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  return { db: createSqliteKysely(database), traits: sqliteTraits }
}

async function openPostgres(): Promise<Opened> {
  const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
  onTestFinished(() => pool.close())
  return { db: createPostgresKysely(pool), traits: postgresTraits }
}

/** Three connections, one of them disconnected, with runs on some days. */
async function openFilled({ db, traits }: Opened) {
  await migrateStore(db, migrations, { traits, where: 'x' })
  await sql`insert into organizations (id, name, created_at_ms) values ('acme', 'Acme', 1)`.execute(db)
  for (const [id, connector, state] of [
    ['a', 'github', 'active'],
    ['b', 'github', 'needs_reauth'],
    ['c', 'okta', 'disconnected'],
    ['acme', 'cross-check', 'active'],
  ]) {
    await sql`insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
      values (${id}, 'acme', ${connector}, ${state}, '{}', 1, 1)`.execute(db)
    await sql`insert into runs (id, organization_id, connection_id, connector_id, status, trigger, started_at_ms, attempts)
      values (${`r-${id}`}, 'acme', ${id}, ${connector}, 'pass', 'request', 1, 1)`.execute(db)
    for (const [check, status] of [
      ['mfa', 'pass'],
      ['keys', id === 'a' ? 'fail' : 'not_applicable'],
    ])
      await sql`insert into newest_outcomes (organization_id, connection_id, connector_id, check_id, run_id, at_ms, status, effective_status,
          complete, present, verdict, shape)
        values ('acme', ${id}, ${connector}, ${check}, ${`r-${id}`}, 1, ${status}, ${status}, 1,
          ${state === 'disconnected' ? 0 : 1}, 'satisfied', 'x')`.execute(db)
  }
  for (const [id, day, pass, fail] of [
    ['a', '2026-01-30', 2, 0],
    ['a', '2026-02-01', 1, 1],
    ['b', '2026-02-01', 2, 0],
    ['c', '2026-01-31', 2, 0],
    ['c', '2026-02-02', 2, 0],
    ['acme', '2026-02-02', 0, 3],
  ])
    await sql`insert into daily_standings (organization_id, connection_id, day, pass, fail, manual, not_applicable, error)
      values ('acme', ${id}, ${day}, ${pass}, ${fail}, 0, 0, 0)`.execute(db)
  await db.transaction().execute((tx) => recountTallies(tx))
  return createStoreTables(db, traits)
}

function describeTallies(open: () => Promise<Opened>): void {
  test('the numbers of connections, checks and days are sums of tallies', async () => {
    const { findings, connections } = await openFilled(await open())

    const none = { manual: 0, not_applicable: 0, error: 0 }
    const nowMs = Date.UTC(2026, 1, 3, 12)
    expect(await findings.trend({ organizationId: 'acme', days: 5, nowMs })).toEqual([
      { day: '2026-01-30', connections: 1, ...none, pass: 2, fail: 0 },
      { day: '2026-01-31', connections: 2, ...none, pass: 4, fail: 0 },
      { day: '2026-02-01', connections: 2, ...none, pass: 3, fail: 1 },
      { day: '2026-02-02', connections: 3, ...none, pass: 5, fail: 4 },
      { day: '2026-02-03', connections: 2, ...none, pass: 3, fail: 4 },
    ])
    expect(await findings.trend({ organizationId: 'acme', days: 3, nowMs: Date.UTC(2026, 2, 5, 12) })).toEqual([
      { day: '2026-03-03', connections: 2, ...none, pass: 3, fail: 4 },
      { day: '2026-03-04', connections: 0, ...none, pass: 0, fail: 3 },
      { day: '2026-03-05', connections: 0, ...none, pass: 0, fail: 0 },
    ])
    expect(await findings.tallyOutcomes('acme')).toEqual({
      connections: 2,
      checks: { pass: 3, fail: 1, manual: 0, not_applicable: 2, error: 0 },
    })
    // Those of a disconnected connection do not count.
    const kind = { connectorId: 'github', shape: 'x', verdict: 'satisfied', decided: null }
    expect(await findings.countGroup('acme', { fromMs: 1, toMs: 1 })).toEqual(
      ['keys', 'mfa'].flatMap((checkId) => [
        { ...kind, checkId, isFresh: true, connections: 2 },
        { ...kind, checkId, isFresh: false, connections: 0 },
      ]),
    )
    expect(await connections.tally('acme')).toEqual({
      states: { pending: 0, active: 1, needs_reauth: 1, error: 0, paused: 0, disconnected: 1 },
      connectors: new Map([['github', 2]]),
    })
  })

  test('foldTallies() changes no number: to sum them up, twice at once, or to count again', async () => {
    const opened = await open()
    const tables = await openFilled(opened)
    await tables.connections.update('b', { state: 'disconnected' }, 5)
    await tables.connections.update('c', { state: 'active' }, 6)
    const read = async () => [
      await tables.findings.trend({ organizationId: 'acme', days: 60, nowMs: Date.UTC(2026, 2, 5) }),
      await tables.findings.tallyOutcomes('acme'),
      await tables.connections.tally('acme'),
      await tables.findings.countGroup('acme', { fromMs: 1, toMs: 1 }),
    ]
    const countRows = () => opened.db.selectFrom('trendTallies').select('bucket').execute()
    const before = await read()
    const loose = await countRows()

    await Promise.all([foldTallies(opened.db, 'acme'), foldTallies(opened.db, 'acme')])
    const folded = await countRows()
    const after = await read()
    await opened.db.transaction().execute((tx) => recountTallies(tx))

    expect(after).toEqual(before)
    expect(await read()).toEqual(before)
    expect(new Set(folded.map(({ bucket }) => bucket)).size).toBe(folded.length)
    expect(folded.length).toBeLessThan(loose.length)
  })
}

describeTallies(openSqlite)
describePostgres('on PostgreSQL', () => describeTallies(openPostgres))
