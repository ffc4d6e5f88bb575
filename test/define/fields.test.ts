import { describe, expect, test } from 'vitest'
import {
  capturesOf,
  credentialFieldsOf,
  patternsOf,
  secretIdsOf,
  settingsOf,
  tokenNameOf,
} from '../../src/define/index.ts'
import { define, withApiKey, withAuth, withOAuth2 } from './definitions.ts'

describe('credentialFieldsOf()', () => {
  test('generates the field of api_key', () => {
    expect(fields(withApiKey())).toEqual([{ id: 'api_key', label: 'API Key', type: 'password', required: true }])
  })

  test('words the field of api_key and keeps its id, type and duty', () => {
    const words = { label: 'Access token', placeholder: 'acme_…', helpText: 'Under Settings.' }

    expect(fields(withApiKey({}, { field: words }))).toEqual([
      { id: 'api_key', type: 'password', required: true, ...words },
    ])
  })

  test('generates the two fields of basic', () => {
    expect(fields(withAuth({ type: 'basic', config: {} }))).toEqual([
      { id: 'username', label: 'Username', type: 'text', required: true },
      { id: 'password', label: 'Password', type: 'password', required: true },
    ])
  })

  test('takes ids and labels of basic from its config', () => {
    const config = {
      usernameField: 'email',
      passwordField: 'api_token',
      labels: { username: 'E-mail', password: 'API token' },
    }

    expect(fields(withAuth({ type: 'basic', config }))).toEqual([
      { id: 'email', label: 'E-mail', type: 'text', required: true },
      { id: 'api_token', label: 'API token', type: 'password', required: true },
    ])
  })

  test.each([
    [{ fixedUsername: 'api' }, ['password']],
    [{ fixedPassword: 'x' }, ['username']],
    [{ fixedPassword: '' }, ['username']],
  ])('drops the field of basic that %j replaces', (config, ids) => {
    expect(fields(withAuth({ type: 'basic', config })).map((field) => field.id)).toEqual(ids)
  })

  test('gives the declared fields of custom, in order and as they are', () => {
    const credentialFields = [
      { id: 'region', label: 'Region', type: 'select', options: [{ value: 'eu', label: 'Europe' }] },
      { id: 'key', label: 'Key', type: 'textarea', required: true },
    ]

    expect(fields(withAuth({ type: 'custom', config: { credentialFields } }))).toEqual(credentialFields)
  })

  test.each([
    ['oauth2', withOAuth2, []],
    ['api_key', (_config: object, members: object) => withApiKey({ ...members }), ['api_key']],
  ] as const)('adds declared fields after those of %s', (_strategy, definition, generated) => {
    const domain = { id: 'domain', label: 'Domain', type: 'text' }

    const ids = fields(definition({}, { credentialFields: [domain] })).map((field) => field.id)

    expect(ids).toEqual([...generated, 'domain'])
  })
})

describe('of an oauth2 definition', () => {
  const { definition } = define(
    withOAuth2(
      {
        customSettings: [
          { id: 'app_name', label: 'App', type: 'text', token: '{APP}', pattern: '[a-z]+' },
          { id: 'region', label: 'Region', type: 'text' },
        ],
        capture: [
          { from: 'token', path: 'team.id', id: 'team', secret: true },
          { from: 'callback', path: 'host', id: 'host', pattern: '[a-z]+\\.acme\\.example' },
        ],
      },
      {
        credentialFields: [
          { id: 'pin', label: 'PIN', type: 'password' },
          { id: 'site', label: 'Site', type: 'text' },
        ],
      },
    ),
  )

  test('settingsOf() and capturesOf() give what its config declares', () => {
    expect(settingsOf(definition).map((setting) => setting.id)).toEqual(['app_name', 'region'])
    expect(capturesOf(definition).map((capture) => capture.id)).toEqual(['team', 'host'])
  })

  test('tokenNameOf() is the token without its braces, else the id', () => {
    expect(settingsOf(definition).map(tokenNameOf)).toEqual(['APP', 'region'])
  })

  test('patternsOf() finds a pattern by every name that a placeholder may use', () => {
    expect(patternsOf(definition)).toEqual({
      app_name: '[a-z]+',
      APP: '[a-z]+',
      host: '[a-z]+\\.acme\\.example',
    })
  })

  test('secretIdsOf() names passwords, secret captures and the tokens, and nothing that may be shown', () => {
    expect([...secretIdsOf(definition)].toSorted()).toEqual(['access_token', 'pin', 'refresh_token', 'team'])
  })
})

test.each([
  [withApiKey(), ['api_key']],
  [withAuth({ type: 'basic', config: {} }), ['password']],
])('secretIdsOf() names the generated secrets', (definition, ids) => {
  expect([...secretIdsOf(define(definition).definition)]).toEqual(ids)
})

function fields(definition: unknown) {
  return credentialFieldsOf(define(definition).definition)
}
