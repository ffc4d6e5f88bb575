import { spawnSync } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { VendorAuth } from '../../src/author/testing/vendor/auth.ts'
import { fakeVendor } from '../../src/author/testing/vendor/fake-vendor.ts'
import { defineConnector } from '../../src/define/index.ts'
import { runChecks } from '../../src/things/runs/run-checks.ts'
import { catchError, joinJson, openClient, serve } from './support.ts'

const password = 'open-sesame-4711'
const credentials = { username: 'ada', password }
const auth = { type: 'basic', config: { scheme: 'digest' } } as const

async function openDigest(
  options: Pick<Extract<VendorAuth, { readonly type: 'digest' }>, 'algorithm' | 'usesMax'> = {},
  given = credentials,
) {
  const vendor = await fakeVendor({
    auth: { type: 'digest', ...credentials, ...options },
    routes: { 'GET /me': { json: { id: 'ada' } }, 'POST /query': ({ json }) => ({ json: json() as object }) },
  })
  onTestFinished(() => vendor.close())
  const opened = await openClient({ baseUrl: vendor.url, auth }, { credentials: given })
  const sent = () => vendor.requests.map(({ headers }) => headers.authorization)
  return { vendor, sent, ...opened }
}

const readCount = (header: string | undefined) => /nc=(\w+)/.exec(header ?? '')?.[1]

describe('a connection by Digest', () => {
  test.each(['SHA-256', 'MD5'] as const)(
    'answers the challenge of a server by %s, and counts its nonce up',
    async (algorithm) => {
      const { client, sent } = await openDigest({ algorithm })

      for (const page of ['1', '2', '3']) await client.get('/me', { query: { page } })
      const echoed = await client.post('/query', { body: { a: 1 }, reads: true })

      expect(echoed).toEqual({ a: 1 })
      expect(sent().map(readCount)).toEqual([undefined, '00000001', '00000002', '00000003', '00000004'])
      expect(joinJson(sent())).not.toMatch(/Basic|open-sesame/)
    },
  )

  test('goes on with the next nonce when one is too old', async () => {
    const { client, sent } = await openDigest({ usesMax: 2 })

    for (const page of ['1', '2', '3']) await client.get('/me', { query: { page } })

    expect(sent().map(readCount)).toEqual([undefined, '00000001', '00000002', '00000003', '00000001'])
  })

  test('serves requests that go side by side', async () => {
    const { client } = await openDigest()

    const answers = await Promise.all(Array.from({ length: 20 }, (_each, n) => client.get(`/me?n=${n}`)))

    expect(answers).toHaveLength(20)
  })

  test('ends as refused after one proof, with a wrong password', async () => {
    const { client, sent } = await openDigest({}, { ...credentials, password: 'another-password-1' })

    const error = await catchError(client.get('/me'))

    expect(error).toMatchObject({ code: 'AUTH_REJECTED', status: 401 })
    expect(sent()).toHaveLength(2)
    expect(joinJson(error)).not.toContain('another-password')
  })

  test('never sends the password, though the server asks for Basic', async () => {
    const vendor = await serve(() => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="a"' } }))
    const { client } = await openClient({ baseUrl: vendor.origin, auth }, { credentials })

    const error = await catchError(client.get('/me'))

    expect((error as Error).message).toContain('asks for no Digest that Checkwright answers')
    expect(vendor.seen.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })

  test('proves nothing to a host that is not the connector’s', async () => {
    const elsewhere = await serve(() => ({
      status: 401,
      headers: { 'www-authenticate': 'Digest realm="a", nonce="n", qop="auth"' },
    }))
    const vendor = await serve(() => ({ status: 302, headers: { location: `${elsewhere.origin}/me` } }))
    const { client } = await openClient({ baseUrl: vendor.origin, auth }, { credentials })

    await catchError(client.get('/me', { redirects: 'anywhere' }))

    expect(elsewhere.seen.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })

  test('leaves no proof in results, messages and kept exchanges, though the vendor repeats it', async () => {
    const vendor = await serve(({ headers }) =>
      headers.authorization === undefined
        ? { status: 401, headers: { 'www-authenticate': 'Digest realm="a", nonce="n", qop="auth"' } }
        : { json: { id: '1', said: headers.authorization, quoted: JSON.stringify({ h: headers.authorization }) } },
    )
    const acme = defineConnector({ id: 'acme', name: 'Acme', baseUrl: vendor.origin as 'http://127.0.0.1:1', auth })
    const check = acme.check({
      id: 'me',
      title: 'Me',
      run: async (ctx) => {
        const { id, ...evidence } = await ctx.get<{ id: string; said: string }>('/me')
        ctx.pass({ resource: { type: 'user', id }, title: evidence.said, evidence })
      },
    })

    const run = await runChecks(acme.with(check), { credentials, allowPrivateNetwork: true })

    const response = /response="(\w+)"/.exec(String(vendor.seen[1]?.headers.authorization))?.[1]
    expect(response).toHaveLength(32)
    expect(run.status).toBe('pass')
    expect(joinJson(run)).not.toContain(response)
    expect(joinJson(run)).not.toContain(password)
  })
})

describe('a connector with Basic', () => {
  test('is told when the vendor takes Digest only', async () => {
    const vendor = await fakeVendor({ auth: { type: 'digest', ...credentials }, routes: { 'GET /me': {} } })
    onTestFinished(() => vendor.close())
    const { client } = await openClient({ baseUrl: vendor.url, auth: { type: 'basic', config: {} } }, { credentials })

    const error = await catchError(client.get('/me'))

    expect((error as Error).message).toContain('Set scheme: "digest" in auth.config.')
  })
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

test.skipIf(!hasCurl)('the vendor of these tests takes what curl answers, and nothing else (needs curl)', async () => {
  const { vendor } = await openDigest()
  const { spawn } = await import('node:child_process')
  const ask = async (pair: string) => {
    const curl = spawn('curl', ['--silent', '--digest', '--user', pair, `${vendor.url}/me?a=%20b`])
    let text = ''
    for await (const chunk of curl.stdout) text += chunk
    return text
  }

  expect(await ask(`ada:${password}`)).toBe('{"id":"ada"}')
  expect(await ask('ada:wrong')).toContain('unauthorized')
})
