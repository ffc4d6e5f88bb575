import { describe, expect, test } from 'vitest'
import {
  createApi,
  createQueryParameter,
  describeAnswering,
  importDescription,
  listNotes,
  user,
  users,
} from './description.ts'

const scheme = (value: object) => createApi({ components: { securitySchemes: { key: value } } })
const oauth = (flows: object) => scheme({ type: 'oauth2', flows })
const authOf = (value: object) => importDescription(value).definition.auth

describe('createImportedConnector() signs in', () => {
  test.each([
    ['a header', { type: 'apiKey', in: 'header', name: 'X-Key' }, { in: 'header', name: 'X-Key' }],
    ['a parameter', { type: 'apiKey', in: 'query', name: 'key' }, { in: 'query', name: 'key' }],
    ['a cookie', { type: 'apiKey', in: 'cookie', name: 'sid' }, { in: 'header', name: 'Cookie', prefix: 'sid=' }],
    ['Bearer', { type: 'http', scheme: 'Bearer' }, { in: 'header', name: 'Authorization', prefix: 'Bearer ' }],
    ['a scheme of its own', { type: 'http', scheme: 'DSN' }, { in: 'header', name: 'Authorization', prefix: 'DSN ' }],
  ])('by a key in %s', (_, declared, config) => {
    expect(authOf(scheme(declared))).toEqual({ type: 'api_key', config })
  })

  test.each(['Send `Authorization: SSWS {token}`', 'The API token: Authorization: Token token=abc', 'A Bearer token.'])(
    'by a key as it is, and asks for the prefix that only prose could show: %s',
    (description) => {
      const value = scheme({ type: 'apiKey', in: 'header', name: 'Authorization', description })

      expect(authOf(value)).toEqual({ type: 'api_key', config: { in: 'header', name: 'Authorization' } })
      expect(listNotes(value)['/components/securitySchemes/key']).toBe(
        `what stands before the key in Authorization? The connector sends the key alone. The description says: "${description}" Give the text in front of it by --key-prefix, or as prefix in auth.config`,
      )
      expect(importDescription(value).signIn.lookUp[0]).toContain('before the key')
    },
  )

  test('by the prefix that a person gives', () => {
    const value = scheme({ type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token token=abc' })
    const { definition, signIn, notes } = importDescription(value, { keyPrefix: 'Token token=' })

    expect(definition.auth).toMatchObject({ config: { prefix: 'Token token=' } })
    expect(Object.values(signIn.expected)[0]).toMatch(/^Token token=key-of-nobody/)
    expect([signIn.lookUp, notes.filter(({ message }) => message.includes('prefix'))]).toEqual([[], []])
  })

  test('refuses a prefix where no key is sent in Authorization', () => {
    expect(() => importDescription(createApi(), { keyPrefix: 'Token ' })).toThrow(/--key-prefix/)
  })

  test('by user name and password', () => {
    expect(authOf(scheme({ type: 'http', scheme: 'basic' }))).toEqual({ type: 'basic', config: {} })
  })

  test('by OAuth, with the addresses of its flow, and asks for what the lists demand and no more', () => {
    const flow = {
      authorizationUrl: 'https://id.acme.example/authorize?response_type=code&audience=api',
      tokenUrl: '/oauth/token',
      refreshUrl: '/oauth/refresh',
      scopes: { 'users:read': '', 'users:write': '', offline_access: '' },
    }
    const paths = {
      '/users': describeAnswering(
        { type: 'array', items: user },
        { security: [{ key: ['users:write'] }, { key: ['users:read'] }] },
      ),
    }

    const { definition, checks } = importDescription({ ...oauth({ authorizationCode: flow }), paths })

    expect(definition.auth).toEqual({
      type: 'oauth2',
      config: {
        authorizeUrl: 'https://id.acme.example/authorize?audience=api',
        tokenUrl: 'https://api.acme.example/oauth/token',
        refreshUrl: 'https://api.acme.example/oauth/refresh',
        scopes: ['users:read', 'offline_access'],
        pkce: true,
      },
    })
    expect(checks.map(({ scopes }) => scopes)).toEqual([['users:read']])
  })

  test('by client credentials, where there is no other flow', () => {
    const clientCredentials = { tokenUrl: 'https://id.acme.example/token', scopes: {} }

    expect(authOf(oauth({ clientCredentials }))).toEqual({
      type: 'oauth2',
      config: { grant: 'client_credentials', tokenUrl: 'https://id.acme.example/token', scopes: [] },
    })
  })

  test('by the code flow all the same, where only an obsolete one is declared, and says what it made up', () => {
    const value = oauth({ implicit: { authorizationUrl: 'https://id.acme.example/authorize', scopes: {} } })

    expect(authOf(value)).toMatchObject({ config: { tokenUrl: 'https://id.acme.example/token' } })
    expect(listNotes(value)).toMatchObject({
      '/components/securitySchemes/key/flows/implicit': expect.stringContaining('no authorizationCode flow'),
      '/components/securitySchemes/key/flows/implicit/tokenUrl': expect.stringContaining('is made up'),
    })
  })

  test('by addresses that it says are made up, where only OpenID Connect discovery is given', () => {
    const value = scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://id.acme.example/.well-known/openid' })

    expect(authOf(value).type).toBe('oauth2')
    expect(listNotes(value)['/components/securitySchemes/key/openIdConnectUrl']).toContain('made-up addresses')
  })

  test('by Digest, against a vendor that gives challenges', () => {
    const { definition, signIn } = importDescription(scheme({ type: 'http', scheme: 'digest' }))

    expect(definition.auth).toEqual({ type: 'basic', config: { scheme: 'digest' } })
    expect(signIn.vendor?.auth).toMatchObject({ type: 'digest', username: signIn.credentials.username })
  })

  test('by two keys that are needed together', () => {
    const securitySchemes = {
      app: { type: 'apiKey', in: 'header', name: 'X-App' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    }

    const { definition, signIn } = importDescription(
      createApi({ components: { securitySchemes }, security: [{ key: [], app: [] }] }),
    )

    expect(definition.auth).toEqual({ type: 'api_key', config: { in: 'header', name: 'X-Key' } })
    expect(definition.headers).toEqual({ 'X-App': '{app}' })
    expect(definition.credentialFields).toEqual([{ id: 'app', label: 'App', type: 'password', required: true }])
    expect(Object.keys(signIn.schemes)).toEqual(['key', 'app'])
  })

  const several = createApi({
    components: {
      securitySchemes: {
        signed: { type: 'http', scheme: 'negotiate' },
        key: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
    security: [{}, { signed: [] }, { key: [] }, { basic: [] }],
  })

  test('by the first of several ways that is a strategy, and says which there were', () => {
    expect(authOf(several).type).toBe('api_key')
    expect(listNotes(several)).toMatchObject({
      '/components/securitySchemes/signed': expect.stringContaining('not one of the four strategies'),
      '/security/2': expect.stringContaining('--auth basic'),
    })
  })

  test('by the way that a person asks for, also where the description has none', () => {
    expect(importDescription(several, { authType: 'basic' }).definition.auth.type).toBe('basic')
    const custom = importDescription(several, { authType: 'custom' })
    expect([custom.definition.auth.type, custom.signIn.hooks?.text.includes('authenticate')]).toEqual(['custom', true])
    expect(custom.notes.some(({ message }) => message.includes('has no scheme of the strategy custom'))).toBe(true)
  })

  test('by a key that it says is assumed, where nothing is declared', () => {
    const value = createApi({ security: undefined, components: {} })

    expect(authOf(value)).toMatchObject({ type: 'api_key', config: { prefix: 'Bearer ' } })
    expect(listNotes(value)['/components/securitySchemes']).toContain('Choose another by --auth')
  })
})

describe('createImportedConnector() finds the API', () => {
  const at = (url: string, variables?: object) => {
    const { definition, fields } = importDescription(createApi({ servers: [{ url, variables }] }))
    return [definition.baseUrl, ...fields.map(({ field, sample }) => [field.id, field.pattern, sample])]
  }

  test.each([
    ['https://api.acme.example/v1/', undefined, ['https://api.acme.example/v1']],
    ['//API.acme.example', undefined, ['https://api.acme.example']],
    ['http://api.acme.example', undefined, ['https://api.acme.example']],
    ['http://localhost:4010/v1', undefined, ['http://localhost:4010/v1']],
    [
      'https://{region}.acme.example',
      { region: { default: 'eu' } },
      ['https://{region}.acme.example', ['region', undefined, 'eu']],
    ],
    [
      'https://{region}.acme.example',
      { region: { enum: ['eu', 'us'], default: 'us' } },
      ['https://{region}.acme.example', ['region', 'eu|us', 'us']],
    ],
    [
      'https://{host}',
      { host: { default: 'x.acme.example' } },
      ['https://{host}', ['host', '[a-z0-9-]+\\.acme\\.example', 'nobody.acme.example']],
    ],
    [
      'https://{host}',
      { host: { default: 'acme.example' } },
      ['https://{host}', ['host', 'acme\\.example', 'acme.example']],
    ],
    ['https://{host}.co.uk', { host: { default: 'acme' } }, ['https://{host}.co.uk', ['host', 'acme', 'acme']]],
    [
      'https://{host}:{port}/{base}',
      { host: { default: 'a.acme.example' }, port: { default: '8443' }, base: { default: 'v2' } },
      ['https://{host}:8443/v2', ['host', '[a-z0-9-]+\\.acme\\.example', 'nobody.acme.example']],
    ],
    [
      'https://your-domain.acme.example',
      undefined,
      ['https://{your_domain}.acme.example', ['your_domain', undefined, 'nobody']],
    ],
    ['/v2', undefined, ['https://api.acme.example/v2']],
    ['https://acme.example@evil.example', undefined, ['https://api.acme.example']],
    ['javascript:alert(1)', undefined, ['https://api.acme.example']],
  ])('at %s', (url, variables, expected) => {
    expect(at(url, variables)).toEqual(expected)
  })

  test('says what it made up or narrowed, and where', () => {
    expect(listNotes(createApi({ servers: [{ url: '/v2' }, { url: 'https://b.example' }] }))).toMatchObject({
      '/servers/0/url':
        'is a path without a host; the base URL https://api.acme.example/v2 is made up. Give --base-url',
      '/servers/1': expect.stringContaining('one more server'),
    })
    expect(listNotes(createApi({ servers: undefined }))['/servers']).toContain('names no server')
    expect(
      listNotes(createApi({ servers: [{ url: 'https://{host}', variables: { host: { default: 'a.okta.com' } } }] })),
    ).toMatchObject({
      '/servers/0/variables/host': expect.stringContaining('hosts below okta.com only'),
    })
  })

  test('where a person says it is, with fields for its braces', () => {
    const { definition } = importDescription(createApi(), { baseUrl: 'https://{site}.acme.example/' })

    expect(definition.baseUrl).toBe('https://{site}.acme.example')
    expect(definition.credentialFields?.map(({ id }) => id)).toEqual(['site'])
  })

  test('on a server of its own for a list, whose host is allowed too', () => {
    const elsewhere = describeAnswering(
      { type: 'array', items: user },
      { servers: [{ url: 'https://audit.acme.example/v9' }] },
    )

    const { definition, checks } = importDescription(createApi({}, { '/users': users, '/members': elsewhere }))

    expect(definition.allowedHosts).toEqual(['audit.acme.example'])
    expect(checks.map(({ id, request }) => [id, request.server])).toEqual([
      ['users', undefined],
      ['members', 'https://audit.acme.example/v9'],
    ])
  })
})

test('createImportedConnector() says that a description is in several files, in place of what that makes of it', () => {
  const make = (paths: object) => () => importDescription(createApi({}, paths))

  expect(make({ '/users': { $ref: 'paths/users.yaml' } })).toThrow(
    '/paths/~1users has "paths/users.yaml", which is not in this file',
  )
  expect(make({ '/users': describeAnswering({ $ref: './user.yaml' }) })).toThrow('Bundle the description into one file')
})

describe('createImportedConnector() reads lists', () => {
  const list = { type: 'array', items: user }
  const object = (properties: object) => ({ type: 'object', properties })
  const requestOf = (schema: object, parameters: readonly object[] = [], headers: object = {}) => {
    const get = { parameters, responses: { 200: { headers, content: { 'application/json': { schema } } } } }
    const [check] = importDescription(createApi({}, { '/users': { get } })).checks
    const { endpoint, next, query: asked } = check?.request ?? {}
    return {
      at: endpoint?.at.join('.'),
      next,
      query: Object.fromEntries(
        [...(asked ?? [])].map(([name, value]) => [name, 'value' in value ? value.value : value.from]),
      ),
    }
  }

  test.each([
    ['the answer itself', list, ''],
    ['its only list', object({ total: { type: 'integer' }, people: list }), 'people'],
    ['the one named as asked', object({ groups: list, users: list }), 'users'],
    ['the one with the usual name', object({ roles: list, data: list }), 'data'],
    ['beside errors', object({ errors: list, messages: list, result: list }), 'result'],
    ['a step deeper', object({ response: object({ items: list }) }), 'response.items'],
    ['put together by allOf', { allOf: [object({ total: { type: 'integer' } }), object({ items: list })] }, 'items'],
    ['in the first alternative', { oneOf: [object({ items: list }), { type: 'string' }] }, 'items'],
  ])('where the list is %s', (_, schema, at) => {
    expect(requestOf(schema).at).toBe(at)
  })

  test.each([
    [
      'a Link header',
      list,
      [createQueryParameter('page'), createQueryParameter('per_page', { maximum: 50 })],
      { Link: {} },
      'link',
      { per_page: 50 },
    ],
    [
      'a page number',
      list,
      [createQueryParameter('page'), createQueryParameter('per_page', { maximum: 500 })],
      {},
      { page: { param: 'page', first: 1 }, limit: 'per_page' },
      { per_page: 100 },
    ],
    [
      'a page number from 0',
      list,
      [createQueryParameter('page', { default: 0 })],
      {},
      { page: { param: 'page', first: 0 } },
      {},
    ],
    [
      'an offset',
      object({ items: list }),
      [createQueryParameter('offset'), createQueryParameter('limit')],
      {},
      { offset: 'offset', limit: 100 },
      {},
    ],
    [
      'a cursor',
      object({ items: list, meta: object({ next_cursor: { type: 'string' } }) }),
      [createQueryParameter('cursor')],
      {},
      { cursor: 'meta.next_cursor', param: 'cursor' },
      {},
    ],
    [
      'an address',
      object({ value: list, '@odata.nextLink': { type: 'string' } }),
      [],
      {},
      { url: '@odata.nextLink' },
      {},
    ],
    ['nothing that is said', list, [], {}, 'link', {}],
  ])('that go on by %s', (_, schema, parameters, headers, next, asked) => {
    expect(requestOf(schema, parameters, headers)).toMatchObject({ next, query: asked })
  })

  test('says where it has to guess how a list goes on', () => {
    const noteOf = (schema: object, name: string) =>
      listNotes(createApi({}, { '/users': describeAnswering(schema, { parameters: [createQueryParameter(name)] }) }))[
        '/paths/~1users/get'
      ]

    expect(noteOf(list, 'page')).toContain('does not say whether "page" begins at 0 or 1')
    expect(noteOf(list, 'after')).toContain('goes on after its first page')
    expect(noteOf(object({ items: list }), 'colour')).toContain('does not say how the list "items" goes on')
  })

  test('with what identifies, names and tells of an item, and nothing secret or long', () => {
    const [check] = importDescription(createApi()).checks

    const { identity, label, facts } = check?.request.endpoint.members ?? {}

    expect([identity?.name, label?.name, facts?.map(({ name }) => name)]).toEqual([
      'id',
      'email',
      ['role', 'mfa_enabled'],
    ])
  })

  test('never takes the secret itself for what identifies a key', () => {
    const keys = describeAnswering({
      type: 'array',
      items: object({ key: { type: 'string' }, name: { type: 'string' } }),
    })

    const [check] = importDescription(createApi({}, { '/api-keys': keys })).checks

    expect(check?.request.endpoint.members.identity.name).toBe('name')
  })

  test('says of each list why no check was made of it', () => {
    const paths = {
      '/users': users,
      '/names': describeAnswering({ type: 'array', items: { type: 'string' } }),
      '/pairs': describeAnswering({ type: 'array', items: object({ on: { type: 'boolean' } }) }),
      '/things': describeAnswering(object({ red: list, blue: list })),
      '/users/{id}': describeAnswering(object({ id: { type: 'integer' }, teams: list })),
      '/health': describeAnswering(object({ up: { type: 'boolean' } })),
    }

    const leftOut = importDescription(createApi({}, paths)).notes.filter(({ kind }) => kind === 'left_out')

    expect(leftOut.map(({ pointer, message }) => `${pointer} ${message.replace('no check was made: ', '')}`)).toEqual([
      '/paths/~1names/get its items are not objects',
      '/paths/~1pairs/get its items have no member that tells one from another',
      '/paths/~1things/get its answer has several lists (red, blue), and the description does not say which one is meant',
    ])
  })

  test('asks an inner list for each item of the outer one, and people for what no list has', () => {
    const inner = {
      parameters: [{ name: 'user_id', in: 'path', required: true, schema: { type: 'integer' } }],
      ...users,
    }
    const paths = { '/orgs/{org}/users': users, '/orgs/{org}/users/{user_id}/keys': inner }

    const { checks, definition } = importDescription(createApi({}, paths), {
      endpoints: ['/orgs/{org}/users/{user_id}/keys'],
    })

    expect(checks[0]?.parents[0]?.endpoint.path).toBe('/orgs/{org}/users')
    expect(checks[0]?.request.path).toEqual([
      '/orgs/',
      { from: 'field', id: 'org', isNumber: false },
      '/users/',
      expect.objectContaining({ from: 'parent', isIdentity: true }),
      '/keys',
    ])
    expect(definition.credentialFields?.map(({ id }) => id)).toEqual(['org'])
  })

  test.each([
    ['a text first', 'string', 'integer', { type: 'text', pattern: '[0-9]+' }, '1'],
    ['a number first', 'integer', 'string', { type: 'number' }, 1],
  ])('asks once for what one list takes as a text and another as a number: %s', (_, one, other, field, sample) => {
    const parameter = (type: string) => ({ name: 'org', in: 'path', required: true, schema: { type } })
    const paths = {
      '/orgs/{org}/users': { get: { ...users.get, parameters: [parameter(one)] } },
      '/orgs/{org}/groups': { get: { ...users.get, parameters: [parameter(other)] } },
    }

    const { checks, fields } = importDescription(createApi({}, paths), {
      endpoints: ['/orgs/{org}/users', '/orgs/{org}/groups'],
    })

    const isNumber = field.type === 'number'
    expect(fields).toMatchObject([{ field: { id: 'org', ...field }, sample }])
    expect(checks.map(({ request }) => request.path[1])).toEqual([
      { from: 'field', id: 'org', isNumber },
      { from: 'field', id: 'org', isNumber },
    ])
  })

  test('fills parameters that are demanded by their default, sends keys with every request, and asks people for the rest', () => {
    const parameters = [
      createQueryParameter('version', { default: '2' }, true),
      createQueryParameter('token', { type: 'string' }, true),
      createQueryParameter('kind', { enum: ['a', 'b'] }, true),
      createQueryParameter('password', { type: 'string' }, true),
      createQueryParameter('optional'),
    ]

    const { checks, definition } = importDescription(createApi({}, { '/users': { ...users, parameters } }))

    expect([...(checks[0]?.request.query ?? [])]).toEqual([
      ['version', { from: 'preset', value: '2' }],
      ['kind', { from: 'field', id: 'kind', isNumber: false }],
    ])
    expect(definition.query).toEqual({ token: '{token}', password: '{password_2}' })
    expect(definition.credentialFields).toMatchObject([
      { id: 'token', type: 'password' },
      { id: 'password_2', type: 'password' },
      { id: 'kind', type: 'select' },
    ])
  })

  test('takes what auditors ask for first, as many as a person wants, and those that a person names', () => {
    const paths = Object.fromEntries(
      ['/emojis', '/widgets', '/orgs/{org}/users', '/users', '/roles', '/search/users'].map((path) => [path, users]),
    )

    expect(importDescription(createApi({}, paths), { most: 2 }).checks.map(({ id }) => id)).toEqual(['users', 'roles'])
    expect(
      importDescription(createApi({}, paths), { endpoints: ['GET /emojis', '/widgets/'] }).checks.map(({ id }) => id),
    ).toEqual(['emojis', 'widgets'])
  })

  test.each([
    ['that is not there', 'GET /userz', /the description has no list there.*GET \/users/s],
    ['that changes something', 'POST /users', /must be a GET/],
    ['of which no check can be made', '/names', /its items are not objects/],
  ])('refuses a list %s', (_, endpoint, message) => {
    const paths = { '/users': users, '/names': describeAnswering({ type: 'array', items: { type: 'string' } }) }

    expect(() => importDescription(createApi({}, paths), { endpoints: [endpoint] })).toThrow(message)
  })

  test('refuses a description without any list', () => {
    expect(() => importDescription(createApi({}, { '/health': describeAnswering(object({})) }))).toThrow(
      /no list that a check can be made of/,
    )
    expect(() => importDescription({ openapi: '3.1.0', webhooks: {} })).toThrow(/nothing to check/)
  })

  test('proves credentials by who asks, else by a list that needs nothing', () => {
    const paths = { '/users': users, '/me': describeAnswering(object({ id: { type: 'integer' } })) }

    expect(importDescription(createApi({}, paths)).definition.test).toEqual({ path: '/me' })
    expect(importDescription(createApi()).definition.test).toEqual({ path: '/users' })
  })

  test('knows a refusal with status 200 by the member that says so', () => {
    const paths = { '/users': describeAnswering(object({ ok: { type: 'boolean' }, users: list })) }

    expect(importDescription(createApi({}, paths)).definition.successPath).toBe('ok')
  })
})

describe('createImportedConnector() reads Swagger 2.0', () => {
  const swagger = {
    swagger: '2.0',
    host: 'api.acme.example',
    basePath: '/v1',
    schemes: ['http', 'https'],
    produces: ['application/json'],
    securityDefinitions: {
      login: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://a.example/authorize',
        tokenUrl: 'ftp://a.example',
        scopes: {},
      },
    },
    parameters: { page: { name: 'page', in: 'query', type: 'integer', default: 0 } },
    definitions: { User: user },
    paths: {
      '/users': {
        get: {
          parameters: [{ $ref: '#/parameters/page' }],
          responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/User' } } } },
        },
      },
    },
  }

  test('as the same in OpenAPI 3, and points into the file as it is written', () => {
    const { definition, checks } = importDescription(swagger)

    expect(definition.baseUrl).toBe('https://api.acme.example/v1')
    expect(definition.auth).toMatchObject({ type: 'oauth2', config: { authorizeUrl: 'https://a.example/authorize' } })
    expect(checks.map(({ id, request }) => [id, request.next])).toEqual([
      ['users', { page: { param: 'page', first: 0 } }],
    ])
    expect(Object.keys(listNotes(swagger))).toContain('/securityDefinitions/login/tokenUrl')
  })
})
