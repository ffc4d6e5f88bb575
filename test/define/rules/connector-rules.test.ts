import { describe, expect, test } from 'vitest'
import { createWithApiKey, createWithAuth, createWithOAuth2, listMistakes } from '../definitions.ts'

const options = [
  { value: 'eu', label: 'Europe' },
  { value: 'us', label: 'United States' },
]

describe('credential ids, setting ids and tokens are one namespace', () => {
  const namespace = 'credential ids, setting ids and tokens share one namespace, so rename one'
  const site = { id: 'site', label: 'Site', type: 'text' }

  test.each([
    [
      'two declared fields',
      createWithApiKey({ credentialFields: [site, site] }),
      `credentialFields[1].id: "site" is declared twice (also by credentialFields[0].id); ${namespace}`,
    ],
    [
      'a declared field and the generated key',
      createWithApiKey({ credentialFields: [{ ...site, id: 'api_key' }] }),
      `credentialFields[0].id: "api_key" is declared twice (also by auth.config); ${namespace}`,
    ],
    [
      'the two fields of basic',
      createWithAuth({ type: 'basic', config: { usernameField: 'key', passwordField: 'key' } }),
      `auth.config: "key" is declared twice (also by auth.config); ${namespace}`,
    ],
    [
      'a field of custom and one beside it',
      createWithAuth({ type: 'custom', config: { credentialFields: [site] } }, { credentialFields: [site] }),
      `credentialFields[0].id: "site" is declared twice (also by auth.config.credentialFields[0].id); ${namespace}`,
    ],
    [
      'a field and a capture',
      createWithOAuth2({ capture: [{ from: 'token', path: 'site', id: 'site' }] }, { credentialFields: [site] }),
      `auth.config.capture[0].id: "site" is declared twice (also by credentialFields[0].id); ${namespace}`,
    ],
    [
      'a field and a setting',
      createWithOAuth2({ customSettings: [site] }, { credentialFields: [site] }),
      `auth.config.customSettings[0].id: "site" is declared twice (also by credentialFields[0].id); ${namespace}`,
    ],
    [
      "a field and a setting's token",
      createWithOAuth2({ customSettings: [{ ...site, id: 'app', token: '{site}' }] }, { credentialFields: [site] }),
      `auth.config.customSettings[0].token: "site" is declared twice (also by credentialFields[0].id); ${namespace}`,
    ],
    [
      "two settings' tokens",
      createWithOAuth2({
        customSettings: [
          { ...site, id: 'a', token: '{APP}' },
          { ...site, id: 'b', token: '{APP}' },
        ],
      }),
      `auth.config.customSettings[1].token: "APP" is declared twice (also by auth.config.customSettings[0].token); ${namespace}`,
    ],
    [
      'a field and the token that OAuth grants',
      createWithOAuth2({}, { credentialFields: [{ ...site, id: 'access_token' }] }),
      `credentialFields[0].id: "access_token" is declared twice (also by auth.config); ${namespace}`,
    ],
    [
      "a setting and the app's own secret",
      createWithOAuth2({ customSettings: [{ ...site, id: 'client_secret' }] }),
      `auth.config.customSettings[0].id: "client_secret" is declared twice (also by auth.config); ${namespace}`,
    ],
    [
      'a field and the verifier of a flow',
      createWithOAuth2({}, { credentialFields: [{ ...site, id: 'code_verifier' }] }),
      `credentialFields[0].id: "code_verifier" is declared twice (also by auth.config); ${namespace}`,
    ],
  ])('%s', (_name, definition, mistake) => {
    expect(listMistakes(definition)).toEqual([mistake])
  })

  test("a setting's token may be its own id, and variables are another namespace", () => {
    const definition = createWithOAuth2(
      { customSettings: [{ ...site, token: '{site}' }] },
      { variables: [{ id: 'site', label: 'Site', type: 'text' }] },
    )

    expect(listMistakes(definition)).toEqual([])
  })

  test('a field of basic that is fixed leaves its id free', () => {
    const definition = createWithAuth(
      { type: 'basic', config: { fixedUsername: 'api' } },
      { credentialFields: [{ ...site, id: 'username' }] },
    )

    expect(listMistakes(definition)).toEqual([])
  })
})

