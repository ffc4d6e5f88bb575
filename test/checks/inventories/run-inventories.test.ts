import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import {
  type Check,
  type CheckContext,
  defineConnector,
  type Inventory,
  type InventoryContext,
  type InventoryRecord,
  type ListedRecord,
  type RunEvent,
} from '../../../src/define/index.ts'
import { keepRun, type RunChecksOptions } from '../../../src/things/runs/run-checks.ts'
import { type Answer, secretKey, serve } from '../../http/support.ts'

interface User {
  readonly id: string
  readonly mfa?: boolean
  readonly role?: string
}

type List = (ctx: InventoryContext) => AsyncIterable<ListedRecord<'account', 'secondFactor' | 'roles'>>

const listUsers: List = async function* (ctx) {
  for await (const user of ctx.paginate<User>('/users', {
    items: 'users',
    next: { page: { param: 'page', first: 1 } },
  }))
    yield toRecord(user)
}

const toRecord = ({ id, mfa, role }: User) =>
  ({ id, kind: 'person', status: 'active', secondFactor: mfa, roles: role === undefined ? undefined : [role] }) as const

const users = (count: number, from = 0): readonly User[] =>
  Array.from({ length: count }, (_, at) => ({ id: `u${from + at}`, mfa: (from + at) % 2 === 0, role: 'member' }))

interface World {
  readonly pages?: readonly (readonly object[] | Answer)[]
  readonly list?: List
  readonly merge?: 'union'
  readonly facts?: object
  readonly answers?: Readonly<Record<string, Answer>>
  readonly checks?: Readonly<
    Record<
      string,
      Pick<Check, 'reads'> & {
        readonly run: (
          ctx: CheckContext,
          accounts: Inventory<'account', 'secondFactor' | 'roles' | 'lastActiveAt'>,
        ) => Promise<void>
      }
    >
  >
  readonly options?: Partial<RunChecksOptions>
}

/** Runs a connector with one inventory on a real vendor. */
async function run({
  pages = [users(3)],
  list = listUsers,
  merge,
  facts,
  answers = {},
  checks = {},
  options = {},
}: World) {
  const vendor = await serve(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://vendor')
    const known = answers[pathname]
    if (known) return known
    const page = pages[Number(searchParams.get('page') ?? 1) - 1] ?? []
    // An empty page says that it is the last one, so that none is asked for behind it.
    return 'length' in page ? { json: { users: page, has_more: page.length === 0 ? false : undefined } } : page
  })
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: vendor.origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = acme.inventory({
    of: 'account',
    tells: ['secondFactor', 'roles'],
    covers: ['members'],
    leavesOut: ['bots'],
    scopes: ['users:read'],
    list,
    merge,
    facts,
  } as never) as unknown as Inventory<'account', 'secondFactor' | 'roles' | 'lastActiveAt', 'acme'>
  const made = Object.entries(checks).map(([id, { run: work, reads, ...data }]) =>
    acme.check({
      id,
      title: id,
      ...(data as object),
      reads: reads ?? [{ inventory: accounts }],
      run: (ctx) => work(ctx as CheckContext, accounts),
    }),
  )
  const events: RunEvent[] = []
  await using kept = await keepRun(acme.with(accounts, ...made), {
    credentials: { api_key: secretKey },
    allowPrivateNetwork: true,
    clock: fixedClock('2026-05-04T10:00:00Z'),
    onEvent: (event) => events.push(event),
    inventories: made.length === 0 ? ['account'] : undefined,
    ...options,
  })
  const records = kept.records ? await Array.fromAsync(kept.records('inventory:account')) : []
  const results = new Map<string, readonly object[]>()
  for (const { id } of kept.head.checks) results.set(id, await Array.fromAsync(kept.results(id)))
  const [inventory] = kept.head.inventories ?? []
  return {
    head: kept.head,
    inventory,
    records,
    results,
    vendor,
    events,
    check: (id: string) => kept.head.checks.find((each) => each.id === id),
  }
}

const judge = async (ctx: CheckContext, accounts: Inventory<'account', 'secondFactor'>) => {
  for await (const { id, secondFactor } of ctx.inventory(accounts)) {
    const resource = { type: 'account', id }
    if (secondFactor) ctx.pass({ resource, title: 'On' })
    else ctx.fail({ resource, title: 'Off', remediation: 'Enrol one.' })
  }
}

