import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBase64Schema } from '../../../../src/service/api/schemas/base64.ts'

const schema = createBase64Schema({ bytesMax: 20 })

test('createBase64Schema() gives the bytes of every canonical text up to its limit (property)', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 24 }), (bytes) => {
      const { success, data } = schema.safeParse(Buffer.from(bytes).toString('base64'))

      expect(success).toBe(bytes.length <= 20)
      if (success) expect(data?.equals(bytes)).toBe(true)
    }),
  )
})

test.each(['', 'SGVsbG8', 'SGVsbG9=', 'SGVs bG8=', 'SGVsbG8=\n', '-_-_', '====', 'é'])(
  'createBase64Schema() refuses %j, which is spelt in another way or is none',
  (text) => {
    expect(schema.safeParse(text).success).toBe(false)
  },
)
