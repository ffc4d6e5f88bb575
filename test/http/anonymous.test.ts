import { describe, expect, test } from 'vitest'
import type { AnyConnector, CheckContext } from '../../src/define/index.ts'
import { runChecks } from '../../src/things/runs/run-checks.ts'
import { checkWith } from '../checks/support.ts'
import {
  type Answerer,
  catchError,
  collectItems,
  createConnectorWith,
  openClient,
  secretKey,
  serve,
} from './support.ts'

/** A vendor that lets everybody read `/open`, and nobody but its customer anything else. */
const guarded: Answerer = ({ path, headers }) => {
  if (path.startsWith('/open')) return { json: [{ id: 'a' }] }
  return headers['x-api-key'] === secretKey ? { json: [{ id: 'a' }] } : { status: 401, json: { message: 'Sign in' } }
}

const definition = {
  query: { tenant: '{tenant}', v: '2' },
  headers: { 'X-Tenant': '{tenant}', 'X-Version': '7', Cookie: 'a=b' },
  credentialFields: [{ id: 'tenant', label: 'Tenant', type: 'text', required: true }],
} as const
const credentials = { api_key: secretKey, tenant: 'acme-gmbh' }

describe('an anonymous request carries nothing that tells the customer from anybody:', () => {
  test.each<[string, (ctx: Pick<CheckContext, 'get' | 'fetch' | 'post' | 'paginate'>) => Promise<unknown>]>([
    ['get', (ctx) => ctx.get('/open', { anonymous: true })],
    ['post', (ctx) => ctx.post('/open', { anonymous: true, reads: true, body: {} })],
    ['paginate', (ctx) => collectItems(ctx.paginate('/open', { anonymous: true, next: 'link' }))],
    ['fetch', (ctx) => ctx.fetch('/open', { anonymous: true })],
    ["fetch with credentials: 'omit'", (ctx) => ctx.fetch('/open', { credentials: 'omit' })],
  ])('%s', async (_name, ask) => {
    const vendor = await serve(guarded)
    const { client } = await openClient({ baseUrl: vendor.origin, ...definition }, { credentials })

    await ask(client)

    const [seen] = vendor.seen
    expect(seen?.path).toBe('/open?v=2')
    expect(seen?.headers).toMatchObject({ 'x-version': '7', accept: 'application/json' })
    expect(JSON.stringify(vendor.seen)).not.toContain(secretKey)
    expect(JSON.stringify(vendor.seen)).not.toContain('acme-gmbh')
    expect(Object.keys(seen?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']))
  })

  test('not even with a Request that says so, or a key in the query', async () => {
    const vendor = await serve(guarded)
    const auth = { type: 'api_key', config: { in: 'query', name: 'key' } } as const
    const { client } = await openClient({ baseUrl: vendor.origin, auth })

    await client.fetch(new Request(`${vendor.origin}/open`, { credentials: 'omit' }))

    expect(vendor.seen[0]?.path).toBe('/open')
  })

  test.each([
    ['authorization', { headers: { Authorization: 'Bearer mine' } }, 'HTTP_HEADER_INVALID'],
    ['cookie', { headers: { Cookie: 'session=1' } }, 'HTTP_HEADER_INVALID'],
    ['access_token', { query: { access_token: 'mine' } }, 'HTTP_URL_INVALID'],
  ])('a request that names somebody by "%s" is refused', async (name, options, code) => {
    const vendor = await serve(guarded)
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/open', { anonymous: true, ...options }))

    expect(error).toMatchObject({ code, message: expect.stringContaining(`"${name}"`) })
    expect(vendor.seen).toEqual([])
  })

  test('a secret of the connection in a URL is refused, on its own hosts too', async () => {
    const vendor = await serve(guarded)
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get(`/open/${secretKey}`, { anonymous: true }))

    expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED', message: expect.stringContaining('anonymous') })
    expect(vendor.seen).toEqual([])
  })
})

/** Runs one check on the guarded vendor. */
async function runOn(answer: Answerer, ...runs: ((ctx: CheckContext) => Promise<void>)[]) {
  const vendor = await serve(answer)
  const checks = runs.map((run, at) => checkWith({ id: `check-${at}` }, run))
  const connector = { ...createConnectorWith({ baseUrl: vendor.origin }), checks }
  const run = await runChecks(connector, { credentials: { api_key: secretKey }, allowPrivateNetwork: true })
  return { vendor, run, outcome: run.checks[0] }
}

const resource = { type: 'page', id: 'home' }

describe('that a stranger is not let in is an answer:', () => {
  test.each([401, 403])('%i of ctx.get, caught', async (status) => {
    const { outcome } = await runOn(
      () => ({ status, json: {} }),
      async (ctx) => {
        const refused = await ctx.get('/x', { anonymous: true }).then(
          () => false,
          () => true,
        )
        if (refused) ctx.pass({ resource, title: 'Closed' })
      },
    )

    expect(outcome).toMatchObject({ status: 'pass' })
  })

  test.each([401, 403])('%i of ctx.fetch', async (status) => {
    const { outcome } = await runOn(
      () => ({ status }),
      async (ctx) => {
        const response = await ctx.fetch('/x', { credentials: 'omit' })
        if (response.status === status) ctx.pass({ resource, title: 'Closed' })
      },
    )

    expect(outcome).toMatchObject({ status: 'pass' })
  })

  test.each([404, 429, 503])('%i is none without "expect"', async (status) => {
    const { outcome } = await runOn(
      () => ({ status, headers: { 'retry-after': '9999' } }),
      async (ctx) => {
        await ctx.get('/x', { anonymous: true, retry: false }).catch(() => undefined)
        ctx.pass({ resource, title: 'Closed' })
      },
    )

    expect(outcome).toMatchObject({ status: 'error' })
  })

  test('401 that nobody catches says nothing about the credentials', async () => {
    const { outcome } = await runOn(guarded, async (ctx) => void (await ctx.get('/x', { anonymous: true })))

    expect(outcome?.error).toMatchObject({ kind: 'check_bug', code: 'HTTP_PERMISSION_DENIED' })
    expect(outcome?.error?.message).toContain('does not answer strangers')
  })

  test('a refusal of the same with credentials stays open', async () => {
    const { outcome } = await runOn(
      ({ headers }) => (headers['x-api-key'] ? { status: 403, json: {} } : { json: {} }),
      async (ctx) => {
        await ctx.get('/x').catch(() => undefined)
        await ctx.get('/x', { anonymous: true })
        ctx.pass({ resource, title: 'Seen' })
      },
    )

    expect(outcome).toMatchObject({ status: 'error', error: { code: 'HTTP_PERMISSION_DENIED' } })
  })
})

test('an answer to a stranger is not shared with an answer to the customer, in either order', async () => {
  const { vendor, run } = await runOn(
    guarded,
    async (ctx) => {
      const [own, stranger] = await Promise.all([ctx.get('/x'), ctx.fetch('/x', { anonymous: true })])
      if (own && stranger.status === 401) ctx.pass({ resource, title: 'Closed' })
    },
    async (ctx) => {
      const stranger = await ctx.fetch('/x', { anonymous: true })
      const own = await ctx.fetch('/x')
      if (own.status === 200 && stranger.status === 401) ctx.pass({ resource, title: 'Closed' })
    },
  )

  expect(run.checks.map(({ status }) => status)).toEqual(['pass', 'pass'])
  expect(vendor.seen.filter(({ headers }) => headers['x-api-key'] === undefined).length).toBeGreaterThan(0)
})

test('credentials do not come back on a redirect by way of a stranger', async () => {
  const vendor = await serve(({ path }) =>
    path === '/start' ? { status: 302, headers: { location: `${stranger.origin}/there` } } : { json: { ok: true } },
  )
  const stranger = await serve(() => ({ status: 302, headers: { location: `${vendor.origin}/admin?confirm=1` } }))
  const { client } = await openClient({ baseUrl: vendor.origin })

  await client.get('/start', { redirects: 'anywhere' })

  expect(vendor.seen.map(({ path, headers }) => [path, headers['x-api-key']])).toEqual([
    ['/start', secretKey],
    ['/admin?confirm=1', undefined],
  ])
})

test('credentials do not go along where a stranger that was asked first redirects to the vendor', async () => {
  const vendor = await serve()
  const stranger = await serve(() => ({ status: 302, headers: { location: `${vendor.origin}/admin` } }))
  const { client } = await openClient({ baseUrl: vendor.origin })

  await client.get(`${stranger.origin}/start`)

  expect(vendor.seen[0]?.headers['x-api-key']).toBeUndefined()
})

test('a login may be asked with credentials: omit, and carries its password', async () => {
  const vendor = await serve(({ path }) =>
    path === '/login' ? { json: { token: 'minted-4711-token' } } : { json: {} },
  )
  const auth = {
    type: 'custom',
    config: { description: 'x', credentialFields: [{ id: 'password', label: 'P', type: 'password', required: true }] },
  } as const
  const hooks = {
    authenticate: async ({ credentials: { password }, fetch }) => {
      const body = JSON.stringify({ password })
      const response = await fetch('/login', { method: 'POST', credentials: 'omit', body })
      const { token } = (await response.json()) as { token: string }
      return { headers: { 'X-Token': token } }
    },
  } satisfies AnyConnector['hooks']
  const { client } = await openClient({ baseUrl: vendor.origin, auth }, { credentials: { password: secretKey }, hooks })

  await client.get('/x')

  expect(vendor.seen.map(({ path }) => path)).toEqual(['/login', '/x'])
  expect(vendor.seen[0]?.body).toContain(secretKey)
})
