import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64, encodeBase64 } from '../../src/text/base64.ts'

test('bytes come back from base64, which is what Node writes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30_000 }), (bytes) => {
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(decodeBase64(encodeBase64(bytes))).toEqual(Uint8Array.from(bytes))
    }),
  )
})

test.each(['A', 'AB', 'AB=', 'QQ', 'QR==', 'QQ== ', 'Q Q==', 'Q-==', '===='])(
  '%j is no base64 that we write',
  (text) => {
    expect(decodeBase64(text)).toBeUndefined()
  },
)
