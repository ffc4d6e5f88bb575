import { describe, expect, test } from 'vitest'
import { buildBasicAuthorization, readBasicPair } from '../../../src/auth/strategies/basic.ts'

describe('readBasicPair()', () => {
  test.each([
    ['its two fields', {}, { username: 'u', password: 'p' }, { username: 'u', password: 'p' }],
    [
      'fields of other names',
      { usernameField: 'email', passwordField: 'token' },
      { email: 'e', token: 't' },
      { username: 'e', password: 't' },
    ],
    ['a constant user name', { fixedUsername: 'api' }, { password: 'p' }, { username: 'api', password: 'p' }],
    ['a constant password', { fixedPassword: '' }, { username: 'key' }, { username: 'key', password: '' }],
  ])('takes %s', (_name, config, credentials, expected) => {
    expect(readBasicPair(config, credentials)).toEqual(expected)
  })
})

describe('buildBasicAuthorization()', () => {
  test.each([
    // RFC 7617 §2 and §2.1.
    ['Aladdin', 'open sesame', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
    ['test', '123£', 'dGVzdDoxMjPCow=='],
    ['key', '', 'a2V5Og=='],
    ['ü', 'a:b', 'w7w6YTpi'],
  ])('encodes %s and %s', (username, password, encoded) => {
    expect(buildBasicAuthorization({ username, password })).toEqual({
      headers: { Authorization: `Basic ${encoded}` },
      query: {},
    })
  })
})
