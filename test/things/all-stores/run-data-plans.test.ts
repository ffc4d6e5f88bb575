import { CamelCasePlugin, type CompiledQuery, Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectionOrders } from '../../../src/auth/connection-store.ts'
import { migrateStore } from '../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { SqliteDialect, sqliteTraits } from '../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import type { Schema } from '../../../src/service/store/sql/tables.ts'
import { createStoreTables } from '../../../src/things/all-stores/kysely-store.ts'
import type { Store } from '../../../src/things/all-stores/store.ts'
import { storeMigrations } from '../../../src/things/all-stores/store-migrations.ts'
import { createAccessReview } from './contracts/access-review-contract.ts'
import { createFindingIdOf, createRefusal, endRun } from './kept-runs.ts'
import { createConnection, createCredentials, createWaiver } from './records.ts'

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
  await migrateStore(db, storeMigrations, { traits: sqliteTraits, where: 'x' })
  const store = createStoreTables(db, sqliteTraits)
  await store.organizations.insert({ id: 'acme', name: 'Acme', createdAtMs: 1 })
  await store.connections.insert(createConnection('c1'), createCredentials())
  /** Steps that read a whole table or sort what they found, of everything that was asked since. */
  const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    asked.length = 0
    await work()
    return (
      asked
        .filter(({ sql }) => /^\s*(select|insert|update|delete|with)/.test(sql))
        // Whether connections are noted is asked before each list, and mostly there is none.
        .filter(({ sql }) => !/^select min\(.*from "relisted_connections"/.test(sql))
        .flatMap(({ sql }) => database.handle.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...nullsFor(sql)))
        .map(({ detail }) => String(detail))
    )
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
  ['judgements that hold', ({ judgements }) => judgements.listInForce({ organizationId: 'acme', atMs: 5 })],
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
          throughMs: 9,
          limit: 9,
          after: which === 'first' ? undefined : { startedAtMs: 1, id: 'x' },
        }),
    ]),
  ),
  ['runs beyond a number', ({ retention }) => retention.findSurplus({ connectionId: 'c1', crossCheckId: null }, 3)],
  [
    'runs beyond another one',
    ({ retention }) =>
      retention.findSurplus({ connectionId: 'c1', crossCheckId: null }, 3, { startedAtMs: 1, id: 'x' }),
  ],
  [
    'runs of a cross-check beyond a number',
    ({ retention }) => retention.findSurplus({ connectionId: 'acme', crossCheckId: 'x' }, 3),
  ],
  ['cross-checks', ({ retention }) => retention.listSubjectsOf({ id: 'acme', organizationId: 'acme' })],
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

  // `run`, `list` and `counted` are the few that a query has chosen before.
  expect(
    steps.filter((step) =>
      /^SCAN (?!run$|steps$|list$|counted$|json_each|result_sets USING INDEX result_sets_staged)/.test(step),
    ),
  ).toEqual([])
})

const listIndexes = {
  due: 'findings_listed_by_due',
  severity: 'findings_listed_by_urgency',
  changed: 'findings_listed_by_change',
} as const

test.each(['due', 'severity', 'changed'] as const)(
  'findings in the order %s are read in it, not sorted, on each list',
  async (order) => {
    const { store, plansOf } = await watchedStore()
    const filter = { organizationId: 'acme', order, limit: 50 }

    for (const before of [undefined, { id: 'x', changedAtMs: 1 }])
      for (const list of [{ waived: false }, { waived: true }, { state: 'resolved' }] as const) {
        const steps = await plansOf(() => store.findings.list({ ...filter, ...list, before }))

        expect(steps).toEqual([
          expect.stringContaining(`findings USING INDEX ${listIndexes[order]} (organization_id=? AND listed_as=?`),
        ])
      }
    // What a page may need of each list, and no more.
    const all = await plansOf(() => store.findings.list({ ...filter, state: ['open', 'regressed', 'resolved'] }))
    const found = all.filter((step) => step.includes('findings'))
    expect(found).toHaveLength(3)
    expect(found.filter((step) => !step.includes(listIndexes[order]))).toEqual([])
  },
)

