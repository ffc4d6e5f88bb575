import { expect, test } from 'vitest'
import { explainLooseness } from '../../../src/checks/controls/control-bounds.ts'

test.each([
  [{ max: 90 }, 90],
  [{ min: 8 }, 12],
  [{ min: 8, max: 12 }, 8],
  [{ oneOf: ['totp', 'webauthn'] }, 'totp'],
  [{ oneOf: ['totp', 'webauthn'] }, ['webauthn']],
  [{ includes: ['admin'] }, ['admin', 'owner']],
  [{ oneOf: [true] }, true],
])('explainLooseness() of %j has nothing to say about %j', (bound, value) => {
  expect(explainLooseness('days', bound as never, value)).toBeUndefined()
})

test.each([
  [{ max: 90 }, 91, 'days is 91, and must be at most 90'],
  [{ min: 8, max: 12 }, 7, 'days is 7, and must be at least 8 and at most 12'],
  [{ max: 90 }, '30', 'days is 30, and must be at most 90'],
  [{ oneOf: ['totp'] }, ['totp', 'sms'], 'days is [totp, sms], and must be totp'],
  [{ includes: ['admin'] }, ['owner'], 'days is [owner], and must be with admin'],
  [{ oneOf: [true] }, 'true', 'days is true, and must be true'],
])('explainLooseness() of %j says of %j: %s', (bound, value, said) => {
  expect(explainLooseness('days', bound as never, value)).toBe(said)
})

test.each([undefined, null])('explainLooseness() takes %j for no value that is good enough', (value) => {
  expect(explainLooseness('days', { max: 90 }, value)).toBe('days is not known, and must be at most 90')
})
