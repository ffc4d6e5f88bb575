import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { authorizeHeadlessly, fakeVendor, faults, oauthServer } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { bindingCookie } from '../../../src/things/api/options/binding-cookie.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { Canaries } from './canaries.ts'
import { createRecordingLogger } from './log.ts'
import { startTokenGate } from './token-gate.ts'
import { callbackUrl, publicUrl } from './world.ts'

test('no secret of a whole story is in the store, the log, results, events, answers, errors or on the terminal', async () => {
  const canaries = new Canaries()
  const said: string[] = []
  const say = (what: unknown) =>
    void said.push(inspect(what, { depth: 10, showHidden: true }), JSON.stringify(what) ?? '')
  const attempt = async (work: Promise<unknown>) =>
    say(await work.catch(({ stack, ...error }: Error) => ({ stack, ...error })))
  for (const stream of [process.stdout, process.stderr]) {
    const write = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      said.push(String(chunk))
      return true
    })
    onTestFinished(() => write.mockRestore())
  }

  // A vendor that gives back what it is sent, and an authorization server that quotes it in its errors.
  const client = {
    clientId: 'canary-app',
    clientSecret: 'CANARY/client+secret:%&= "x"',
    redirectUris: [callbackUrl, `${callbackUrl}/acme`],
    authMethod: 'body',
  } as const
  canaries.add('client secret', client.clientSecret)
  const oauth = await oauthServer({ clients: [client], scopes: ['users:read'] })
  onTestFinished(() => oauth.close())
  const gate = await startTokenGate(oauth.tokenUrl)
  gate.before = (form) => {
    for (const name of ['code', 'code_verifier', 'refresh_token']) canaries.add(name, form.get(name))
  }
  gate.after = (reply) => {
    const tokens = JSON.parse(reply)
    for (const name of ['access_token', 'refresh_token']) canaries.add(name, tokens[name])
  }
  // Only later, because nothing is kept of a first attempt that the vendor refuses.
  let isForbidden = false
  const vendor = await fakeVendor({
    auth: { type: 'bearer', verify: oauth.verifyAccessToken },
    publicRoutes: ['GET /echo', 'POST /login'],
    routes: {
      'GET /me': ({ headers }) => ({ json: { you: headers } }),
      'GET /forbidden': ({ headers }) => ({
        status: isForbidden ? 403 : 200,
        json: { error: `no: ${headers.authorization}` },
      }),
      'GET /away': ({ headers }) => ({
        status: 302,
        headers: { location: `/me?token=${headers.authorization?.slice(7)}` },
      }),
      'GET /echo': ({ headers, url }) => ({ status: 500, text: `${url.href} ${JSON.stringify(headers)}` }),
      'POST /login': (request) => ({ json: { session: `minted-for-${request.text()}` } }),
    },
  })
  onTestFinished(() => vendor.close())

  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: vendor.url,
    auth: {
      type: 'oauth2',
      config: {
        authorizeUrl: oauth.authorizeUrl,
        tokenUrl: gate.url,
        revokeUrl: `${vendor.url}/echo`,
        scopes: ['users:read'],
        pkce: true,
        customSettings: [{ id: 'signing_key', label: 'Signing key', type: 'password', required: true }],
      },
    },
    test: { path: '/forbidden' },
  })
  const tell = acme.check({
    id: 'tell',
    title: 'Tells everything it knows',
    async run(ctx) {
      const echoed = await ctx.get('/me')
      const everything = {
        token: ctx.accessToken,
        header: `Bearer ${ctx.accessToken}`,
        echoed,
        credentials: ctx.credentials,
      }
      ctx.log(`my token is ${ctx.accessToken}`, everything)
      await ctx.state.set('everything', everything)
      const resource = { type: 'token', id: ctx.accessToken, name: Buffer.from(ctx.accessToken).toString('base64') }
      ctx.fail({
        resource,
        title: ctx.accessToken,
        remediation: encodeURIComponent(ctx.accessToken),
        evidence: everything,
      })
      await ctx.get('/away')
      throw new Error(`failed with ${ctx.accessToken}`, { cause: everything })
    },
  })
  const forbidden = acme.check({ id: 'forbidden', title: 'Forbidden', run: (ctx) => ctx.get('/forbidden') })
  const keyed = defineConnector({
    id: 'keyed',
    name: 'Keyed',
    version: '1.0.0',
    baseUrl: vendor.url,
    auth: { type: 'api_key', config: { in: 'query', name: 'key' } },
    test: { path: '/echo' },
  })
  const basic = defineConnector({
    id: 'basic',
    name: 'Basic',
    version: '1.0.0',
    baseUrl: vendor.url,
    auth: { type: 'basic', config: {} },
    test: { path: '/echo' },
  })
  const login = defineConnector(
    {
      id: 'login',
      name: 'Login',
      version: '1.0.0',
      baseUrl: vendor.url,
      auth: {
        type: 'custom',
        config: { credentialFields: [{ id: 'pin', label: 'PIN', type: 'password', required: true }] },
      },
      test: { path: '/echo' },
    },
    {
      authenticate: async ({ credentials, fetch }) => {
        const response = await fetch('/login', { method: 'POST', body: credentials.pin })
        const { session } = (await response.json()) as { session: string }
        canaries.add('session', session)
        return { headers: { 'X-Session': session } }
      },
    },
  )

  const folder = createTempFolder()
  const logger = createRecordingLogger()
  const runtime = await createRuntime({
    connectors: [acme.with(tell, forbidden), keyed, basic, login],
    store: `sqlite:${join(folder, 'store.db')}`,
    keys: makeKeyText(),
    publicUrl,
    allowPrivateNetwork: true,
    logger,
  })
  const host = createHost({ runtime, logger })
  await runtime.organizations.create({ id: 'org', name: 'Organization' })
  const settings = { signing_key: 'CANARY-signing-key-77' }
  canaries.add('setting', settings.signing_key)
  await attempt(runtime.oauthApps.set({ connector: 'acme', ...client, settings }))

  const start = async () => {
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'org' })
    canaries.add('state', new URL(url).searchParams.get('state'))
    canaries.add('binding', binding)
    const callback = await authorizeHeadlessly(url)
    canaries.add('code', new URL(callback).searchParams.get('code'))
    return { callback, binding }
  }
  const abandoned = await start()
  await attempt(runtime.oauth.callback({ url: abandoned.callback, binding: 'not-the-binding' }))
  await start()
  const viaHost = await start()
  const answer = await host.fetch(
    new Request(viaHost.callback, { headers: { cookie: bindingCookie(runtime, viaHost.binding).split(';')[0] ?? '' } }),
  )
  say([answer.status, [...answer.headers], await answer.text()])
  const refused = await start()
  gate.fail(
    'POST /token',
    faults.status(400, { json: { error: client.clientSecret, error_description: refused.callback } }),
  )
  await attempt(runtime.oauth.callback({ url: refused.callback, binding: refused.binding }))

  isForbidden = true
  const [connection] = await runtime.connections.list({ organizationId: 'org' })
  const id = connection?.id ?? ''
  const run = async () => {
    const { events, result } = await runtime.runs.start({ connectionId: id })
    for await (const event of events) say(event)
    const { id: runId } = await result
    await attempt(runtime.runs.get(runId))
  }
  await run()
  await attempt(runtime.connections.test(id))
  oauth.expireAccessTokens()
  await run()
  oauth.expireAccessTokens()
  gate.fail(
    'POST /token',
    faults.status(400, { json: { error: 'invalid_grant', error_description: client.clientSecret } }),
  )
  await run()
  await attempt(runtime.connections.disconnect(id))

  for (const [connector, credentials] of Object.entries({
    keyed: { api_key: 'CANARY-api-key/+ 1' },
    basic: { username: 'ada', password: 'CANARY:pässword "2"' },
    login: { pin: 'CANARY-pin-number-3' },
  })) {
    for (const [name, secret] of Object.entries(credentials)) if (name !== 'username') canaries.add(name, secret)
    const made = await runtime.connections.create({ connector, organizationId: 'org', credentials })
    say(made)
    await attempt(runtime.connections.test(made.id))
    await attempt(
      runtime.connections.update(made.id, { credentials: { ...credentials, misspelt: Object.values(credentials)[0] } }),
    )
  }
  const { key } = await runtime.apiKeys.create({ organizationId: 'org', scopes: ['organization:read'] })
  canaries.add('host key', key.slice(-43))
  for (const sent of [key, `${key}x`]) {
    const response = await host.fetch(new Request(`${publicUrl}/v1/organization`, { headers: { 'x-api-key': sent } }))
    say([[...response.headers], await response.text()])
  }
  say(await runtime.apiKeys.list({ organizationId: 'org' }))
  say(runtime)

  const filesOf = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const)
  const open = filesOf()
  await runtime.close()
  const closed = filesOf()

  expect(canaries.count).toBeGreaterThan(25)
  // The sweep sees what it looks for: the vendor was really sent it.
  expect(canaries.in(inspect(vendor.requests, { maxArrayLength: null, maxStringLength: null })).length).toBeGreaterThan(
    5,
  )
  const messages = logger.lines.map(({ message }) => message)
  expect(messages).toContain('Check could not tell')
  expect(messages.filter((message) => !/^(Run|Check|Request answered)/.test(message))).toEqual([
    'Invalid state',
    'OAuth completed',
    'Token exchange failed',
    'Token refresh failed',
    'Connection needs to be connected again',
    'Token could not be revoked',
  ])
  expect(said.join('').split('[redacted]').length).toBeGreaterThan(50)
  expect(open.map(([name]) => name)).toContain('store.db-wal')
  for (const [name, bytes] of [...open, ...closed]) expect([name, canaries.in(bytes)]).toEqual([name, []])
  expect(canaries.in(inspect(logger.lines, { depth: 10 }))).toEqual([])
  expect(said.flatMap((text) => canaries.in(text).map((name) => `${name}: ${text.slice(0, 200)}`))).toEqual([])
})
