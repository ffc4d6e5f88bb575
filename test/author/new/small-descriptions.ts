/** A small description of a vendor, and what `checkwright new` has to make of it. */
export interface SmallDescription {
  /** What the vendor does, after "a vendor that". */
  readonly situation: string
  readonly openapi: object
  /** Beside the id, as `new` takes them. */
  readonly baseUrl?: string
  readonly authType?: 'api_key' | 'basic' | 'oauth2' | 'custom'
  readonly expected: {
    readonly auth: object
    readonly baseUrl?: string
    readonly headers?: object
    readonly query?: object
    /** Types of the fields that people fill in, beside those of the strategy. */
    readonly fields?: Readonly<Record<string, string>>
    /** The own server of the list. */
    readonly server?: string
    /** A part of a note for the author, by JSON pointer. */
    readonly note?: readonly [pointer: string, text: string]
    /** Why a connector as data is refused. */
    readonly noData?: string
  }
}

const text = { type: 'string' }
const item = { type: 'object', required: ['id'], properties: { id: text, mfa_enabled: { type: 'boolean' } } }
const keyScheme = { type: 'apiKey', in: 'header', name: 'X-Key' }
const keyAuth = { type: 'api_key', config: { in: 'header', name: 'X-Key' } }
const bearerConfig = { in: 'header', name: 'Authorization', prefix: 'Bearer ' }
const base = 'https://api.acme.example/v1'

interface Parts {
  readonly schemes?: Readonly<Record<string, object>>
  readonly security?: readonly object[]
  readonly servers?: readonly object[]
  readonly parameters?: readonly object[]
  /** Beside `get` in the path. */
  readonly ofPath?: object
  readonly ofOperation?: object
  readonly path?: string
  readonly items?: object
  readonly schemas?: object
  readonly openapi?: string
}

function describeVendor({
  schemes = { key: keyScheme },
  security = Object.keys(schemes).map((name) => ({ [name]: [] })),
  servers = [{ url: base }],
  parameters = [],
  ofPath = {},
  ofOperation = {},
  path = '/users',
  items = item,
  schemas = {},
  openapi = '3.0.3',
}: Parts): object {
  const schema = { type: 'object', properties: { next_cursor: text, users: { type: 'array', items } } }
  const responses = { 200: { description: 'fine', content: { 'application/json': { schema } } } }
  const cursor = { name: 'cursor', in: 'query', schema: text }
  return {
    openapi,
    info: { title: 'Acme', version: '1' },
    servers,
    security,
    components: { securitySchemes: schemes, schemas },
    paths: { [path]: { ...ofPath, get: { ...ofOperation, parameters: [...parameters, cursor], responses } } },
  }
}

function describeOldVendor(more: object): object {
  const schema = { type: 'object', properties: { next_cursor: text, users: { type: 'array', items: item } } }
  const get = {
    parameters: [{ name: 'cursor', in: 'query', type: 'string' }],
    responses: { 200: { description: 'fine', schema } },
  }
  return { swagger: '2.0', info: { title: 'Acme', version: '1' }, paths: { '/users': { get } }, ...more }
}

const needs = (name: string, place: string) => ({ name, in: place, required: true, schema: text })
const withScheme = (scheme: object) => describeVendor({ schemes: { own: scheme } })
const withServer = (url: string, variables?: object) => describeVendor({ servers: [{ url, variables }] })
const ofPath = (url: string, variables?: object) => describeVendor({ ofPath: { servers: [{ url, variables }] } })
const without = { schemes: {}, security: [] }

const login = { type: 'custom' }

