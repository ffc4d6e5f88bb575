import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizeHeadlessly } from '../../../src/testing/index.ts'
import { createHost } from '../../../src/web/index.ts'
import { openAcmeRuntime, publicUrl, type Servers, startServers } from '../../runtime/world.ts'
import { openExampleHost } from './examples.ts'
import type { Told } from './world.ts'

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
  return { runtime, get, status: answer.status, body: (await answer.json()) as Told }
}

describe('POST /v1/integrations/oauth/start', () => {
  test('gives a link that sets the cookie in the browser, leads to the vendor, and ends in a connection', async () => {
    const { runtime, get, body } = await started({ returnTo: '/connections', userId: 'ada' })

    const begun = await get(body.url)
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const finished = await get(await authorizeHeadlessly(begun.headers.get('location') ?? ''), { cookie })

    expect(body.url).toContain(`${publicUrl}/v1/integrations/oauth/begin?flow=`)
    expect(begun.status).toBe(303)
    expect(begun.headers.get('set-cookie')).toMatch(
      /^__Host-cw_oauth=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
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
    const { get, body } = await started()
    const token = new URL(body.url).searchParams.get('flow') ?? ''
    const altered = body.url.replace(token, `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`)
    const url = (await get(altered)).status

    const looked = await get(body.url, {}, 'HEAD')
    const first = await get(body.url)
    const second = await get(body.url)

    const binding = /__Host-cw_oauth=([\w-]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? 'none'
    expect(Buffer.from(token, 'base64url').includes(binding)).toBe(false)
    expect([url, looked.status, first.status, second.status]).toEqual([400, 204, 303, 400])
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(await second.text()).toContain('used already')
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
