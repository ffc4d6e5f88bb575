import {
  bearerConfig,
  describeOldVendor,
  describeVendor,
  keyScheme,
  type SmallDescription,
  withScheme,
} from './describe-vendor.ts'

const login = { type: 'custom' }
const authorize = 'https://login.acme.example/authorize'
const token = 'https://login.acme.example/token'
const withFlow = (name: string, flow: object) =>
  withScheme({ type: 'oauth2', flows: { [name]: { ...flow, scopes: { 'users:read': 'Read users' } } } })

export const signIns: readonly SmallDescription[] = [
  { situation: 'takes a key in a header', openapi: withScheme(keyScheme), expected: {} },
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
  {
    situation: 'takes a key in Authorization, with a word before it that its description only tells in prose',
    openapi: withScheme({ type: 'apiKey', in: 'header', name: 'Authorization', description: 'Send Token <key>.' }),
    expected: { auth: { type: 'api_key', config: { in: 'header', name: 'Authorization' } } },
  },
  {
    situation: 'takes two keys in headers together',
    openapi: describeVendor({
      schemes: {
        a: { type: 'apiKey', in: 'header', name: 'DD-API-KEY' },
        b: { type: 'apiKey', in: 'header', name: 'DD-APPLICATION-KEY' },
      },
      security: [{ a: [], b: [] }],
    }),
    expected: {
      auth: { type: 'api_key', config: { in: 'header', name: 'DD-API-KEY' } },
      headers: { 'DD-APPLICATION-KEY': '{b}' },
      fields: { b: 'password' },
    },
  },
  {
    situation: 'takes a key in the query, or the same in Authorization',
    openapi: describeVendor({
      schemes: {
        a: { type: 'apiKey', in: 'query', name: 'api_key' },
        b: { type: 'apiKey', in: 'header', name: 'Authorization' },
      },
    }),
    expected: { auth: { type: 'api_key', config: { in: 'header', name: 'Authorization' } } },
  },
  {
    situation: 'takes a key or nothing',
    openapi: describeVendor({ security: [{}, { key: [] }] }),
    expected: {},
  },
  {
    situation: 'takes requests of anybody',
    openapi: describeVendor({ schemes: {}, security: [] }),
    expected: { auth: { type: 'api_key' }, note: ['/components/securitySchemes', 'does not say how to sign in'] },
  },
  {
    situation: 'asks for a key in one operation only',
    openapi: describeVendor({ security: [], ofOperation: { security: [{ key: [] }] } }),
    expected: {},
  },
  {
    situation: 'takes OAuth by codes',
    openapi: withFlow('authorizationCode', { authorizationUrl: authorize, tokenUrl: token }),
    expected: { auth: { type: 'oauth2', config: { authorizeUrl: authorize, tokenUrl: token, pkce: true } } },
  },
  {
    situation: 'takes OAuth by codes, at a path of its own host',
    openapi: withFlow('authorizationCode', { authorizationUrl: '/authorize', tokenUrl: '/token' }),
    expected: {
      auth: {
        type: 'oauth2',
        config: { authorizeUrl: 'https://api.acme.example/authorize', tokenUrl: 'https://api.acme.example/token' },
      },
    },
  },
  {
    situation: 'takes OAuth of machines',
    openapi: withFlow('clientCredentials', { tokenUrl: token }),
    expected: { auth: { type: 'oauth2', config: { grant: 'client_credentials', tokenUrl: token } } },
  },
  {
    situation: 'takes OAuth by the implicit flow',
    openapi: withFlow('implicit', { authorizationUrl: authorize }),
    expected: { auth: { type: 'oauth2', config: { authorizeUrl: authorize } } },
  },
  {
    situation: 'takes OAuth by passwords',
    openapi: withFlow('password', { tokenUrl: token }),
    expected: { auth: { type: 'oauth2', config: { tokenUrl: token } } },
  },
  {
    situation: 'takes OpenID Connect',
    openapi: withScheme({
      type: 'openIdConnect',
      openIdConnectUrl: 'https://login.acme.example/.well-known/openid-configuration',
    }),
    expected: { auth: { type: 'oauth2' } },
  },
  {
    situation: 'takes OAuth or a key',
    openapi: describeVendor({
      schemes: {
        own: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: token, scopes: {} } } },
        key: keyScheme,
      },
    }),
    authType: 'api_key',
    expected: {},
  },
  {
    situation: 'takes OAuth and a key in a header together',
    openapi: describeVendor({
      schemes: {
        own: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: token, scopes: {} } } },
        key: keyScheme,
      },
      security: [{ own: [], key: [] }],
    }),
    expected: {
      auth: { type: 'oauth2' },
      headers: { 'X-Key': '{key}' },
      fields: { key: 'password' },
    },
  },
  {
    situation: 'takes client certificates, or Bearer',
    openapi: describeVendor({ schemes: { own: { type: 'mutualTLS' }, key: { type: 'http', scheme: 'bearer' } } }),
    expected: { auth: { type: 'api_key', config: bearerConfig } },
  },
  {
    situation: 'is described by Swagger 2.0, with OAuth by codes',
    openapi: describeOldVendor({
      host: 'api.acme.example',
      basePath: '/v1',
      securityDefinitions: {
        own: { type: 'oauth2', flow: 'accessCode', authorizationUrl: authorize, tokenUrl: token, scopes: {} },
      },
      security: [{ own: [] }],
    }),
    expected: { auth: { type: 'oauth2', config: { authorizeUrl: authorize, tokenUrl: token } } },
  },
]
