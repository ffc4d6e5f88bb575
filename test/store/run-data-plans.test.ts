import { CamelCasePlugin, type CompiledQuery, Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectionOrders } from '../../src/auth/connection-store.ts'
import { createStoreTables } from '../../src/store/kysely-store.ts'
import { migrations } from '../../src/store/migrations/index.ts'
import { migrateStore } from '../../src/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../src/store/sql/sqlite-database.ts'
import { SqliteDialect, sqliteTraits } from '../../src/store/sql/sqlite-dialect.ts'
import type { Schema } from '../../src/store/sql/tables.ts'
import type { Store } from '../../src/store/store.ts'
import { createFindingIdOf, createRefusal, endRun } from './kept-runs.ts'
import { createConnection, createCredentials } from './records.ts'

/** A store whose queries are written down. */
async function watchedStore() {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const asked: CompiledQuery[] = []
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect(database),
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => {
      asked.push(query)
    },
  })
  await migrateStore(db, migrations, { traits: sqliteTraits, where: 'x' })
  const store = createStoreTables(db, sqliteTraits)
  await store.organizations.insert({ id: 'acme', name: 'Acme', createdAtMs: 1 })
  await store.connections.insert(createConnection('c1'), createCredentials())
  /** Steps that read a whole table or sort what they found, of everything that was asked since. */
  const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    asked.length = 0
    await work()
    return asked
      .filter(({ sql }) => /^(select|insert|update|delete)/.test(sql))
      .flatMap(({ sql }) => database.handle.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...nullsFor(sql)))
      .map(({ detail }) => String(detail))
  }
  return { store, plansOf }
}

/** A plan depends on the text alone. */
function nullsFor(sql: string): null[] {
  return Array.from(sql.matchAll(/\?/g), () => null)
}

const later = { atMs: 9_000, by: 'bob' }

test('what a run costs at its end does not grow with history: everything is found by an index', async () => {
  const { store, plansOf } = await watchedStore()
  const told = (id: string, atMs: number) =>
    ({
      id,
      atMs,
      checks: {
        mfa: {
          results: [
            ['u1', 'fail'],
            ['u2', 'pass'],
          ],
        },
        keys: { results: [['u1', 'fail']] },
        guests: { results: [['gil', 'manual']] },
      },
    }) as const
  await endRun(store as Store, told('r1', 1_000))
  await store.judgements.insert(createRefusal('j1', 1_500))

  const guests = { results: [['gil', 'manual']] } as const
  const steps = await plansOf(() =>
    endRun(store as Store, { ...told('r2', 2_000), checks: { mfa: { results: [] }, guests } }, ['mfa', 'guests']),
  )

  expect(steps.length).toBeGreaterThan(10)
  expect(steps.filter((step) => step.startsWith('SCAN') && !step.endsWith('VALUES CLAUSE'))).toEqual([])
})

