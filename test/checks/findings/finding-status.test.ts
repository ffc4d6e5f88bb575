import { expect, test } from 'vitest'
import { chooseFindingStatus } from '../../../src/checks/findings/finding-status.ts'
import type { CheckHead } from '../../../src/define/index.ts'

const contradicted = { undecided: { count: 1, first: [], contradicted: true } } as unknown as CheckHead

test('chooseFindingStatus() lets no good result resolve a finding after the check contradicted itself', () => {
  expect(chooseFindingStatus(contradicted, 'pass')).toBe('manual')
  expect(chooseFindingStatus(contradicted, 'not_applicable')).toBe('manual')
  expect(chooseFindingStatus(contradicted, 'fail')).toBe('fail')
})

test.each(['pass', 'fail', 'manual', 'not_applicable'] as const)(
  'chooseFindingStatus() keeps %s of a check that did not',
  (status) => {
    expect(chooseFindingStatus({}, status)).toBe(status)
  },
)
