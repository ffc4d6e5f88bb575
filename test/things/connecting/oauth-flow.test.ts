import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizeHeadlessly, fixedClock } from '../../../src/author/testing/index.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createAcmeConnector } from '../runtime/acme.ts'
import {
  callbackUrl,
  clients,
  connect,
  openAcmeRuntime,
  openRuntimeWith,
  runStored,
  type Servers,
  setApp,
  startServers,
} from '../runtime/world.ts'

let world: Servers
beforeAll(async () => {
  world = await startServers()
})
afterAll(() => world[Symbol.asyncDispose]())

const ids = { connectorId: 'acme', organizationId: 'acme', flowId: expect.any(String) }

describe('runtime.oauth', () => {
  test.each([
    ['its secret in the body', clients.body, { clientAuthMethod: 'body' }],
    ['its secret in the header', clients.header, { clientAuthMethod: 'header' }],
    ['no secret', clients.none, { publicClient: true, pkce: false }],
    ['no PKCE', clients.body, { pkce: false }],
  ])('connects an app with %s: a run then asks the vendor as the person', async (_what, client, config) => {
    const { runtime, lines } = await openAcmeRuntime(world, { client, config })

    const connection = await connect(runtime, { userId: 'usr_1', returnTo: '/connections?ok=1' })
    const result = await runStored(runtime, connection.id)

    expect(connection).toMatchObject({
      connector: 'acme',
      organizationId: 'acme',
      state: 'active',
      userId: 'usr_1',
      grantedScopes: ['users:read', 'users:write'],
      returnTo: '/connections?ok=1',
    })
    expect(result.checks[0]?.results.map(({ status }) => status)).toEqual(['pass', 'fail'])
    expect(lines.filter(({ message }) => !/^(Run|Check)/.test(message))).toEqual([
      {
        level: 'info',
        message: 'OAuth completed',
        fields: { ...ids, userId: 'usr_1', connectionId: connection.id },
      },
    ])
  })

  test('start() sends PKCE and the configured redirect URI, and stores neither state nor binding', async () => {
    const { runtime } = await openAcmeRuntime(world)

    const { url, binding } = await runtime.oauth.start({
      connector: 'acme',
      organizationId: 'acme',
      scopes: ['users:read'],
    })

    const sent = new URL(url).searchParams
    expect(Object.fromEntries(sent)).toEqual({
      response_type: 'code',
      client_id: 'body-app',
      redirect_uri: callbackUrl,
      scope: 'users:read',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(binding).toMatch(/^[\w-]{43}$/)
    expect(binding).not.toBe(sent.get('state'))
  })

  test("callback() refuses another session's binding, and the flow goes on for its own", async () => {
    const { runtime, lines } = await openAcmeRuntime(world)
    const victim = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
    const attacker = await runtime.oauth.start({ connector: 'acme', organizationId: 'other' })
    const url = await authorizeHeadlessly(attacker.url)

    const forged = runtime.oauth.callback({ url, binding: victim.binding })

    await expect(forged).rejects.toMatchObject({ name: 'AuthError', code: 'AUTH_STATE_INVALID' })
    expect(lines).toEqual([{ level: 'warn', message: 'Invalid state', fields: { ...ids, organizationId: 'other' } }])
    expect(await runtime.connections.list({ organizationId: 'other' })).toEqual([])
    expect(await runtime.oauth.callback({ url, binding: attacker.binding })).toMatchObject({ state: 'active' })
  })

  test('callback() refuses a code that is longer than any vendor makes', async () => {
    const { runtime } = await openAcmeRuntime(world)
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
    const state = new URL(url).searchParams.get('state') ?? ''
    const callback = `${callbackUrl}?${new URLSearchParams({ state, code: 'c'.repeat(4097) })}`
    const before = world.oauth.tokenRequests.length

    await expect(runtime.oauth.callback({ url: callback, binding })).rejects.toMatchObject({
      code: 'AUTH_CALLBACK_INVALID',
      message: expect.stringContaining('more than 4096 characters'),
    })
    expect(world.oauth.tokenRequests).toHaveLength(before)
  })

  test('start() ends the oldest flow of a person who has 20, and of nobody else', async () => {
    const { runtime } = await openAcmeRuntime(world)
    const begin = (userId: string) => runtime.oauth.start({ connector: 'acme', organizationId: 'acme', userId })
    const other = await begin('bob')
    const flows = []
    for (let count = 0; count < 21; count++) flows.push(await begin('ada'))

    const end = async ({ url, binding }: { readonly url: string; readonly binding: string }) =>
      runtime.oauth.callback({ url: await authorizeHeadlessly(url), binding }).then(
        ({ state }) => state,
        (error) => error.code,
      )
    const outcomes = [await end(other)]
    for (const flow of [flows[0], flows[1], flows[20]]) if (flow) outcomes.push(await end(flow))

    expect(outcomes).toEqual(['active', 'AUTH_STATE_INVALID', 'active', 'active'])
  })

  test('start() leaves a person 20 flows of very many that begin at once', async () => {
    const file = join(createTempFolder(), 'store.db')
    const { runtime } = await openAcmeRuntime(world, { store: `sqlite:${file}`, config: { pkce: false } })
    const begin = () => runtime.oauth.start({ connector: 'acme', organizationId: 'acme', userId: 'ada' })

    await Promise.all(Array.from({ length: 60 }, begin))

    const database = new DatabaseSync(file, { readOnly: true })
    const { flows } = database.prepare('SELECT count(*) AS flows FROM flows').get() ?? {}
    database.close()
    expect(flows).toBe(20)
  })

  test.each([
    ['no state', () => `${callbackUrl}?code=c`],
    ['an unknown state', () => `${callbackUrl}?code=c&state=${'x'.repeat(43)}`],
    ['two states', (url: string) => `${url}&state=other`],
    ['no URL at all', () => 'nonsense'],
  ])('callback() refuses %s', async (_what, forge) => {
    const { runtime, lines } = await openAcmeRuntime(world)
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })

    const callback = runtime.oauth.callback({ url: forge(await authorizeHeadlessly(url)), binding })

    await expect(callback).rejects.toMatchObject({ code: 'AUTH_STATE_INVALID' })
    expect(lines).toEqual([{ level: 'warn', message: 'Invalid state', fields: {} }])
  })

  test.each([
    [599_999, 'active'],
    [600_000, 'AUTH_STATE_INVALID'],
  ])('a flow of %d ms ends as %s', async (ageMs, outcome) => {
    const clock = fixedClock(Date.now())
    const { runtime } = await openAcmeRuntime(world, { clock, store: 'memory:' })
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
    const callback = await authorizeHeadlessly(url)
    clock.advance(ageMs)

    const ended = await runtime.oauth.callback({ url: callback, binding }).then(
      ({ state }) => state,
      (error) => error.code,
    )

    expect(ended).toBe(outcome)
  })

  test('callback() lets one of 50 at once exchange the code, and a later replay none', async () => {
    const { runtime, lines } = await openAcmeRuntime(world)
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
    const callback = await authorizeHeadlessly(url)
    const before = world.oauth.tokenRequests.length

    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => runtime.oauth.callback({ url: callback, binding })),
    )
    await expect(runtime.oauth.callback({ url: callback, binding })).rejects.toMatchObject({
      code: 'AUTH_STATE_INVALID',
    })

    const [connection, ...others] = await runtime.connections.list({ organizationId: 'acme' })
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(world.oauth.tokenRequests.slice(before).map(({ status }) => status)).toEqual([200])
    expect(others).toEqual([])
    expect(lines.map(({ message }) => message).sort()).toEqual([...Array(50).fill('Invalid state'), 'OAuth completed'])
    // A second exchange would have revoked what the first one granted.
    expect(await runtime.connections.test(connection?.id ?? '')).toEqual({ ok: true })
  })

  test('callback() makes no connection when the person refuses, and keeps the error code', async () => {
    const { runtime, lines } = await openAcmeRuntime(world)
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
    const state = new URL(url).searchParams.get('state')
    const said = 'The person <b>refused</b>\u202e'

    const denied = runtime.oauth.callback({
      url: `${callbackUrl}?${new URLSearchParams({ error: 'access_denied', error_description: said, state: state ?? '' })}`,
      binding,
    })

    await expect(denied).rejects.toMatchObject({
      code: 'AUTH_CALLBACK_DENIED',
      vendorCode: 'access_denied',
      message: expect.not.stringContaining('\u202e'),
    })
    const fields = { ...ids, code: 'AUTH_CALLBACK_DENIED', vendorCode: 'access_denied' }
    expect(lines).toEqual([{ level: 'warn', message: 'OAuth callback error', fields }])
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  })

  test('callback() reports what the authorization server really answers when nobody may be asked', async () => {
    const { runtime } = await openAcmeRuntime(world, { config: { authorizationParams: { prompt: 'none' } } })

    await expect(connect(runtime)).rejects.toMatchObject({ code: 'AUTH_CALLBACK_DENIED', vendorCode: 'login_required' })
  })

  test('callback() says which of code and secret the vendor refuses', async () => {
    const { runtime, lines } = await openAcmeRuntime(world)
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
    const wrongCode = new URL(await authorizeHeadlessly(url))
    wrongCode.searchParams.set('code', 'not-the-code')
    await expect(runtime.oauth.callback({ url: wrongCode, binding })).rejects.toMatchObject({
      code: 'AUTH_EXCHANGE_FAILED',
      vendorCode: 'invalid_grant',
      retryable: false,
    })

    await runtime.oauthApps.set({ connector: 'acme', clientId: 'body-app', clientSecret: 'wrong-secret' })
    await expect(connect(runtime)).rejects.toMatchObject({
      code: 'AUTH_APP_MISCONFIGURED',
      message: expect.not.stringContaining('wrong-secret'),
    })

    expect(lines).toEqual([
      {
        level: 'error',
        message: 'Token exchange failed',
        fields: { ...ids, code: 'AUTH_EXCHANGE_FAILED', vendorCode: 'invalid_grant' },
      },
      {
        level: 'error',
        message: 'Token exchange failed',
        fields: { ...ids, code: 'AUTH_APP_MISCONFIGURED', vendorCode: 'invalid_client' },
      },
    ])
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  })

  test('start() with connectionId connects the same connection again; a pause stays', async () => {
    const { runtime } = await openAcmeRuntime(world)
    const { id } = await connect(runtime)
    const { accessToken } = await world.oauth.issueToken({ clientId: 'body-app' })
    await runtime.connections.update(id, { credentials: { access_token: accessToken } })
    world.oauth.expireAccessTokens()
    await runStored(runtime, id)
    const before = await runtime.connections.get(id)

    const again = await connect(runtime, { connectionId: id })
    await runtime.connections.pause(id)
    const paused = await connect(runtime, { connectionId: id })

    expect(before?.state).toBe('needs_reauth')
    expect(again).toMatchObject({ id, state: 'active', stateReason: undefined })
    expect(paused).toMatchObject({ id, state: 'paused' })
    expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(1)
    expect(await runtime.connections.test(id)).toEqual({ ok: true })
  })

  test("start() finds neither another organization's connection nor another connector's", async () => {
    const twin = createAcmeConnector(world.urls, {}, 'twin')
    const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(world.urls), twin] })
    await setApp(runtime, clients.body)
    await runtime.oauthApps.set({ ...clients.body, connector: twin })
    const { id } = await connect(runtime)

    const theirs = runtime.oauth.start({ connector: 'acme', organizationId: 'other', connectionId: id })
    const twins = runtime.oauth.start({ connector: 'twin', organizationId: 'acme', connectionId: id })

    const outcomes = await Promise.allSettled([theirs, twins])
    const notFound = { status: 'rejected', reason: expect.objectContaining({ code: 'NOT_FOUND' }) }
    expect(outcomes).toEqual([notFound, notFound])
  })

  test('start() takes a loopback redirect URI, with which the command line connects', async () => {
    const { runtime } = await openAcmeRuntime(world, { client: clients.cli })

    const connection = await connect(runtime, { redirectUri: 'http://127.0.0.1:49152/callback' })

    expect(connection.state).toBe('active')
  })

  test.each([
    'https://evil.example/callback',
    'http://localhost:5000/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://user@127.0.0.1:5000/callback',
    'http://127.0.0.1:5000/callback#',
    'https://127.0.0.1:5000/callback',
    `${callbackUrl}/../x`,
    'callback',
  ])('start() refuses the redirect URI %s', async (redirectUri) => {
    const { runtime } = await openAcmeRuntime(world)

    const start = runtime.oauth.start({ connector: 'acme', organizationId: 'acme', redirectUri })

    await expect(start).rejects.toThrow(TypeError)
  })

  test('start() refuses what it cannot begin, and says what to do', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(world.urls)] })
    const start = (request: object) => runtime.oauth.start({ connector: 'acme', organizationId: 'acme', ...request })

    await expect(start({})).rejects.toMatchObject({
      code: 'AUTH_APP_MISCONFIGURED',
      message: expect.stringContaining(callbackUrl),
    })
    await setApp(runtime, clients.body)
    await expect(start({ organizationId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(start({ connector: 'unknown' })).rejects.toMatchObject({ code: 'CONNECTOR_UNKNOWN' })
    await expect(start({ scopes: ['admin'] })).rejects.toThrow(/"admin" is not among the scopes/)
    await expect(start({ returnTo: '//evil.example' })).rejects.toMatchObject({ code: 'AUTH_RETURN_URL_REFUSED' })
    await expect(start({ credentials: { domain: 'x' } })).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  })

  test('callback() without a binding is a mistake of the caller, and spends no state', async () => {
    const { runtime } = await openAcmeRuntime(world)
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
    const callback = { url: await authorizeHeadlessly(url) }

    await expect(Reflect.apply(runtime.oauth.callback, runtime.oauth, [callback])).rejects.toThrow(TypeError)

    expect((await runtime.oauth.callback({ ...callback, binding })).state).toBe('active')
  })
})
