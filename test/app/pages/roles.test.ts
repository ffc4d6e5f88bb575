import { describe, expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../../src/app/host/index.ts'
import { pageRoutes } from '../../../src/app/pages/page-routes.ts'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { type Action, chooseLesserRole, mayDo, permissions, roles } from '../../../src/service/rights/permissions.ts'
import { scopes } from '../../../src/service/rights/scopes.ts'
import type { SessionPerson } from '../../../src/things/api/options/person.ts'
import { createSamples } from '../../things/declared/create-samples.ts'
import { openRuntimeWith } from '../../things/runtime/world.ts'
import { admin, createBrowserClient, openPages } from './world.ts'

test('every scope and every page has its line in the table of permissions', () => {
  expect(Object.keys(permissions)).toEqual(expect.arrayContaining(Object.keys(scopes)))
  for (const { access, path } of pageRoutes)
    expect([path, access === 'anybody' || access in permissions]).toEqual([path, true])
})

test('chooseLesserRole() and mayDo() go by the order of the roles', () => {
  expect(chooseLesserRole('admin', 'viewer')).toBe('viewer')
  expect(roles.map((role) => mayDo(role, 'waivers:write'))).toEqual([false, false, true, true])
  expect(roles.map((role) => mayDo(role, 'platform-apps:write'))).toEqual([false, false, false, true])
})

async function world() {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { runtime } = await openRuntimeWith({ connectors: [], clock })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })
  const session = new SignInLinks(runtime)
  const host = createHost({ runtime, session })
  const signIn = async (role: SessionPerson['role'], more: Partial<SessionPerson> = {}) => {
    const browser = createBrowserClient(host.fetch)
    const { url } = await session.create({ organizationId: 'acme', userId: 'ada', role, ...more })
    await browser.post(url, '/sign-in', { token: new URL(url).searchParams.get('token') ?? '' })
    return browser
  }
  return { clock, runtime, session, host, signIn }
}

describe('a session', () => {
  test('is that of an operator only while the person is named as one, and signed in as administrator', async () => {
    const { runtime, signIn } = await world()
    const me = { organizationId: 'acme', userId: 'ada' }
    const [admin, member] = [await signIn('admin'), await signIn('member')]
    const outcomes = async () => [
      (await admin.get('/setup')).text.includes('Set up connectors'),
      (await member.get('/setup')).status,
    ]
    const roleOf = async () => await runtime.workspace.operators.has('acme', 'ada')

    const before = [await roleOf(), ...(await outcomes())]
    await runtime.operators.add(me)
    const during = [await roleOf(), ...(await outcomes())]
    await runtime.operators.remove(me)

    expect([before, during, [await roleOf(), ...(await outcomes())]]).toEqual([
      [false, true, 403],
      [true, true, 403],
      [false, true, 403],
    ])
  })

  test('never allows more than the role that the person has by now', async () => {
    const { runtime, signIn } = await world()
    const browser = await signIn('admin')

    await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'viewer' })

    expect([(await browser.get('/setup')).status, (await browser.get('/')).status]).toEqual([403, 200])
  })

  test('ends where the person is deactivated, and a key that they made does too', async () => {
    const { runtime, signIn, host } = await world()
    const browser = await signIn('admin')
    const made = await runtime.apiKeys.create({ organizationId: 'acme', userId: 'ada', scopes: ['organization:read'] })
    const ask = async () =>
      (
        await host.fetch(
          new Request('https://checks.example.com/v1/organization', { headers: { 'x-api-key': made.key } }),
        )
      ).status

    const before = [(await browser.get('/')).status, await ask()]
    await runtime.users.put({
      organizationId: 'acme',
      id: 'ada',
      name: 'Ada',
      email: 'ada@example.com',
      deactivated: true,
    })

    expect([before, [(await browser.get('/')).status, await ask()]]).toEqual([
      [200, 200],
      [401, 401],
    ])
  })
})

describe('the links of pages', () => {
  const gets = pageRoutes.filter(({ method }) => method === 'get')
  const findRoute = (path: string) =>
    gets.find((route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path))

  test.each([
    ['viewer', { periodFrom: '2026-05-01', periodTo: '2026-05-31' }],
    ['member', {}],
  ] as const)('of a %s (%o) lead to what the role may open', async (role, period) => {
    const { runtime, visitor, get } = await openPages({ connectors: [], clock: fixedClock('2026-05-01T12:00:00Z') })
    await createSamples(runtime, 'acme')
    visitor.person = { ...admin, role, ...period }
    const seen = new Set<string>()
    const wrong: string[] = []
    const open = ['/', ...gets.flatMap(({ path, access }) => (isOpenTo(role, path, access) ? [path] : []))]
    for (let path = open.shift(); path !== undefined; path = open.shift()) {
      const { text } = await get(path)
      for (const [, link = ''] of text.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g)) {
        const route = findRoute(link)
        if (route === undefined || seen.has(route.path)) continue
        seen.add(route.path)
        if (route.access !== 'anybody' && !mayDo(role, route.access)) wrong.push(`${path} → ${link}`)
        else if (route.path.includes(':')) open.push(link)
      }
    }

    expect(wrong).toEqual([])
    expect(seen.size).toBeGreaterThan(20)
  })
})

