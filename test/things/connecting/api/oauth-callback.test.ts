import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { faults, fixedClock } from '../../../../src/author/testing/index.ts'
import { StoreError } from '../../../../src/errors/index.ts'
import { openAcmeHost } from '../../../app/host/host.ts'
import { createRecordingLogger } from '../../runtime/log.ts'
import { startTokenGate } from '../../runtime/token-gate.ts'
import { callbackUrl, publicUrl, type Servers, startServers } from '../../runtime/world.ts'

let world: Servers
beforeAll(async () => {
  world = await startServers()
})
afterAll(() => world[Symbol.asyncDispose]())

const cleared = expect.stringMatching(
  /^__Host-cw_oauth_[\w-]{16}=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
)

const guarded = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

describe('GET /v1/integrations/oauth/callback', () => {
  test('finishes the flow of the browser that began it, and sends it back by 303', async () => {
    const { runtime, start, get } = await openAcmeHost(world)
    const { cookie, callback } = await start({ returnTo: '/connections?new=1' })

    const response = await get(await callback(), { cookie: `theme=dark; ${cookie}; other=x=y` })

    expect(response.status).toBe(303)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...guarded,
      'set-cookie': cleared,
      location: '/connections?new=1',
    })
    expect(await response.text()).toBe('')
    expect(await runtime.connections.list({ organizationId: 'acme' })).toMatchObject([{ state: 'active' }])
  })

  test('shows a page where there is nowhere to go back to', async () => {
    const { start, get } = await openAcmeHost(world)
    const { cookie, callback } = await start()

    const response = await get(await callback(), { cookie })

    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...guarded,
      'set-cookie': cleared,
      'content-type': 'text/html; charset=UTF-8',
    })
    expect(await response.text()).toContain('<h1>Connected</h1>')
  })

  test.each([
    ['no cookie', () => ({})],
    ["another flow's cookie", (_own: string, other: string) => ({ cookie: other })],
    ['the cookie under the name of plain http', (own: string) => ({ cookie: own.replace('__Host-', '') })],
    ['an empty cookie', (own: string) => ({ cookie: own.replace(/=.*/, '=') })],
    [
      'the cookie under the name of another flow',
      (own: string, other: string) => ({ cookie: other.replace(/=.*/, own.slice(own.indexOf('='))) }),
    ],
  ])('refuses %s', async (_what, headersOf) => {
    const { runtime, start, get } = await openAcmeHost(world)
    const [mine, other] = [await start(), await start()]

    const response = await get(await mine.callback(), headersOf(mine.cookie, other.cookie))

    expect(response.status).toBe(400)
    expect(Object.fromEntries(response.headers)).toMatchObject(guarded)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.text()).toContain('did not begin here')
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  })

  test('does not care what Host and X-Forwarded-Host say', async () => {
    const { runtime, start, get } = await openAcmeHost(world)
    const { cookie, callback } = await start({ returnTo: '/done' })
    const { search } = new URL(await callback())
    const spoofed = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' }

    const response = await get(`http://evil.example/v1/integrations/oauth/callback${search}`, { cookie, ...spoofed })

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/done')
    expect(response.headers.get('set-cookie')).toEqual(cleared)
    // The code was exchanged with the redirect URI of the configuration, or the server would have refused it.
    expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(1)
  })

  test('shows what the authorization server says as text, whatever is in it', async () => {
    const { start, get } = await openAcmeHost(world)
    const { url, cookie } = await start()
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;`,
      state: new URL(url).searchParams.get('state') ?? '',
    })

    const response = await get(`${callbackUrl}?${query}`, { cookie })
    const page = await response.text()

    expect(response.status).toBe(400)
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toMatch(/<script|<img/)
  })

  test('tells the person nothing about trouble in the store, and the log everything', async () => {
    const { runtime } = await openAcmeHost(world)
    const where = 'The store /var/lib/store.db refuses: no such table.'
    const trouble = new StoreError(where, { code: 'STORE_UNAVAILABLE' })
    const broken = { ...runtime, oauth: { ...runtime.oauth, connect: () => Promise.reject(trouble) } }
    const logger = createRecordingLogger()

    const response = await createHost({ runtime: broken, logger: { error: logger.error } }).fetch(
      new Request(`${callbackUrl}?code=c&state=s`),
    )
    const page = await response.text()

    const requestId = logger.lines[0]?.fields.requestId
    expect(response.status).toBe(500)
    expect(Object.fromEntries(response.headers)).toMatchObject(guarded)
    expect(page).toContain(String(requestId))
    expect(page).not.toContain('store.db')
    expect(logger.lines).toEqual([
      {
        level: 'error',
        message: 'Request failed',
        fields: {
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          error: 'StoreError',
          code: 'STORE_UNAVAILABLE',
          message: where,
        },
      },
    ])
  })

  test('sends the browser of the flow back also while the store is away, and the log tells why', async () => {
    const { runtime, start } = await openAcmeHost(world)
    const trouble = new StoreError('The store refuses.', { code: 'STORE_UNAVAILABLE', retryable: true })
    const broken = { ...runtime, oauth: { ...runtime.oauth, connect: () => Promise.reject(trouble) } }
    const logger = createRecordingLogger()
    const host = createHost({ runtime: broken, logger: { error: logger.error } })
    const { cookie, callback } = await start({ returnTo: '/connections?new=1#list' })
    const url = await callback()
    const name = cookie.slice(0, cookie.indexOf('='))
    const forge = (returnTo: string) =>
      `${cookie.slice(0, cookie.lastIndexOf('.'))}.${Buffer.from(returnTo).toString('base64url')}`
    const ask = (sent: string) => host.fetch(new Request(url, { headers: { cookie: sent } }))

    const own = await ask(cookie)
    const forged = await Promise.all(['https://evil.example/', '//evil.example', ''].map((to) => ask(forge(to))))
    const without = await ask(`${name}=x`)

    expect([own.status, own.headers.get('location')]).toEqual([303, '/connections?new=1&error=STORE_UNAVAILABLE#list'])
    expect([...forged, without].map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      Array(4).fill([500, null]),
    )
    expect(logger.lines).toHaveLength(5)
  })

  test.each(['GET', 'HEAD'])(
    '%s by who only has the URL uses nothing up: the person still ends the flow',
    async (method) => {
      const { runtime, host, start, get } = await openAcmeHost(world)
      const { cookie, callback } = await start({ returnTo: '/done' })
      const url = await callback()

      const stranger = await host.fetch(new Request(url, { method }))
      const person = await get(url, { cookie })

      expect(stranger.status).toBe(method === 'HEAD' ? 204 : 400)
      expect([person.status, person.headers.get('location')]).toEqual([303, '/done'])
      expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(1)
    },
  )

  test('a HEAD of the browser itself changes nothing, and keeps its cookie', async () => {
    const { runtime, host, start, get } = await openAcmeHost(world)
    const { cookie, callback } = await start()
    const url = await callback()

    const looked = await host.fetch(new Request(url, { method: 'HEAD', headers: { cookie } }))

    expect([looked.status, looked.headers.get('set-cookie')]).toEqual([204, null])
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
    expect((await get(url, { cookie })).status).toBe(200)
  })

  test('two flows of one browser both end, whichever comes back first', async () => {
    const { runtime, start, get } = await openAcmeHost(world)
    const [first, second] = [await start({ returnTo: '/1' }), await start({ returnTo: '/2' })]
    const cookie = `${first.cookie}; ${second.cookie}`

    const answers = [await get(await second.callback(), { cookie }), await get(await first.callback(), { cookie })]

    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(['/2', '/1'])
    expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(2)
  })

  test.each([
    ['/connections', '/connections?error=AUTH_CALLBACK_DENIED'],
    ['/connections?tab=1#top', '/connections?tab=1&error=AUTH_CALLBACK_DENIED#top'],
  ])('sends a person who did not allow it back to %s', async (returnTo, location) => {
    const { runtime, start, get } = await openAcmeHost(world)
    const { url, cookie } = await start({ returnTo })
    const state = new URL(url).searchParams.get('state') ?? ''
    const denied = `${callbackUrl}?${new URLSearchParams({ error: 'access_denied', state })}`

    const stranger = await get(denied)
    const person = await get(denied, { cookie })

    expect([stranger.status, stranger.headers.get('location')]).toEqual([400, null])
    expect([person.status, person.headers.get('location')]).toEqual([303, location])
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  })

  test.each([
    ['cannot answer', faults.status(503), 'AUTH_TRANSIENT'],
    ['refuses the app', faults.status(401, { json: { error: 'invalid_client' } }), 'AUTH_APP_MISCONFIGURED'],
  ])('sends a person back, too, if the token endpoint %s', async (_what, fault, code) => {
    const gate = await startTokenGate(world.urls.tokenUrl)
    gate.fail('POST /token', fault, { times: Number.POSITIVE_INFINITY })
    const { start, get } = await openAcmeHost({ ...world, urls: { ...world.urls, tokenUrl: gate.url } })
    const { cookie, callback } = await start({ returnTo: '/connections?tab=1' })

    const answer = await get(await callback(), { cookie })

    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/connections?tab=1&error=${code}`])
  })

  test('sends a person back, too, who comes after more than ten minutes', async () => {
    const clock = fixedClock(Date.now())
    const { start, get } = await openAcmeHost(world, { clock })
    const { cookie, callback } = await start({ returnTo: '/connections' })
    const url = await callback()
    clock.advance(10 * 60_000 + 1)

    const stranger = await get(url)
    const person = await get(url, { cookie })

    expect([stranger.status, stranger.headers.get('location')]).toEqual([400, null])
    expect([person.status, person.headers.get('location')]).toEqual([303, '/connections?error=AUTH_STATE_INVALID'])
  })

  test('is a GET only', async () => {
    const { host } = await openAcmeHost(world)

    const response = await host.fetch(new Request(callbackUrl, { method: 'POST' }))

    expect(response.status).toBe(404)
  })

  test.each([
    ['https://example.com/checks', 'https://example.com/checks/v1/integrations/oauth/callback'],
    ['https://example.com/checks/', 'https://example.com/v1/integrations/oauth/callback'],
  ])('under the public URL %s is found at %s', async (under, at) => {
    const { get } = await openAcmeHost(world, { publicUrl: under })

    const response = await get(`${at}?state=unknown`)

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('did not begin here')
  })

  test(`is where ${publicUrl} sends people back to`, async () => {
    const { runtime } = await openAcmeHost(world)

    expect(runtime.callbackUrl).toBe(callbackUrl)
  })
})
