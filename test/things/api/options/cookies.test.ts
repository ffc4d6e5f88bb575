import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCookie, readCookie } from '../../../../src/things/api/options/cookies.ts'

const https = { publicUrl: 'https://checks.example' }
const loopback = { publicUrl: 'http://localhost:4780' }
const pairOf = (cookie: string) => cookie.split(';')[0] ?? ''

test.each([https, loopback])(
  'readCookie() reads what createCookie() wrote for %j, beside those of others (property)',
  (service) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x21-\x7e]{1,40}$/), (value) => {
        const pair = pairOf(createCookie(service, 'session', value, 60))

        expect(readCookie(service, `theme=dark; ${pair}; x=1`, 'session')).toBe(value)
      }),
    )
  },
)

test('readCookie() takes neither of two that have the name: one of them is not ours', () => {
  const pair = pairOf(createCookie(https, 'session', 'mine', 60))

  expect(readCookie(https, `${pair}; ${pair.replace('mine', 'theirs')}`, 'session')).toBeUndefined()
})

test('createCookie() writes a cookie that scripts and other sites cannot use, and no plain connection carries', () => {
  const cookie = createCookie(https, 'session', 'v', 60)

  expect(cookie).toMatch(/^__Host-cw_session=v; /)
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; Secure/)
  expect(cookie).toMatch(/; SameSite=/)
  expect(cookie).toMatch(/; Path=\/(;|$)/)
})

test('readCookie() does not take a cookie of plain http for one that only https may set', () => {
  const pair = pairOf(createCookie(loopback, 'session', 'v', 60))

  expect(readCookie(https, pair, 'session')).toBeUndefined()
})
