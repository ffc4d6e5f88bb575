import { describe, expect, test } from 'vitest'
import { createWithApiKey, createWithOAuth2, listMistakes } from '../definitions.ts'

const site = { id: 'site', label: 'Site', type: 'text' }
const settings = [{ id: 'app_name', label: 'App', type: 'text', required: true, token: '{APP}' }]
const captures = [
  { from: 'callback', path: 'shop', id: 'shop' },
  { from: 'token', path: 'team.id', id: 'team' },
]

/** Every place that holds a template, with the text around the placeholder that its kind asks for. */
const places: readonly (readonly [string, (text: string, config?: object, members?: object) => object])[] = [
  ['baseUrl', (text, config, members) => createWithOAuth2({ ...config }, { ...members, baseUrl: url(text) })],
  [
    'allowedHosts[0]',
    (text, config, members) => createWithOAuth2({ ...config }, { ...members, allowedHosts: [`${text}.acme.example`] }),
  ],
  [
    'headers["Acme-Site"]',
    (text, config, members) => createWithOAuth2({ ...config }, { ...members, headers: { 'Acme-Site': text } }),
  ],
  ['query.site', (text, config, members) => createWithOAuth2({ ...config }, { ...members, query: { site: text } })],
  ['test.path', (text, config, members) => createWithOAuth2({ ...config }, { ...members, test: { path: `/${text}` } })],
  [
    'test.query.site',
    (text, config, members) =>
      createWithOAuth2({ ...config }, { ...members, test: { path: '/me', query: { site: text } } }),
  ],
  [
    'graphqlPath',
    (text, config, members) => createWithOAuth2({ ...config }, { ...members, graphqlPath: `/${text}/graphql` }),
  ],
  ...['authorizeUrl', 'tokenUrl', 'refreshUrl', 'revokeUrl', 'registrationUrl'].map(
    (option) =>
      [
        `auth.config.${option}`,
        (text: string, config?: object, members?: object) =>
          createWithOAuth2({ ...config, [option]: url(text) }, { ...members }),
      ] as const,
  ),
  ...['authorizationParams', 'tokenParams', 'refreshParams'].map(
    (option) =>
      [
        `auth.config.${option}.site`,
        (text: string, config?: object, members?: object) =>
          createWithOAuth2({ ...config, [option]: { site: text } }, { ...members }),
      ] as const,
  ),
]

describe.each(places)('%s', (path, definition) => {
  test('may hold a credential field, a setting by id and by token', () => {
    const config = { customSettings: settings }
    const members = { credentialFields: [site] }

    expect(
      ['{site}', '{app_name}', '{APP}'].flatMap((text) => listMistakes(definition(text, config, members))),
    ).toEqual([])
  })

  test('refuses a placeholder that nothing fills', () => {
    expect(listMistakes(definition('{tenant}'))).toEqual([
      `${path}: {tenant} is not a credential field or setting; declare it or remove the placeholder`,
    ])
  })

  test('says which placeholder was probably meant', () => {
    expect(listMistakes(definition('{stie}', {}, { credentialFields: [site] }))).toEqual([
      `${path}: {stie} is not a credential field or setting; did you mean {site}?`,
    ])
  })

  test('refuses a placeholder that is torn: it would be sent as it stands', () => {
    for (const torn of ['{site', 'site}', '{{site}}'])
      expect(listMistakes(definition(torn, {}, { credentialFields: [site] })), torn).toContain(
        `${path}: has a brace without its partner; a placeholder is "{field_id}"`,
      )
  })
})

describe('a captured value is refused where it is not known yet', () => {
  const atStart = ['auth.config.authorizeUrl', 'auth.config.authorizationParams.site', 'auth.config.registrationUrl']
  const atExchange = ['auth.config.tokenUrl', 'auth.config.tokenParams.site']

  test.each(places)('%s', (path, definition) => {
    const tooEarly = ['{shop}', '{team}'].filter(
      (text) => listMistakes(definition(text, { capture: captures })).length > 0,
    )

    expect(tooEarly).toEqual(
      atStart.includes(path) ? ['{shop}', '{team}'] : atExchange.includes(path) ? ['{team}'] : [],
    )
  })

  test('and the message says why', () => {
    expect(listMistakes(createWithOAuth2({ capture: captures, tokenParams: { team: '{team}' } }))).toEqual([
      'auth.config.tokenParams.team: {team} is captured later, so its value is not known when this is sent; remove the placeholder',
    ])
  })
})

