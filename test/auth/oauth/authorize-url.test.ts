import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { authorizeUrl } from '../../../src/auth/oauth/authorize-url.ts'
import type { ConnectorDefinition, OAuth2Config } from '../../../src/define/index.ts'
import { CredentialError } from '../../../src/errors/index.ts'
import { omitUndefined } from '../../../src/text/omit-undefined.ts'
import { createAcme, createFillings } from './acme.ts'

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

type Request = Parameters<typeof authorizeUrl>[0]

function request(definition: ConnectorDefinition, more: Partial<Request> = {}): Request {
  return {
    definition,
    clientId: 'acme-app',
    redirectUri: 'https://app.example/callback',
    scopes: ['users:read', 'groups:read'],
    state: 'state-1',
    fillings: createFillings(definition),
    ...more,
  }
}

function authorize(config: Partial<OAuth2Config>, more: Partial<Request> = {}): Promise<URL> {
  return authorizeUrl(request(createAcme(config), more))
}

describe('authorizeUrl()', () => {
  test('asks for a code with the parameters of RFC 6749 §4.1.1 and nothing else', async () => {
    const url = await authorize({})

    expect(url.origin + url.pathname).toBe('https://acme.example/authorize')
    expect([...url.searchParams]).toEqual([
      ['response_type', 'code'],
      ['client_id', 'acme-app'],
      ['redirect_uri', 'https://app.example/callback'],
      ['scope', 'users:read groups:read'],
      ['state', 'state-1'],
    ])
  })

  test.each([{ pkce: true }, { publicClient: true }])('sends an S256 challenge for %o', async (config) => {
    const url = await authorize(config, { codeVerifier: verifier })

    expect(url.searchParams.get('code_challenge')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.href).not.toContain(verifier)
  })

  test('refuses PKCE without a verifier, and a verifier without PKCE', async () => {
    await expect(authorize({ pkce: true })).rejects.toThrow(/you must pass codeVerifier/)
    await expect(authorize({}, { codeVerifier: verifier })).rejects.toThrow(/does not use PKCE/)
  })

  test('joins scopes as the connector says, each once', async () => {
    const url = await authorize({ scopeSeparator: ',' }, { scopes: ['groups:read', 'users:read', 'groups:read'] })

    expect(url.searchParams.get('scope')).toBe('groups:read,users:read')
  })

  test('hands scopes over in the parameter that the connector names', async () => {
    const url = await authorize({ scopeParam: 'user_scope', scopeSeparator: ',' }, { scopes: ['users:read'] })

    expect(url.searchParams.get('user_scope')).toBe('users:read')
    expect(url.searchParams.has('scope')).toBe(false)
  })

  test('leaves scope out when none is asked for', async () => {
    const url = await authorize({ scopes: [] }, { scopes: [] })

    expect(url.searchParams.has('scope')).toBe(false)
  })

  test('refuses a scope that the connector does not declare, naming it and those that it does', async () => {
    const authorizing = authorize({}, { scopes: ['users:read', 'admin'] })

    await expect(authorizing).rejects.toThrow(
      new TypeError('authorizeUrl: "admin" is not among the scopes that "acme" declares (users:read, groups:read)'),
    )
  })

  test('keeps what the template presets and adds authorizationParams, each exactly once', async () => {
    const url = await authorize({
      authorizeUrl: 'https://acme.example/authorize?audience=preset&owner=user&owner=again',
      authorizationParams: { audience: 'api', prompt: 'consent' },
    })

    expect(url.searchParams.getAll('audience')).toEqual(['api'])
    expect(url.searchParams.getAll('owner')).toEqual(['again'])
    expect(url.searchParams.getAll('prompt')).toEqual(['consent'])
  })

  test('fills placeholders of credentials, settings and tokens, in host, path, query and parameters', async () => {
    const definition = createAcme(
      {
        authorizeUrl: 'https://{domain}.acme.example/{APP_NAME}/authorize?via={region}',
        authorizationParams: { login_hint: '{domain}/{APP_NAME}' },
        customSettings: [
          { id: 'app', label: 'App', type: 'text', token: '{APP_NAME}' },
          { id: 'region', label: 'Region', type: 'text' },
        ],
      },
      { credentialFields: [{ id: 'domain', label: 'Domain', type: 'text', required: true }] },
    )

    const url = await authorizeUrl(
      request(definition, {
        fillings: createFillings(definition, { domain: 'Corp' }, { app: 'a b/c', region: 'eu&x=y' }),
      }),
    )

    expect(url.host).toBe('corp.acme.example')
    expect(url.pathname).toBe('/a%20b%2Fc/authorize')
    expect(url.searchParams.get('via')).toBe('eu&x=y')
    expect(url.searchParams.get('login_hint')).toBe('Corp/a b/c')
    expect(url.searchParams.has('x')).toBe(false)
  })

  test('refuses a value that would lead the person to another host', async () => {
    const definition = createAcme(
      { authorizeUrl: 'https://{domain}.acme.example/authorize' },
      { credentialFields: [{ id: 'domain', label: 'Domain', type: 'text', required: true }] },
    )

    const authorizing = authorizeUrl(
      request(definition, { fillings: createFillings(definition, { domain: 'evil.example/' }) }),
    )

    await expect(authorizing).rejects.toThrow(CredentialError)
  })

  test('is never sent with a placeholder unfilled', async () => {
    const definition = createAcme(
      { authorizationParams: { hint: '{domain}' } },
      { credentialFields: [{ id: 'domain', label: 'Domain', type: 'text' }] },
    )

    await expect(authorizeUrl(request(definition))).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING' })
  })

  test.each(['/callback', 'https://app.example/callback#', 'https://app.example/#x', ''])(
    'refuses %j as redirect URI',
    async (redirectUri) => {
      await expect(authorize({}, { redirectUri })).rejects.toThrow(/redirectUri/)
    },
  )

  test('keeps the query of a redirect URI', async () => {
    const redirectUri = 'https://app.example/callback?tenant=7&x=ä'

    const url = await authorize({}, { redirectUri })

    expect(url.searchParams.get('redirect_uri')).toBe(redirectUri)
  })

  test('refuses an empty state, and a connector without user step', async () => {
    await expect(authorize({}, { state: '' })).rejects.toThrow(/state/)
    await expect(authorize({ grant: 'client_credentials' })).rejects.toThrow(/client_credentials/)
  })

  test('holds every parameter exactly once, the protocol winning, whatever template and options say (property)', async () => {
    const name = fc.oneof(
      fc.constantFrom(
        'client_id',
        'state',
        'scope',
        'redirect_uri',
        'response_type',
        'code_challenge',
        'audience',
        'a b',
        '&',
      ),
      fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
    )
    const pairs = fc.array(fc.tuple(name, fc.string({ maxLength: 12, unit: 'binary' })), { maxLength: 8 })

    await fc.assert(
      fc.asyncProperty(pairs, pairs, fc.boolean(), async (preset, params, pkce) => {
        // Braces would be placeholders; what fills them is tested by example.
        const plain = ([key, value]: [string, string]): [string, string] => [
          key.replace(/[{}]/g, '_'),
          value.replace(/[{}]/g, '_'),
        ]
        const query = new URLSearchParams(preset.map(plain))
        const authorizationParams = Object.fromEntries(params.map(plain))
        const config = { authorizeUrl: `https://acme.example/a?${query}`, authorizationParams, pkce }

        const url = await authorize(config, pkce ? { codeVerifier: verifier } : {})

        const names = [...url.searchParams.keys()]
        expect(new Set(names).size).toBe(names.length)
        const protocol = omitUndefined({
          response_type: 'code',
          client_id: 'acme-app',
          redirect_uri: 'https://app.example/callback',
          scope: 'users:read groups:read',
          state: 'state-1',
          code_challenge: pkce ? 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' : undefined,
          code_challenge_method: pkce ? 'S256' : undefined,
        })
        const expected = {
          ...Object.fromEntries(query),
          ...Object.fromEntries(new URLSearchParams(authorizationParams)),
          ...protocol,
        }
        expect(Object.fromEntries(url.searchParams)).toEqual(expected)
      }),
    )
  })
})
