import { expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { fakeVendor, fixedClock } from '../../../../src/author/testing/index.ts'
import { createBrowserClient } from '../../../app/pages/world.ts'
import { createKeyConnector } from '../../runtime/keyed.ts'
import { openRuntimeWith, publicUrl } from '../../runtime/world.ts'

const origin = 'https://app.example.com'
const key = 'the-key-of-the-vendor'

async function world(frameOrigins: readonly string[] = [origin]) {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: key },
    routes: { 'GET /me': { json: {} }, 'GET /admins': { json: { admins: 1 } } },
  })
  onTestFinished(() => vendor.close())
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { runtime } = await openRuntimeWith({ connectors: [createKeyConnector(vendor.url)], clock, frameOrigins })
  const { fetch } = createHost({ runtime, session: { person: () => undefined } })
  const open = () => createBrowserClient(fetch)
  const ask = async (more: object = {}) => runtime.connectSessions.create({ organizationId: 'acme', origin, ...more })
  /** A browser that has opened the dialog of a new session. */
  const enter = async (more: object = {}, browser = open()) => {
    const session = await ask(more)
    const { headers } = await browser.post('/connect-dialog', '/connect-dialog/open', { token: session.token })
    return { ...browser, session, path: `/connect-dialog/${session.id}`, location: headers.get('location') }
  }
  const list = () => runtime.connections.list({ organizationId: 'acme' })
  return { runtime, clock, open, ask, enter, list }
}

const entered = { 'credentials.api_key': key, 'credentials.region': 'eu' }

test('a browser without an account makes one connection; whoever asks for a second gets none', async () => {
  const { enter, list, runtime } = await world()
  const { get, post, path, session } = await enter({ userId: 'usr_7' })
  const form = `${path}/keyed`

  const refused = await post(form, form, { ...entered, 'credentials.api_key': 'wrong' })
  const [made, twin] = await Promise.all([post(form, form, entered), post(form, form, entered)])
  const told = (await get(path)).text
  const late = await post('/connect-dialog', form, entered)

  expect([refused.status, refused.text]).toEqual([422, expect.not.stringContaining('wrong"')])
  expect([made.status, twin.status].toSorted()).toEqual([303, 403])
  const connections = await list()
  expect(connections.map(({ userId, state }) => [userId, state])).toEqual([['usr_7', 'active']])
  expect(told).toContain(`data-connection-id="${connections[0]?.id}"`)
  expect(told).toContain(`data-dialog-origin="${origin}"`)
  expect(late.status).toBe(403)
  expect(await list()).toHaveLength(1)
  expect(await runtime.connectSessions.get({ id: session.id, organizationId: 'acme' })).toMatchObject({
    state: 'connected',
    connectionId: connections[0]?.id,
  })
  expect(await runtime.connectSessions.get({ id: session.id, organizationId: 'other' })).toBeUndefined()
})

