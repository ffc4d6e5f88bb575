import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMediaType } from '../../../../src/service/api/schemas/media-type.ts'

test('parseMediaType() reads a parameter as it was meant, quoted or not (property)', () => {
  const value = fc.string({ unit: fc.constantFrom('a', '"', '\\', ' ', ';', '=') })

  fc.assert(
    fc.property(value, (text) => {
      const quoted = text.replace(/["\\]/g, (character) => `\\${character}`)

      const type = parseMediaType(`Multipart/Form-Data; BOUNDARY="${quoted}"`)

      expect(type?.essence).toBe('multipart/form-data')
      expect(type?.parameters.get('boundary')).toBe(text)
    }),
  )
})

test.each([
  '',
  'json',
  'a/b/c',
  'application/json;',
  'application/json; charset',
  'application/json; charset=utf-8; charset=latin1',
  'application/json, text/plain',
  `a/b; x=${'y'.repeat(1_000)}`,
])('parseMediaType() takes %j for none', (text) => {
  expect(parseMediaType(text)).toBeUndefined()
})
