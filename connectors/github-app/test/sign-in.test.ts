import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { CheckOutcome } from 'checkwright'
import { createRuntime, runChecks } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { github } from '../../github/index.ts'
import { createRefusal, createRepository, runCheckOn as runWithToken } from '../../github/test/github-api.ts'
import { githubApp } from '../index.ts'
import { type AppState, credentials, now, runCheckOn, settings, startAppApi, token } from './app-api.ts'

const listAsked = ({ requests }: FakeVendor) =>
  requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)

const state: AppState = {
  organization: { two_factor_requirement_enabled: false },
  repositories: [createRepository('alpha'), createRepository('site', { private: false })],
  installations: [
    { id: 9, app_slug: 'bot', repository_selection: 'all', permissions: { contents: 'write' }, suspended_at: null },
  ],
  deployKeys: {
    alpha: [
      {
        id: 4,
        title: 'deploy',
        read_only: false,
        created_at: '2026-04-01T12:00:00Z',
        last_used: '2026-04-29T12:00:00Z',
      },
    ],
  },
  withoutTwoFactor: [{ id: 7, login: 'ada' }],
  owners: [{ id: 1, login: 'ada' }],
  outsideCollaborators: [{ id: 2, login: 'bob' }],
  webhooks: [
    { id: 3, active: true, name: 'web', events: ['push'], config: { url: 'http://in.example', insecure_ssl: '0' } },
  ],
}

test.each(github.checks.map(({ id }) => id))('%s gives by the app what it gives by a token', async (check) => {
  await using byApp = await startAppApi(state)
  await using byToken = await startAppApi(state)

  const app = await runCheckOn(byApp, check)
  const owner = await runWithToken(byToken, check)

  // Findings are of a connector, and the login counts as exchanges. Whichever repository answers first is judged first.
  const readVerdicts = ({ status, results }: CheckOutcome) => [
    status,
    results
      .map(({ findingId: _finding, exchanges: _exchanges, ...result }) => result)
      .toSorted((one, other) => (one.resource.id < other.resource.id ? -1 : 1)),
  ]
  expect(readVerdicts(app)).toEqual(readVerdicts(owner))
})

describe('the login', () => {
  test('proves the app by a short-lived token of its own, and asks all else with the token of the installation', async () => {
    await using api = await startAppApi(state)

    const { status } = await runCheckOn(api, 'few-owners')

    expect(status).toBe('fail')
    expect(listAsked(api)).toEqual([
      'GET /app/installations/4711',
      'POST /app/installations/4711/access_tokens',
      ...Array(4).fill('GET /orgs/octo-org/members'),
    ])
    expect(api.requests[2]?.headers.authorization).toBe(`Bearer ${token}`)
  })

  test.each<[string, AppState, object, string, string]>([
    ['another key', {}, { private_key: newKey() }, 'AUTH_APP_MISCONFIGURED', 'does not accept the key of the app'],
    ['no key', {}, { private_key: 'nothing' }, 'AUTH_APP_MISCONFIGURED', 'cannot be read'],
    ['another app', {}, { app_id: 'other' }, 'AUTH_APP_MISCONFIGURED', 'does not accept the key of the app'],
    [
      'an installation of another organization',
      { installation: { account: { login: 'evil-org' } } },
      {},
      'AUTH_LOGIN_FAILED',
      'does not belong to octo-org',
    ],
    [
      'a suspended installation',
      { installation: { suspended_at: '2026-04-01T00:00:00Z' } },
      {},
      'AUTH_LOGIN_FAILED',
      'is suspended',
    ],
    [
      'GitHub in trouble',
      { answersToApp: { 'POST /app/installations/:id/access_tokens': createRefusal(502, 'Bad gateway') } },
      {},
      'AUTH_TRANSIENT',
      'Run again later',
    ],
  ])('with %s ends the check, and no check asks anything', async (_what, differs, entered, code, said) => {
    await using api = await startAppApi(differs)

    const { checks } = await runChecks(githubApp, {
      credentials,
      settings: { ...settings, ...entered },
      checks: ['few-owners'],
      fetch: api.fetch,
      clock: fixedClock(now),
    })

    expect(checks[0]?.error).toMatchObject({ code, message: expect.stringContaining(said) })
    expect(listAsked(api).filter((asked) => asked.includes('/orgs/'))).toEqual([])
    expect(JSON.stringify(checks)).not.toContain(settings.private_key.split('\n')[1])
  })

  test('with an installation that was removed says where to install it', async () => {
    await using api = await startAppApi()

    const { checks } = await runChecks(githubApp, {
      credentials: { ...credentials, installation_id: '1' },
      settings,
      checks: ['few-owners'],
      fetch: api.fetch,
      clock: fixedClock(now),
    })

    expect(checks[0]?.error).toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('no installation 1. Install it in octo-org again'),
    })
  })
})

