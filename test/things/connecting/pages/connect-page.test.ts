import { expect, test } from 'vitest'
import { githubApp } from '../../../../connectors/github-app/index.ts'
import { authorizeHeadlessly, faults } from '../../../../src/author/testing/index.ts'
import { admin, openPages } from '../../../app/pages/world.ts'
import { createAcmeConnector } from '../../runtime/acme.ts'
import { typedServerConnector } from '../../runtime/typed-server-connector.ts'
import { callbackUrl, clients, connect, setApp, startTestServers } from '../../runtime/world.ts'

async function acme() {
  const { urls } = await startTestServers()
  const world = await openPages({ connectors: [createAcmeConnector(urls), createAcmeConnector(urls, {}, 'twin')] })
  await setApp(world.runtime, clients.body)
  return world
}

test('who goes on to the vendor is sent by a page that says where, and tells the vendor nothing of ours', async () => {
  const { post, cookies } = await acme()

  const { status, headers, text } = await post('/connect/acme', '/connect/acme')

  const [, url = ''] = /<meta http-equiv="refresh" content="0; url=([^"]+)"/.exec(text) ?? []
  const asked = new URL(url.replaceAll('&amp;', '&'))
  expect(status).toBe(200)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(text).toContain(`<b>${asked.host}</b>`)
  expect(asked.searchParams.get('redirect_uri')).toBe(callbackUrl)
  expect([...cookies.keys()].sort()).toEqual([
    expect.stringMatching(/^__Host-cw_connecting_[\w-]{16}$/),
    '__Host-cw_form',
    expect.stringMatching(/^__Host-cw_oauth_[\w-]{16}$/),
  ])
  for (const cookie of headers.getSetCookie())
    expect(cookie).toMatch(/; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('the way back ends in a tested connection, and leaves no cookie of the flow', async () => {
  const { post, ask, runtime, cookies } = await acme()
  const { text } = await post('/connect/acme', '/connect/acme')
  const [, url = ''] = /<a class="button primary" href="([^"]+)"/.exec(text) ?? []

  const back = await ask(await authorizeHeadlessly(url.replaceAll('&amp;', '&')))

  const [connection] = await runtime.connections.list({ organizationId: 'acme' })
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    `/connections/${connection?.id}?notice=connected-running`,
  ])
  expect([...cookies.keys()]).toEqual(['__Host-cw_form'])
})

test('two tabs that connect at once both come back to their own connection', async () => {
  const { post, ask, runtime } = await acme()
  const setOut = async () => {
    const { text } = await post('/connect/acme', '/connect/acme')
    const [, url = ''] = /<a class="button primary" href="([^"]+)"/.exec(text) ?? []
    return authorizeHeadlessly(url.replaceAll('&amp;', '&'))
  }
  const [first, second] = [await setOut(), await setOut()]

  const back = [await ask(second), await ask(first)]

  expect(back.map(({ status }) => status)).toEqual([303, 303])
  expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(2)
})

async function openWayBack() {
  const world = await startTestServers()
  const { post, ask, runtime } = await openPages({ connectors: [createAcmeConnector(world.urls)] })
  await setApp(runtime, clients.body)
  const goThere = async (query = '') => {
    const { text } = await post('/connect/acme', `/connect/acme${query}`)
    const [, url = ''] = /<a class="button primary" href="([^"]+)"/.exec(text) ?? []
    return ask(await authorizeHeadlessly(url.replaceAll('&amp;', '&')))
  }
  return { world, goThere, ask, runtime, list: () => runtime.connections.list({ organizationId: 'acme' }) }
}

test('the way back from a vendor that takes the code and then refuses the token says so, and keeps nothing', async () => {
  const { world, goThere, list } = await openWayBack()
  world.accept(() => false)

  const back = await goThere()

  const text = await back.text()
  expect(back.status).toBe(400)
  expect(text).toContain('The access that was granted does not work, so nothing was kept. Acme answered 401')
  expect(text).toContain('href="/connect/acme"')
  expect(await list()).toEqual([])
})

test('the way back from a vendor that has trouble keeps the connection, and says that unknown yet', async () => {
  const { world, goThere, list } = await openWayBack()
  world.vendor.fail('GET /me', faults.status(503), { times: 4 })

  const back = await goThere()

  const [connection] = await list()
  expect(connection).toMatchObject({ state: 'error', stateReason: expect.stringContaining('Nobody knows yet') })
  expect(back.headers.get('location')).toBe(`/connections/${connection?.id}?notice=connected-unproven`)
})

test('a connection that is connected again stays when the new access is refused, and offers both ways on', async () => {
  const { world, goThere, ask, list, runtime } = await openWayBack()
  const { id } = await connect(runtime)
  world.accept(() => false)

  const back = await (await goThere(`?connection=${id}`)).text()

  expect(back).toContain('Connected, but not working yet')
  expect(back).toContain(`href="/connect/acme?connection=${id}"`)
  const own = await (await ask(`/connections/${id}`)).text()
  expect(own).toMatch(new RegExp(`href="/connect/acme\\?connection=${id}"[^>]*>\\s*Sign in to [^<]* again`))
  expect(back).toContain(`href="/connections/${id}"`)
  expect(await list()).toMatchObject([{ id, state: 'needs_reauth' }])
})