describe('variables', () => {
  const variable = { id: 'a', label: 'A' }

  test.each([
    [
      'an id twice',
      [
        { ...variable, type: 'text' },
        { ...variable, type: 'number' },
      ],
      'variables[1].id: "a" is declared twice; rename one',
    ],
    [
      'min above max',
      [{ ...variable, type: 'number', min: 5, max: 1, default: 3 }],
      'variables[0].min: is greater than max (1); swap them',
    ],
    [
      'a default below min',
      [{ ...variable, type: 'number', min: 1, default: 0 }],
      'variables[0].default: is outside min and max; choose a number from 1 to Infinity',
    ],
    [
      'a default above max',
      [{ ...variable, type: 'number', max: 9, default: 10 }],
      'variables[0].default: is outside min and max; choose a number from -Infinity to 9',
    ],
    [
      'a default that is no option',
      [{ ...variable, type: 'select', options, default: 'asia' }],
      'variables[0].default: "asia" is not one of the options (eu, us)',
    ],
    [
      'a default list with no option',
      [{ ...variable, type: 'multiselect', options, default: ['eu', 'asia'] }],
      'variables[0].default: "asia" is not one of the options (eu, us)',
    ],
    [
      'an option listed twice',
      [{ ...variable, type: 'select', options: [...options, options[0]] }],
      'variables[0].options[2].value: "eu" is listed twice; remove one',
    ],
    [
      'a default of another type',
      [{ ...variable, type: 'boolean', default: 'yes' }],
      'variables[0].default: must be a boolean, not a string',
    ],
    [
      'an earlier id that is still in use',
      [
        { ...variable, type: 'text' },
        { id: 'b', label: 'B', type: 'text', renamed: ['c', 'a'] },
      ],
      'variables[1].renamed[1]: "a" is a variable that is still there; remove one of them',
    ],
    [
      'a default that is a public mail domain',
      [{ ...variable, type: 'list', default: ['acme.example', 'gmail.com'] }],
      'variables[0].default: "gmail.com" is a public mail service, where anybody has an address',
    ],
    [
      'a select with nothing to choose from',
      [{ ...variable, type: 'select' }],
      'variables[0].options: is required; list the options. A connector as code can fetch them with the hook options.a',
    ],
  ])('%s is refused', (_name, variables, mistake) => {
    expect(listMistakes(createWithApiKey({ variables }))).toEqual([mistake])
  })

  test('of every type are accepted with every option that they take', () => {
    const variables = [
      { id: 'text', label: 'Text', type: 'text', required: true, default: '', helpText: 'Any.' },
      { id: 'number', label: 'Number', type: 'number', default: 1, min: 1, max: 1 },
      { id: 'boolean', label: 'Boolean', type: 'boolean', default: false },
      { id: 'select', label: 'Select', type: 'select', options, default: 'us' },
      { id: 'multiselect', label: 'Multiselect', type: 'multiselect', options, default: [] },
      { id: 'list', label: 'List', type: 'list', default: ['acme.example'], renamed: ['domains'] },
    ]

    expect(listMistakes(createWithApiKey({ variables }))).toEqual([])
  })
})

describe('option lists of credential fields', () => {
  const twice = { id: 'region', label: 'Region', type: 'select', options: [...options, options[1]] }

  test.each([
    ['credentialFields', createWithApiKey({ credentialFields: [twice] })],
    ['auth.config.credentialFields', createWithAuth({ type: 'custom', config: { credentialFields: [twice] } })],
    ['auth.config.customSettings', createWithOAuth2({ customSettings: [twice] })],
  ])('name each value once: %s', (path, definition) => {
    expect(listMistakes(definition)).toEqual([`${path}[0].options[2].value: "us" is listed twice; remove one`])
  })
})