const signIns: readonly SmallDescription[] = [
  { situation: 'takes a key in a header', openapi: withScheme(keyScheme), expected: { auth: keyAuth } },
  {
    situation: 'takes a key in the query',
    openapi: withScheme({ type: 'apiKey', in: 'query', name: 'key' }),
    expected: { auth: { type: 'api_key', config: { in: 'query', name: 'key' } } },
  },
  {
    situation: 'takes a key in a cookie',
    openapi: withScheme({ type: 'apiKey', in: 'cookie', name: 'sid' }),
    expected: { auth: { type: 'api_key', config: { in: 'header', name: 'Cookie', prefix: 'sid=' } } },
  },
  {
    situation: 'takes Bearer',
    openapi: withScheme({ type: 'http', scheme: 'bearer' }),
    expected: { auth: { type: 'api_key', config: bearerConfig } },
  },
  {
    situation: 'takes Basic',
    openapi: withScheme({ type: 'http', scheme: 'basic' }),
    expected: { auth: { type: 'basic' } },
  },
  {
    situation: 'takes Digest',
    openapi: withScheme({ type: 'http', scheme: 'digest' }),
    expected: { auth: { type: 'basic', config: { scheme: 'digest' } } },
  },
  {
    situation: 'takes client certificates',
    openapi: withScheme({ type: 'mutualTLS' }),
    expected: { auth: login, note: ['/components/securitySchemes/own', 'not one of the four strategies'] },
  },
  {
    situation: 'takes Negotiate',
    openapi: withScheme({ type: 'http', scheme: 'negotiate' }),
    expected: { auth: login },
  },
  {
    situation: 'requires a scheme that it does not define',
    openapi: describeVendor({ schemes: {}, security: [{ gone: [] }] }),
    expected: { auth: login },
  },
  {
    situation: 'takes two cookies at once',
    openapi: describeVendor({
      schemes: { a: { type: 'apiKey', in: 'cookie', name: 'a' }, b: { type: 'apiKey', in: 'cookie', name: 'b' } },
      security: [{ a: [], b: [] }],
    }),
    expected: { auth: login },
  },
  {
    situation: 'takes a key, and its author chooses a login',
    openapi: describeVendor({}),
    authType: 'custom',
    expected: { auth: login },
  },
  {
    situation: 'takes Bearer and a key in a cookie together',
    openapi: describeVendor({
      schemes: { own: { type: 'http', scheme: 'bearer' }, sid: { type: 'apiKey', in: 'cookie', name: 'sid' } },
      security: [{ own: [], sid: [] }],
    }),
    expected: {
      auth: { type: 'api_key', config: bearerConfig },
      headers: { Cookie: 'sid={sid}' },
      fields: { sid: 'password' },
    },
  },
]

const keyParameters: readonly SmallDescription[] = [
  {
    situation: 'declares its key as a header, its tenant as another, and no scheme',
    openapi: describeVendor({
      ...without,
      parameters: [needs('X-User-Id', 'header'), needs('X-Auth-Token', 'header')],
    }),
    expected: {
      auth: { type: 'api_key', config: { in: 'header', name: 'X-Auth-Token' } },
      fields: { X_User_Id: 'text' },
      note: ['/paths/~1users/get/parameters/1', 'is taken for the key'],
    },
  },
  {
    situation: 'declares a key in the query, and no scheme',
    openapi: describeVendor({ ...without, parameters: [needs('api_key', 'query')] }),
    expected: { auth: { type: 'api_key', config: { in: 'query', name: 'api_key' } } },
  },
  {
    situation: 'declares a cookie that every request needs, and no scheme',
    openapi: describeVendor({ ...without, parameters: [needs('session', 'cookie')] }),
    expected: { auth: { type: 'api_key', config: { in: 'header', name: 'Cookie', prefix: 'session=' } } },
  },
  {
    situation: 'declares a key that may be left out, and no scheme',
    openapi: describeVendor({ ...without, parameters: [{ name: 'X-Api-Key', in: 'header', schema: text }] }),
    expected: { auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } } },
  },
  {
    situation: 'declares keys in a header, the query and a cookie beside its scheme',
    openapi: describeVendor({
      parameters: [needs('X-Auth-Token', 'header'), needs('api_key', 'query'), needs('session', 'cookie')],
    }),
    expected: {
      auth: keyAuth,
      headers: { 'X-Auth-Token': '{X_Auth_Token}', Cookie: 'session={session}' },
      query: { api_key: '{api_key_2}' },
      fields: { X_Auth_Token: 'password', api_key_2: 'password', session: 'password' },
    },
  },
  {
    situation: 'declares the token of its Bearer scheme as a parameter too',
    openapi: describeVendor({
      schemes: { own: { type: 'http', scheme: 'bearer' } },
      parameters: [needs('token', 'query')],
    }),
    expected: {
      auth: { type: 'api_key', config: bearerConfig },
      note: ['/paths/~1users/get/parameters/0', '"token" is left out'],
    },
  },
  {
    situation: 'has its token in the path',
    openapi: describeVendor({ path: '/by/{bot_token}/users', parameters: [needs('bot_token', 'path')] }),
    expected: { auth: keyAuth, fields: { bot_token: 'password' }, noData: 'a secret in its path' },
  },
]

