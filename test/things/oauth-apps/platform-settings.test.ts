import { createPublicKey, createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type AnyConnector,
  type CredentialField,
  defineConnector,
  type VerifyContext,
} from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { omitUndefined } from '../../../src/text/omit-undefined.ts'
import type { SessionPerson } from '../../../src/things/api/options/person.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { openPages } from '../../app/pages/world.ts'
import { catchError, joinJson, serve } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith, runStored } from '../runtime/world.ts'

const appKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
const appKeyPem = appKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** As GitHub: an App proves itself by a JWT (RS256) and gets a token for one installation. */
async function serveGithub() {
  const verifyJwt = (authorization = '') => {
    const [head = '', body = '', signature = ''] = authorization.replace('Bearer ', '').split('.')
    const isSigned = createVerify('RSA-SHA256')
      .update(`${head}.${body}`)
      .verify(createPublicKey(appKey.publicKey.export({ type: 'spki', format: 'pem' })), signature, 'base64url')
    return isSigned && JSON.parse(Buffer.from(body, 'base64url').toString()).iss === 'Iv1.app'
  }
  return serve(({ method, path, headers }) => {
    if (method === 'POST' && /^\/app\/installations\/\d+\/access_tokens$/.test(path)) {
      if (!verifyJwt(headers.authorization))
        return { status: 401, json: { message: 'A JSON web token could not be decoded' } }
      const installation = path.split('/')[3]
      return { status: 201, json: { token: `ghs_of_${installation}_4711`, expires_at: '2099-01-01T00:00:00Z' } }
    }
    const installation = /^token ghs_of_(\d+)_4711$/.exec(headers.authorization ?? '')?.[1]
    return installation === undefined ? { status: 401, json: {} } : { json: [{ login: `member-of-${installation}` }] }
  })
}

type Verify = (ctx: VerifyContext) => Promise<void>