describe('an inventory in a run', () => {
  test('is read once for all checks, as work of its own, and says what it covers', async () => {
    const pages = [users(2), users(2, 2)]

    const { head, inventory, vendor, check, results, events } = await run({
      pages,
      checks: { a: { run: judge }, b: { run: judge } },
    })

    expect(inventory).toEqual({
      of: 'account',
      complete: true,
      count: 4,
      byStatus: { active: 4 },
      covers: ['members'],
      leavesOut: ['bots'],
      exchanges: [1, 2, 3],
      requests: 3,
      retries: 0,
      durationMs: expect.any(Number),
      logs: [],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(vendor.seen).toHaveLength(3)
    expect(check('a')).toMatchObject({ status: 'fail', complete: true, exchanges: [], requests: 0 })
    // A result's exchange is the page of its record.
    expect(results.get('b')).toMatchObject([
      { exchanges: [1] },
      { exchanges: [1] },
      { exchanges: [2] },
      { exchanges: [2] },
    ])
    expect(head.summary.requests).toBe(3)
    const requests = events.filter((event) => event.type === 'request')
    expect(new Set(requests.map(({ checkId }) => checkId))).toEqual(new Set(['inventory:account']))
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['inventory.started', 'inventory.finished']))
  })

  test('is read alone where only inventories are asked for', async () => {
    const { head, records } = await run({ checks: { a: { run: judge } }, options: { inventories: ['account'] } })

    expect(head).toMatchObject({ status: 'not_applicable', checks: [], inventories: [{ of: 'account', count: 3 }] })
    expect(records.map(({ id }) => id)).toEqual(['u0', 'u1', 'u2'])
  })

  test('is read by chosen checks only if they use it, also without having said so', async () => {
    const checks = {
      reads: { reads: [], run: judge },
      other: {
        reads: [],
        run: async (ctx: CheckContext) => ctx.pass({ resource: { type: 'a', id: 'a' }, title: 'On' }),
      },
    }

    expect((await run({ checks, options: { checks: ['reads'] } })).inventory?.count).toBe(3)
    expect((await run({ checks, options: { checks: ['other'] } })).inventory).toBeUndefined()
    expect((await run({ checks })).inventory?.count).toBe(3)
  })

  test('refuses kinds that the connector does not have', async () => {
    await expect(run({ options: { inventories: ['device'] } })).rejects.toMatchObject({ code: 'INVENTORY_UNKNOWN' })
  })

  test('gives every told member, as undefined where nobody knows it', async () => {
    const seen: InventoryRecord[] = []
    const checks = {
      a: {
        run: async (ctx: CheckContext, accounts: Inventory<'account', 'secondFactor' | 'roles' | 'lastActiveAt'>) => {
          const list = ctx.inventory(accounts)
          expect(list.complete).toBe(true)
          for await (const account of list) seen.push(account as never)
        },
      },
    }

    await run({ pages: [[{ id: 'u1' }]], checks })

    expect(Object.keys(seen[0] ?? {}).sort()).toEqual(['id', 'kind', 'roles', 'secondFactor', 'status'])
  })
})