test('a permission that the app lacks ends its check as permission, and names what is missing', async () => {
  const headers = { 'x-accepted-github-permissions': 'members=read' }
  const answer = createRefusal(403, 'Resource not accessible by integration', headers)
  await using api = await startAppApi({ answers: { 'GET /orgs/:org/members': answer } })

  const { status, error } = await runCheckOn(api, 'few-owners')

  expect([status, error]).toEqual([
    'error',
    expect.objectContaining({ kind: 'permission', missingScopes: ['members:read'] }),
  ])
})

describe('settings of the platform', () => {
  test('serve an organization that GitHub names by its custom property, and no other', async () => {
    await using api = await startAppApi({ ...state, organizations: ['acme'] })
    const { runtime, connect, run } = await openRuntime(api)
    await runtime.oauthApps.set({ connector: githubApp, settings })

    const acme = await run(await connect('acme'))
    const other = await run(await connect('other'))

    expect([acme?.status, acme?.error]).toEqual(['fail', undefined])
    expect(other?.error).toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('does not name the organization "other"'),
    })
  })

  test.each<[string, AppState, string]>([
    ['no such property', {}, 'has no custom property "checkwright"'],
    [
      'no permission for it',
      {
        answersToApp: {
          'GET /orgs/:org/properties/schema/checkwright': createRefusal(403, 'Resource not accessible by integration'),
        },
      },
      'may not read custom properties',
    ],
    ['a property without values', { organizations: [] }, 'has no such value'],
  ])('serve nobody with %s', async (_what, differs, said) => {
    await using api = await startAppApi(differs)
    const { runtime, connect, run } = await openRuntime(api)
    await runtime.oauthApps.set({ connector: githubApp, settings })

    expect((await run(await connect('acme')))?.error?.message).toContain(said)
    expect(listAsked(api)).not.toContain('GET /orgs/octo-org/members')
  })

  test('that are bound to an organization need no proof', async () => {
    await using api = await startAppApi(state)
    const { runtime, connect, run } = await openRuntime(api)
    await runtime.oauthApps.set({ connector: githubApp, settings, boundTo: 'acme' })

    expect((await run(await connect('acme')))?.status).toBe('fail')
    expect(listAsked(api)).not.toContain('GET /orgs/octo-org/properties/schema/checkwright')
  })

  test('give a token that is kept for an hour and then asked for anew', async () => {
    const clock = fixedClock(now)
    await using api = await startAppApi({ nowMs: () => clock.nowMs() })
    const { runtime, connect, run } = await openRuntime(api, clock)
    await runtime.oauthApps.set({ connector: githubApp, settings, boundTo: 'acme' })
    const id = await connect('acme')
    const countTokens = () => listAsked(api).filter((asked) => asked.startsWith('POST')).length

    await run(id)
    await run(id)
    const before = countTokens()
    clock.advance(3_600_000)
    await run(id)

    expect([before, countTokens()]).toEqual([1, 2])
  })
})

/** A runtime with two organizations. */
async function openRuntime(api: FakeVendor, clock = fixedClock(now)) {
  const runtime = await createRuntime({
    connectors: [githubApp],
    publicUrl: 'https://checks.example.com',
    store: 'memory:',
    keys: `k1:${randomBytes(32).toString('base64')}`,
    fetch: api.fetch,
    clock,
  })
  onTestFinished(() => runtime.close())
  for (const id of ['acme', 'other']) await runtime.organizations.create({ id, name: id })
  const connect = async (organizationId: string) =>
    (await runtime.connections.create({ connector: githubApp, organizationId, credentials })).id
  const run = async (connectionId: string) =>
    (await (await runtime.runs.start({ connectionId, checks: ['few-owners'] })).result).checks[0]
  return { runtime, connect, run }
}

function newKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
}
