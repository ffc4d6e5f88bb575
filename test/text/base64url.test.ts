import { expect, test } from 'vitest'
import { encodeBase64url } from '../../src/text/base64url.ts'

test('encodeBase64url() uses the letters of a URL, and no padding (RFC 4648 §5)', () => {
  expect(encodeBase64url(Uint8Array.of(0xfb, 0xef, 0xff, 0xfe))).toBe('--___g')
  expect(encodeBase64url(new Uint8Array())).toBe('')
})

test('encodeBase64url() encodes the bytes of a view alone, not those of the buffer behind it', () => {
  const buffer = Uint8Array.of(1, 2, 3, 4, 5, 6)

  expect(encodeBase64url(buffer.subarray(2, 4))).toBe('AwQ')
})