describe('a list that is not whole', () => {
  const refused = { status: 403, json: { message: 'Missing scope' } }

  test.each<[string, World, object]>([
    ['a refused page', { pages: [users(2), refused] }, { kind: 'permission', missingScopes: ['users:read'] }],
    ['a lost page', { pages: [users(2), { status: 500, json: {} }] }, { kind: 'upstream' }],
    [
      'a refusal that the list passes over',
      {
        list: async function* (ctx) {
          await ctx.get('/refused').catch(() => undefined)
          yield* listUsers(ctx)
        },
        answers: { '/refused': refused },
      },
      { kind: 'permission' },
    ],
    [
      'partial: true',
      {
        list: async function* (ctx) {
          const { users } = await ctx.get<{ users: User[] }>('/users', { partial: true })
          for (const user of users) yield toRecord(user)
        },
      },
      { kind: 'incomplete_data', message: expect.stringContaining('partial: true') },
    ],
    [
      'an expected refusal that ends it',
      {
        list: async function* (ctx) {
          try {
            for await (const user of ctx.paginate<User>('/users', {
              items: 'users',
              next: { page: { param: 'page', first: 1 } },
              expect: [404],
            }))
              yield toRecord(user)
          } catch {}
        },
        pages: [users(2), { status: 404, json: {} }],
      },
      { kind: 'incomplete_data', message: expect.stringContaining('refused /users (404)') },
    ],
    [
      'a break',
      {
        list: async function* (ctx) {
          for await (const user of ctx.paginate<User>('/users', {
            items: 'users',
            next: { page: { param: 'page', first: 1 } },
          })) {
            yield toRecord(user)
            break
          }
        },
      },
      { kind: 'incomplete_data', message: expect.stringContaining('left before its end') },
    ],
    ['a record without id', { pages: [[...users(2), { mfa: true }]] }, { kind: 'schema_drift' }],
    ['an id that is no whole number', { pages: [[...users(2), { id: 1.5 }]] }, { kind: 'schema_drift' }],
    [
      'two records of one id that differ',
      { pages: [[...users(2), { id: 'u1', mfa: true }]] },
      { kind: 'incomplete_data' },
    ],
    [
      'a promise that is not kept',
      {
        list: async function* () {
          yield { id: 'u1', kind: 'person', status: 'active' } as never
        },
      },
      { kind: 'check_bug', code: 'INVENTORY_RECORD_INVALID' },
    ],
    [
      'drift',
      { pages: [users(60).map(({ id }) => ({ id, mfa: 'on', role: 'x' }))] },
      { kind: 'schema_drift', code: 'SCHEMA_DRIFT' },
    ],
    [
      'a mistake',
      {
        list: async function* (ctx) {
          yield* listUsers(ctx)
          throw new TypeError('x is not a function')
        },
      },
      { kind: 'check_bug', code: 'CHECK_THREW', message: expect.stringContaining('The list threw TypeError') },
    ],
    [
      'what it says itself',
      {
        list: async function* (ctx) {
          yield* listUsers(ctx)
          ctx.cannotTell({ kind: 'plan', message: 'Guests need the Business plan.' })
        },
      },
      { kind: 'plan', message: 'Guests need the Business plan.' },
    ],
  ])('by %s says its kind, and what was seen stays', async (_, world, error) => {
    const { inventory, check, results } = await run({ ...world, checks: { a: { run: judge } } })

    expect(inventory).toMatchObject({ complete: false, error })
    const { kind, code, missingScopes } = inventory?.error ?? {}
    expect(check('a')).toMatchObject({ status: 'error', complete: false, error: { kind, code } })
    expect(check('a')?.error?.missingScopes).toEqual(missingScopes)
    expect(check('a')?.error?.message).toContain('The list "account" is not complete')
    expect(results.get('a')).toHaveLength(inventory?.count ?? -1)
  })

  test('ends a check as error that catches the failure and goes on', async () => {
    const checks = {
      a: {
        run: async (ctx: CheckContext, accounts: Inventory<'account', 'secondFactor'>) => {
          await judge(ctx, accounts).catch(() => undefined)
        },
      },
    }

    const { check } = await run({ pages: [users(2), refused], checks })

    expect(check('a')).toMatchObject({ status: 'error', error: { kind: 'permission' } })
  })

  test('makes a run of lists alone an error', async () => {
    const { head } = await run({ pages: [refused] })

    expect(head).toMatchObject({ status: 'error', checks: [], inventories: [{ complete: false, count: 0 }] })
  })

  test('a check that leaves the list early has not seen everything', async () => {
    const checks = {
      a: {
        run: async (ctx: CheckContext, accounts: Inventory<'account', 'secondFactor'>) => {
          for await (const { id } of ctx.inventory(accounts)) {
            ctx.pass({ resource: { type: 'account', id }, title: 'Seen' })
            break
          }
        },
      },
    }

    const { check } = await run({ checks })

    expect(check('a')).toMatchObject({
      status: 'error',
      error: { message: expect.stringContaining('left the list account') },
    })
  })
})

