import { describe, expect, test } from 'vitest'
import { createWithApiKey, createWithAuth, createWithOAuth2, listMistakes } from '../definitions.ts'

const field = { id: 'site', label: 'Site', type: 'text' }
const choice = { id: 'site', label: 'Site', type: 'select', options: [{ value: 'eu', label: 'Europe' }] }
const setting = { id: 'app', label: 'App', type: 'text' }
const capture = { from: 'token', path: 'team.id', id: 'team' }

describe('an option that nobody knows is refused', () => {
  test.each([
    ['at the top', createWithApiKey({ baseURL: 'x' }), 'baseURL', 'baseUrl'],
    ['in auth', createWithAuth({ type: 'basic', config: {}, confg: {} }), 'auth.confg', 'config'],
    ['in the config of oauth2', createWithOAuth2({ scope: 'x' }), 'auth.config.scope', 'scopes'],
    ['in the config of api_key', createWithApiKey({}, { nam: 'x' }), 'auth.config.nam', 'name'],
    [
      'in the words of the key field',
      createWithApiKey({}, { field: { helptext: 'x' } }),
      'auth.config.field.helptext',
      'helpText',
    ],
    [
      'in the config of basic',
      createWithAuth({ type: 'basic', config: { userNameField: 'x' } }),
      'auth.config.userNameField',
      'usernameField',
    ],
    [
      'in the labels of basic',
      createWithAuth({ type: 'basic', config: { labels: { usernme: 'x' } } }),
      'auth.config.labels.usernme',
      'username',
    ],
    [
      'in the config of custom',
      createWithAuth({ type: 'custom', config: { credentialFields: [], decription: 'x' } }),
      'auth.config.decription',
      'description',
    ],
    [
      'in a field of custom',
      createWithAuth({ type: 'custom', config: { credentialFields: [{ ...field, require: true }] } }),
      'auth.config.credentialFields[0].require',
      'required',
    ],
    [
      'in a field',
      createWithApiKey({ credentialFields: [{ ...field, patern: 'x' }] }),
      'credentialFields[0].patern',
      'pattern',
    ],
    [
      'in an option of a field',
      createWithApiKey({ credentialFields: [{ ...choice, options: [{ value: 'eu', label: 'Europe', vlaue: 'x' }] }] }),
      'credentialFields[0].options[0].vlaue',
      'value',
    ],
    [
      'in a setting',
      createWithOAuth2({ customSettings: [{ ...setting, tokn: '{APP}' }] }),
      'auth.config.customSettings[0].tokn',
      'token',
    ],
    ['in a capture', createWithOAuth2({ capture: [{ ...capture, pth: 'x' }] }), 'auth.config.capture[0].pth', 'path'],
    [
      'in the token placement',
      createWithOAuth2({ tokenPlacement: { header: 'X-Token', prefix: '', preffix: '' } }),
      'auth.config.tokenPlacement.preffix',
      'prefix',
    ],
    [
      'in a variable',
      createWithApiKey({ variables: [{ id: 'days', label: 'Days', type: 'number', mix: 1 }] }),
      'variables[0].mix',
      'min',
    ],
    ['in the test', createWithApiKey({ test: { path: '/me', qurey: {} } }), 'test.qurey', 'query'],
    ['in the limits', createWithApiKey({ limits: { concurency: 1 } }), 'limits.concurency', 'concurrency'],
  ])('%s, with its path and the option probably meant', (_place, definition, path, meant) => {
    expect(listMistakes(definition)).toEqual([`${path}: is not an option here; did you mean "${meant}"?`])
  })

  test('without a suggestion where none is near', () => {
    expect(listMistakes(createWithApiKey({ webhooks: [] }))).toEqual([
      'webhooks: is not an option here; remove it or check its spelling',
    ])
  })

  test.each([
    ['options on a text field', createWithApiKey({ credentialFields: [{ ...field, options: choice.options }] })],
    ['a token on a credential field', createWithApiKey({ credentialFields: [{ ...field, token: '{SITE}' }] })],
    ['min on a text variable', createWithApiKey({ variables: [{ id: 'a', label: 'A', type: 'text', min: 1 }] })],
    ['options of another strategy', createWithApiKey({}, { usernameField: 'user' })],
    ['code in the data', createWithApiKey({ authenticate: () => ({}) })],
  ])('also when it is known elsewhere: %s', (_name, definition) => {
    expect(listMistakes(definition)).toEqual([expect.stringMatching(/^\S+: is not an option here/)])
  })
})

