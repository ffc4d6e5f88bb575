import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import github from '../../../../connectors/github/index.ts'
import { rules } from '../../../../src/author/testing/contract/contract-rules.ts'
import {
  type ContractOptions,
  connectorContract,
  paginated,
  type TestFunction,
} from '../../../../src/author/testing/index.ts'
import {
  type AnyConnector,
  type CheckContext,
  defineConnector,
  distinctBy,
  vendorMember,
  vendorWord,
} from '../../../../src/index.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'

const users = [
  { id: 'u1', mfa: true, role: 'owner' },
  { id: 'u2', mfa: false, role: 'member' },
  { id: 'u3', mfa: true, role: 'member' },
]
const User = z.object({ id: z.string(), mfa: z.boolean(), role: vendorWord(['owner', 'member']) })
const vendor = {
  auth: { type: 'bearer', verify: (token: string) => token !== '' },
  routes: { 'GET /users': paginated(users, { style: 'link', pageSize: 2 }) },
} as const

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://{domain}.acme.example',
  credentialFields: [{ id: 'domain', label: 'Subdomain', type: 'text', required: true }],
  auth: { type: 'api_key', config: { in: 'header', name: 'Authorization', prefix: 'Bearer ' } },
})
const mfa = acme.check({
  id: 'mfa',
  title: 'Second factor',
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const { id, mfa: on } of ctx.paginate('/users', { next: 'link', schema: User })) {
      const resource = { type: 'user', id }
      if (on) ctx.pass({ resource, title: 'On' })
      else ctx.fail({ resource, title: 'Off', remediation: 'Enrol a second factor.' })
    }
  },
})

const notYetProven = ['judgement', 'siblings', 'words'].map((rule) =>
  expect.stringMatching(new RegExp(`^contract/${rule}: .*\\(skipped: not yet proven: it has no witnesses`)),
)

