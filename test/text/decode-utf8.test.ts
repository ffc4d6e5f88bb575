import { expect, test } from 'vitest'
import { decodeUtf8 } from '../../src/text/decode-utf8.ts'

test('decodeUtf8() tells bytes that are no text from text, and keeps the mark where it is asked to', () => {
  const marked = Buffer.from('\ufeffé')

  expect(decodeUtf8(marked)).toBe('é')
  expect(decodeUtf8(marked, { keepsMark: true })).toBe('\ufeffé')
  expect(decodeUtf8(new Uint8Array([0xff]))).toBeUndefined()
})
