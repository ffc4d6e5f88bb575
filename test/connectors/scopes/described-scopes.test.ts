import { defineConnector } from 'checkwright'
import { expect, test } from 'vitest'
import { createUse } from '../../../src/data/contract/operation-use.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { compareScopes } from './described-scopes.ts'

const description = openDescription({
  openapi: '3.0.3',
  paths: {
    '/users': { get: { security: [{ token: ['users:read', 'users:write'] }] } },
    '/keys': { get: { security: [{ token: [] }, { oauth: ['keys:read'] }] } },
    '/status': { get: {} },
  },
})

function compare(scopes: readonly string[], operations: readonly string[]) {
  if (!description) throw new Error('The description cannot be read.')
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const check = acme.check({ id: 'sample', title: 'Sample', scopes: [...scopes], run: () => undefined })
  const parts = new Map([['sample', new Map(operations.map((name) => [name, createUse()]))]])
  return compareScopes(acme.with(check), parts, description)
}

test.each([
  ['one of several scopes is enough', ['users:read'], ['GET /users'], 1, []],
  ['each operation is looked at', ['users:read', 'keys:read'], ['GET /users', 'GET /keys'], 2, []],
  [
    'a scope that is missing is named with its operation',
    ['users:read'],
    ['GET /users', 'GET /keys'],
    2,
    ['sample asks GET /keys, which needs keys:read; it declares users:read'],
  ],
  [
    'a scope that nothing needs is named',
    ['users:read', 'keys:read'],
    ['GET /users'],
    1,
    ['sample declares keys:read, which nothing that it asks needs'],
  ],
  ['a scope may be for what is asked without a word about scopes', ['keys:read'], ['GET /status'], 0, []],
  ['words of another kind of credential are not compared', ['Administrator'], ['GET /users'], 0, []],
])('%s', (_, scopes, operations, compared, problems) => {
  expect(compare(scopes, operations)).toEqual({ compared, problems })
})