test('findings of one kind are counted and found by the index that names them', async () => {
  const { store, plansOf } = await watchedStore()
  const kinds = [
    [{}, 'findings_listed_'],
    [{ connectionId: 'c1' }, 'findings_listed_of_connection'],
    [{ ownerId: 'ada' }, 'findings_listed_of_owner'],
    [{ ownerId: null }, 'findings_listed_of_owner'],
    [{ severity: 'low' }, 'findings_listed_of_severity'],
    [{ connectorId: 'github', checkId: 'mfa' }, 'findings_listed_of_connector'],
    [{ dueToMs: 5 }, 'findings_listed_by_due'],
    [{ state: 'regressed' }, 'findings_listed_regressed'],
  ] as const

  for (const [kind, index] of kinds) {
    const of = { organizationId: 'acme', waived: false, ...kind }
    const steps = await plansOf(() => store.findings.count(of))
    expect(steps.join('\n')).toContain(`SEARCH findings USING INDEX ${index}`)
    expect((await plansOf(() => store.findings.list(of))).join('\n')).toContain(index)
  }
})

test.each([{ connectionId: 'c1' }, { connectorId: 'github' }, { connectorId: 'github', checkId: 'mfa' }])(
  'findings of %j are found by their index and sorted by due day, as long as they are few',
  async (kind) => {
    const { store, plansOf } = await watchedStore()
    await endRun(store as Store, { id: 'r1', atMs: 1_000, checks: { mfa: { results: [['u', 'fail']] } } })

    const steps = await plansOf(() =>
      store.findings.list({ organizationId: 'acme', waived: false, order: 'due', ...kind }),
    )

    expect(steps.at(-2)).toContain(`findings_listed_of_${'connectionId' in kind ? 'connection' : 'connector'} `)
    expect(steps.at(-1)).toBe('USE TEMP B-TREE FOR ORDER BY')
  },
)

test('many findings that are due in a time are read in another order, few are sorted', async () => {
  const { store, plansOf } = await watchedStore()
  const list = () => store.findings.list({ organizationId: 'acme', waived: false, dueToMs: 9_000_000_000_000 })
  await endRun(store as Store, { id: 'r0', atMs: 500, checks: { mfa: { results: [['u', 'fail']] } } })
  const few = await plansOf(list)
  const results = Array.from({ length: 1_001 }, (_, index) => [`u${index}`, 'fail'] as const)
  await endRun(store as Store, { id: 'r1', atMs: 1_000, checks: { mfa: { results } } })
  const many = await plansOf(list)

  expect(few.slice(-2)).toEqual([expect.stringContaining('findings_listed_by_due'), 'USE TEMP B-TREE FOR ORDER BY'])
  expect(many.at(-1)).toContain('findings_listed_by_change')
})

test('some hundred findings are read in the order where many of the first are chosen, and sorted where few are', async () => {
  const { store, plansOf } = await watchedStore()
  const results = (count: number, severity: 'critical' | 'low') =>
    Array.from({ length: count }, (_, index) => [`${severity}-${index}`, 'fail', { severity }] as const)
  const checks = { mfa: { results: results(250, 'critical') }, keys: { results: results(150, 'low') } }
  await endRun(store as Store, { id: 'r1', atMs: 1_000, checks })
  const list = (checkId: string) =>
    plansOf(() =>
      store.findings.list({ organizationId: 'acme', waived: false, order: 'severity', connectorId: 'github', checkId }),
    )

  const many = await list('mfa')
  const few = await list('keys')

  expect(many.at(-1)).toContain('findings_listed_by_urgency')
  expect(few.slice(-2)).toEqual([
    expect.stringContaining('findings_listed_of_connector '),
    'USE TEMP B-TREE FOR ORDER BY',
  ])
})