test.each<[string, (store: Store) => Promise<unknown>]>([
  ['findings', ({ findings }) => findings.list({ organizationId: 'acme', before: { changedAtMs: 5, id: 'x' } })],
  [
    'findings of a connection',
    ({ findings }) => findings.list({ organizationId: 'acme', connectionId: 'c1', state: 'resolved' }),
  ],
  [
    'findings by due day',
    ({ findings }) =>
      findings.list({ organizationId: 'acme', order: 'due', before: { id: 'x', changedAtMs: 1, dueAtMs: 5 } }),
  ],
  ['findings of an owner', ({ findings }) => findings.list({ organizationId: 'acme', order: 'due', ownerId: 'ada' })],
  ['the number of findings', ({ findings }) => findings.count({ organizationId: 'acme', text: 'x' })],
  ['changes of a finding', ({ findings }) => findings.changes('f')],
  ['the days of an organization', ({ findings }) => findings.dueDays('acme')],
  [
    'waivers that expire',
    ({ waivers }) => waivers.listInState({ organizationId: 'acme', state: 'expiring', nowMs: 1, limit: 9 }),
  ],
  [
    'revoked waivers',
    ({ waivers }) => waivers.listInState({ organizationId: 'acme', state: 'revoked', nowMs: 1, limit: 9 }),
  ],
  ['one finding', ({ findings }) => findings.find(createFindingIdOf('mfa', 'u1'), 'acme')],
  ['findings at a time', ({ findings }) => findings.list({ organizationId: 'acme', atMs: 5 })],
  ['how findings failed in a run', ({ findings }) => findings.failuresIn('r1', ['f'])],
  ['runs of a time', ({ runs }) => runs.list({ organizationId: 'acme', within: { fromMs: 1, toMs: 2 } })],
  ['the history of a finding', ({ findings }) => findings.history('f')],
  ['newest outcomes', ({ findings }) => findings.newestOutcomes({ organizationId: 'acme', connectionId: 'c1' })],
  ['the trend', ({ findings }) => findings.trend({ organizationId: 'acme', days: 30, nowMs: 1e12 })],
  ['results of a run', ({ results }) => results.list('r1', { checks: ['mfa', 'keys'], status: 'fail', after: 3 })],
  ['waivers', ({ waivers }) => waivers.list({ organizationId: 'acme' })],
  ['judgements', ({ judgements }) => judgements.list({ organizationId: 'acme', before: { createdAtMs: 5, id: 'x' } })],
  ['judgements of findings', ({ judgements }) => judgements.list({ organizationId: 'acme', findingIds: ['f', 'g'] })],
  ['judgements that hold', ({ judgements }) => judgements.listHeld({ organizationId: 'acme', atMs: 5 })],
  [
    'refusals that are over',
    ({ findings }) => findings.endRefusals({ organizationId: 'acme', nowMs: Date.parse('2030-01-01') }),
  ],
  ['what a judgement changes', ({ judgements }) => judgements.insert(createRefusal('j2', 5_000))],
  ['what a withdrawal changes', ({ judgements }) => judgements.withdraw({ id: 'j1', organizationId: 'acme' }, later)],
  ['uploads', ({ evidenceUploads }) => evidenceUploads.list({ organizationId: 'acme' })],
  ...(['first', 'next'] as const).flatMap((which) =>
    [
      { organizationId: 'acme' },
      { connectionId: 'c1', crossCheckId: null },
      { connectionId: 'acme', crossCheckId: 'x' },
    ].map((of): [string, (store: Store) => Promise<unknown>] => [
      `${which} runs that may be deleted, of ${Object.keys(of)}`,
      ({ retention }) =>
        retention.judgeRuns(of, {
          ...{ throughMs: 9, limit: 9 },
          after: which === 'first' ? undefined : { startedAtMs: 1, id: 'x' },
        }),
    ]),
  ),
  ['runs beyond a number', ({ retention }) => retention.findSurplus({ connectionId: 'c1', crossCheckId: null }, 3)],
  ['runs to delete', ({ retention }) => retention.deleteRuns(['a', 'b'], 9, async () => undefined)],
  ['old inventories', ({ inventories }) => inventories.hideOlder(5, 9)],
  ['leftovers', ({ retention }) => retention.deleteLeftovers(9)],
  ['old entries of the audit log', ({ retention }) => retention.deleteAudit('acme', 5, 9)],
  ['organizations after another', ({ retention }) => retention.listOrganizationsAfter('a', 9)],
  ['records of the log to forget', ({ log }) => log.forget('acme', { from: 1, to: 9 })],
  ['inventories of an organization to drop', ({ inventories }) => inventories.dropSome('acme', 9)],
  ['pieces of an inventory to drop', ({ inventories }) => inventories.drop('i1')],
  ['schedules that are next', ({ schedules }) => schedules.listNext({ organizationId: 'acme', limit: 9 })],
  ['the number of connections', ({ connections }) => connections.count({ organizationId: 'acme', isScheduled: false })],
  [
    'outcomes by status',
    ({ findings }) => findings.countOutcomes({ organizationId: 'acme', connectionIds: ['c1', 'c2'] }),
  ],
  ['names of objects', ({ retention }) => retention.findNamedObjects(['a', 'b'])],
])('%s are found by an index', async (_what, ask) => {
  const { store, plansOf } = await watchedStore()
  await endRun(store as Store, {
    id: 'r1',
    atMs: 1_000,
    checks: { mfa: { results: [['u1', 'fail']] }, keys: { results: [] }, guests: { results: [['gil', 'manual']] } },
  })
  await store.judgements.insert(createRefusal('j1', 3_000))

  const steps = await plansOf(() => ask(store as Store))

  // `run` are the few that a query has chosen before.
  expect(steps.filter((step) => /^SCAN (?!run$|result_sets USING INDEX result_sets_staged)/.test(step))).toEqual([])
})

