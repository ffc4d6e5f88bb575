import { expect, test } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { pageRoutes } from '../../../src/app/pages/page-routes.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { mayDo } from '../../../src/service/rights/permissions.ts'
import type { SessionPerson } from '../../../src/things/api/options/person.ts'
import type { PageRoute } from '../../../src/things/pages/page-route.ts'
import { createAcmeConnector } from '../../things/runtime/acme.ts'
import { openRuntimeWith, publicUrl } from '../../things/runtime/world.ts'
import { admin, createBrowserClient, findToken, member, openPages } from './world.ts'

const urls = {
  vendor: 'https://acme.example',
  authorizeUrl: 'https://acme.example/authorize',
  tokenUrl: 'https://acme.example/token',
  revokeUrl: 'https://acme.example/revoke',
}
const connectors = [createAcmeConnector(urls)]
const vault = defineConnector({
  id: 'vault',
  name: 'Vault',
  baseUrl: 'https://vault.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

/** A path of the route that there could be. */
function pathOf({ path }: PageRoute): string {
  return path.replace(':connectorId', 'acme').replaceAll(/:[a-zA-Z]+/g, 'some-id')
}

const gets = pageRoutes.filter(({ method }) => method === 'get')
const posts = pageRoutes.filter(({ method }) => method === 'post')

test('every page says the same of itself: no script, style or frame of anybody else, kept by nobody', async () => {
  const { get } = await openPages({ connectors }, { ...admin, role: 'operator' })

  const pages = gets.filter(({ path }) => !/\.(?:csv|json)$/.test(path) && path !== '/connectors/:connectorId')
  for (const route of pages.filter(({ path }) => !path.includes(':') || path.endsWith(':connectorId'))) {
    const { headers, status } = await get(pathOf(route))
    expect([route.path, status, Object.fromEntries(headers)]).toEqual([
      route.path,
      200,
      expect.objectContaining({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      }),
    ])
  }
})

test('no page and no form is for who is not signed in', async () => {
  const { get, ask, visitor } = await openPages({ connectors })
  visitor.person = undefined

  for (const route of gets) expect([route.path, (await get(pathOf(route))).status]).toEqual([route.path, 401])
  for (const route of posts) {
    const body = new URLSearchParams({ _token: 'x' })
    const { status } = await ask(pathOf(route), { method: 'POST', body, headers: { origin: publicUrl } })
    expect([route.path, status]).toEqual([route.path, 401])
  }
})

test('what is for administrators is refused to members, pages and forms', async () => {
  const { get, post, visitor } = await openPages({ connectors: [...connectors, vault] })
  visitor.person = member
  const ofAdmins = pageRoutes.filter(({ access }) => access !== 'anybody' && !mayDo('member', access))

  for (const route of ofAdmins) {
    const { status, text } =
      route.method === 'get' ? await get(pathOf(route)) : await post('/connect/vault', pathOf(route))
    expect([route.path, status, text]).toEqual([route.path, 403, expect.stringContaining('yours is member')])
  }

  expect(ofAdmins.map(({ path }) => path)).toEqual(expect.arrayContaining(['/setup', '/setup/:connectorId']))
  expect((await get('/connect')).text).not.toContain('Set up')
})

test.each<[string, (form: { token: string; foreign: string }) => { token: string; headers?: Record<string, string> }]>([
  ['no token', () => ({ token: '' })],
  ['the token of another browser', ({ foreign }) => ({ token: foreign })],
  ['a token of another length', ({ token }) => ({ token: token.slice(1) })],
  ['another origin', ({ token }) => ({ token, headers: { origin: 'https://evil.example' } })],
  ['the same host by another scheme', ({ token }) => ({ token, headers: { origin: 'http://checks.example.com' } })],
  ['the origin of a sandbox', ({ token }) => ({ token, headers: { origin: 'null' } })],
  [
    'the word of the browser that it is foreign',
    ({ token }) => ({ token, headers: { 'sec-fetch-site': 'cross-site' } }),
  ],
  [
    'the word of the browser that it is of a sister',
    ({ token }) => ({ token, headers: { 'sec-fetch-site': 'same-site' } }),
  ],
])('no form is taken with %s', async (_, change) => {
  const { host, get, ask } = await openPages({ connectors })
  const token = findToken((await get('/setup/acme')).text)
  const foreign = findToken((await createBrowserClient(host.fetch).get('/setup/acme')).text)
  const changed = change({ token, foreign })

  for (const route of posts) {
    const body = new URLSearchParams({ _token: changed.token })
    const headers = { origin: publicUrl, ...changed.headers }
    const { status } = await ask(pathOf(route), { method: 'POST', body, headers })
    expect([route.path, status]).toEqual([route.path, 403])
  }
})

test('a token is worth nothing for another person in the same browser', async () => {
  const { get, ask, visitor } = await openPages({ connectors })
  const token = findToken((await get('/setup/acme')).text)
  const send = async (person: SessionPerson) => {
    visitor.person = person
    const body = new URLSearchParams({ _token: token })
    return (await ask('/connect/acme', { method: 'POST', body, headers: { origin: publicUrl } })).status
  }

  expect([await send(member), await send({ ...admin, organizationId: 'other' })]).toEqual([403, 403])
  expect(await send(admin)).not.toBe(403)
})

test('a form is urlencoded and of half a megabyte at most', async () => {
  const { get, ask } = await openPages({ connectors })
  const token = findToken((await get('/setup/acme')).text)
  const send = async (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) =>
    (await ask('/connect/acme', { method: 'POST', body, headers: { origin: publicUrl, ...headers } })).status
  const multipart = new FormData()
  multipart.set('_token', token)

  expect(await send(multipart)).toBe(415)
  expect(await send(new URLSearchParams({ _token: token, more: 'x'.repeat(512 * 1024) }))).toBe(413)
})

test('assets are kept for ever under paths that change with them, and are nothing but what they are', async () => {
  const { get } = await openPages()
  const { text } = await get('/connect')
  const paths = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

  expect(paths.map((path) => path.replace(/-[\w-]{16}\./, '-….'))).toEqual([
    '/assets/icon-….svg',
    '/assets/pages-….css',
    '/assets/pages-….js',
  ])
  for (const path of paths) {
    const { status, headers } = await get(path)
    expect([status, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'nosniff',
    ])
  }
})

test('pages answer under the path of the public URL, with and without it, and link below it', async () => {
  const { runtime } = await openRuntimeWith({ connectors, publicUrl: 'https://app.example.com/checks' })
  const host = createHost({ runtime, session: { person: () => admin } })
  const { get } = createBrowserClient(host.fetch, 'https://app.example.com')

  const [below, stripped] = [await get('/checks/connect'), await get('/connect')]
  const first = [await get('/checks'), await get('/checks/'), await get('/')]

  expect([below.status, stripped.status]).toEqual([200, 200])
  expect(below.text).toContain('href="/checks/connect/acme"')
  // Pages link to the first one with the slash.
  expect(below.text).toContain('href="/checks/"')
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(stripped.text).toContain('aria-current="page"')
  expect(below.text).not.toMatch(/(?:href|action|src)="\/(?!checks\/)/)
})

test('what is not there is a page for people and a problem for programs', async () => {
  const { get, ask } = await openPages()

  const person = await get('/nowhere')
  const program = await ask('/v1/nowhere')

  expect([person.status, person.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect([program.status, program.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})

test('without a session there are no pages', async () => {
  const { runtime } = await openRuntimeWith({ connectors })
  const response = await createHost({ runtime }).fetch(new Request(`${publicUrl}/connect`))

  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})

test.each([
  ['another role', { ...admin, role: 'owner' }],
  ['no organization', { userId: 'ada', role: 'admin' }],
  ['an empty id', { ...admin, userId: '' }],
])(
  'a session that tells of somebody with %s is a mistake that is logged, and nobody is signed in',
  async (_, person) => {
    const { get, lines } = await openPages({ connectors, host: { session: { person: () => person as SessionPerson } } })

    const { status, text } = await get('/setup')

    expect(status).toBe(500)
    expect(text).toContain('Something went wrong')
    expect(lines.filter(({ message }) => message === 'Request failed')).toMatchObject([
      { fields: { error: 'TypeError' } },
    ])
  },
)

test('a person of an organization that is not known is told so, and sees nothing', async () => {
  const { get, visitor } = await openPages({ connectors })
  visitor.person = { ...admin, organizationId: 'elsewhere' }

  const { status, text } = await get('/connect')

  expect(status).toBe(403)
  expect(text).toContain('This service does not know your organization')
})

test('who is not signed in is led to where the application signs people in', async () => {
  const session = { person: () => undefined, signInUrl: 'https://app.example.com/login?next="x"' }
  const { get } = await openPages({ host: { session } })

  expect((await get('/connect')).text).toContain('href="https://app.example.com/login?next=&quot;x&quot;"')
})

test('createHost() refuses a session that cannot tell who somebody is', async () => {
  const { runtime } = await openRuntimeWith({ connectors })

  expect(() => createHost({ runtime, session: {} as { person: () => undefined } })).toThrow(
    'createHost: session must have a function person',
  )
})
