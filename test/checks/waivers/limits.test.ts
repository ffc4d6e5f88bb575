import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  capExpiry,
  findLimitProblems,
  findWildcardProblem,
  isExpired,
  isNarrow,
} from '../../../src/checks/waivers/limits.ts'
import type { Waiver } from '../../../src/define/index.ts'

const now = new Date('2026-05-01T12:00:00Z')
const waiver = (facts: Partial<Waiver>): Waiver => ({
  connector: 'acme',
  check: 'admin-mfa',
  justification: 'Replaced in June.',
  approver: 'ada@acme.example',
  expires: '2026-12-31',
  ...facts,
})

describe('isExpired()', () => {
  test('lets a waiver hold for the whole of its last day, in UTC', () => {
    const expires = '2026-05-01'

    expect(isExpired({ expires }, new Date('2026-05-01T23:59:59.999Z'))).toBe(false)
    expect(isExpired({ expires }, new Date('2026-05-02T00:00:00Z'))).toBe(true)
  })

  test('takes what is no day for over', () => {
    expect(['', 'never', '2026-13-40'].map((expires) => isExpired({ expires }, now))).toEqual([true, true, true])
  })
})

test('capExpiry() never makes a waiver hold for longer, and never for more than a year (property)', () => {
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })

  fc.assert(
    fc.property(day, day, (last, madeAt) => {
      const expires = last.toISOString().slice(0, 10)

      const capped = capExpiry({ expires }, madeAt).expires

      expect(capped <= expires).toBe(true)
      if (expires > madeAt.toISOString().slice(0, 10))
        expect(Date.parse(capped) - madeAt.getTime()).toBeLessThanOrEqual(366 * 86_400_000)
    }),
  )
})

describe('findLimitProblems()', () => {
  test('has nothing to say about a waiver that names what it is for and ends within a year', () => {
    expect(findLimitProblems([waiver({ expires: '2027-05-01' })], now)).toEqual([])
  })

  test.each([
    ['that fits every finding', { check: '*' }, /would waive every finding/],
    ['that ends later than in a year', { expires: '2027-05-02' }, /name 2027-05-01 or an earlier day/],
    ['for one connection and for all', { connection: 'c1', allConnections: true }, /contradicts "connection"/],
  ] as const)('names a waiver %s', (_what, facts, message) => {
    expect(findLimitProblems([waiver(facts)], now)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(message) }),
    ])
  })
})

test('findWildcardProblem() counts patterns alone: full names cost nothing', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `user-${index}-${'x'.repeat(30)}`)

  expect(findWildcardProblem([waiver({ resource: names })])).toBeUndefined()
  expect(findWildcardProblem([waiver({ resource: names.map((name) => `${name}*`) })])).toMatch(
    /at most 20000 are allowed/,
  )
})

test.each([
  ['admin-mfa', true],
  ['adm*', true],
  [['admin-mfa', '*'], false],
  ['?*', false],
  ['*-*', false],
  ['*a*', false],
  [undefined, false],
])('isNarrow(%j) is %j', (patterns, isIt) => {
  expect(isNarrow(patterns)).toBe(isIt)
})