test('a token opens one dialog: not twice, not late, not altered, and looking at the link uses nothing up', async () => {
  const { ask, open, clock, enter } = await world()
  const used = await ask()
  const [first, second, later] = [open(), open(), open()]
  await first.ask('/connect-dialog', { method: 'HEAD' })
  await first.get('/connect-dialog')
  const tryToken = (browser: typeof first, token: string) =>
    browser.post('/connect-dialog', '/connect-dialog/open', { token })

  const opened = await tryToken(first, used.token)
  const again = await tryToken(second, used.token)
  const altered = await tryToken(second, `${(await ask()).token.slice(0, -1)}!`)
  const invented = await tryToken(second, `frame.${'A'.repeat(43)}`)
  const late = await ask()
  clock.advance(15 * 60_000)
  const tooLate = await tryToken(later, late.token)
  const { get, path } = await enter()
  clock.advance(30 * 60_000)

  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/connect-dialog/${used.id}`])
  expect([again.status, altered.status, invented.status, tooLate.status]).toEqual([403, 403, 403, 403])
  expect((await get(path)).status).toBe(403)
})

test('a dialog belongs to the browser that opened it, and to its organization and connectors', async () => {
  const { enter, open, list, runtime } = await world()
  const { path, get } = await enter({ connectors: ['keyed'] })
  const stranger = open()
  const other = await enter({ organizationId: 'other' })

  expect((await stranger.get(path)).status).toBe(403)
  expect((await stranger.get(`${path}/state`)).status).toBe(403)
  expect((await stranger.post('/connect-dialog', `${path}/keyed`, entered)).status).toBe(403)
  // The key of one dialog in the cookie of another.
  const [, stolen = ''] = [...other.cookies].find(([name]) => name.includes('dialog')) ?? []
  stranger.cookies.set(`__Host-cwf_dialog_${path.split('/').at(-1)}`, stolen)
  expect((await stranger.get(path)).status).toBe(403)
  expect((await get(`${path}/nothing`)).status).toBe(404)
  await expect(
    runtime.oauth.start({ connector: 'keyed', organizationId: 'other', connectSessionId: path.split('/').at(-1) }),
  ).rejects.toThrow()
  expect(await list()).toEqual([])
})

test('a form of another site connects nothing, and neither does one without the token of the page', async () => {
  const { enter, list } = await world()
  const { path, post, ask } = await enter()
  const form = `${path}/keyed`

  const foreign = await post(form, form, entered, { origin: 'https://evil.example' })
  const crossSite = await post(form, form, entered, { 'sec-fetch-site': 'cross-site' })
  const bare = await ask(form, { method: 'POST', body: new URLSearchParams(entered), headers: { origin: publicUrl } })

  expect([foreign.status, crossSite.status, bare.status]).toEqual([403, 403, 403])
  expect(await list()).toEqual([])
})

test('one origin may frame it, and only if the operator named it; cookies are of that frame alone', async () => {
  const framed = await world()
  const inWindow = await world([])
  const read = async ({ enter }: typeof framed, more: object) => {
    const { get, path, session } = await enter(more)
    const { headers } = await get(path)
    const policy = headers.get('content-security-policy') ?? ''
    return [
      session.token.split('.')[0],
      /frame-ancestors ([^;]+)/.exec(policy)?.[1],
      headers.get('x-frame-options'),
      headers.get('cross-origin-opener-policy'),
    ]
  }

  expect(await read(framed, {})).toEqual(['frame', origin, null, 'unsafe-none'])
  expect(await read(framed, { origin: 'https://unnamed.example' })).toEqual(['window', "'none'", 'DENY', 'unsafe-none'])
  expect(await read(inWindow, {})).toEqual(['window', "'none'", 'DENY', 'unsafe-none'])
  const { headers } = await framed.open().get('/connect-dialog')
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-cwf_form=.*HttpOnly; Secure; SameSite=None; Partitioned$/),
  ])
})

test('a session for an origin that is no safe one is refused', async () => {
  const { ask } = await world()

  for (const wrong of ['http://app.example.com', 'https://app.example.com/', 'https://*.example.com', '*'])
    await expect(ask({ origin: wrong }), wrong).rejects.toMatchObject({ code: 'CONNECT_SESSION_INVALID' })
  await expect(ask({ connectors: [] })).rejects.toMatchObject({ code: 'CONNECT_SESSION_INVALID' })
  await expect(ask({ connectors: ['nothing'] })).rejects.toMatchObject({ code: 'CONNECTOR_UNKNOWN' })
  await expect(ask({ organizationId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a dialog ends when the person for whom it was asked is removed, before or after it is opened', async () => {
  const { runtime, ask, enter, open, list } = await world()
  await runtime.users.put({ organizationId: 'acme', id: 'eve', name: 'Eve', email: 'eve@acme.example' })
  await runtime.people.setRole({ organizationId: 'acme', userId: 'eve', role: 'member' })
  const { post, path } = await enter({ userId: 'eve' })
  const waiting = await ask({ userId: 'eve' })
  await runtime.people.remove({ organizationId: 'acme', userId: 'eve' })

  const opened = await open().post('/connect-dialog', '/connect-dialog/open', { token: waiting.token })
  const made = await post('/connect-dialog', `${path}/keyed`, entered)

  expect([opened.status, made.status]).toEqual([403, 403])
  expect(await list()).toEqual([])
})