function createGithubApp(baseUrl: string, fields: readonly CredentialField[] = [], verify?: Verify): AnyConnector {
  const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const app = defineConnector(
    {
      id: 'github-app',
      name: 'GitHub',
      baseUrl,
      auth: {
        type: 'custom',
        config: {
          credentialFields: [
            { id: 'installation', label: 'Installation', type: 'text', required: true, pattern: '\\d+' },
            ...fields,
          ],
          customSettings: [
            { id: 'client_id', label: 'Client ID', type: 'text', required: true },
            { id: 'private_key', label: 'Private key', type: 'textarea', required: true },
          ],
        },
      },
    },
    {
      authenticate: async ({ credentials, settings, fetch, now }) => {
        const seconds = Math.floor(now.getTime() / 1000)
        const claims = { iss: settings.client_id, iat: seconds - 60, exp: seconds + 540 }
        const content = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url(claims)}`
        const signature = createSign('RSA-SHA256')
          .update(content)
          .sign(settings.private_key ?? '', 'base64url')
        const response = await fetch(`/app/installations/${credentials.installation}/access_tokens`, {
          method: 'POST',
          headers: { authorization: `Bearer ${content}.${signature}` },
        })
        const { token, expires_at } = (await response.json()) as { token: string; expires_at: string }
        return { headers: { authorization: `token ${token}` }, expiresAtMs: Date.parse(expires_at) }
      },
      ...omitUndefined({ verify }),
    },
  )
  return app.with(
    app.check({
      id: 'members',
      title: 'Members',
      run: async (ctx) => {
        for (const { login } of await ctx.get<{ readonly login: string }[]>('/members'))
          ctx.pass({ resource: { type: 'user', id: login }, title: JSON.stringify(ctx.credentials) })
      },
    }),
  )
}

const hostField: CredentialField = {
  id: 'host',
  label: 'Host',
  type: 'text',
  required: true,
  pattern: 'http://127\\.0\\.0\\.1:\\d+',
}

const settings = { client_id: 'Iv1.app', private_key: appKeyPem }
const connector = 'github-app'
const secretLine = appKeyPem.split('\n')[3] ?? ''

async function connect(runtime: Runtime, organizationId: string, installation: string): Promise<string> {
  const credentials = { installation }
  return (await runtime.connections.create({ connector, organizationId, credentials })).id
}

describe('settings of the platform for a custom sign-in (GitHub App)', () => {
  test('open no account that an organization merely names: another one would be read by typing its number', async () => {
    const vendor = await serveGithub()
    const { runtime } = await openRuntimeWith({ connectors: [createGithubApp(vendor.origin)] })
    await runtime.oauthApps.set({ connector, settings })
    const id = await connect(runtime, 'other', '1')

    const run = await runStored(runtime, id, ['members'])
    const test = await runtime.connections.test(id)

    expect(run.checks[0]).toMatchObject({ status: 'error', error: { kind: 'config', code: 'AUTH_APP_MISCONFIGURED' } })
    expect(run.checks[0]?.error?.message).toContain('what people type (installation) decides whose account they open')
    expect(test).toMatchObject({ ok: false, code: 'AUTH_APP_MISCONFIGURED' })
    expect(vendor.seen).toEqual([])
  })

  test('sign the organization in that they are bound to, and no tenant sees them', async () => {
    const vendor = await serveGithub()
    const { runtime, lines } = await openRuntimeWith({ connectors: [createGithubApp(vendor.origin)] })
    const set = await runtime.oauthApps.set({ connector, settings, boundTo: 'acme' })

    const acme = await runStored(runtime, await connect(runtime, 'acme', '1'), ['members'])
    const other = await runStored(runtime, await connect(runtime, 'other', '1'), ['members'])

    expect(set).toMatchObject({ settings: { client_id: 'Iv1.app' }, secretsSet: ['private_key'] })
    expect(acme.checks[0]?.results.map(({ resource, title }) => [resource.id, title])).toEqual([
      ['member-of-1', '{"installation":"1"}'],
    ])
    expect(other.checks[0]).toMatchObject({ status: 'error', error: { code: 'AUTH_APP_MISCONFIGURED' } })
    expect(joinJson(set, acme, other, lines)).not.toContain(secretLine)
    expect(joinJson(await runtime.oauthApps.list({ organizationId: 'acme' }))).toBe('[]')
  })

  test('serve every organization where the hook verify confirms whose account it is, before each login', async () => {
    const vendor = await serveGithub()
    const owners = new Map([
      ['1', 'acme'],
      ['2', 'other'],
    ])
    const asked: string[] = []
    const verify: Verify = async ({ credentials, organizationId, settings, reject }) => {
      asked.push(`${organizationId} ${credentials.installation} ${settings.client_id}`)
      if (owners.get(String(credentials.installation)) !== organizationId) reject('it names another one.')
    }
    const { runtime } = await openRuntimeWith({ connectors: [createGithubApp(vendor.origin, [], verify)] })
    await runtime.oauthApps.set({ connector, settings })
    const thief = await connect(runtime, 'other', '1')

    const acme = await runStored(runtime, await connect(runtime, 'acme', '1'), ['members'])
    const other = await runStored(runtime, await connect(runtime, 'other', '2'), ['members'])
    const loggedIn = vendor.seen.length
    const refused = await runStored(runtime, thief, ['members'])

    expect([acme, other].map(({ checks }) => checks[0]?.results[0]?.resource.id)).toEqual([
      'member-of-1',
      'member-of-2',
    ])
    expect(asked.slice(0, 2)).toEqual(['acme 1 Iv1.app', 'other 2 Iv1.app'])
    expect(refused.checks[0]).toMatchObject({ status: 'error', error: { kind: 'auth', code: 'AUTH_LOGIN_FAILED' } })
    expect(refused.checks[0]?.error?.message).toBe(
      'The account at GitHub does not name the organization "other": it names another one. Nothing was signed in to.',
    )
    expect(vendor.seen).toHaveLength(loggedIn)
  })

  test('are verified again when people change the account of a connection that has logged in', async () => {
    const vendor = await serveGithub()
    const verify: Verify = async ({ credentials, reject }) => {
      if (credentials.installation !== '2') reject('it names another one')
    }
    const { runtime } = await openRuntimeWith({ connectors: [createGithubApp(vendor.origin, [], verify)] })
    await runtime.oauthApps.set({ connector, settings })
    const id = await connect(runtime, 'other', '2')
    const before = await runStored(runtime, id, ['members'])

    await runtime.connections.update({ id, organizationId: 'other' }, { credentials: { installation: '1' } })
    const after = await runStored(runtime, id, ['members'])

    expect(before.status).toBe('pass')
    expect(after.checks[0]).toMatchObject({ status: 'error', error: { code: 'AUTH_LOGIN_FAILED' } })
  })

  test('of the organization itself need no verification', async () => {
    const vendor = await serveGithub()
    const verify: Verify = async ({ reject }) => reject('never asked')
    const { runtime } = await openRuntimeWith({ connectors: [createGithubApp(vendor.origin, [], verify)] })
    await runtime.oauthApps.set({ connector, organizationId: 'acme', settings })

    const { status } = await runStored(runtime, await connect(runtime, 'acme', '1'), ['members'])

    expect(status).toBe('pass')
  })

  test('are missing in words that say who enters them, and the check could not tell', async () => {
    const vendor = await serveGithub()
    const { runtime } = await openRuntimeWith({ connectors: [createGithubApp(vendor.origin)] })

    const { checks } = await runStored(runtime, await connect(runtime, 'acme', '1'), ['members'])

    expect(checks[0]).toMatchObject({ status: 'error', error: { kind: 'config', code: 'AUTH_APP_MISCONFIGURED' } })
    expect(checks[0]?.error?.message).toContain('An operator has to enter it under Set up')
    expect(vendor.seen).toEqual([])
  })

  test('do not follow the connector to another host: they have to be entered again', async () => {
    const store = `sqlite:${join(createTempFolder(), 'store.db')}`
    const keys = makeKeyText()
    const [before, after] = [await serveGithub(), await serveGithub()]
    const first = await openRuntimeWith({ connectors: [createGithubApp(before.origin)], store, keys })
    await first.runtime.oauthApps.set({ connector, settings, boundTo: 'acme' })
    const connection = await connect(first.runtime, 'acme', '1')
    await first.runtime.close()

    const { runtime } = await openRuntimeWith({ connectors: [createGithubApp(after.origin)], store, keys })
    const moved = await runStored(runtime, connection, ['members'])
    await runtime.oauthApps.set({ connector, settings, boundTo: 'acme' })
    const entered = await runStored(runtime, connection, ['members'])

    expect(moved.checks[0]).toMatchObject({ status: 'error', error: { code: 'CREDENTIAL_UNREADABLE' } })
    expect(entered.status).toBe('pass')
  })

  test('are not sent to a host that whoever connects has chosen', async () => {
    const vendor = await serveGithub()
    const chosen = createGithubApp('{host}', [hostField])
    const { runtime } = await openRuntimeWith({ connectors: [chosen] })
    const chosenSettings = { ...settings, host: vendor.origin }
    await runtime.oauthApps.set({ connector, settings: chosenSettings })
    const credentials = { installation: '1', host: vendor.origin }
    const { id } = await runtime.connections.create({ connector, organizationId: 'acme', credentials })

    const refused = await runStored(runtime, id, ['members'])
    const asked = vendor.seen.length
    await runtime.oauthApps.set({ connector, organizationId: 'acme', settings: chosenSettings })
    const own = await runStored(runtime, id, ['members'])

    expect(refused.checks[0]).toMatchObject({ status: 'error', error: { code: 'AUTH_APP_MISCONFIGURED' } })
    expect(asked).toBe(0)
    expect(own.status).toBe('pass')
  })

  test('are sent to the chosen host of the organization that they are bound to, and to the one alone that they are entered for', async () => {
    const [first, second] = [await serveGithub(), await serveGithub()]
    const { runtime } = await openRuntimeWith({ connectors: [createGithubApp('{host}', [hostField])] })
    await runtime.oauthApps.set({ connector, settings: { ...settings, host: first.origin }, boundTo: 'acme' })
    const connectTo = async (organizationId: string, host: string) => {
      const credentials = { installation: '1', host }
      return (await runtime.connections.create({ connector, organizationId, credentials })).id
    }

    const bound = await runStored(runtime, await connectTo('acme', first.origin), ['members'])
    const moved = await runStored(runtime, await connectTo('acme', second.origin), ['members'])
    const stranger = await runStored(runtime, await connectTo('other', first.origin), ['members'])
    await runtime.oauthApps.set({ connector, settings: { ...settings, host: second.origin }, boundTo: 'acme' })
    const entered = await runStored(runtime, await connectTo('acme', second.origin), ['members'])

    expect(bound.status).toBe('pass')
    for (const { checks } of [moved, stranger])
      expect(checks[0]).toMatchObject({ status: 'error', error: { code: 'AUTH_APP_MISCONFIGURED' } })
    expect(moved.checks[0]?.error?.message).toContain('were entered for another server')
    expect(entered.status).toBe('pass')
  })

  test('are entered by an administrator for their organization alone', async () => {
    const vendor = await serveGithub()
    const { runtime, get, post } = await openPages({ connectors: [createGithubApp(vendor.origin)] })

    const empty = await get('/setup/github-app')
    await post('/setup/github-app', '/setup/github-app', {
      'settings.client_id': 'Iv1.app',
      'settings.private_key': appKeyPem,
    })

    expect(empty.text).toContain('Enter the settings of your organization')
    expect(await runtime.oauthApps.list()).toEqual([])
    expect(await runtime.oauthApps.list({ organizationId: 'acme' })).toMatchObject([{ secretsSet: ['private_key'] }])
  })

  test('are refused where they do not fit, with a client id, and for connectors that have none', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [createGithubApp('https://api.github.com')] })

    const missing = await catchError(runtime.oauthApps.set({ connector, settings: { client_id: 'Iv1.app' } }))
    const withId = await catchError(runtime.oauthApps.set({ connector, clientId: 'x', settings }))

    expect(missing).toMatchObject({ problems: [{ path: 'settings.private_key' }] })
    expect(withId).toMatchObject({ problems: [{ path: 'clientId' }] })
  })

  test('are entered on /setup, where the key never comes back', async () => {
    const vendor = await serveGithub()
    const person: SessionPerson = { userId: 'olga', organizationId: 'acme', role: 'operator' }
    const { runtime, get, post } = await openPages(
      { connectors: [createGithubApp(vendor.origin, [], async () => {})] },
      person,
    )

    const empty = await get('/setup/github-app')
    const fields = { 'settings.client_id': 'Iv1.app', 'settings.private_key': appKeyPem }
    const saved = await post('/setup/github-app', '/setup/github-app', fields)
    const page = await get('/setup/github-app')

    expect(empty.text).toContain('Enter the settings for everybody')
    expect(empty.text).not.toContain('Client secret')
    expect(saved.headers.get('location')).toBe('/setup/github-app?notice=app-saved')
    expect(page.text).toContain('A value is saved. Checkwright never shows it.')
    expect(page.text).not.toContain(secretLine)
    const { status } = await runStored(runtime, await connect(runtime, 'acme', '1'), ['members'])
    expect(status).toBe('pass')
  })

  test('tell people on the page Connect the id that the account has to name', async () => {
    const verified = await openPages({ connectors: [createGithubApp('https://api.github.com', [], async () => {})] })
    const usual = await openPages({ connectors: [createGithubApp('https://api.github.com')] })
    for (const { runtime } of [verified, usual])
      await runtime.oauthApps.set({ connector, organizationId: 'acme', settings })

    const [page, other] = await Promise.all([verified.get('/connect/github-app'), usual.get('/connect/github-app')])

    expect(page.text).toContain('must name your organization. The ID of your organization is <code>acme</code>.')
    expect(other.text).not.toContain('must name your organization')
  })
})
