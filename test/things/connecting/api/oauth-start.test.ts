import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { authorizeHeadlessly } from '../../../../src/author/testing/index.ts'
import { admin, createBrowserClient, openPages } from '../../../app/pages/world.ts'
import { openExampleHost } from '../../../app/routes/examples.ts'
import type { Told } from '../../../app/routes/world.ts'
import { createAcmeConnector } from '../../runtime/acme.ts'
import { clients, openAcmeRuntime, publicUrl, type Servers, setApp, startServers } from '../../runtime/world.ts'

let world: Servers
beforeAll(async () => {
  world = await startServers()
})
afterAll(() => world[Symbol.asyncDispose]())

/** A host over Acme, asked with a key, and browsers that follow links. */
async function started(body: object = {}) {
  const { runtime } = await openAcmeRuntime(world)
  const { key } = await runtime.apiKeys.create({ organizationId: 'acme', scopes: ['integrations:write'] })
  const host = createHost({ runtime })
  const answer = await host.fetch(
    new Request(`${publicUrl}/v1/integrations/oauth/start`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ connector: 'acme', ...body }),
    }),
  )
  const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    host.fetch(new Request(url, { method, headers }))
  const browser = createBrowserClient(host.fetch)
  return { runtime, ...browser, get, status: answer.status, body: (await answer.json()) as Told }
}

/** Confirms the page of a link, as a browser does. */
async function confirmed({ ask }: Pick<ReturnType<typeof createBrowserClient>, 'ask'>, link: string) {
  const page = await (await ask(link)).text()
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page) ?? []
  const answer = await ask(new URL(action.replaceAll('&amp;', '&'), link).href, {
    method: 'POST',
    headers: { origin: publicUrl },
  })
  const text = await answer.text()
  const [, url = ''] = /<meta http-equiv="refresh" content="0; url=([^"]+)"/.exec(text) ?? []
  return { page, action, status: answer.status, headers: answer.headers, text, url: url.replaceAll('&amp;', '&') }
}