test.each([
  [{ connectionId: 'c1' }, 'findings_listed_of_connection'],
  [{ connectorId: 'github', checkId: 'mfa' }, 'findings_listed_of_connector'],
  [{ ownerId: 'ada' }, 'findings_listed_of_owner'],
] as const)('whether findings of %j have a text is sampled by %s, not among all findings', async (kind, index) => {
  const { store, plansOf } = await watchedStore()

  const steps = await plansOf(() =>
    store.findings.list({ organizationId: 'acme', text: 'nobody', order: 'severity', ...kind }),
  )

  expect(steps.find((step) => step.startsWith('SEARCH findings'))).toContain(index)
})

test('findings and connections by a text are looked for once, to show them and to count them', async () => {
  const { store, plansOf } = await watchedStore()
  const results = Array.from({ length: 250 }, (_, index) => [`u${index}`, 'fail'] as const)
  await endRun(store as Store, { id: 'r1', atMs: 1_000, checks: { mfa: { results } } })
  for (let index = 0; index < 250; index++)
    await store.connections.insert(createConnection(`n${index}`, { name: `Branch ${index}` }), createCredentials())
  const of = { organizationId: 'acme', limit: 25 } as const
  const words = [{ text: 'nobody', connectorIds: [] }]

  const none = [
    await plansOf(() => store.findings.listCounted({ ...of, waived: false, text: 'nobody', order: 'due' })),
    await plansOf(() => store.connections.searchCounted({ ...of, order: 'newest', words })),
  ]
  const few = await plansOf(() => store.findings.listCounted({ ...of, waived: false, text: 'u249', order: 'due' }))

  // What an index of texts finds none of, is not read.
  const byText = none.map((steps) => steps.filter((step) => /_texts VIRTUAL TABLE/.test(step)))
  expect(byText.map(({ length }) => length)).toEqual([1, 1])
  expect(few.filter((step) => step.startsWith('SCAN findings_texts VIRTUAL TABLE'))).toHaveLength(2)
  expect(few.filter((step) => step.includes('findings_listed_by_due'))).toHaveLength(1)
})

