import { expect, test } from 'vitest'
import { buildApiKeyAuthorization } from '../../../src/auth/strategies/api-key.ts'

test('buildApiKeyAuthorization() concatenates prefix and key exactly, in a header or a parameter', () => {
  expect(buildApiKeyAuthorization({ in: 'header', name: 'Authorization', prefix: 'SSWS ' }, 'k')).toEqual({
    headers: { Authorization: 'SSWS k' },
    query: {},
  })
  expect(buildApiKeyAuthorization({ in: 'query', name: 'key', prefix: 'p:' }, 'k')).toEqual({
    headers: {},
    query: { key: 'p:k' },
  })
  expect(buildApiKeyAuthorization({ in: 'header', name: 'X-Key' }, 'k')).toEqual({
    headers: { 'X-Key': 'k' },
    query: {},
  })
})
