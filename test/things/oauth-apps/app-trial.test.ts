import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { type CredentialField, defineConnector } from '../../../src/define/index.ts'
import { createAcmeConnector } from '../runtime/acme.ts'
import { callbackUrl, clients, openRuntimeWith, setApp, startTestServers } from '../runtime/world.ts'

const { clientId, clientSecret } = clients.body

/** Acme with a token URL that people fill by what they type. */
function createTypedConnector(tokenUrl: string, field: CredentialField & { readonly id: 'realm' | 'server' }) {
  return defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    credentialFields: [field],
    auth: { type: 'oauth2', config: { authorizeUrl: 'https://acme.example/authorize', tokenUrl, scopes: [] } },
  })
}

describe('runtime.oauthApps.test()', () => {
  test('tells an app that the vendor knows from one that it refuses, and saves neither', async () => {
    const { urls } = await startTestServers()
    const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(urls)] })

    const known = await runtime.oauthApps.test({ connector: 'acme', clientId, clientSecret })
    const typo = await runtime.oauthApps.test({ connector: 'acme', clientId, clientSecret: 'a-typo' })
    const stranger = await runtime.oauthApps.test({ connector: 'acme', clientId: 'stranger', clientSecret })

    expect([known.outcome, typo.outcome, stranger.outcome]).toEqual(['recognized', 'refused', 'refused'])
    expect(typo.message).toContain('invalid_client')
    expect(JSON.stringify([known, typo, stranger])).not.toMatch(/a-typo|p@ss/)
    expect(await runtime.oauthApps.get({ connector: 'acme' })).toBeUndefined()
  })

  test('takes the secret that is saved where none is given, for the same client id only', async () => {
    const { urls } = await startTestServers()
    const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(urls)] })
    await setApp(runtime, clients.body)

    const same = await runtime.oauthApps.test({ connector: 'acme', clientId })

    expect(same.outcome).toBe('recognized')
    await expect(runtime.oauthApps.test({ connector: 'acme', clientId: 'other' })).rejects.toThrow(
      expect.objectContaining({ code: 'CREDENTIAL_INVALID' }),
    )
  })

  test('gets a token where the app itself is granted access', async () => {
    const { urls } = await startTestServers()
    const config = { grant: 'client_credentials', pkce: false, scopes: ['users:read'] }
    const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(urls, config)] })
    const { clientId, clientSecret } = clients.machine

    const right = await runtime.oauthApps.test({ connector: 'acme', clientId, clientSecret })
    const wrong = await runtime.oauthApps.test({ connector: 'acme', clientId, clientSecret: 'a-typo' })

    expect([right.outcome, wrong.outcome]).toEqual(['accepted', 'refused'])
  })

  test.each([
    ['invalid_request, which may be about the code that was made up', 400, { error: 'invalid_request' }],
    ['a code of its own', 400, { error: 'E-1093' }],
    ['a token for any code', 200, { access_token: 'given-to-everybody', token_type: 'bearer' }],
    ['trouble of its own', 503, { error: 'temporarily_unavailable' }],
    ['something that is no reply', 200, { hello: 'world' }],
  ])('cannot tell when the vendor answers with %s', async (_, status, json) => {
    const vendor = await fakeVendor({ routes: { 'POST /token': { status, json } } })
    onTestFinished(() => vendor.close())
    const urls = {
      vendor: vendor.url,
      authorizeUrl: vendor.url,
      tokenUrl: `${vendor.url}/token`,
      revokeUrl: vendor.url,
    }
    const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(urls)] })

    const trial = await runtime.oauthApps.test({ connector: 'acme', clientId, clientSecret })

    expect(trial.outcome).toBe('unknown')
    expect(trial.message).not.toContain('given-to-everybody')
  })

  test('cannot tell when the address depends on what people type, and asks nobody', async () => {
    const { oauth, urls } = await startTestServers()
    const connector = createTypedConnector(`${urls.tokenUrl}/{realm}`, { id: 'realm', label: 'Realm', type: 'text' })
    const { runtime } = await openRuntimeWith({ connectors: [connector] })

    const trial = await runtime.oauthApps.test({ connector: 'acme', clientId, clientSecret })

    expect(oauth.tokenRequests).toEqual([])

    expect(trial).toEqual({
      outcome: 'unknown',
      message: expect.stringContaining('only be tested when somebody connects'),
    })
  })
})

test('runtime.oauthApps.test() asks the server that was entered with the app', async () => {
  const { urls } = await startTestServers()
  const pattern = 'http://127\\.0\\.0\\.1:\\d+'
  const server = { id: 'server', label: 'Server', type: 'url', pattern } as const
  const connector = createTypedConnector(`{server}${new URL(urls.tokenUrl).pathname}`, server)
  const { runtime } = await openRuntimeWith({ connectors: [connector] })
  const settings = { server: new URL(urls.tokenUrl).origin }

  const known = await runtime.oauthApps.test({ connector: 'acme', clientId, clientSecret, settings })
  const typo = await runtime.oauthApps.test({ connector: 'acme', clientId, clientSecret: 'a-typo', settings })

  expect([known.outcome, typo.outcome]).toEqual(['recognized', 'refused'])
})

describe('runtime.oauthApps.preview()', () => {
  test('shows where people are sent, with what they type and what is missing by example', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [tenanted] })

    const url = new URL(
      (await runtime.oauthApps.preview({ connector: 'tenanted', clientId: '', settings: { room: 'a b&c' } })) ?? '',
    )

    expect(url.host).toBe('acme.tenant.example')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      room: 'a b&c',
      client_id: 'client-id',
      redirect_uri: `${callbackUrl}/tenanted`,
      scope: 'read',
      state: 'example',
      code_challenge_method: 'S256',
    })
  })

  test('shows no secret setting, whatever was typed', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [tenanted] })
    const settings = { room: 'blue', door: 'swordfish-7781' }

    expect(await runtime.oauthApps.preview({ connector: 'tenanted', clientId, settings })).not.toContain('swordfish')
  })

  test('gives undefined where nobody is sent anywhere', async () => {
    const { urls } = await startTestServers()
    const config = { grant: 'client_credentials', pkce: false }
    const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(urls, config)] })

    expect(await runtime.oauthApps.preview({ connector: 'acme', clientId })).toBeUndefined()
  })

  test('refuses a setting that would lead elsewhere', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [tenanted] })
    const settings = { room: 'blue', zone: '..' }

    await expect(runtime.oauthApps.preview({ connector: 'tenanted', clientId, settings })).rejects.toThrow(
      expect.objectContaining({ code: 'CREDENTIAL_INVALID' }),
    )
  })
})

/** Its addresses hold what people type and what an administrator sets. */
const tenanted = defineConnector({
  id: 'tenanted',
  name: 'Tenanted',
  baseUrl: 'https://{tenant}.tenant.example',
  credentialFields: [{ id: 'tenant', label: 'Tenant', type: 'text', required: true, placeholder: 'acme' }],
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://{tenant}.tenant.example/{zone}/authorize?room={room}&door={door}',
      tokenUrl: 'https://{tenant}.tenant.example/token',
      scopes: ['read'],
      pkce: true,
      customSettings: [
        { id: 'room', label: 'Room', type: 'text', required: true },
        { id: 'door', label: 'Door', type: 'password' },
        { id: 'zone', label: 'Zone', type: 'text' },
      ],
    },
  },
})
