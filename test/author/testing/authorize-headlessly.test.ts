import { describe, expect, onTestFinished, test } from 'vitest'
import { authorizeHeadlessly } from '../../../src/author/testing/authorize-headlessly.ts'
import type { OAuthServerOptions } from '../../../src/author/testing/oauth/oauth-options.ts'
import { oauthServer } from '../../../src/author/testing/oauth-server.ts'
import { type FakeVendorOptions, fakeVendor } from '../../../src/author/testing/vendor/fake-vendor.ts'
import { faults } from '../../../src/author/testing/vendor/faults.ts'
import { authorize, buildAuthorizationUrl, callback, clients, exchange } from './oauth/flow.ts'

async function serverWith(options: Partial<OAuthServerOptions> = {}) {
  const server = await oauthServer({ clients: Object.values(clients), scopes: ['users:read'], ...options })
  onTestFinished(() => server.close())
  return server
}

async function vendorWith(routes: FakeVendorOptions['routes']) {
  const vendor = await fakeVendor({ routes })
  onTestFinished(() => vendor.close())
  return { vendor, url: `${vendor.url}/authorize?redirect_uri=${encodeURIComponent(callback)}` }
}

describe('authorizeHeadlessly() at oauthServer()', () => {
  test('presses "Sign in and allow" where a page is shown', async () => {
    const server = await serverWith({ login: 'page' })

    const tokens = await exchange(server, clients.body, await authorize(server, clients.body))

    expect(tokens).toMatchObject({ status: 200, scope: 'users:read' })
  })

  test('gives the callback with the error where the server refuses', async () => {
    const server = await serverWith()

    const { callbackUrl } = await authorize(server, clients.body, { code_challenge_method: 'plain' })

    expect(callbackUrl.searchParams.get('error')).toBe('invalid_request')
    expect(callbackUrl.searchParams.get('state')).toBe('state-1')
  })

  test('says what the error page says, when there is no callback to be called', async () => {
    const server = await serverWith()
    const url = buildAuthorizationUrl(server, { ...clients.body, clientId: 'nobody' }, 'verifier')

    await expect(authorizeHeadlessly(url)).rejects.toMatchObject({
      code: 'AUTH_APP_MISCONFIGURED',
      status: 400,
      message: expect.stringContaining('answered 400 ("invalid_client: client is invalid")'),
    })
  })
})

describe('the page of oauthServer()', () => {
  async function openPage(options: Partial<OAuthServerOptions> = {}) {
    const server = await serverWith({ login: 'page', ...options })
    const first = await fetch(buildAuthorizationUrl(server, clients.none, 'verifier'), { redirect: 'manual' })
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const url = new URL(first.headers.get('location') ?? '', server.issuer)
    return { url, cookie, response: await fetch(url, { headers: { cookie } }) }
  }

  test('names vendor, app, account and scopes, escaped, and has a button to press', async () => {
    const { response } = await openPage({
      vendorName: 'Acme & <Sons>',
      account: { id: 'bob', name: 'Bob "B" <b>', email: 'bob@example.com' },
      clients: [{ ...clients.none, name: 'Check<wright>' }],
    })
    const page = await response.text()

    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page).toContain('<title>Sign in to Acme &amp; &lt;Sons&gt;</title>')
    expect(page).toContain('<strong>Check&lt;wright&gt;</strong>')
    expect(page).toContain('Bob &quot;B&quot; &lt;b&gt;')
    expect(page).toContain('<code>users:read</code>')
    expect(page).toMatch(/<button name="decision" value="allow"[^>]*>Sign in and allow<\/button>/)
    expect(page).not.toMatch(/<(?:Sons|wright|b)>/)
  })

  test('loads nothing from elsewhere and may not be framed', async () => {
    const { response } = await openPage()

    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await response.text()).not.toMatch(/(?:src|href|url)\s*[=(]/)
  })

  test('answers access_denied when the person cancels', async () => {
    const { url, cookie } = await openPage()

    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ decision: 'deny' }),
    })
    const end = await fetch(answer.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } })

    const location = new URL(end.headers.get('location') ?? '')
    expect(`${location.origin}${location.pathname}`).toBe(callback)
    expect(location.searchParams.get('error')).toBe('access_denied')
  })

  test('cannot be used from a browser that did not begin the sign-in', async () => {
    const { url } = await openPage()

    const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ decision: 'allow' }) })

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('session_not_found')
  })
})

