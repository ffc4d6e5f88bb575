import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import github from '../../../connectors/github/index.ts'
import { type AnyConnector, defineConnector } from '../../../src/index.ts'
import { rules } from '../../../src/testing/contract/rules.ts'
import { type ContractOptions, connectorContract, paginated, type TestFunction } from '../../../src/testing/index.ts'

const users = [
  { id: 'u1', mfa: true },
  { id: 'u2', mfa: false },
  { id: 'u3', mfa: true },
]
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
    for await (const { id, mfa: on } of ctx.paginate<(typeof users)[number]>('/users', { next: 'link' })) {
      const resource = { type: 'user', id }
      if (on) ctx.pass({ resource, title: 'On' })
      else ctx.fail({ resource, title: 'Off', remediation: 'Enrol a second factor.' })
    }
  },
})

describe('connectorContract()', () => {
  test('holds for a connector as it should be', async () => {
    const { failed, skipped } = await outcome(acme.with(mfa), { vendor })

    expect(failed).toEqual([])
    expect(skipped).toEqual([])
  })

  test('holds for the shipped GitHub connector, without its API', async () => {
    const { failed } = await outcome(github)

    expect(failed).toEqual([])
  })

  test('shows what needs the API as skipped, with the reason', async () => {
    const { skipped } = await outcome(acme.with(mfa))

    expect(skipped).toEqual([
      expect.stringMatching(/^contract\/empty: .*\(skipped: it needs the vendor's API as the option vendor\)$/),
      expect.stringMatching(/^contract\/page-loop: /),
      expect.stringMatching(/^contract\/whole-lists: /),
    ])
  })

  test('skips a rule for a reason, which it shows', async () => {
    const skip = [{ rule: 'redirects', reason: 'the vendor redirects downloads' }] as const

    const { names, skipped } = await outcome(acme.with(mfa), { vendor, skip })

    expect(names).toHaveLength(rules.length - 1)
    expect(skipped).toEqual([expect.stringMatching(/redirects: .*\(skipped: the vendor redirects downloads\)/)])
  })

  test.each([
    ['a rule that does not exist', { skip: [{ rule: 'speed', reason: 'slow' }] }, /there is no rule "speed"/],
    ['a skip without a reason', { skip: [{ rule: 'abort', reason: ' ' }] }, /say why/],
    ['a misspelt option', { vendors: {} }, /"vendors" is not an option/],
    ['a value of a field that does not exist', { credentials: { domian: 'x' } }, /no credential field "domian"/],
    ['no test function', { test: undefined }, /needs the test function/],
  ])('refuses %s', (_, options, message) => {
    expect(() => connectorContract(acme.with(mfa), { test, ...options } as never)).toThrow(message)
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
            await ctx.get('/users', { expect }).catch((error) => {
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
      ['a connector without checks', acme, ['serialisable', 'upstream-error']],
    ])('%s', async (_, connector, expected) => {
      const { failed } = await outcome(connector, { vendor })

      expect(failed).toEqual(expect.arrayContaining([...expected]))
    })
  })
})

describe('docs/contract.md', () => {
  test('explains every rule, and no other', () => {
    const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')

    const explained = [...page.matchAll(/^## `contract\/([a-z-]+)`/gm)].map(([, id]) => id)

    expect(explained).toEqual(rules.map(({ id }) => id))
  })
})

type Run = Parameters<typeof acme.check>[0]['run']

function checked(run: Run, extra: { readonly writes?: boolean } = {}) {
  return acme.with(acme.check({ id: 'one', title: 'One', onEmpty: 'not_applicable', run, ...extra }))
}

/** Runs the contract as a runner would, and tells how each test ended. */
async function outcome(connector: AnyConnector, options: Omit<ContractOptions, 'test'> = {}) {
  const queued: { readonly name: string; readonly run: () => Promise<void> }[] = []
  const skipped: string[] = []
  const runner: TestFunction = Object.assign((name: string, run: () => Promise<void>) => queued.push({ name, run }), {
    skip: (name: string) => skipped.push(name),
  })
  connectorContract(connector, { test: runner, ...options })
  const failed: string[] = []
  for (const { name, run } of queued) {
    await run().catch((error: Error) => failed.push(/^contract\/([a-z-]+)/.exec(name)?.[1] ?? error.message))
  }
  return { names: queued.map(({ name }) => name), skipped, failed }
}
