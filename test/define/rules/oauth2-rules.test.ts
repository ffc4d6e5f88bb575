import { describe, expect, test } from 'vitest'
import { catchProblems, createWithOAuth2, define, listMistakes } from '../definitions.ts'

const protocolParams = {
  authorizationParams: [
    'client_id',
    'client_secret',
    'response_type',
    'response_mode',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
  ],
  tokenParams: ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'client_id', 'client_secret'],
}

describe('parameters that the protocol sets itself', () => {
  test.each([
    ['authorizationParams', protocolParams.authorizationParams],
    ['tokenParams', protocolParams.tokenParams],
    ['refreshParams', protocolParams.tokenParams],
  ])('are refused in %s, each by its path', (option, names) => {
    const params = Object.fromEntries(['audience', ...names].map((name) => [name, 'x']))

    expect(listMistakes(createWithOAuth2({ [option]: params }))).toEqual(
      names.map((name) => `auth.config.${option}.${name}: is set by the protocol itself; remove it`),
    )
  })

  test('are refused in the query of authorizeUrl', () => {
    const query = protocolParams.authorizationParams.map((name) => `${name}=x`).join('&')

    expect(
      listMistakes(createWithOAuth2({ authorizeUrl: `https://acme.example/authorize?prompt=login&${query}` })),
    ).toEqual(
      protocolParams.authorizationParams.map(
        (name) => `auth.config.authorizeUrl: presets "${name}", which the protocol sets itself; remove it from the URL`,
      ),
    )
  })

  test('are seen through their percent-encoding', () => {
    expect(listMistakes(createWithOAuth2({ authorizeUrl: 'https://acme.example/authorize?%73tate=x' }))).toHaveLength(1)
  })

  test('scope may be repeated in the code exchange, which has none; the client credentials request has one', () => {
    const tokenParams = { scope: 'users:read' }

    expect(listMistakes(createWithOAuth2({ tokenParams }))).toEqual([])
    expect(listMistakes(createWithOAuth2({ tokenParams, grant: 'client_credentials' }))).toEqual([
      'auth.config.tokenParams.scope: is set by the protocol itself; remove it',
    ])
  })

  test('scopeParam is another name for scope, and no other parameter', () => {
    expect(listMistakes(createWithOAuth2({ scopeParam: 'user_scope' }))).toEqual([])
    expect(listMistakes(createWithOAuth2({ scopeParam: 'state' }))).toEqual([
      'auth.config.scopeParam: cannot carry scopes, because "state" is a parameter of the OAuth protocol; choose the one that the vendor documents',
    ])
    expect(
      listMistakes(createWithOAuth2({ scopeParam: 'user_scope', authorizationParams: { user_scope: 'x' } })),
    ).toEqual(['auth.config.scopeParam: is set by authorizationParams as well; list its scopes under "scopes"'])
  })

  test('one parameter stands in authorizeUrl or in authorizationParams, never in both', () => {
    const definition = createWithOAuth2({
      authorizeUrl: 'https://acme.example/authorize?prompt=login',
      authorizationParams: { prompt: 'consent', access_type: 'offline' },
    })

    expect(listMistakes(definition)).toEqual([
      'auth.config.authorizationParams.prompt: is in authorizeUrl as well; keep one of them',
    ])
  })
})

describe('options that contradict each other', () => {
  test.each([
    ['a secret in a header without a secret', { publicClient: true, clientAuthMethod: 'header' }, 'clientAuthMethod'],
    ['a refresh that never happens', { supportsRefreshToken: false, refreshParams: {} }, 'supportsRefreshToken'],
    [
      'an endpoint for a refresh that never happens',
      { supportsRefreshToken: false, refreshUrl: 'https://acme.example/refresh' },
      'supportsRefreshToken',
    ],
    ['client credentials without a secret', { grant: 'client_credentials', publicClient: true }, 'publicClient'],
    [
      'a capture from a callback that never comes',
      { grant: 'client_credentials', capture: [{ from: 'callback', path: 'site', id: 'site' }] },
      'capture[0].from',
    ],
    ['a token bound to a key, sent as bearer', { tokenTypes: ['user', 'DPoP'] }, 'tokenTypes[1]'],
  ])('%s', (_name, config, option) => {
    const paths = catchProblems(() => define(createWithOAuth2(config))).map((problem) => problem.path)

    expect(paths).toEqual([`auth.config.${option}`])
  })

  test('client credentials need no authorizeUrl, the authorization code does', () => {
    expect(listMistakes(createWithOAuth2({ authorizeUrl: undefined, grant: 'client_credentials' }))).toEqual([])
    expect(listMistakes(createWithOAuth2({ authorizeUrl: undefined }))).toEqual([
      'auth.config.authorizeUrl: is required (a string)',
    ])
  })
})