function isOpenTo(role: SessionPerson['role'], path: string, access: Action | 'anybody'): boolean {
  return !/:|\/sign|\/invitation|\.csv$/.test(path) && access !== 'anybody' && mayDo(role, access)
}

describe('the sign-in page of a link', () => {
  test('names person, organization and role, and is over with the link', async () => {
    const { session, host } = await world()
    const browser = createBrowserClient(host.fetch)
    const { url } = await session.create({ organizationId: 'acme', userId: 'ada', role: 'member' })

    const page = await browser.get(url)
    await browser.post(url, '/sign-in', { token: new URL(url).searchParams.get('token') ?? '' })

    expect(page.text).toContain('<b>Ada Lovelace</b>')
    expect(page.text).toContain('ada@example.com')
    expect(page.text).toMatch(/<b>Acme[^<]*<\/b>/i)
    expect(page.text).toContain(' with the role member.')
    expect((await browser.get(url)).status).toBe(403)
  })

  test('takes no form that another site sends, and none without the token of this browser', async () => {
    const { session, host } = await world()
    const { url } = await session.create({ organizationId: 'acme', userId: 'ada', role: 'admin' })
    const token = new URL(url).searchParams.get('token') ?? ''
    const victim = createBrowserClient(host.fetch)

    const bare = await victim.ask('/sign-in', { method: 'POST', body: new URLSearchParams({ token }) })
    const crossSite = await victim.post(url, '/sign-in', { token }, { origin: 'https://evil.example' })

    expect([bare.status, crossSite.status]).toEqual([403, 403])
    expect((await victim.get('/nowhere')).text).not.toContain('Sign out')
  })
})

test('what concerns the platform needs a sign-in of the last hour', async () => {
  const { runtime, clock, signIn } = await world()
  await runtime.operators.add({ organizationId: 'acme', userId: 'ada' })
  const browser = await signIn('admin')
  const disable = () => browser.post('/', '/setup/nothing/disable')

  const fresh = await disable()
  clock.advance(3_600_001)
  const stale = await disable()

  // There is no such connector; that it is looked for says that the form was let through.
  expect([fresh.status, stale.status]).toEqual([404, 403])
  expect(stale.text).toContain('sign-in of the last hour')
})

test('an administrator sets the app of the organization, and an operator that of the platform', async () => {
  const config = {
    authorizeUrl: 'https://acme.invalid/authorize',
    tokenUrl: 'https://acme.invalid/token',
    scopes: ['users:read'],
  }
  const connector = defineConnector({
    id: 'acme-oauth',
    name: 'Acme',
    description: 'People.',
    category: 'identity',
    baseUrl: 'https://acme.invalid',
    auth: { type: 'oauth2', config },
    test: { path: '/me' },
  })
  const { post, visitor, runtime } = await openPages({ connectors: [connector] })
  const place = `/setup/${connector.id}`
  const set = () => post(place, place, { clientId: 'client-1', clientSecret: 'client-secret-1' })

  const byAdmin = await set()
  const platformBefore = await runtime.oauthApps.get({ connector })
  const own = await runtime.oauthApps.get({ connector, organizationId: 'acme' })
  visitor.person = { userId: 'ada', organizationId: 'acme', role: 'operator' }
  const byOperator = await set()

  expect([byAdmin.status, byOperator.status]).toEqual([303, 303])
  expect([platformBefore, own]).toMatchObject([undefined, { clientId: 'client-1' }])
  expect(await runtime.oauthApps.get({ connector })).toMatchObject({ clientId: 'client-1' })
})

test.each([
  ['viewer', [200, 403, 403, 403]],
  ['member', [200, 200, 403, 403]],
  ['admin', [200, 200, 200, 403]],
  ['operator', [200, 200, 200, 303]],
] as const)('the callback of an embedding host makes a %s, who may what that role may', async (role, expected) => {
  const connector = defineConnector({
    id: 'keyed',
    name: 'Keyed',
    version: '1.0.0',
    baseUrl: 'https://api.keyed.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const { ask, get, post } = await openPages(
    { connectors: [connector] },
    { userId: 'eve', organizationId: 'acme', role },
  )
  const pages = await Promise.all(['/', '/connect', '/setup'].map((path) => get(path)))

  // A viewer has no page with a form, and so no token.
  const disabled = await (role === 'viewer'
    ? ask('/setup/keyed/disable', { method: 'POST' })
    : post('/connect/keyed', '/setup/keyed/disable'))

  expect([...pages, disabled].map(({ status }) => status)).toEqual(expected)
})

test('the callback of an embedding host lets nobody in by a role that there is not', async () => {
  const person = { userId: 'eve', organizationId: 'acme', role: 'superuser' } as unknown as SessionPerson
  const { get } = await openPages({}, person)

  expect((await get('/')).status).toBe(500)
})
