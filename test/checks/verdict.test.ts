import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideVerdict, findWorstStatus } from '../../src/checks/verdict.ts'
import type { RunStatus } from '../../src/define/index.ts'

const worstFirst: readonly RunStatus[] = ['error', 'fail', 'manual', 'pass', 'not_applicable']

describe('findWorstStatus()', () => {
  test.each<[RunStatus[], RunStatus]>([
    [['pass'], 'pass'],
    [['pass', 'not_applicable'], 'pass'],
    [['not_applicable', 'not_applicable'], 'not_applicable'],
    [['pass', 'manual'], 'manual'],
    [['manual', 'fail', 'pass'], 'fail'],
    [['fail', 'error', 'pass'], 'error'],
    [[], 'not_applicable'],
  ])('of %j is %s', (statuses, expected) => {
    expect(findWorstStatus(statuses)).toBe(expected)
  })

  test('is one of the statuses, and none of them is worse (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...worstFirst), { minLength: 1 }), (statuses) => {
        const status = findWorstStatus(statuses)

        expect(statuses).toContain(status)
        expect(Math.min(...statuses.map((each) => worstFirst.indexOf(each)))).toBe(worstFirst.indexOf(status))
      }),
    )
  })
})

describe('decideVerdict()', () => {
  test('rolls results up, and asks onEmpty only when there are none', () => {
    expect(decideVerdict(['pass', 'fail'], 'pass')).toBe('fail')
    expect(decideVerdict([], 'pass')).toBe('pass')
    expect(decideVerdict([], 'not_applicable')).toBe('not_applicable')
    expect(decideVerdict([], undefined)).toBeUndefined()
  })
})
