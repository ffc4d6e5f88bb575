import { describe, expect, test } from 'vitest'
import {
  collectPatterns,
  listCaptures,
  listCredentialFields,
  listCustomSettings,
  listSecretIds,
  toTokenName,
} from '../../../src/define/index.ts'
import { createWithApiKey, createWithAuth, createWithOAuth2, define } from '../definitions.ts'

describe('listCredentialFields()', () => {
  test('generates the field of api_key', () => {
    expect(fields(createWithApiKey())).toEqual([{ id: 'api_key', label: 'API Key', type: 'password', required: true }])
  })

  test('words the field of api_key and keeps its id, type and duty', () => {
    const words = { label: 'Access token', placeholder: 'acme_…', helpText: 'Under Settings.' }

    expect(fields(createWithApiKey({}, { field: words }))).toEqual([
      { id: 'api_key', type: 'password', required: true, ...words },
    ])
  })

  test('generates the two fields of basic', () => {
    expect(fields(createWithAuth({ type: 'basic', config: {} }))).toEqual([
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

    expect(fields(createWithAuth({ type: 'basic', config }))).toEqual([
      { id: 'email', label: 'E-mail', type: 'text', required: true },
      { id: 'api_token', label: 'API token', type: 'password', required: true },
    ])
  })

  test.each([
    [{ fixedUsername: 'api' }, ['password']],
    [{ fixedPassword: 'x' }, ['username']],
    [{ fixedPassword: '' }, ['username']],
  ])('drops the field of basic that %j replaces', (config, ids) => {
    expect(fields(createWithAuth({ type: 'basic', config })).map((field) => field.id)).toEqual(ids)
  })

  test('makes the user name of basic a secret if everybody knows the password', () => {
    const config = { usernameField: 'api_key', fixedPassword: '', labels: { username: 'API key' } }

    expect(fields(createWithAuth({ type: 'basic', config }))).toEqual([
      { id: 'api_key', label: 'API key', type: 'password', required: true },
    ])
  })

  test('gives the declared fields of custom, in order and as they are', () => {
    const credentialFields = [
      { id: 'region', label: 'Region', type: 'select', options: [{ value: 'eu', label: 'Europe' }] },
      { id: 'key', label: 'Key', type: 'textarea', required: true },
    ]

    expect(fields(createWithAuth({ type: 'custom', config: { credentialFields } }))).toEqual(credentialFields)
  })

  test.each([
    ['oauth2', createWithOAuth2, []],
    ['api_key', (_config: object, members: object) => createWithApiKey({ ...members }), ['api_key']],
  ] as const)('adds declared fields after those of %s', (_strategy, definition, generated) => {
    const domain = { id: 'domain', label: 'Domain', type: 'text' }

    const ids = fields(definition({}, { credentialFields: [domain] })).map((field) => field.id)

    expect(ids).toEqual([...generated, 'domain'])
  })
})

describe('of an oauth2 definition', () => {
  const { definition } = define(
    createWithOAuth2(
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

  test('listCustomSettings() and listCaptures() give what its config declares', () => {
    expect(listCustomSettings(definition).map((setting) => setting.id)).toEqual(['app_name', 'region'])
    expect(listCaptures(definition).map((capture) => capture.id)).toEqual(['team', 'host'])
  })

  test('toTokenName() is the token without its braces, else the id', () => {
    expect(listCustomSettings(definition).map(toTokenName)).toEqual(['APP', 'region'])
  })

  test('collectPatterns() finds a pattern by every name that a placeholder may use', () => {
    expect(collectPatterns(definition)).toEqual({
      app_name: '[a-z]+',
      APP: '[a-z]+',
      host: '[a-z]+\\.acme\\.example',
    })
  })

  test('listSecretIds() names passwords, secret captures and the tokens, and nothing that may be shown', () => {
    expect([...listSecretIds(definition)].toSorted()).toEqual(['access_token', 'pin', 'refresh_token', 'team'])
  })
})

test.each([
  [createWithApiKey(), ['api_key']],
  [createWithAuth({ type: 'basic', config: {} }), ['password']],
])('listSecretIds() names the generated secrets', (definition, ids) => {
  expect([...listSecretIds(define(definition).definition)]).toEqual(ids)
})

function fields(definition: unknown) {
  return listCredentialFields(define(definition).definition)
}