describe('headers and parameters that carry the credentials', () => {
  test.each([
    [
      'api_key',
      createWithApiKey({ headers: { 'x-api-key': 'x' } }),
      'headers["x-api-key"]: carries the credentials; remove it',
    ],
    [
      'basic',
      createWithAuth({ type: 'basic', config: {} }, { headers: { authorization: 'x' } }),
      'headers.authorization: carries the credentials; remove it',
    ],
    [
      'oauth2',
      createWithOAuth2({}, { headers: { Authorization: 'x' } }),
      'headers.Authorization: carries the credentials; remove it',
    ],
    [
      'oauth2 elsewhere',
      createWithOAuth2({ tokenPlacement: { header: 'X-Token', prefix: '' } }, { headers: { 'X-TOKEN': 'x' } }),
      'headers["X-TOKEN"]: carries the credentials; remove it',
    ],
    [
      'api_key in the query',
      createWithApiKey({ query: { key: 'x' } }, { in: 'query', name: 'key' }),
      'query.key: is where the API key goes; remove it',
    ],
  ])('belong to the strategy: %s', (_strategy, definition, mistake) => {
    expect(listMistakes(definition)).toEqual([mistake])
  })

  test('leave others free', () => {
    const custom = createWithAuth(
      { type: 'custom', config: { credentialFields: [] } },
      { headers: { Authorization: 'x' } },
    )
    const query = createWithApiKey({ headers: { key: 'x' } }, { in: 'query', name: 'key' })

    expect([custom, query].flatMap((definition) => listMistakes(definition))).toEqual([])
  })

  test.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection'])('%s is set by HTTP itself', (name) => {
    expect(listMistakes(createWithApiKey({ headers: { [name]: 'x' } }))).toEqual([
      expect.stringContaining('is set by HTTP itself; remove it'),
    ])
  })

  test.each(['Content-Length', 'connection', 'Host', 'Transfer-Encoding', 'Keep-Alive', 'Content-Type', '__proto__'])(
    'no credential goes into %s, which would be dropped or refused when it is sent',
    (name) => {
      const problem = 'cannot carry a credential, because HTTP drops it from the request; choose another header'

      expect(listMistakes(createWithApiKey({}, { name }))).toEqual([`auth.config.name: ${problem}`])
      expect(listMistakes(createWithOAuth2({ tokenPlacement: { header: name, prefix: '' } }))).toEqual([
        `auth.config.tokenPlacement.header: ${problem}`,
      ])
    },
  )

  test('no API key goes into the parameter __proto__', () => {
    expect(listMistakes(createWithApiKey({}, { in: 'query', name: '__proto__' }))).toEqual([
      expect.stringMatching(/^auth\.config\.name: cannot carry a credential/),
    ])
  })

  test('an API key goes into a header that HTTP allows, or into any parameter', () => {
    expect(listMistakes(createWithApiKey({}, { name: 'api key' }))).toEqual([
      'auth.config.name: must be an HTTP header name, such as "X-Api-Key"',
    ])
    expect(listMistakes(createWithApiKey({}, { in: 'query', name: 'api key' }))).toEqual([])
  })
})

describe('basic', () => {
  test('refuses a fixed user name with a colon', () => {
    expect(listMistakes(createWithAuth({ type: 'basic', config: { fixedUsername: 'a:b' } }))).toEqual([
      'auth.config.fixedUsername: must not contain a colon, because the server splits the credentials at the first one',
    ])
  })

  test('fixes one half at most', () => {
    expect(
      listMistakes(createWithAuth({ type: 'basic', config: { fixedUsername: 'a', fixedPassword: 'b' } })),
    ).toHaveLength(1)
  })

  test('Digest with a constant password, because the user name would be the secret, and is sent as it is', () => {
    const listFor = (scheme: string) =>
      listMistakes(createWithAuth({ type: 'basic', config: { scheme, fixedPassword: 'x' } }))

    expect(listFor('basic')).toEqual([])
    expect(listFor('digest')).toEqual([expect.stringContaining('makes the user name the secret')])
    expect(listFor('ntlm')).toEqual([expect.stringContaining('auth.config.scheme: ')])
  })
})

test.each([
  ['a secret', { id: 'key', type: 'password' }, 'https://acme.example'],
  ['a part of a host', { id: 'site', type: 'text' }, 'https://{site}.acme.example'],
])('a value that a link brings along is refused for %s', (_what, field, baseUrl) => {
  const declared = { label: 'Value', required: true, callbackParam: 'value', ...field }

  expect(listMistakes(createWithApiKey({ baseUrl, credentialFields: [declared] }))).toEqual([
    'credentialFields[0].callbackParam: cannot fill a secret or a part of a host, because anybody can make such a link; remove it',
  ])
})