test.each(['due', 'severity', 'changed'] as const)(
  'findings in the order %s are read in it, not sorted',
  async (order) => {
    const { store, plansOf } = await watchedStore()

    const steps = await plansOf(() =>
      store.findings.list({ organizationId: 'acme', order, limit: 50, before: { id: 'x', changedAtMs: 1 } }),
    )

    expect(steps.length).toBeGreaterThan(0)
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  },
)

test.each(['due', 'severity', 'changed'] as const)(
  'findings that may be accepted, in the order %s, are found from what waivers name, not among all that fail',
  async (order) => {
    const { store, plansOf } = await watchedStore()
    const by = [
      { connectorIds: ['github'], checkIds: ['mfa', 'keys'], connectionIds: ['c1', 'c2'] },
      { connectionIds: ['c1', 'c3'] },
    ]
    const filter = { organizationId: 'acme', order, limit: 50, covered: { is: true, by } }

    for (const before of [undefined, { id: 'x', changedAtMs: 1 }]) {
      const steps = await plansOf(() => store.findings.list({ ...filter, before }))

      const found = steps.flatMap((step) => /^SEARCH findings .*(\(.*\))/.exec(step)?.[1] ?? [])
      expect(found.toSorted()).toEqual(['(connection_id=? AND check_id=?)', '(connection_id=?)', '(id=?)'])
      expect(steps.filter((step) => /SCAN (findings|connections)/.test(step))).toEqual([])
    }
  },
)

test.each(connectionOrders)('connections in the order %s are read in it, from any place, not sorted', async (order) => {
  const { store, plansOf } = await watchedStore()
  const after = { id: 'x', createdAtMs: 1, sortName: 'x', urgency: 1, unwell: 1, lastRunAtMs: 1 }

  for (const place of [undefined, after]) {
    const steps = await plansOf(() =>
      store.connections.search({ organizationId: 'acme', order, limit: 50, after: place, isScheduled: false }),
    )

    expect(steps.filter((step) => step.includes('SEARCH connections USING INDEX connections_by_')).length).toBe(1)
    expect(steps.filter((step) => /SCAN|TEMP B-TREE/.test(step))).toEqual([])
  }
})

test('the schedules that are next are read in their order, from any place, not sorted', async () => {
  const { store, plansOf } = await watchedStore()

  for (const after of [undefined, { nextAtMs: 5, connectionId: 'x' }]) {
    const steps = await plansOf(() => store.schedules.listNext({ organizationId: 'acme', limit: 50, after }))

    expect(steps.join()).toContain('schedules_by_next')
    expect(steps.filter((step) => /SCAN|TEMP B-TREE/.test(step))).toEqual([])
  }
})

test.each<[what: string, index: string, ask: (store: Store) => Promise<unknown>]>([
  [
    'runs',
    'runs_by_start (organization_id=? AND started_at_ms<?)',
    ({ runs }) => runs.list({ organizationId: 'acme', before: { startedAtMs: 5, id: 'x' } }),
  ],
  ['runs by status', 'runs_by_status', ({ runs }) => runs.list({ organizationId: 'acme', status: 'error' })],
  [
    'the audit log',
    'audit_entries_by_time (organization_id=? AND (at_ms,id)<(?,?))',
    ({ audit }) => audit.list({ organizationId: 'acme', limit: 9, before: { atMs: 5, id: 'x' } }),
  ],
  [
    'entries of a target',
    'audit_entries_of_target',
    ({ audit }) => audit.list({ organizationId: 'acme', limit: 9, target: 'x' }),
  ],
  ['connectors in use', 'connections_of_connector', ({ connections }) => connections.listConnectors('acme')],
])('%s are read from their place by an index, however many there are', async (_what, index, ask) => {
  const { store, plansOf } = await watchedStore()

  const steps = await plansOf(() => ask(store as Store))

  expect(steps.join('\n')).toContain(index)
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([])
})
