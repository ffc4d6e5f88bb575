import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoted, sourceText } from '../../../src/cli/new/source-text.ts'

test('sourceText() is read back as the same data', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read = runInNewContext(`JSON.stringify(${sourceText(value)})`)

      expect(JSON.parse(read)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('quoted() is read back as the same text, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(runInNewContext(quoted(text))).toBe(text)
    }),
  )
})
