import { bearerConfig, describeVendor, needs, type SmallDescription, text } from './describe-vendor.ts'

const without = { schemes: {}, security: [] }

export const keyParameters: readonly SmallDescription[] = [
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
    expected: { fields: { bot_token: 'password' }, noData: 'a secret in its path' },
  },
]
