import { describe, expect, test } from 'vitest'
import { chooseEffectiveStatus, isFullyJudged } from '../../../src/checks/judgements/effective-status.ts'

const counts = (accepted: number, refused: number, open: number) => ({ accepted, refused, open })

describe('chooseEffectiveStatus()', () => {
  test.each([
    ['manual', undefined, 'manual'],
    ['manual', counts(0, 0, 1), 'manual'],
    ['manual', counts(1, 0, 1), 'manual'],
    ['manual', counts(2, 0, 0), 'pass'],
    ['manual', counts(1, 1, 1), 'fail'],
    ['fail', counts(1, 0, 0), 'fail'],
    ['error', counts(1, 0, 0), 'error'],
  ] as const)('counts a check of status %s with the decisions %j as %s', (status, reviews, expected) => {
    expect(chooseEffectiveStatus(status, reviews)).toBe(expected)
  })
})

describe('isFullyJudged()', () => {
  test.each([
    ['manual', counts(1, 1, 0), true],
    ['manual', counts(1, 0, 1), false],
    ['manual', counts(0, 0, 0), false],
    ['fail', counts(1, 0, 0), false],
  ] as const)('tells of a check of status %s with the decisions %j: %s', (status, reviews, expected) => {
    expect(isFullyJudged(status, reviews)).toBe(expected)
  })
})
