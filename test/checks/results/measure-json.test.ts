import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureJson } from '../../../src/checks/results/measure-json.ts'

const json = fc.jsonValue({ noUnicodeString: false, stringUnit: 'binary' })

test('measureJson() never says less than what the JSON takes, nor many times more (property)', () => {
  fc.assert(
    fc.property(json, (value) => {
      const bytes = Buffer.byteLength(JSON.stringify(value))

      expect(measureJson(value)).toBeGreaterThanOrEqual(bytes)
      expect(measureJson(value)).toBeLessThanOrEqual(bytes * 25)
    }),
  )
})

test.each([['\u0000'.repeat(100)], ['\ud800'.repeat(100)], ['€'.repeat(100)], [-Number.MAX_VALUE], [false], [null]])(
  'measureJson() has room for %j',
  (value) => {
    expect(measureJson(value)).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(value)))
  },
)