describe('a value of the wrong kind is refused', () => {
  test.each([
    [
      'auth.type',
      createWithAuth({ type: 'oauth', config: {} }),
      'auth.type: must be "oauth2", "api_key", "basic" or "custom", not "oauth"; did you mean "oauth2"?',
    ],
    [
      'an absent auth.type',
      createWithAuth({ config: {} }),
      'auth.type: is required ("oauth2", "api_key", "basic" or "custom")',
    ],
    [
      'auth.config.in',
      createWithApiKey({}, { in: 'hedaer' }),
      'auth.config.in: must be "header" or "query", not "hedaer"; did you mean "header"?',
    ],
    [
      'clientAuthMethod',
      createWithOAuth2({ clientAuthMethod: 'query' }),
      'auth.config.clientAuthMethod: must be "body", "header" or "certificate", not "query"',
    ],
    [
      'grant',
      createWithOAuth2({ grant: 'password' }),
      'auth.config.grant: must be "authorization_code" or "client_credentials", not "password"',
    ],
    [
      'a field type',
      createWithApiKey({ credentialFields: [{ ...field, type: 'pasword' }] }),
      'credentialFields[0].type: must be "text", "password", "textarea", "number", "url", "select", "multiselect", "combobox", "boolean" or "certificate", not "pasword"; did you mean "password"?',
    ],
    ['a function', createWithApiKey({ name: () => 'Acme' }), 'name: must be a string, not a function'],
    ['null', createWithApiKey({ limits: null }), 'limits: must be an object, not null'],
    ['a number', createWithApiKey({ limits: { burst: 1.5 } }), 'limits.burst: must be a whole number, not 1.5'],
    [
      'no number',
      createWithApiKey({ variables: [{ id: 'a', label: 'A', type: 'number', default: Number.NaN }] }),
      'variables[0].default: must be a number, not NaN',
    ],
    [
      'an infinite number',
      createWithApiKey({ limits: { requestsPerSecond: Number.POSITIVE_INFINITY } }),
      'limits.requestsPerSecond: must be a number, not Infinity',
    ],
    [
      'a select without options',
      createWithApiKey({ credentialFields: [{ ...field, type: 'select' }] }),
      'credentialFields[0].options: is required (a list)',
    ],
    [
      'a select with an empty list',
      createWithApiKey({ credentialFields: [{ ...choice, options: [] }] }),
      'credentialFields[0].options: must list at least one option',
    ],
  ])('%s, and the message says what was given and what it may be', (_name, definition, message) => {
    expect(listMistakes(definition)).toEqual([message])
  })

  test.each(['authorizeUrl', 'tokenUrl', 'scopes'])('oauth2 without %s', (option) => {
    const mistakes = listMistakes(createWithOAuth2({ [option]: undefined }))

    expect(mistakes).toEqual([`auth.config.${option}: is required (${option === 'scopes' ? 'a list' : 'a string'})`])
  })
})

describe('a text of the wrong form is refused', () => {
  test.each([
    ['id', ['acme', 'google-workspace', 'a1'], ['', 'Acme', 'a_b', '-a', 'a-', 'a--b', '1a', 'ä']],
    ['version', ['0.0.1', '1.2.3-rc.1', '1.2.3+build'], ['1', '1.2', 'v1.2.3', '']],
    [
      'docsUrl',
      ['https://docs.acme.example/api'],
      ['http://docs.acme.example', 'docs.acme.example', 'javascript:alert(1)'],
    ],
  ])('%s', (member, right, wrong) => {
    expect(right.flatMap((value) => listMistakes(createWithApiKey({ [member]: value })))).toEqual([])
    expect(wrong.filter((value) => listMistakes(createWithApiKey({ [member]: value })).length !== 1)).toEqual([])
  })

  test.each([
    ['a field id', (id: string) => createWithApiKey({ credentialFields: [{ ...field, id }] })],
    ['a setting id', (id: string) => createWithOAuth2({ customSettings: [{ ...setting, id }] })],
    ['a capture id', (id: string) => createWithOAuth2({ capture: [{ ...capture, id }] })],
    ['a variable id', (id: string) => createWithApiKey({ variables: [{ id, label: 'A', type: 'text' }] })],
    ['a generated id', (usernameField: string) => createWithAuth({ type: 'basic', config: { usernameField } })],
  ])('%s, and one that every object answers to', (_name, define) => {
    expect(['site', 'siteId', '_a', 'A-1'].flatMap((id) => listMistakes(define(id)))).toEqual([])
    for (const id of ['', '1a', 'a b', 'a.b', '{a}', '__proto__', 'constructor', 'toString'])
      expect(listMistakes(define(id)), id).toHaveLength(1)
  })

  test.each(['APP', '{APP', 'APP}', '{}', '{A{B}}', '{A}{B}', '{constructor}'])('the token %j', (token) => {
    expect(listMistakes(createWithOAuth2({ customSettings: [{ ...setting, token }] }))).toHaveLength(1)
  })

  test('a header name or value that HTTP does not allow', () => {
    const headers = { 'a b': 'x', 'a:': 'x', ä: 'x', 'X-Ok': 'a\r\nX-Evil: b', 'X-Nul': 'a\0b' }

    expect(listMistakes(createWithApiKey({ headers }))).toEqual([
      'headers["a b"]: must be an HTTP header name',
      'headers["a:"]: must be an HTTP header name',
      'headers["ä"]: must be an HTTP header name',
      'headers["X-Ok"]: must not contain line breaks or NUL',
      'headers["X-Nul"]: must not contain line breaks or NUL',
    ])
  })

  test('a pattern that is no regular expression', () => {
    expect(listMistakes(createWithApiKey({ credentialFields: [{ ...field, pattern: '(' }] }))).toEqual([
      'credentialFields[0].pattern: must be a regular expression',
    ])
  })

  test('a parameter without a name', () => {
    expect(listMistakes(createWithApiKey({ query: { '': 'x' } }))).toEqual(['query[""]: must not be empty'])
  })
})