describe("a vendor's own names for parameters", () => {
  test.each([
    [{ clientIdParam: 'client_key' }, []],
    [{ clientIdParam: 'app_id', clientSecretParam: 'secret', callbackCodeParam: 'auth_code' }, []],
    [{ clientIdParam: 'state' }, ['auth.config.clientIdParam: "state" is already the name of another parameter']],
    [
      { clientIdParam: 'app', clientSecretParam: 'app' },
      ['auth.config.clientSecretParam: "app" is already the name of another parameter'],
    ],
    [
      { clientIdParam: 'app_id', authorizationParams: { app_id: 'x' } },
      ['auth.config.clientIdParam: "app_id" is already the name of another parameter'],
    ],
    [
      { callbackCodeParam: 'state' },
      ['auth.config.callbackCodeParam: "state" is already the name of another parameter'],
    ],
    [{ randomParams: ['nonce'] }, []],
    [{ randomParams: ['state'] }, ['auth.config.randomParams[0]: "state" is already the name of another parameter']],
    [
      { clientSecretParam: 'secret', clientAuthMethod: 'header' },
      ['auth.config.clientSecretParam: names a secret that is not in the body of the token request'],
    ],
    [{ responseType: 'Assertion' }, []],
    [
      { responseType: 'id_token' },
      ['auth.config.responseType: "id_token" puts tokens into the address of the callback'],
    ],
    [
      { responseType: 'code token' },
      ['auth.config.responseType: "code token" puts tokens into the address of the callback'],
    ],
  ])('%j', (options, expected) => {
    const mistakes = listMistakes(createWithOAuth2(options as never))

    expect(mistakes).toEqual(expected.map((start) => expect.stringContaining(start)))
  })
})

describe('an app with a certificate in place of a secret', () => {
  const certificate = { id: 'certificate', label: 'Certificate', type: 'certificate' }
  const list = (config: object, field: object = { ...certificate, required: true }) =>
    listMistakes(createWithOAuth2({ clientAuthMethod: 'certificate', ...config }, { credentialFields: [field] }))

  test('needs the field, and that everybody fills it in', () => {
    const message = 'auth.config.clientAuthMethod: needs a field of type "certificate" that is required'

    expect(list({})).toEqual([])
    expect(list({}, certificate)).toEqual([expect.stringContaining(message)])
    expect(list({}, { ...certificate, type: 'password', required: true })).toEqual([expect.stringContaining(message)])
  })

  test.each([
    ['publicClient', { publicClient: true }],
    ['registrationUrl', { registrationUrl: 'https://acme.example/register' }],
    ['clientSecretParam', { clientSecretParam: 'secret' }],
  ])('does not go with %s', (member, config) => {
    expect(list(config)).toEqual([expect.stringContaining(`auth.config.${member}: `)])
  })
})

describe("the vendor's own words for a refusal", () => {
  test('are codes with one of four causes', () => {
    const refusals = { session_ended: 'grant', 'E-77': 'reconnect', 'app.key_rotated': 'app', '40029': 'limit' }

    expect(listMistakes(createWithOAuth2({ refusals }))).toEqual([])
  })

  test.each([
    [{ session_ended: 'expired' }],
    [{ 'Session has ended': 'grant' }],
    [{ '': 'grant' }],
    [['session_ended']],
  ])('are nothing else: %j', (refusals) => {
    expect(listMistakes(createWithOAuth2({ refusals }))).toEqual([expect.stringContaining('auth.config.refusals')])
  })
})
