import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFirstDifference } from '../../src/text/find-first-difference.ts'
import { countRuns } from '../setup/count-runs.ts'

const pieces = fc.array(fc.uint8Array({ maxLength: 3, max: 1 }), { maxLength: 5 })

async function* stream(all: readonly Uint8Array[]) {
  yield* all
}

test('findFirstDifference() is where two streams differ, however they are cut, also into nothing', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, pieces, async (one, two) => {
      const [a, b] = [one, two].map((all) => all.flatMap((each) => [...each]))
      const longest = Math.max(a?.length ?? 0, b?.length ?? 0)
      const expected = Array.from({ length: longest }, (_, at) => at).find((at) => a?.[at] !== b?.[at])
      expect(await findFirstDifference(stream(one), stream(two))).toBe(expected)
    }),
    { numRuns: countRuns(500) },
  )
})
