import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../src/author/testing/vendor/fake-vendor.ts'
import { defineConnector } from '../../src/define/index.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'

/** A provider with every habit that options are for, from the first request to the disconnection. */
test('a provider with unusual habits connects, refreshes, runs and disconnects by options alone', async () => {
  const vendor = await fakeVendor({
    routes: {
      'POST /token': ({ headers, json }) => {
        const body = json() as Record<string, string>
        if (headers.authorization !== `Basic ${Buffer.from('app-1.x:s3cret/+').toString('base64')}`)
          return { status: 200, json: { ok: false, problem: { code: 'invalid_client' } } }
        if (body.code !== 'code-1' || body.audience !== 'acme-eu')
          return { status: 200, json: { ok: false, problem: { code: 'invalid_grant' } } }
        const user = {
          access_token: 'user-token-1',
          token_type: 'user',
          refresh_token: 'refresh-token-1',
          expires_in: '3600',
        }
        return { json: { ok: true, ...user, access_token: 'not-this-one', authed_user: user, team: { id: 'T7' } } }
      },
      'POST /refresh': ({ json }) => {
        const { refresh_token: refreshToken, again } = json() as Record<string, string>
        return refreshToken === 'refresh-token-1' && again === 'yes'
          ? { json: { authed_user: { access_token: 'user-token-2' }, token_type: 'user', expires_in: 3600 } }
          : { status: 400, json: { problem: { code: 'invalid_grant' } } }
      },
      'POST /revoke': { status: 200, json: {} },
      'GET /r9/teams/T7/users': ({ headers }) =>
        headers['x-token'] === 'Token=user-token-2' && headers['x-region'] === 'eu'
          ? { json: [{ id: 'ada' }] }
          : { status: 401, json: {} },
    },
  })
  onTestFinished(() => vendor.close())
  const loopback = vendor.url as 'http://127.0.0.1:1'
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: `${loopback}/{realm}/teams/{team}`,
    headers: { 'X-Region': '{region}' },
    credentialFields: [{ id: 'region', label: 'Region', type: 'text', required: true }],
    auth: {
      type: 'oauth2',
      config: {
        authorizeUrl: `${loopback}/{APP}/authorize?tenant={region}`,
        tokenUrl: `${loopback}/token`,
        refreshUrl: `${loopback}/refresh`,
        revokeUrl: `${loopback}/revoke`,
        scopes: ['users:read', 'teams:read'],
        scopeSeparator: ',',
        authorizationParams: { prompt: 'consent' },
        tokenParams: { audience: 'acme-{region}' },
        refreshParams: { again: 'yes' },
        clientAuthMethod: 'header',
        clientAuthEncoding: 'raw',
        tokenBody: 'json',
        tokenPath: 'authed_user.access_token',
        errorPath: 'problem.code',
        tokenTypes: ['user'],
        tokenPlacement: { header: 'X-Token', prefix: 'Token=' },
        issuer: 'https://acme.example',
        customSettings: [{ id: 'app', label: 'App', type: 'text', token: '{APP}', required: true }],
        capture: [
          { from: 'callback', path: 'realmId', id: 'realm' },
          { from: 'token', path: 'team.id', id: 'team' },
        ],
      },
    },
  })
  const check = acme.check({
    id: 'users',
    title: 'Users',
    async run(ctx) {
      const users = await ctx.get<{ id: string }[]>('/users')
      for (const { id } of users)
        ctx.pass({ resource: { type: 'user', id }, title: `${ctx.credentials.team} has ${id}` })
    },
  })
  const runtime = await createRuntime({
    connectors: [acme.with(check)],
    store: 'memory:',
    keys: makeKeyText(),
    publicUrl: 'https://checks.example.com',
    allowPrivateNetwork: true,
  })
  onTestFinished(() => runtime.close())
  const { id: organizationId } = await runtime.organizations.create({ name: 'Example' })
  await runtime.oauthApps.set({
    connector: 'acme',
    clientId: 'app-1.x',
    clientSecret: 's3cret/+',
    settings: { app: 'my app' },
  })

  const start = await runtime.oauth.start({ connector: 'acme', organizationId, credentials: { region: 'eu' } })
  const state = new URL(start.url).searchParams.get('state')
  const answer = new URLSearchParams({
    code: 'code-1',
    state: String(state),
    realmId: 'r9',
    iss: 'https://acme.example',
  })
  const connection = await runtime.oauth.callback({
    url: `${runtime.callbackUrl}/acme?${answer}`,
    binding: start.binding,
  })
  const run = await runtime.runs.start({ connectionId: connection.id })
  const result = await run.result
  await runtime.connections.disconnect(connection.id)

  expect(new URL(start.url).pathname).toBe('/my%20app/authorize')
  expect(Object.fromEntries(new URL(start.url).searchParams)).toMatchObject({
    tenant: 'eu',
    prompt: 'consent',
    scope: 'users:read,teams:read',
    client_id: 'app-1.x',
  })
  expect(result.checks[0]?.results).toMatchObject([{ status: 'pass', title: 'T7 has ada' }])
  // The vendor refuses the first token before its end: one refresh, one more try.
  expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /token',
    'GET /r9/teams/T7/users',
    'POST /refresh',
    'GET /r9/teams/T7/users',
    'POST /revoke',
    'POST /revoke',
  ])
  const hints = vendor.requests.slice(4).map(({ body }) => new URLSearchParams(body).get('token_type_hint'))
  expect(hints).toEqual(['refresh_token', 'access_token'])
  expect(JSON.stringify(result)).not.toMatch(/user-token|refresh-token|s3cret/)
})