describe('POST /v1/integrations/oauth/start', () => {
  test('gives a link whose page says who asks for what; confirmed, it leads to the vendor and ends in a connection', async () => {
    const { runtime, ask, cookies, body } = await started({ returnTo: '/connections', userId: 'ada' })

    const shown = await ask(body.url)
    const before = [...cookies.keys()]
    const begun = await confirmed({ ask }, body.url)
    const finished = await ask(await authorizeHeadlessly(begun.url))

    expect(body.url).toContain(`${publicUrl}/v1/integrations/oauth/begin?flow=`)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    })
    for (const said of ['Connect Acme for acme?', new URL(begun.url).host, 'users:read', 'users:write'])
      expect(begun.page).toContain(said)
    expect(before).toEqual(['__Host-cw_form'])
    expect(begun.status).toBe(200)
    expect(begun.headers.get('set-cookie')).toMatch(
      /^__Host-cw_oauth_[\w-]{16}=[\w.-]+; Max-Age=1200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(Object.fromEntries(begun.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect([finished.status, finished.headers.get('location')]).toEqual([303, '/connections'])
    expect(await runtime.connections.list({ organizationId: 'acme' })).toMatchObject([
      { state: 'active', userId: 'ada' },
    ])
  })

  test('says nothing of the flow in the link, which works once and only as it is', async () => {
    const { ask, get, body } = await started()
    const token = new URL(body.url).searchParams.get('flow') ?? ''
    const altered = body.url.replace(token, `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`)

    const looked = await get(body.url, {}, 'HEAD')
    const first = await confirmed({ ask }, body.url)
    const second = await confirmed({ ask }, body.url)

    const binding = /__Host-cw_oauth_[\w-]{16}=([\w.-]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? 'none'
    expect(Buffer.from(token, 'base64url').includes(binding)).toBe(false)
    expect([(await get(altered)).status, looked.status, first.status, second.status]).toEqual([400, 204, 200, 400])
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(second.text).toContain('already used')
  })

  test.each<[string, (action: string) => { url: string; headers: Record<string, string>; isCookieKept: boolean }]>([
    ['another site', (url) => ({ url, headers: { origin: 'https://evil.example' }, isCookieKept: true })],
    ['another browser', (url) => ({ url, headers: { origin: publicUrl }, isCookieKept: false })],
    [
      'no page of ours',
      (url) => ({ url: url.replace(/confirm=[^&]*/, ''), headers: { origin: publicUrl }, isCookieKept: true }),
    ],
  ])('is not begun by a form of %s, and stays usable', async (_what, forge) => {
    const { ask, cookies, body } = await started()
    const page = await (await ask(body.url)).text()
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page) ?? []
    const { url, headers, isCookieKept } = forge(new URL(action.replaceAll('&amp;', '&'), body.url).href)
    if (!isCookieKept) cookies.clear()

    const answer = await ask(url, { method: 'POST', headers })

    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null])
    expect((await confirmed({ ask }, body.url)).status).toBe(200)
  })

  test('where pages are on, a link is only for people of its organization, and nothing of theirs is touched', async () => {
    const { runtime, host, visitor, ask, cookies } = await openPages({ connectors: [createAcmeConnector(world.urls)] })
    await setApp(runtime, clients.body)
    const { key } = await runtime.apiKeys.create({ organizationId: 'other', scopes: ['integrations:write'] })
    const made = await host.fetch(
      new Request(`${publicUrl}/v1/integrations/oauth/start`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ connector: 'acme' }),
      }),
    )
    const link = ((await made.json()) as Told).url
    cookies.set('__Host-cw_oauth_own', 'a-flow-in-progress')
    visitor.person = undefined
    const nobody = await ask(link)
    visitor.person = admin
    const foreign = await ask(link)
    const forced = await ask(link, { method: 'POST', headers: { origin: publicUrl } })
    visitor.person = { ...admin, organizationId: 'other' }
    const own = await confirmed({ ask }, link)

    expect([nobody.status, foreign.status, forced.status, own.status]).toEqual([401, 403, 403, 200])
    expect(own.page).toContain('Connect Acme for other?')
    expect(cookies.get('__Host-cw_oauth_own')).toBe('a-flow-in-progress')
    expect(new URL(own.url).searchParams.get('client_id')).toBe('body-app')
  })

  test.each([
    ['nothing', ''],
    ['no link of ours', '?flow=AAAA'],
    ['what is too short to be one', `?flow=${'A'.repeat(30)}`],
    ['what another service sealed', `?flow=${'A'.repeat(300)}`],
  ])('the page behind it refuses %s', async (_what, query) => {
    const { get } = await started()

    const answer = await get(`${publicUrl}/v1/integrations/oauth/begin${query}`)

    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null])
  })

  test('a link is over after ten minutes', async () => {
    const { ask, clock, host } = await openExampleHost()
    const answer = await ask('POST', '/v1/integrations/oauth/start', { body: { connector: 'acme-oauth' } })
    const body = (await answer.json()) as { readonly url: string; readonly expiresAt: string }
    clock.advance(10 * 60_000)

    const late = await host.fetch(new Request(body.url))

    expect(answer.status).toBe(200)
    expect(body.expiresAt).toBe('2026-05-01T12:10:00.000Z')
    expect(late.status).toBe(400)
  })

  test.each([
    ['a connector that nobody has', { connector: 'nobody' }, 404],
    ['a connector of credentials', { connector: 'acme' }, 409],
    ['a scope that is not declared', { connector: 'acme-oauth', scopes: ['admin'] }, 400],
    ["somebody else's page to return to", { connector: 'acme-oauth', returnTo: '//evil.example' }, 400],
    ['a connection that nobody has', { connector: 'acme-oauth', connectionId: 'nobody' }, 404],
    ['credentials that it has no field for', { connector: 'acme-oauth', credentials: { x: 'y' } }, 400],
  ])('refuses %s', async (_what, body, status) => {
    const { ask } = await openExampleHost()

    const answer = await ask('POST', '/v1/integrations/oauth/start', { body })

    expect(answer.status).toBe(status)
  })
})
