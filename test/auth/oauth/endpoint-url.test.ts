import { expect, test } from 'vitest'
import { isConfidential } from '../../../src/auth/oauth/confidential-url.ts'
import { fillEndpointUrl } from '../../../src/auth/oauth/endpoint-url.ts'

test.each([
  ['https://auth.acme.example/token', true],
  ['http://localhost:4000/token', true],
  ['http://127.0.0.1/token', true],
  ['http://127.8.9.1/token', true],
  ['http://[::1]:4000/token', true],
  ['http://localhost.evil.example/token', false],
  ['http://127.0.0.1.evil.example/token', false],
  ['http://auth.acme.example/token', false],
  ['ftp://localhost/token', false],
])('isConfidential(%s) is %j', (url, isIt) => {
  expect(isConfidential(new URL(url))).toBe(isIt)
})

test('fillEndpointUrl() refuses a typed address that is not https, and does not repeat its path', () => {
  const fillings = {
    values: { site: 'http://auth.acme.example/secret-path' },
    patterns: { site: 'https?://[a-z./-]+' },
  }

  expect(() => fillEndpointUrl('{site}/token', fillings)).toThrow(
    expect.objectContaining({
      code: 'CREDENTIAL_INVALID',
      problems: [expect.objectContaining({ path: '{site}/token' })],
    }),
  )
  expect(() => fillEndpointUrl('{site}/token', fillings)).not.toThrow(/secret-path/)
})