const servers: readonly SmallDescription[] = [
  {
    situation: 'is at a host with a variable',
    openapi: withServer('https://{site}.acme.example/{version}', { version: { default: 'v2' } }),
    expected: { auth: keyAuth, baseUrl: 'https://{site}.acme.example/v2', fields: { site: 'text' } },
  },
  {
    situation: 'is at a path of an unknown host',
    openapi: withServer('/api/v2'),
    expected: { auth: keyAuth, baseUrl: 'https://made.acme.example/api/v2', note: ['/servers/0/url', 'made up'] },
  },
  {
    situation: 'has its scheme in a variable',
    openapi: withServer('{scheme}://api.acme.example/v1', { scheme: { default: 'http', enum: ['http', 'https'] } }),
    expected: { auth: keyAuth, baseUrl: base },
  },
  {
    situation: 'has its whole address in a variable',
    openapi: withServer('{address}/v1', { address: { default: 'https://api.acme.example/' } }),
    expected: { auth: keyAuth, baseUrl: base },
  },
  {
    situation: 'has a path at another version of the same host',
    openapi: ofPath('/v5'),
    expected: {
      auth: keyAuth,
      baseUrl: base,
      server: 'https://api.acme.example/v5',
      noData: 'another address than the base URL',
    },
  },
  {
    situation: 'has a path at the root of the same host',
    openapi: ofPath('/'),
    expected: {
      auth: keyAuth,
      baseUrl: base,
      server: 'https://api.acme.example',
      noData: 'another address than the base URL',
    },
  },
  {
    situation: 'has a path at a version that is a variable',
    openapi: ofPath('/{version}/', { version: { default: 'v6' } }),
    expected: {
      auth: keyAuth,
      baseUrl: base,
      server: 'https://api.acme.example/v6',
      noData: 'another address than the base URL',
    },
  },
  {
    situation: 'has an operation at another version of a host with a variable',
    openapi: describeVendor({
      servers: [{ url: 'https://{site}.acme.example/v1' }],
      ofOperation: { servers: [{ url: '/v5' }] },
    }),
    expected: {
      auth: keyAuth,
      baseUrl: 'https://{site}.acme.example/v1',
      server: 'https://{site}.acme.example/v5',
      noData: 'another address than the base URL',
      fields: { site: 'text' },
    },
  },
  {
    situation: 'has a path at another host',
    openapi: ofPath('https://identity.acme.example/v5'),
    expected: {
      auth: keyAuth,
      baseUrl: base,
      server: 'https://identity.acme.example/v5',
      noData: 'another address than the base URL',
    },
  },
  {
    situation: 'has a path at an address that depends on where the description is',
    openapi: ofPath('v5'),
    expected: {
      auth: keyAuth,
      baseUrl: base,
      note: ['/paths/~1users/servers/0/url', 'is not a usable address'],
    },
  },
  {
    situation: 'repeats its server in every operation, while its author has another address',
    openapi: describeVendor({ ofOperation: { servers: [{ url: base }] } }),
    baseUrl: 'https://acme.own.example/v1',
    expected: { auth: keyAuth, baseUrl: 'https://acme.own.example/v1' },
  },
  {
    situation: 'is described by Swagger 2.0, with host and path',
    openapi: describeOldVendor({ host: 'api.acme.example', basePath: '/v1', securityDefinitions: { key: keyScheme } }),
    expected: { auth: keyAuth, baseUrl: base },
  },
  {
    situation: 'is described by Swagger 2.0, with a path alone',
    openapi: describeOldVendor({ basePath: '/v1', securityDefinitions: { own: { type: 'basic' } } }),
    expected: { auth: { type: 'basic' }, baseUrl: 'https://made.acme.example/v1' },
  },
]

const schemas: readonly SmallDescription[] = [
  {
    situation: 'is described by OpenAPI 3.1 with members beside a reference',
    openapi: describeVendor({
      openapi: '3.1.0',
      schemas: { User: { type: 'object', required: ['id'], properties: { id: text } } },
      items: { $ref: '#/components/schemas/User', properties: { mfa_enabled: { type: 'boolean' } } },
    }),
    expected: { auth: keyAuth },
  },
]

export const smallDescriptions: readonly SmallDescription[] = [...signIns, ...keyParameters, ...servers, ...schemas]