test('findings of an owner and of a control are read in the order of their changes, however many there are', async () => {
  const { store, plansOf } = await watchedStore()
  const results = Array.from({ length: 1_001 }, (_, index) => [`u${index}`, 'fail'] as const)
  const [one, two] = [['iso:A.5'], ['iso:A.5', 'soc2:CC6.1']]
  const checks = { mfa: { results, controls: one }, keys: { results: [['k', 'fail']], controls: two } } as const
  await endRun(store as Store, { id: 'r1', atMs: 1_000, checks })
  const of = { organizationId: 'acme', waived: false, limit: 50 } as const

  for (const before of [undefined, { id: 'x', changedAtMs: 9 }]) {
    const owned = await plansOf(() => store.findings.list({ ...of, ownerId: 'ada', before }))
    expect(owned).toEqual([expect.stringContaining('USING INDEX findings_listed_of_owner_by_change')])
    const oneList = await plansOf(() => store.findings.list({ ...of, control: 'soc2:CC6.1', before }))
    expect(oneList.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
    // Each list of controls in its order, and of each a page is sorted.
    const both = await plansOf(() => store.findings.list({ ...of, control: 'iso:A.5', before }))
    const found = both.filter((step) => /SEARCH findings/.test(step))
    expect(
      found.filter((step) => !/INDEX findings_by_controls(_and_urgency)? \(organization_id=\?/.test(step)),
    ).toEqual([])
    expect(found.filter((step) => step.includes('<expr>=? AND listed_as=?'))).toHaveLength(2)
    expect(both.flatMap((step, index) => (step.includes('TEMP B-TREE') ? [both[index - 1]] : []))).toEqual([
      'SCAN list',
      'SCAN list',
    ])
  }
  // In the other orders too, and then of each severity.
  for (const order of ['severity', 'due'] as const)
    for (const before of [undefined, { id: 'x', changedAtMs: 9, dueAtMs: 9, severity: 'high' as const }]) {
      const steps = await plansOf(() => store.findings.list({ ...of, control: 'soc2:CC6.1', order, before }))
      expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
      expect(steps.filter((step) => step.includes('INDEX findings_by_controls_and_urgency'))).not.toEqual([])
      expect(
        steps.filter((step) => /SEARCH findings USING (?!(COVERING )?INDEX findings_by_controls)/.test(step)),
      ).toEqual([])
    }
  const counted = await plansOf(() => store.findings.count({ ...of, control: 'iso:A.5' }))
  const looked = counted.filter((step) => /SEARCH findings/.test(step))
  expect(looked.filter((step) => !step.includes('findings_by_controls'))).toEqual([])
  expect(looked.filter((step) => step.includes('<expr>=? AND listed_as=?'))).toHaveLength(2)
})

test('what fails for resources is found by an index of their ids, however many findings their connections have', async () => {
  const { store, plansOf } = await watchedStore()
  const resources = Array.from({ length: 41 }, (_, index) => ({ connectionId: `c${index % 7}`, id: `u${index}` }))

  const steps = await plansOf(() => store.findings.listAbout({ organizationId: 'acme', resources, limit: 100 }))

  const found = steps.filter((step) => /SEARCH|SCAN/.test(step))
  expect(found).toHaveLength(resources.length)
  expect(
    found.filter((step) => !step.includes('findings_of_resource (connection_id=? AND <expr>>? AND <expr><?)')),
  ).toEqual([])
})

test('uploads are read in their order by an index, of all forms and of one', async () => {
  const { store, plansOf } = await watchedStore()

  for (const before of [undefined, { id: 'x', createdAtMs: 5 }])
    for (const [formType, index] of [
      [undefined, 'evidence_uploads_by_time'],
      ['review', 'evidence_uploads_of_form'],
    ] as const) {
      const steps = await plansOf(() => store.evidenceUploads.list({ organizationId: 'acme', formType, before }))

      expect(steps[0]).toContain(index)
      expect(steps.filter((step) => /SCAN|TEMP B-TREE/.test(step))).toEqual([])
    }
})

test('a page of people by name is read in this order, and what belongs to them by their ids', async () => {
  const { store, plansOf } = await watchedStore()
  const ids = ['ada', 'bob']

  for (const after of [undefined, { id: 'x', name: 'X' }]) {
    const steps = await plansOf(() => store.users.listByName({ organizationId: 'acme', limit: 9, after }))

    const found = steps.filter((step) => /SEARCH|SCAN|TEMP/.test(step))
    expect(found).toEqual([
      expect.stringContaining('SEARCH memberships USING COVERING INDEX memberships_of_unnamed (organization_id=?'),
      expect.stringContaining('(organization_id=? AND id=?)'),
      expect.stringContaining('SEARCH users USING INDEX users_by_name (organization_id=?'),
    ])
  }
  const steps = await plansOf(() =>
    Promise.all([
      store.memberships.list('acme', ids),
      store.memberships.listInvitations('acme', ids),
      store.webSessions.lastUses('acme', ids),
      store.signInIssuers.listIdentities('acme', ids),
    ]),
  )
  const found = steps.filter((step) => /^(SEARCH|SCAN)/.test(step))
  expect(found).toHaveLength(4)
  expect(found.filter((step) => !step.includes('(organization_id=? AND user_id=?)'))).toEqual([])
})

test('answers with a text are found by the index of texts where few have it, and in the order where many do', async () => {
  const { store, plansOf } = await watchedStore()
  for (let index = 0; index < 230; index++)
    await store.manualAnswers.save({
      id: `a${index}`,
      organizationId: 'acme',
      question: `Question ${index}`,
      answer: 'Yes.',
      tags: [],
      sourceQuestionnaireId: null,
      ownerId: null,
      expiresDay: null,
      createdAtMs: index,
      updatedAtMs: index,
    })
  const search = (text: string) =>
    plansOf(() => store.manualAnswers.list({ organizationId: 'acme', limit: 9, search: text }))

  const few = await search('nobody')
  const many = await search('question')

  expect(few.join('\n')).toContain('SCAN manual_answers_texts VIRTUAL TABLE')
  expect(few.slice(-2)).toEqual([
    'SEARCH manual_answers USING INTEGER PRIMARY KEY (rowid=?)',
    'USE TEMP B-TREE FOR ORDER BY',
  ])
  expect(many.join('\n')).not.toContain('manual_answers_texts')
  expect(many.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
})

test('connections are looked up by their ids or connectors, whatever the order', async () => {
  const { store, plansOf } = await watchedStore()
  const ids = Array.from({ length: 29 }, (_, index) => `c${index}`)
  const state = ['pending', 'active', 'needs_reauth', 'error', 'paused'] as const

  for (const order of connectionOrders) {
    const byId = await plansOf(() => store.connections.search({ organizationId: 'acme', ids, state, order, limit: 3 }))
    expect(byId.filter((step) => step.startsWith('SEARCH connections'))).toEqual([expect.stringMatching(/\(id=\?/)])
  }
  const listed = await plansOf(() =>
    store.connections.list({ organizationId: 'acme', connectorIds: ['okta', 'slack'] }),
  )
  expect(listed.filter((step) => step.startsWith('SEARCH connections'))).toEqual([
    expect.stringContaining('(organization_id=? AND connector_id=?)'),
  ])
})

test.each([
  [{ connectionId: 'c1' }, 'judgements_by_connection_id'],
  [{ decision: 'refused' }, 'judgements_by_decision'],
  [{ fileId: 'f' }, 'judgements_with_files'],
] as const)('judgements of %j are found and counted by %s, not sorted', async (kind, index) => {
  const { store, plansOf } = await watchedStore()

  const steps = [
    ...(await plansOf(() => store.judgements.list({ organizationId: 'acme', ...kind }))),
    ...(await plansOf(() => store.judgements.count({ organizationId: 'acme', ...kind }))),
  ]

  expect(steps.filter((step) => step.includes('judgements')).every((step) => step.includes(index))).toBe(true)
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
})

test.each([{ text: 'nobody' }, { text: 'obo', control: 'iso:A.5' }, { checkId: 'keys' }])(
  'findings with %j are found by the index of texts where few have it, and in the order where many do',
  async (rare) => {
    const { store, plansOf } = await watchedStore()
    const list = (order: 'due' | 'changed') =>
      plansOf(() => store.findings.list({ organizationId: 'acme', waived: false, order, ...rare }))
    const results = Array.from({ length: 250 }, (_, index) => [`u${index}`, 'fail'] as const)
    await endRun(store as Store, { id: 'r1', atMs: 1_000, checks: { mfa: { results } } })

    const few = await list('due')
    const mine = results.map(([id]) => [id, 'fail', { title: 'Nobody' }] as const)
    await endRun(store as Store, { id: 'r2', atMs: 2_000, checks: { keys: { results: mine, controls: ['iso:A.5'] } } })
    const many = await list('changed')

    expect(few.join('\n')).toContain('SCAN findings_texts VIRTUAL TABLE')
    expect(few.filter((step) => /SEARCH findings/.test(step)).slice(-1)).toEqual([
      'SEARCH findings USING INTEGER PRIMARY KEY (rowid=?)',
    ])
    expect(many.join('\n')).not.toContain('findings_texts')
    expect(many.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  },
)

test('connections with a text are found by the index of texts where few have it, and in the order where many do', async () => {
  const { store, plansOf } = await watchedStore()
  const rename = async (from: number, name: string) => {
    for (let index = from; index < from + 230; index++)
      await store.connections.insert(createConnection(`n${index}`, { name: `${name} ${index}` }), createCredentials())
  }
  const search = (order: 'name' | 'newest') =>
    plansOf(() =>
      store.connections.search({
        organizationId: 'acme',
        order,
        limit: 9,
        words: [{ text: 'nobody', connectorIds: [] }],
      }),
    )
  await rename(0, 'Somebody')

  const few = await search('name')
  await rename(300, 'Nobody')
  const many = await search('newest')

  expect(few.join('\n')).toContain('SCAN connections_texts VIRTUAL TABLE')
  expect(few.filter((step) => /SEARCH connections/.test(step)).slice(-1)).toEqual([
    'SEARCH connections USING INTEGER PRIMARY KEY (rowid=?)',
  ])
  expect(many.join('\n')).not.toContain('connections_texts')
  expect(many.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
})

test('connections that never ran are counted, and outcomes of some connections found, by an index alone', async () => {
  const { store, plansOf } = await watchedStore()

  const counted = await plansOf(() =>
    store.connections.count({ organizationId: 'acme', state: 'active', hasRun: false }),
  )
  const found = await plansOf(() =>
    store.findings.newestOutcomes({ organizationId: 'acme', connectionIds: ['c1', 'c2'] }),
  )

  expect(counted).toContainEqual(
    expect.stringContaining('USING COVERING INDEX connections_never_run (organization_id=? AND urgency=?)'),
  )
  expect(found).toContainEqual(expect.stringContaining('newest_outcomes_1 (connection_id=?)'))
})

test('outcomes about which something new was decided are found by an index, and those of a kind by their time', async () => {
  const { store, plansOf } = await watchedStore()
  const time = { fromMs: 5, toMs: 9 }
  const kind = {
    connectorId: 'github',
    checkId: 'mfa',
    shape: 's',
    verdict: 'satisfied',
    decided: 'to_review',
  } as const
  const found = { decided: 'satisfied', accepted: 1, refused: 0, untilMs: 5 } as const
  const settled = { connectionId: 'c1', checkId: 'mfa', decisions: 0, ...found } as const

  const unsettled = await plansOf(() => store.findings.listUnsettled({ organizationId: 'acme', limit: 9 }))
  const ended = await plansOf(() => store.findings.endDecided({ organizationId: 'acme', nowMs: 5 }))
  const saved = await plansOf(() => store.findings.saveSettled({ organizationId: 'acme', outcomes: [settled] }))
  const fresh = await plansOf(() =>
    store.findings.listGroup({ ...kind, isFresh: true, organizationId: 'acme', time, limit: 9 }),
  )
  const stale = await plansOf(() =>
    store.findings.listGroup({ ...kind, isFresh: false, organizationId: 'acme', time, limit: 9 }),
  )
  const held = await plansOf(() => store.judgements.listInForce({ organizationId: 'acme', ofResults: true, atMs: 5 }))

  const index =
    'newest_outcomes_alike (organization_id=? AND connector_id=? AND check_id=? AND shape=? AND verdict=? AND decided=? AND at_ms'
  expect(unsettled).toEqual([expect.stringContaining('newest_outcomes_unsettled (organization_id=?)')])
  expect(ended).toEqual([
    expect.stringContaining('newest_outcomes_decided_until (organization_id=? AND decided_until_ms<?)'),
  ])
  expect(saved.filter((step) => step.includes('newest_outcomes'))).toEqual([
    expect.stringContaining('(connection_id=? AND check_id=?)'),
  ])
  expect(fresh).toEqual([expect.stringContaining(`${index}>? AND at_ms<?)`)])
  expect(stale).toEqual([expect.stringContaining(`${index}<?)`), expect.stringContaining(`${index}>?)`)])
  expect(held.join('\n')).toContain('judgements_of_results (organization_id=? AND expires>?)')
})

test('waivers settle findings by an index, and what a run opens too', async () => {
  const { store, plansOf } = await watchedStore()
  const facts = [{ connection: 'c1' }, { connection: ['c1', 'c2'], check: 'm*' }, {}, { check: '*', tag: 'x' }]
  await store.waivers.insert(
    facts.map((each, index) => createWaiver(`w${index}`, 'acme', { connector: 'github', createdAtMs: 1e12, ...each })),
  )
  const told = { id: 'r1', atMs: 1e12, checks: { mfa: { results: [['u1', 'fail']] } } } as const
  const settle = (nowMs: number) =>
    store.findings.settleWaivers({ organizationId: 'acme', nowMs, connectors: [{ id: 'github', checks: [] }] })

  const steps = [
    ...(await plansOf(() => settle(1e12))),
    ...(await plansOf(() => endRun(store as Store, told))),
    ...(await plansOf(() => settle(2e12))),
  ]

  expect(steps.join('\n')).toContain('findings_of_waiver (waiver_id=?)')
  expect(steps.filter((step) => /^SCAN (?!json_each|.*(VALUES CLAUSE|CONSTANT ROW)$)/.test(step))).toEqual([])
})

test.each(connectionOrders)('connections in the order %s are read in it, from any place, not sorted', async (order) => {
  const { store, plansOf } = await watchedStore()
  const after = { id: 'x', createdAtMs: 1, sortName: 'x', urgency: 1, unwell: 1, lastRunAtMs: 1 }

  for (const place of [undefined, after]) {
    const steps = await plansOf(() =>
      store.connections.search({ organizationId: 'acme', order, limit: 50, after: place }),
    )

    expect(steps.filter((step) => step.includes('SEARCH connections USING INDEX connections_by_')).length).toBe(1)
    expect(steps.filter((step) => /SCAN|TEMP B-TREE/.test(step))).toEqual([])
  }
})

test('actions of the audit log and connectors in use are found step by step, and the entries of each by its index', async () => {
  const { store, plansOf } = await watchedStore()
  for (const action of ['run.start', 'run.cancel'])
    await store.audit.insert({
      id: action,
      organizationId: 'acme',
      actor: { type: 'user', id: 'ada' },
      action,
      target: null,
      fields: [],
      requestId: 'r',
      atMs: 1,
      status: null,
    })

  const entries = await plansOf(() => store.audit.list({ organizationId: 'acme', limit: 9, action: 'run' }))
  const connectors = await plansOf(() => store.connections.listConnectorIds('acme'))

  const found = entries.filter((step) => step.includes('audit_entries'))
  expect(found).toHaveLength(4)
  for (const step of found)
    expect(step).toMatch(/^SEARCH audit_entries USING (COVERING )?INDEX audit_entries_of_action/)
  const steps = connectors.filter((step) => step.includes('connections'))
  expect(steps.filter((step) => !step.includes('COVERING INDEX connections_of_connector'))).toEqual([])
})

test.each([
  ['connections_of_connector', { connectorId: 'okta' }],
  ['connections_by_urgency', { state: 'paused' }],
  ['connections_by_schedule', { isScheduled: false }],
] as const)('few of many connections are found by %s in every order, and then sorted', async (index, choice) => {
  const { store, plansOf } = await watchedStore()

  for (const order of connectionOrders) {
    const steps = await plansOf(() => store.connections.search({ organizationId: 'acme', order, limit: 50, ...choice }))

    const read = steps.filter((step) => step.startsWith('SEARCH connections'))
    expect(read.length).toBeGreaterThan(0)
    for (const step of read) expect(step).toContain(`${index} (organization_id=?`)
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
  [
    'what needs review',
    'newest_outcomes_to_review (organization_id=? AND (connection_id,run_id)>(?,?))',
    ({ findings }) =>
      findings.listReviewable({ organizationId: 'acme', from: { connectionId: 'c', runId: 'r' }, limit: 9 }),
  ],
  [
    'what is dated in the future',
    'connections_by_last_run (organization_id=? AND last_run_at_ms>?)',
    ({ findings }) => findings.listAhead({ organizationId: 'acme', afterMs: 9 }),
  ],
  [
    'checks that could not tell',
    'newest_outcomes_by_status (organization_id=? AND status=?)',
    ({ findings }) => findings.newestOutcomes({ organizationId: 'acme', status: 'error', limit: 9 }),
  ],
  [
    'what people have judged of the week in which outcomes get too old, by the index alone',
    'USING COVERING INDEX newest_outcomes_judged (organization_id=? AND at_ms>? AND at_ms<?)',
    ({ findings }) => findings.tallyJudged({ organizationId: 'acme', fromMs: 5 }),
  ],
  [
    'what people have judged, by its numbers',
    'trend_tallies USING INDEX',
    ({ findings }) => findings.tallyJudged({ organizationId: 'acme', fromMs: 0 }),
  ],
  [
    'connections that never ran',
    'connections_by_last_run (organization_id=? AND last_run_at_ms=?)',
    ({ connections }) => connections.search({ organizationId: 'acme', hasRun: false, order: 'last-run', limit: 9 }),
  ],
  [
    'the numbers of checks',
    'trend_tallies_1 (organization_id=? AND bucket>?',
    ({ findings }) => findings.tallyOutcomes('acme'),
  ],
  [
    'the numbers of connections',
    'trend_tallies_1 (organization_id=? AND bucket>?',
    ({ connections }) => connections.tally('acme'),
  ],
])('%s are read from their place by an index, however many there are', async (_what, index, ask) => {
  const { store, plansOf } = await watchedStore()

  const steps = await plansOf(() => ask(store as Store))

  expect(steps.join('\n')).toContain(index)
  expect(steps.filter((step) => /^SCAN|FOR ORDER BY/.test(step))).toEqual([])
})

test('connectors in use are found one after the other by an index, however many connections have them', async () => {
  const { store, plansOf } = await watchedStore()

  const steps = await plansOf(() => store.connections.listConnectors('acme'))

  const found = steps.filter((step) => / c /.test(step))
  expect(found.length).toBeGreaterThan(4)
  expect(
    found.filter(
      (step) => !/^SEARCH c USING COVERING INDEX connections_of_connector \(organization_id=\?( AND|\))/.test(step),
    ),
  ).toEqual([])
})

test('of finished access reviews, only what has to be removed or changed is counted, by an index', async () => {
  const { store, plansOf } = await watchedStore()
  const ref = { id: 'r1', organizationId: 'acme' }
  const account = { number: 0, connectionId: 'c1', part: null, position: 0, assignedTo: null, seen: [] }
  await store.accessReviews.stage(createAccessReview(ref), [])
  await store.accessReviews.show(ref, { systems: [], accounts: [{ ...account, decision: null, outcome: null }] })
  const file = { name: 'r.zip', type: 'application/zip', sizeBytes: 1, sha256: '0'.repeat(64), objectKey: 'k1' }
  const bundle = { ...file, manifestSha256: '1'.repeat(64) }
  const end = { finishedAtMs: 9_000, finishedBy: 'ada', undecidedReason: null, bundle }
  expect(await store.accessReviews.finish({ ...ref, revision: 0 }, end)).toBe(true)

  const steps = await plansOf(() => store.accessReviews.count(['r1'], 10_000))

  const accounts = steps.filter((step) => step.includes('access_review_accounts'))
  expect(accounts).toHaveLength(2)
  for (const step of accounts)
    expect(step).toContain('INDEX access_review_accounts_followed (review_id=? AND decision=?)')
})

test('the waivers of connections are found by the findings that name them', async () => {
  const { store, plansOf } = await watchedStore()

  const steps = await plansOf(() => store.findings.listCoveringWaivers('acme', ['c1', 'c2']))

  expect(steps.join('\n')).toMatch(
    /findings_listed_of_connection \(organization_id=\? AND connection_id=\? AND listed_as=\?/,
  )
  expect(steps.filter((step) => /^SCAN (?!json_each)/.test(step))).toEqual([])
})

test('the newest statements and their judgements are found by an index, however many there are', async () => {
  const { store, plansOf } = await watchedStore()

  const steps = [
    ...(await plansOf(() => store.tasks.listNewestStated({ organizationId: 'acme', taskIds: ['t1', 't2'] }))),
    ...(await plansOf(() => store.judgements.listOfStatements({ organizationId: 'acme', statementIds: ['s1', 's2'] }))),
  ]

  const searches = steps.filter((step) => step.startsWith('SEARCH') && !step.includes('tasks'))
  expect(searches.join('\n')).toContain('task_statements_by_age (organization_id=? AND task_id=?)')
  expect(searches.join('\n')).toContain('judgements_of_statements (run_id=?)')
  expect(steps.filter((step) => /^SCAN (?!json_each)/.test(step))).toEqual([])
})