test.each([
  ['nobody is signed in', undefined],
  ['somebody of another organization is signed in', { ...admin, organizationId: 'other' }],
])('a flow that an application began ends on a page of its own where %s', async (_, person) => {
  const { ask, runtime, cookies, visitor } = await acme()
  visitor.person = person
  const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
  cookies.set(`__Host-cw_oauth_${binding.slice(0, 16)}`, binding)

  const back = await ask(await authorizeHeadlessly(url))

  expect(back.status).toBe(200)
  expect(await back.text()).toContain('The connection is ready. You can close this page.')
})

test("another organization's connection cannot be connected again, nor one of another connector", async () => {
  const { get, post, runtime, visitor } = await acme()
  const { id } = await connect(runtime)
  const statuses = [
    (await get(`/connect/acme?connection=${id}`)).status,
    (await get(`/connect/twin?connection=${id}`)).status,
  ]
  visitor.person = { ...admin, organizationId: 'other' }

  statuses.push((await get(`/connect/acme?connection=${id}`)).status)
  statuses.push((await post('/connect/acme', `/connect/acme?connection=${id}`)).status)
  statuses.push((await get('/connect/nothing')).status)

  expect(statuses).toEqual([200, 404, 404, 404, 404])
})

test('the audit log says who connected what by which fields, and none of their values', async () => {
  const { post, runtime } = await acme()

  await post('/connect/acme', '/connect/acme', { 'credentials.secret': 'a-value-that-is-secret' })

  const entries = await runtime.audit.list({ organizationId: 'acme' })
  expect(entries.filter(({ actor }) => actor.type === 'user')).toEqual([
    expect.objectContaining({
      actor: { type: 'user', id: 'ada' },
      action: 'oauth.start',
      fields: ['credentials.secret'],
      status: 200,
    }),
  ])
})

test.each(['<script>', 'constructor', '__proto__', ''])('a link cannot make a page say %j', async (notice) => {
  const { get } = await acme()

  const { text } = await get(`/connect?notice=${encodeURIComponent(notice)}`)

  expect(text).not.toContain('class="notice"')
})

test('a search that finds nothing says so, as text', async () => {
  const { get } = await acme()

  const { text } = await get(`/connect?q=${encodeURIComponent('"><b>no')}`)

  expect(text).toContain('No connectors match “&quot;&gt;&lt;b&gt;no”.')
  expect(text).toContain('0 connectors')
})

test('the gallery takes a category and a control, and says what it costs to connect', async () => {
  const { get } = await acme()

  const [all, none, odd] = await Promise.all([
    get('/connect?q=acme'),
    get('/connect?category=nothing-of-that'),
    get(`/connect?control=${encodeURIComponent('"><b>no')}`),
  ])

  expect(all.text).toMatch(/Somebody signs in at the vendor and approves|You enter|An administrator creates/)
  expect(none.text).toContain('0 connectors')
  expect(odd.text).toContain('No connectors match “&quot;&gt;&lt;b&gt;no”.')
})

test('trouble of ours on the way back is told as ours, with the request to name', async () => {
  const { ask, runtime, cookies, lines } = await acme()
  const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
  cookies.set(`__Host-cw_oauth_${binding.slice(0, 16)}`, binding)
  const way = await authorizeHeadlessly(url)
  await runtime.close()

  const back = await ask(way, { headers: { 'x-request-id': 'request-1234' } })

  expect(back.status).toBeGreaterThanOrEqual(500)
  expect(await back.text()).toContain('<code>request-1234</code>')
  expect(lines.some(({ level }) => level === 'error')).toBe(true)
})

test('an app of a server that people type is entered for the own organization, with a callback that names the connector', async () => {
  const { get, post, runtime, visitor } = await openPages({ connectors: [typedServerConnector] })
  const before = await get('/setup/typed')

  const saved = await post('/setup/typed', '/setup/typed', {
    clientId: ' app ',
    clientSecret: 'the-secret',
    'settings.domain': 'one',
  })

  expect(before.text).toContain(`${callbackUrl}/typed`)
  expect(before.text).toContain('name="settings.domain"')
  expect(saved.status).toBe(303)
  expect(await runtime.oauthApps.get({ connector: 'typed' })).toBeUndefined()
  expect(await runtime.oauthApps.get({ connector: 'typed', organizationId: 'acme' })).toMatchObject({
    clientId: 'app',
    settings: { domain: 'one' },
    ownCallback: true,
  })
  const settings = { domain: 'two' }
  expect((await get('/connect/typed')).text).toContain('Continue to Typed')
  visitor.person = { ...admin, organizationId: 'other' }
  expect((await get('/connect/typed')).text).toContain('is not set up yet')
  await runtime.oauthApps.set({ connector: 'typed', clientId: 'platform', clientSecret: 'the-secret', settings })
  expect((await get('/connect/typed')).text).toContain('is not set up yet')
  await runtime.oauthApps.set({ connector: 'typed', clientId: 'platform', settings, boundTo: 'other' })
  expect((await get('/connect/typed')).text).toContain('Continue to Typed')
})

test("what the vendor's redirect brings along is filled in, and nothing else of a link is", async () => {
  const { get, runtime } = await openPages({ connectors: [githubApp] })
  await runtime.oauthApps.set({ connector: githubApp, settings: { app_id: '1', private_key: 'sample' } })

  const back = (await get('/connect/github-app?installation_id=4711&setup_action=install&organization=evil-org')).text
  const bad = (await get('/connect/github-app?installation_id=%22%3E%3Cscript%3E')).text

  expect(back).toMatch(/name="credentials\.installation_id"[^>]*value="4711"/)
  expect(back).not.toContain('evil-org')
  expect(bad).not.toMatch(/name="credentials\.installation_id"[^>]*value=/)
})