describe('a URL', () => {
  test.each([
    ['api.acme.example', 'must be an absolute URL, such as "https://api.example.com"'],
    ['/api', 'must be an absolute URL, such as "https://api.example.com"'],
    ['//api.acme.example', 'must be an absolute URL, such as "https://api.example.com"'],
    ['ftp://api.acme.example', 'must be an absolute URL, such as "https://api.example.com"'],
    ['https:api.acme.example', 'must be an absolute URL, such as "https://api.example.com"'],
    ['https://', 'has no valid host name; write it as "api.example.com"'],
    ['https://api acme.example', 'has no valid host name; write it as "api.example.com"'],
    ['https://api.acme.example:port', 'has no valid host name; write it as "api.example.com"'],
    ['https://api.acme.example:99999', 'has no valid host name; write it as "api.example.com"'],
    ['https://api.acme.example.', 'has no valid host name; write it as "api.example.com"'],
    ['https://evil.example\\.acme.example', 'has no valid host name; write it as "api.example.com"'],
    ['https://bücher.example', 'is not the normal spelling of the host; write it as "xn--bcher-kva.example"'],
    ['https://0x7f.1', 'is not the normal spelling of the host; write it as "127.0.0.1"'],
    [
      'https://user:secret@api.acme.example',
      'must not contain a user name or password; declare credential fields instead',
    ],
    ['https://user@api.acme.example', 'must not contain a user name or password; declare credential fields instead'],
    ['http://api.acme.example', 'must use https (http is for loopback addresses in tests)'],
    ['http://localhost.acme.example', 'must use https (http is for loopback addresses in tests)'],
    ['https://api.acme.example/#top', 'must not have a fragment ("#…"), because HTTP does not send it; remove it'],
    ['https://api.acme.example/a\\b', 'must not contain backslashes or control characters'],
    ['https://api.acme.example/a\nb', 'must not contain backslashes or control characters'],
  ])('%j is refused in every place', (text, message) => {
    const found = [
      listMistakes(createWithApiKey({ baseUrl: text })),
      ...['authorizeUrl', 'tokenUrl', 'refreshUrl', 'revokeUrl', 'registrationUrl'].map((option) =>
        listMistakes(createWithOAuth2({ [option]: text })),
      ),
    ]

    expect(found.map((mistakes) => mistakes.map((mistake) => mistake.replace(/^[\w.]+: /, '')))).toEqual(
      found.map(() => [message]),
    )
  })

  test.each([
    'https://api.acme.example',
    'HTTPS://API.acme.example/',
    'https://api.acme.example:8443/v1/',
    'http://localhost:3000',
    'http://127.0.0.1:3000/api',
    'http://127.9.9.9',
    'http://[::1]:3000',
    'http://127.0.0.1:{port}',
    'https://api.acme.example:{port}/v1',
    'https://api.acme.example/{port}/x',
  ])('%s is accepted', (baseUrl) => {
    const credentialFields = [{ id: 'port', label: 'Port', type: 'number', required: true }]

    expect(listMistakes(createWithApiKey({ baseUrl, credentialFields }))).toEqual([])
  })

  test('that paths are joined to has no query; others may have one', () => {
    expect(listMistakes(createWithApiKey({ baseUrl: 'https://api.acme.example?v=1' }))).toEqual([
      'baseUrl: must not have a query, because paths are joined to it; use "query"',
    ])
    expect(listMistakes(createWithOAuth2({ tokenUrl: 'https://acme.example/token?v=1' }))).toEqual([])
  })
})

describe('test.path and graphqlPath', () => {
  test.each([
    ['//evil.example/me', 'must be an absolute URL, such as "https://api.example.com"'],
    ['\\\\evil.example/me', 'must be an absolute URL, such as "https://api.example.com"'],
    ['http://api.acme.example/me', 'must use https (http is for loopback addresses in tests)'],
    [
      'https://{site}/me',
      '{site} decides which host receives the request; give its field a "pattern" that allows only the hosts you mean',
    ],
    ['/me#x', 'must not have a fragment ("#…"), because HTTP does not send it; remove it'],
    ['/a\\..\\me', 'must not contain backslashes or control characters'],
  ])('refuse %j', (path, message) => {
    const members = { credentialFields: [site], test: { path }, graphqlPath: path }

    expect(listMistakes(createWithApiKey(members))).toEqual([
      expect.stringContaining(`test.path: ${message}`),
      expect.stringContaining(`graphqlPath: ${message}`),
    ])
  })

  test.each(['/me', 'me', '/search?q=a b', 'https://status.acme.example/me'])('accept %j', (path) => {
    expect(listMistakes(createWithApiKey({ test: { path }, graphqlPath: path }))).toEqual([])
  })
})

function url(text: string): string {
  return `https://api.acme.example/${text}/x`
}