describe('authorizeHeadlessly() at any server', () => {
  test('keeps cookies by path and origin, submits forms, and follows redirects as a browser does', async () => {
    const { vendor, url } = await vendorWith({
      '/authorize': {
        status: 302,
        headers: {
          location: '/login?next=1',
          'set-cookie': ['a=1; Path=/login', 'b=2', 'c=3; Path=/elsewhere', 'd=4; Path=/login/'],
        },
      },
      '/login': {
        headers: { 'content-type': 'text/html', 'set-cookie': 'a=; Path=/login; Max-Age=0' },
        text: '<form action="/step?x=1&amp;y=2" method=post><input type=hidden name="csrf" value="t&quot;k"><button name=ok value=1>Go</button></form>',
      },
      'POST /step': { status: 307, headers: { location: '/step2' } },
      'POST /step2': { status: 303, headers: { location: '/login/done' } },
      '/login/done': {
        headers: { 'content-type': 'text/html' },
        text: `<form action="${callback}"><input name=code value="c 1"></form>`,
      },
    })

    expect(await authorizeHeadlessly(url)).toBe(`${callback}?code=c+1`)
    expect(vendor.requests.map(({ method, path, body, headers }) => [method, path, body, headers.cookie])).toEqual([
      ['GET', new URL(url).pathname + new URL(url).search, '', undefined],
      ['GET', '/login?next=1', '', 'a=1; b=2'],
      ['POST', '/step?x=1&y=2', 'csrf=t%22k&ok=1', 'b=2'],
      ['POST', '/step2', 'csrf=t%22k&ok=1', 'b=2'],
      ['GET', '/login/done', '', 'd=4; b=2'],
    ])
  })

  test('does not request the callback, and keeps cookies from other origins', async () => {
    const { vendor: app } = await vendorWith({ '/callback': {} })
    const { vendor: elsewhere } = await vendorWith({
      '/sso': ({ query }) => ({ status: 302, headers: { location: query.get('back') ?? '' } }),
    })
    const redirectUri = `${app.url}/callback?tenant=7`
    const { vendor } = await vendorWith({
      '/authorize': {
        status: 302,
        headers: {
          'set-cookie': 'session=secret',
          location: `${elsewhere.url}/sso?back=${encodeURIComponent(`${redirectUri}&code=1`)}`,
        },
      },
    })

    const reached = await authorizeHeadlessly(`${vendor.url}/authorize?redirect_uri=${encodeURIComponent(redirectUri)}`)

    expect(reached).toBe(`${app.url}/callback?tenant=7&code=1`)
    expect(elsewhere.requests[0]?.headers.cookie).toBeUndefined()
    expect(app.requests).toEqual([])
  })

  test.each([
    [
      'goes round in circles',
      { status: 302, headers: { location: '?again=1&redirect_uri=x' } },
      'does not end within 30 steps',
    ],
    ['shows a page without a form', { text: '<title> Blocked\n</title>' }, 'shows a page without a form ("Blocked")'],
    [
      'answers by form_post',
      { text: `<form method="post" action="${callback}"><input name=code value=1></form>` },
      'answers by form_post',
    ],
    ['answers an error', { status: 503, text: 'secret body' }, 'answered 503.'],
  ])('ends when the server %s', async (_name, answer, message) => {
    const { url } = await vendorWith({ '/authorize': answer })

    const error = await authorizeHeadlessly(url).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({
      name: 'AuthError',
      code: 'AUTH_APP_MISCONFIGURED',
      message: expect.stringContaining(message),
    })
    expect(String(error)).not.toContain('secret body')
  })

  test('says that the server cannot be reached', async () => {
    const { vendor, url } = await vendorWith({ '/authorize': {} })
    await vendor.close()

    await expect(authorizeHeadlessly(url)).rejects.toMatchObject({ code: 'AUTH_TRANSIENT', retryable: true })
  })

  test('stops with the reason of its signal', async () => {
    const { vendor, url } = await vendorWith({ '/authorize': {} })
    vendor.fail('/authorize', faults.hang())
    const reason = new Error('enough')
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 30)

    await expect(authorizeHeadlessly(url, { signal: controller.signal })).rejects.toBe(reason)
  })

  test.each(['http://127.0.0.1/authorize', 'http://127.0.0.1/authorize?redirect_uri=/callback'])(
    'refuses %s, which does not say where to stop',
    async (url) => {
      await expect(authorizeHeadlessly(url)).rejects.toThrow('needs an authorization URL with an absolute redirect_uri')
    },
  )
})