describe('an expected refusal that is an answer', () => {
  test('leaves the list complete where records come after it', async () => {
    const list: List = async function* (ctx) {
      const roles = await ctx.get('/roles', { expect: [404] }).catch(() => undefined)
      expect(roles).toBeUndefined()
      yield* listUsers(ctx)
    }

    const { inventory } = await run({ list, answers: { '/roles': { status: 404, json: {} } } })

    expect(inventory).toMatchObject({ complete: true, count: 3 })
  })
})

describe('records of one id', () => {
  test("are one by merge: 'union', read from both pages", async () => {
    const pages = [
      [{ id: 'u1', mfa: true, role: 'owner' }],
      [
        { id: 'u1', mfa: true, role: 'admin' },
        { id: 'u2', mfa: true, role: 'x' },
      ],
    ]

    const { inventory, records, results } = await run({ pages, merge: 'union', checks: { a: { run: judge } } })

    expect(inventory).toMatchObject({ complete: true, count: 2 })
    expect(records[0]).toMatchObject({ id: 'u1', roles: ['admin', 'owner'], secondFactor: true })
    expect(results.get('a')).toMatchObject([{ exchanges: [1, 2] }, { exchanges: [2] }])
  })

  test('that are equal are one', async () => {
    expect((await run({ pages: [[...users(2), ...users(2)]] })).inventory).toMatchObject({ complete: true, count: 2 })
  })
})

/** Twelve administrators of one organization, whose id a mistaken mapping takes for theirs. */
const administrators = Array.from({ length: 12 }, (_, at) => ({
  organization_id: 'org-1',
  mfa: true,
  user: { id: `u${at}`, email: `u${at}@acme.example` },
}))

describe('twelve people of one id are never one account of a complete list', () => {
  const organization = ({ organization_id: id, mfa }: (typeof administrators)[number]) => toRecord({ id, mfa })
  const failure = (message: string) => ({
    complete: false,
    count: 1,
    error: { kind: 'incomplete_data', message: expect.stringContaining(message) },
  })

  test.each([undefined, 'union'] as const)('where items of pages are mapped, and merge is %s', async (merge) => {
    const list: List = async function* (ctx) {
      for await (const item of ctx.paginate<(typeof administrators)[number]>('/users', {
        items: 'users',
        next: { page: { param: 'page', first: 1 } },
      }))
        yield organization(item)
    }

    const { inventory } = await run({ pages: [administrators], list, merge: merge as 'union' })

    expect(inventory).toMatchObject(
      failure('several records with the id "org-1" that are not of the same: they differ in "user.'),
    )
  })

  test('where one answer is mapped, of which nothing says who it is', async () => {
    const list: List = async function* (ctx) {
      const { users: all } = await ctx.get<{ users: typeof administrators }>('/users')
      for (const item of all) yield organization(item)
    }

    const { inventory } = await run({ pages: [administrators], list })

    expect(inventory).toMatchObject(
      failure('several records with the id "org-1" in one answer, and nothing in them says'),
    )
  })
})

test('an account that comes on two pages, because it moved while they were read, is one', async () => {
  const last = { ...administrators[11], organization_id: 'u11' }
  const list: List = async function* (ctx) {
    for await (const { organization_id: id, mfa } of ctx.paginate<
      typeof last & { organization_id: string; mfa: boolean }
    >('/users', { items: 'users', next: { page: { param: 'page', first: 1 } } }))
      yield toRecord({ id, mfa })
  }

  const { inventory } = await run({ pages: [[last], [{ ...last, last_seen: '2026-05-04' }]], list })

  expect(inventory).toMatchObject({ complete: true, count: 1 })
})