describe('connectorContract()', () => {
  test('holds for a connector as it should be', async () => {
    const { failed, skipped } = await outcome(acme.with(mfa), { vendor })

    expect(failed).toEqual([])
    expect(skipped).toEqual(notYetProven)
  })

  test('holds for the shipped GitHub connector, without its API', async () => {
    const { failed } = await outcome(github)

    expect(failed).toEqual([])
  })

  test('shows what needs the API as skipped, with the reason', async () => {
    const { skipped } = await outcome(acme.with(mfa))

    expect(skipped).toEqual([
      expect.stringMatching(/^contract\/empty: .*\(skipped: it needs the vendor's API as the option vendor\)$/),
      expect.stringMatching(/^contract\/duplicates: /),
      expect.stringMatching(/^contract\/members: /),
      expect.stringMatching(/^contract\/odd-record: /),
      ...notYetProven,
      expect.stringMatching(/^contract\/page-loop: /),
      expect.stringMatching(/^contract\/whole-lists: /),
      expect.stringMatching(/^contract\/inventory-members: /),
      expect.stringMatching(/^contract\/inventory-whole: /),
      expect.stringMatching(/^contract\/inventory-again: /),
    ])
  })

  test('skips a rule for a reason, which it shows', async () => {
    const skip = [{ rule: 'redirects', reason: 'the vendor redirects downloads' }] as const

    const { names, skipped } = await outcome(acme.with(mfa), { vendor, skip })

    expect(names).toHaveLength(rules.length - 1 - notYetProven.length)
    expect(skipped).toEqual([
      expect.stringMatching(/redirects: .*\(skipped: the vendor redirects downloads\)/),
      ...notYetProven,
    ])
  })

  test.each([
    ['a rule that does not exist', { skip: [{ rule: 'speed', reason: 'slow' }] }, /there is no rule "speed"/],
    ['a skip without a reason', { skip: [{ rule: 'abort', reason: ' ' }] }, /give the reason why you skip/],
    [
      'a reviewed member without a reason',
      { reviewed: [{ checks: 'all', member: 'a', kinds: ['null'], reason: '' }] },
      /give the reason why the verdict is true without the member "a"/,
    ],
    ['a misspelt option', { vendors: {} }, /"vendors" is not an option/],
    ['a value of a field that does not exist', { credentials: { domian: 'x' } }, /no credential field "domian"/],
    ['no test function', { test: undefined }, /needs the test function/],
  ])('refuses %s', (_, options, message) => {
    expect(() => connectorContract(acme.with(mfa), { test, ...options } as never)).toThrow(message)
  })

  describe('of a connector with an inventory', () => {
    const Account = z.object({ id: z.string(), mfa: vendorMember<boolean>(), role: vendorMember<string>() })
    type Definition = Parameters<typeof acme.inventory<'account', readonly ['secondFactor', 'roles']>>[0]
    const list: Definition['list'] = async function* (ctx) {
      for await (const { id, mfa: secondFactor, role } of ctx.paginate('/users', { next: 'link', schema: Account }))
        yield { id, kind: 'person', status: 'active', secondFactor, roles: role === undefined ? undefined : [role] }
    }
    const listing = (differs: Partial<Definition> = {}) =>
      acme.with(
        mfa,
        acme.inventory({ of: 'account', tells: ['secondFactor', 'roles'], covers: ['members'], list, ...differs }),
      )

    test('holds for one as it should be, and leaves nothing among the temporary files', async () => {
      const place = createTempFolder()
      for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, place)
      onTestFinished(() => void vi.unstubAllEnvs())

      expect((await outcome(listing(), { vendor })).failed).toEqual([])
      expect(readdirSync(place)).toEqual([])
    })

    test('demands each member that is told, and a record', async () => {
      const silent = users.map(({ role: _, ...user }) => user)
      const withRoute = (items: readonly object[]) => ({
        vendor: { ...vendor, routes: { 'GET /users': paginated(items, { style: 'link', pageSize: 2 }) } },
      })

      expect((await outcome(listing(), withRoute(silent))).failed).toContain('inventory-members')
      expect((await outcome(listing(), withRoute([]))).failed).toContain('inventory-members')
    })

    test('demands that a refusal is not taken for an empty list', async () => {
      const swallowing = listing({
        async *list(ctx) {
          const answer = await ctx.fetch('/users', { expect: [403] })
          const found = answer.ok ? ((await answer.json()) as typeof users) : []
          for (const { id, mfa: secondFactor, role } of [...found, { id: 'owner', mfa: true, role: 'owner' }])
            yield { id, kind: 'person', status: 'active', secondFactor, roles: [role] }
        },
      })

      expect((await outcome(swallowing, { vendor })).failed).toContain('inventory-whole')
    })

    test('holds for a list that is read by number, whose every page says how many there are', async () => {
      const numbered = acme.inventory({
        of: 'account',
        tells: ['secondFactor'],
        covers: ['members'],
        async *list(ctx) {
          const next = { offset: 'offset', limit: 2 }
          for await (const { id, mfa: secondFactor } of ctx.paginate('/people', {
            items: 'data',
            next,
            schema: Account,
          }))
            yield { id, kind: 'person', status: 'active', secondFactor }
        },
      })

      const page = { style: 'offset', pageSize: 2, items: 'data', total: 'total' } as const
      const routes = { ...vendor.routes, 'GET /people': paginated(users, page) }

      expect((await outcome(acme.with(mfa, numbered), { vendor: { ...vendor, routes } })).failed).toEqual([])
    })

    test('demands the same records again', async () => {
      let readings = 0
      const moody = listing({
        async *list(ctx) {
          const reading = ++readings
          for await (const record of list(ctx)) yield { ...record, id: `${record.id}-${reading}` }
        },
      })

      const { failed } = await outcome(moody, { vendor })

      expect(failed).toContain('inventory-again')
      expect(failed).toContain('replay')
    })
  })

  describe('of a connector that signs in by Digest', () => {
    const createAtlas = () =>
      defineConnector({
        id: 'atlas',
        name: 'Atlas',
        baseUrl: 'https://atlas.example',
        auth: { type: 'basic', config: { scheme: 'digest' } },
      })
    const digestVendor = {
      ...vendor,
      auth: { type: 'digest', username: 'sample-username', password: 'secret-of-password-7vQz3nWp9KxT2mRb' },
    } as const

    test('holds, on a vendor that gives challenges', async () => {
      const connector = createAtlas()
      const users = connector.check({
        id: 'users',
        title: 'Users',
        onEmpty: 'not_applicable',
        async run(ctx) {
          for await (const { id } of ctx.paginate('/users', { next: 'link', schema: User }))
            ctx.pass({ resource: { type: 'user', id }, title: 'Known' })
        },
      })

      expect((await outcome(connector.with(users), { vendor: digestVendor })).failed).toEqual([])
    })

    test('does not hold where something else is sent as authorization', async () => {
      const connector = createAtlas()
      const sending = connector.with(
        connector.check({
          id: 'own-header',
          title: 'Own header',
          run: async (ctx) => void (await ctx.get('/users', { headers: { authorization: 'Basic abc' } })),
        }),
      )

      const { failed } = await outcome(sending)

      expect(failed).toContain('digest')
    })
  })

  test('demands that nothing waits on after a cancelled run, however long its work takes', async () => {
    const signsOut = (logout: () => void | Promise<void>) => {
      const auth = { type: 'custom', config: { credentialFields: [] } } as const
      const hooks = { authenticate: () => ({ headers: { authorization: 'Bearer one' } }), logout }
      const connector = defineConnector({ id: 'acme', name: 'Acme', baseUrl: 'https://acme.example', auth }, hooks)
      const check = connector.check({ id: 'users', title: 'Users', run: async (ctx) => void (await ctx.get('/users')) })
      return connector.with(check)
    }
    const waiting = signsOut(() => sleep(1_500))
    const busy = signsOut(() => {
      const endsAtMs = performance.now() + 1_500
      while (performance.now() < endsAtMs);
    })

    expect((await outcome(waiting, {}, 'abort')).failed).toEqual(['abort'])
    expect((await outcome(busy, {}, 'abort')).failed).toEqual([])
  })

  describe('of a connector that logs in', () => {
    const bank = defineConnector(
      {
        id: 'bank',
        name: 'Bank',
        baseUrl: 'https://bank.example',
        auth: {
          type: 'custom',
          config: { credentialFields: [{ id: 'seal', label: 'Seal', type: 'password', required: true }] },
        },
      },
      {
        async authenticate({ credentials, fetch }) {
          if (!/^sealed by .{12,}$/.test(credentials.seal)) throw new Error('This is no seal.')
          const answer = await fetch('/login', { method: 'POST', body: credentials.seal })
          const { token } = (await answer.json()) as { readonly token: string }
          return { headers: { authorization: `Bearer ${token}` } }
        },
      },
    )
    const login = { 'POST /login': { json: { token: 'token-of-the-bank-9fQ2' } } }
    const options = {
      vendor: { routes: { ...vendor.routes, ...login } },
      credentials: { seal: 'sealed by nobody, for tests only' },
    }
    const asking = (expect: () => boolean) =>
      bank.with(
        bank.check({
          id: 'one',
          title: 'One',
          async run(ctx) {
            await ctx.get('/users', { expect, schema: z.array(User) }).catch((error) => {
              if (!expect()) throw error
            })
            ctx.pass({ resource: { type: 'account', id: '1' }, title: 'Fine' })
          },
        }),
      )

    test('holds with a value that could not be made up', async () => {
      expect(
        (
          await outcome(
            asking(() => false),
            options,
          )
        ).failed,
      ).toEqual([])
    })

    test('finds a check that takes every refusal for an answer, although a login comes first', async () => {
      expect(
        (
          await outcome(
            asking(() => true),
            options,
          )
        ).failed,
      ).toContain('forbidden')
    })
  })

  describe('finds', () => {
    test.each<[string, AnyConnector, readonly string[]]>([
      [
        'a check that takes every refusal for an answer',
        checked(async (ctx) => {
          await ctx.get('/users', { expect: () => true }).catch(() => undefined)
          ctx.pass({ resource: { type: 'account', id: '1' }, title: 'Fine' })
        }),
        ['forbidden'],
      ],
      [
        'a check that takes the first item of a list for granted',
        checked(async (ctx) => {
          const [first] = await ctx.get<{ id: string }[]>('/users')
          ctx.pass({ resource: { type: 'user', id: (first as { id: string }).id }, title: 'Seen' })
        }),
        ['empty'],
      ],
      [
        'a check that pages by hand without end',
        checked(async (ctx) => {
          for (let page = 1; ; page++) {
            const list = (await (await ctx.fetch(`/users?page=${page}`)).json()) as unknown[]
            if (list.length === 0) break
          }
        }),
        ['page-loop'],
      ],
      [
        'a check that takes the first page for the whole list',
        checked(async (ctx) => {
          const users = (await (await ctx.fetch('/users')).json()) as unknown[]
          ctx.pass({ resource: { type: 'account', id: '1' }, title: `Users: ${users.length}` })
        }),
        ['whole-lists'],
      ],
      [
        'a remediation that says nothing',
        checked(async (ctx) => {
          await ctx.get('/users')
          ctx.fail({ resource: { type: 'account', id: '1' }, title: 'Bad', remediation: 'Fix it.' })
        }),
        ['remediation'],
      ],
      [
        'a check that takes something from elsewhere than its context',
        checked(async (ctx) => {
          await ctx.get('/users')
          ctx.pass({ resource: { type: 'account', id: '1' }, title: 'Seen', evidence: { at: performance.now() } })
        }),
        ['replay'],
      ],
      [
        'a check that declares that it writes',
        checked(async (ctx) => void (await ctx.get('/users')), { writes: true }),
        ['reads-only'],
      ],
      [
        'a check that looks at the clock',
        checked(async (ctx) => {
          await ctx.get('/users')
          ctx.pass({ resource: { type: 'account', id: '1' }, title: `Asked at ${performance.now()}` })
        }),
        ['replay'],
      ],
      [
        'a check that takes whatever it is answered for an account without users',
        checked(async (ctx) => {
          const { users: list = [] } = (await ctx.get<{ readonly users?: readonly unknown[] }>('/users')) ?? {}
          if (list.length === 0) ctx.pass({ resource: { type: 'account', id: '1' }, title: 'Nobody' })
        }),
        ['hollow-answers'],
      ],
      [
        'a check that counts somebody twice',
        checked(async (ctx) => countOwners(ctx, (list) => list.length)),
        ['duplicates'],
      ],
      [
        'a check that takes an unknown word for a good one',
        checked(async (ctx) => {
          const Named = z.object({ id: z.string(), role: z.string() })
          for await (const { id, role } of ctx.paginate('/users', { next: 'link', schema: Named })) {
            const resource = { type: 'user', id }
            if (role === 'owner') ctx.fail({ resource, title: 'Owner', remediation: 'Make them a member.' })
            else ctx.pass({ resource, title: 'No owner' })
          }
        }),
        ['members'],
      ],
      [
        'a check that takes a member that is missing for a good one',
        checked(async (ctx) => {
          const Loose = z.object({ id: z.string(), mfa: z.optional(z.boolean()) })
          for await (const { id, mfa } of ctx.paginate('/users', { next: 'link', schema: Loose })) {
            const resource = { type: 'user', id }
            if (mfa === false) ctx.fail({ resource, title: 'Off', remediation: 'Enrol a second factor.' })
            else ctx.pass({ resource, title: 'On' })
          }
        }),
        ['members'],
      ],
      [
        'a check that posts a query by hand and takes a refusal for an empty list',
        checked(async (ctx) => {
          const response = await ctx.fetch('/graphql', {
            method: 'POST',
            reads: true,
            body: '{"query":"{ users { id } }"}',
          })
          const { data } = (await response.json().catch(() => ({}))) as { data?: { users?: unknown[] } | null }
          if (!data?.users?.length) ctx.pass({ resource: { type: 'account', id: '1' }, title: 'Nobody' })
        }),
        ['graphql-forbidden', 'graphql-throttle'],
      ],
      ['a connector without checks', acme, ['serialisable', 'upstream-error']],
    ])('%s', async (_, connector, expected) => {
      const { failed } = await outcome(connector, { vendor })

      expect(failed).toEqual(expect.arrayContaining([...expected]))
    })
  })
})

test('connectorContract() takes a count of ids, and a member that was reviewed', async () => {
  const byId = await outcome(
    checked(async (ctx) => countOwners(ctx, (list) => distinctBy(list, ({ id }) => id).length)),
    { vendor },
  )
  const Guest = z.object({ id: z.string(), mfa: z.optional(z.boolean()) })
  const optional = checked(async (ctx) => {
    for await (const { id, mfa: on } of ctx.paginate('/users', { next: 'link', schema: Guest })) {
      const resource = { type: 'user', id }
      if (on === false) ctx.fail({ resource, title: 'Off', remediation: 'Enrol a second factor.' })
      else ctx.pass({ resource, title: 'On' })
    }
  })
  const reviewed = [
    { checks: 'all', member: '[].mfa', kinds: ['removed'], reason: 'Acme sends it where it is off.' },
  ] as const

  expect(byId.failed).toEqual([])
  expect((await outcome(optional, { vendor })).failed).toEqual(['members'])
  expect((await outcome(optional, { vendor, reviewed })).failed).toEqual([])
})

describe('docs/contract.md', () => {
  test('explains every rule, and no other', () => {
    const page = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8')

    const explained = [...page.matchAll(/^## `contract\/([a-z-]+)`/gm)].map(([, id]) => id)

    expect(explained).toEqual(rules.map(({ id }) => id))
  })
})

type Run = Parameters<typeof acme.check>[0]['run']

function checked(run: Run, extra: { readonly writes?: boolean } = {}) {
  return acme.with(acme.check({ id: 'one', title: 'One', onEmpty: 'not_applicable', run, ...extra }))
}

/** More than one owner is demanded. */
async function countOwners(ctx: CheckContext, count: (owners: readonly z.output<typeof User>[]) => number) {
  const list = await Array.fromAsync(ctx.paginate('/users', { next: 'link', schema: User }))
  const owners = count(list.filter(({ role }) => role === 'owner'))
  const resource = { type: 'account', id: 'acme' }
  if (owners > 1) ctx.pass({ resource, title: `${owners} owners` })
  else ctx.fail({ resource, title: `${owners} owners`, remediation: 'Make a second person owner.' })
}

/** Runs the contract as a runner would, and tells how each test ended. */
async function outcome(connector: AnyConnector, options: Omit<ContractOptions, 'test'> = {}, only = '') {
  const queued: { readonly name: string; readonly run: () => Promise<void> }[] = []
  const skipped: string[] = []
  const runner: TestFunction = Object.assign((name: string, run: () => Promise<void>) => queued.push({ name, run }), {
    skip: (name: string) => skipped.push(name),
  })
  connectorContract(connector, { test: runner, ...options })
  const failed: string[] = []
  for (const { name, run } of queued) {
    if (!name.startsWith(`contract/${only}`)) continue
    await run().catch((error: Error) => failed.push(/^contract\/([a-z-]+)/.exec(name)?.[1] ?? error.message))
  }
  return { names: queued.map(({ name }) => name), skipped, failed }
}
