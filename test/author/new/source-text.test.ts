import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderSource, renderString } from '../../../src/author/new/source-text.ts'

test('renderSource() is read back as the same data', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read = runInNewContext(`JSON.stringify(${renderSource(value)})`)

      expect(JSON.parse(read)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('renderString() is read back as the same text, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(runInNewContext(renderString(text))).toBe(text)
    }),
  )
})
