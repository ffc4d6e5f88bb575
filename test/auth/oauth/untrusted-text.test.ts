import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanUntrustedText, parseErrorCode } from '../../../src/auth/oauth/untrusted-text.ts'

test('cleanUntrustedText() gives one short line of visible characters, whatever a server says (property)', () => {
  const unit = fc.constantFrom('a', ' ', '\n', '\u001b', '\u202e', '\u200b', '\u2028', '\ud83d', '😀', 'é')

  fc.assert(
    fc.property(fc.string({ unit, maxLength: 300 }), (text) => {
      const clean = cleanUntrustedText(text)

      expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(clean.isWellFormed()).toBe(true)
      expect([...clean].length).toBeLessThanOrEqual(200)
    }),
  )
})

test.each(['invalid_grant', 'AADSTS70008', 'org.acme:denied', 400])('parseErrorCode(%j) is a code', (value) => {
  expect(parseErrorCode(value)).toBe(String(value))
})

test.each(['', 'The code abc is wrong', 'a\nb', '<b>', 'x'.repeat(65), '_a', null, {}, true])(
  'parseErrorCode(%j) is none: text may quote the request',
  (value) => {
    expect(parseErrorCode(value)).toBeUndefined()
  },
)