describe('a fact', () => {
  const facts = {
    lastActiveAt: {
      scopes: ['audit:read'],
      read: (ctx: InventoryContext, { id }: { id: string }) => ctx.get<string | null>(`/last/${id}`),
    },
  }
  const answers = {
    '/last/u0': { json: '2026-05-01T00:00:00Z' },
    '/last/u1': { json: null },
    '/last/u2': { json: '0001-01-01T00:00:00Z' },
  }
  const idle = {
    run: async (ctx: CheckContext, accounts: Inventory<'account', 'lastActiveAt'>) => {
      for await (const { id, lastActiveAt, unknown } of ctx.inventory(accounts))
        ctx.pass({
          resource: { type: 'account', id },
          title: String(lastActiveAt),
          evidence: { because: unknown?.lastActiveAt },
        })
    },
  }
  const askFor = (accounts: Inventory) => [{ inventory: accounts, members: ['lastActiveAt'] }]

  /** Like `run`, with a check that names the fact. */
  async function runWithFact(given: Readonly<Record<string, Answer>>) {
    const vendor = await serve(
      ({ path }) =>
        given[path] ?? { json: path.endsWith('page=2') ? { users: [], has_more: false } : { users: users(3) } },
    )
    const acme = defineConnector({
      id: 'acme',
      name: 'Acme',
      baseUrl: vendor.origin,
      auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    })
    const accounts = acme.inventory({
      of: 'account',
      tells: ['secondFactor', 'roles'],
      covers: ['members'],
      list: listUsers,
      facts,
    })
    const check = acme.check({
      id: 'idle',
      title: 'Idle',
      reads: askFor(accounts),
      run: (ctx) => idle.run(ctx, accounts),
    })
    await using kept = await keepRun(acme.with(accounts, check), {
      credentials: { api_key: secretKey },
      allowPrivateNetwork: true,
      clock: fixedClock('2026-05-04T10:00:00Z'),
    })
    const results = await Array.fromAsync(kept.results('idle'))
    const records = await Array.fromAsync(kept.records?.('inventory:account') ?? [])
    return { inventory: kept.head.inventories?.[0], check: kept.head.checks[0], results, records, vendor }
  }

  test('is asked for where a check reads it, and its answer is part of what a result was read from', async () => {
    const { inventory, results } = await runWithFact(answers)

    expect(inventory).toMatchObject({ complete: true, facts: ['lastActiveAt'], requests: 5 })
    expect(results).toMatchObject([
      { title: '2026-05-01T00:00:00Z', exchanges: [1, expect.any(Number)] },
      { title: 'null' },
      { title: 'undefined', evidence: { because: expect.stringContaining('from 1990 on') } },
    ])
  })

  test('is not asked for where nobody reads it', async () => {
    const { vendor, inventory } = await run({ facts, answers, checks: { a: { run: judge } } })

    expect(vendor.seen.map(({ path }) => path)).toEqual(['/users?page=1', '/users?page=2'])
    expect(inventory?.facts).toBeUndefined()
  })

  test('cannot be read by a check that does not name it', async () => {
    const { check } = await run({ facts, answers, checks: { a: idle } })

    expect(check('a')).toMatchObject({ status: 'error', error: { code: 'INVENTORY_UNKNOWN' } })
  })

  test('that is refused is unknown everywhere, and the list stays complete', async () => {
    const { inventory, records, check } = await runWithFact({ ...answers, '/last/u1': { status: 403, json: {} } })

    expect(inventory).toMatchObject({
      complete: true,
      refused: { lastActiveAt: { kind: 'permission', missingScopes: ['audit:read'] } },
    })
    expect(check).toMatchObject({ status: 'pass', complete: true })
    for (const record of records) {
      expect(record.lastActiveAt).toBeUndefined()
      expect(record.unknown).toMatchObject({ lastActiveAt: expect.stringContaining('403') })
    }
  })

  test('that cannot be had of one record is unknown on that one', async () => {
    const { inventory, records } = await runWithFact({ ...answers, '/last/u1': { status: 404, json: {} } })

    expect(inventory?.refused).toBeUndefined()
    expect(records.map(({ lastActiveAt }) => lastActiveAt)).toEqual(['2026-05-01T00:00:00Z', undefined, undefined])
  })
})

test("ctx.inventory() refuses another connector's inventory, and one that its own does not have", async () => {
  const other = defineConnector({
    id: 'other',
    name: 'Other',
    baseUrl: 'https://other.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const theirs = other.inventory({ of: 'account', tells: [], covers: ['members'], async *list() {} })
  const checks = {
    a: {
      run: async (ctx: CheckContext) => {
        for await (const _ of ctx.inventory(theirs)) ctx.log('seen')
      },
    },
  }

  const { check } = await run({ checks })

  expect(check('a')).toMatchObject({
    status: 'error',
    error: { code: 'INVENTORY_UNKNOWN', message: expect.stringContaining('of its own connector only') },
  })
})
