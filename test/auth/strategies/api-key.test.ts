import { expect, test } from 'vitest'
import { apiKeyAuthorization } from '../../../src/auth/strategies/api-key.ts'

test('apiKeyAuthorization() concatenates prefix and key exactly, in a header or a parameter', () => {
  expect(apiKeyAuthorization({ in: 'header', name: 'Authorization', prefix: 'SSWS ' }, 'k')).toEqual({
    headers: { Authorization: 'SSWS k' },
    query: {},
  })
  expect(apiKeyAuthorization({ in: 'query', name: 'key', prefix: 'p:' }, 'k')).toEqual({
    headers: {},
    query: { key: 'p:k' },
  })
  expect(apiKeyAuthorization({ in: 'header', name: 'X-Key' }, 'k')).toEqual({ headers: { 'X-Key': 'k' }, query: {} })
})
