import { expect, test } from 'vitest'
import { countUnits } from '../../../../src/things/pages/shared/count-units.ts'

test('countUnits() leaves room for as many characters as the server takes, whatever they are', () => {
  expect(countUnits(2_000)).toBeGreaterThanOrEqual('😀'.repeat(2_000).length)
  expect(countUnits(undefined)).toBeUndefined()
})
