import { expect, test } from 'vitest'
import { computeShape, judgeUndecided } from '../../../src/checks/controls/outcome-groups.ts'
import type { CheckHead } from '../../../src/define/index.ts'

function createHead(facts: Partial<CheckHead> = {}): CheckHead {
  return {
    id: 'people',
    title: 'People',
    severity: 'medium',
    tags: [],
    controls: ['soc2:CC6.1'],
    exchanges: [],
    logs: [],
    requests: 1,
    retries: 0,
    durationMs: 1,
    status: 'pass',
    complete: true,
    ...facts,
  }
}

test.each<[string, Partial<CheckHead>, { readonly fail: number; readonly manual: number }, string]>([
  ['a check that passes', {}, { fail: 0, manual: 0 }, 'satisfied'],
  [
    'a failing result, whatever the check could not tell',
    { status: 'error', complete: false },
    { fail: 1, manual: 0 },
    'not_satisfied',
  ],
  ['a check that found nothing that it looks for', { status: 'fail' }, { fail: 0, manual: 0 }, 'not_satisfied'],
  ['a check that could not tell', { status: 'error', complete: false }, { fail: 0, manual: 0 }, 'undetermined'],
  ['a check that did not see everything', { complete: false }, { fail: 0, manual: 0 }, 'undetermined'],
  ['a result that needs review', { status: 'manual' }, { fail: 0, manual: 1 }, 'to_review'],
  [
    'a result that needs review of a list that is not whole',
    { status: 'manual', complete: false },
    { fail: 0, manual: 1 },
    'undetermined',
  ],
  ['a check with nothing to judge', { status: 'not_applicable' }, { fail: 0, manual: 0 }, 'not_applicable'],
])('judgeUndecided() of %s', (_what, facts, counts, verdict) => {
  expect(judgeUndecided(createHead(facts), counts)).toBe(verdict)
})

test('computeShape() differs where a check supports other controls, or may be within other bounds', () => {
  const shape = computeShape(createHead())

  expect(computeShape(createHead({ status: 'fail', requests: 7 }))).toBe(shape)
  for (const facts of [
    { controls: ['soc2:CC6.2'] },
    { controlBounds: { 'soc2:CC6.1': { most: { max: 3 } } } },
    { variables: { most: 4 } },
    { title: 'Other' },
  ])
    expect(computeShape(createHead(facts))).not.toBe(shape)
})
