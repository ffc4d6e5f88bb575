import { expect, test } from 'vitest'
import { toKeepingOptions } from '../../../../src/things/commands/options/keeping-options.ts'
import { demandRetention } from '../../../../src/things/parts/retention-options.ts'

test.each([
  [{}, 'none', undefined],
  [{ evidence: true }, 'kept', undefined],
  [{ keepDays: 30 }, 'none', { maxAgeMs: 2_592_000_000 }],
  [{ keepRuns: 5, keepDays: 1 }, 'none', { maxPerConnection: 5, maxAgeMs: 86_400_000 }],
])('keepingOf(%j) is what the runtime takes', (options, evidence, runs) => {
  const kept = toKeepingOptions(options)

  expect(kept).toEqual({ evidence, retention: runs && { runs } })
  demandRetention(kept.retention)
})

test('inventories have an age of their own', () => {
  const kept = toKeepingOptions({ keepInventoryDays: 7 })

  expect(kept.retention).toEqual({ inventories: { maxAgeMs: 604_800_000 } })
  demandRetention(kept.retention)
})
