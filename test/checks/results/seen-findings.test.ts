import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SeenFindings } from '../../../src/checks/results/seen-findings.ts'
import type { ResultStatus } from '../../../src/define/index.ts'
import { countRuns } from '../../setup/count-runs.ts'

test('SeenFindings remembers as a Map does, and of each finding the worst status', () => {
  const bestFirst = ['not_applicable', 'pass', 'manual', 'fail'] as const
  const status = fc.constantFrom<ResultStatus>(...bestFirst)
  // Few left parts, so that many share a slot; the right part tells them apart.
  const id = fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 400 }))
    .map(
      ([left, right]) =>
        `${left.toString(16).padStart(8, '0')}-0000-5000-8000-0000${right.toString(16).padStart(8, '0')}`,
    )

  fc.assert(
    fc.property(fc.array(fc.tuple(id, status), { maxLength: 2_000 }), (noted) => {
      const seen = new SeenFindings()
      const model = new Map<string, ResultStatus>()
      for (const [each, as] of noted) {
        expect(seen.note(each, as)).toBe(model.get(each))
        const before = model.get(each)
        if (before === undefined || bestFirst.indexOf(as) > bestFirst.indexOf(before)) model.set(each, as)
      }
      for (const [each, as] of model) expect(seen.find(each)).toBe(as)
      expect(seen.find('ffffffff-0000-5000-8000-000000000000')).toBeUndefined()
    }),
    { numRuns: countRuns(50) },
  )
})
