import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckEvidence } from '../../../src/checks/controls/check-evidence.ts'
import { judgeEvidence } from '../../../src/checks/controls/judge.ts'

const now = new Date('2026-05-01T12:00:00Z')
const options = { requires: [], now, staleAfterMs: 7 * 86_400_000 }
const none = { pass: 0, fail: 0, manual: 0, not_applicable: 0 }

function evidence(check: object, facts: object = {}): CheckEvidence {
  return {
    connector: 'acme',
    connectionId: 'c1',
    check: { id: 'people', title: 'People', status: 'pass', complete: true, ...check },
    results: { ...none, pass: 1 },
    waived: 0,
    lapsed: 0,
    isRevoked: false,
    atMs: now.getTime(),
    ...facts,
  } as unknown as CheckEvidence
}

describe('judgeEvidence()', () => {
  test.each([
    ['a check that passes', evidence({}), 'satisfied', 'passes'],
    [
      'a failing result',
      evidence({ status: 'fail' }, { results: { ...none, fail: 2 } }),
      'not_satisfied',
      '2 failing results',
    ],
    [
      'failing results that are all accepted',
      evidence({ status: 'fail' }, { results: { ...none, fail: 2 }, waived: 2 }),
      'satisfied',
      'passes except for 2 waived results',
    ],
    [
      'one of two that is accepted no longer',
      evidence({ status: 'fail' }, { results: { ...none, fail: 2 }, waived: 1, lapsed: 1 }),
      'not_satisfied',
      '1 failing result, 1 of them with an expired waiver',
    ],
    [
      'what needs review',
      evidence({ status: 'manual' }, { results: { ...none, manual: 1 } }),
      'undetermined',
      /needs review/,
    ],
    [
      'what a person accepted',
      evidence({ status: 'manual' }, { results: { ...none, manual: 2 }, judged: { accepted: 2, refused: 0 } }),
      'satisfied',
      'passes with 2 results that a person accepted',
    ],
    [
      'what a person accepted in part',
      evidence({ status: 'manual' }, { results: { ...none, manual: 2 }, judged: { accepted: 1, refused: 0 } }),
      'undetermined',
      '1 result needs review',
    ],
    [
      'what a person refused, also where the rest could not be told',
      evidence(
        { status: 'error', error: { kind: 'permission' } },
        { results: { ...none, manual: 2 }, judged: { accepted: 0, refused: 1 } },
      ),
      'not_satisfied',
      'a person refused 1 result that needed review',
    ],
    [
      'what fails beside what a person refused',
      evidence({ status: 'fail' }, { results: { ...none, fail: 1, manual: 1 }, judged: { accepted: 0, refused: 1 } }),
      'not_satisfied',
      '1 failing result, 1 refused result',
    ],
    [
      'what a person accepted in a check that could not tell',
      evidence(
        { status: 'error', error: { kind: 'permission' } },
        { results: { ...none, manual: 1 }, judged: { accepted: 1, refused: 0 } },
      ),
      'undetermined',
      /ended in error/,
    ],
    [
      'an error',
      evidence({ status: 'error', error: { kind: 'permission' } }),
      'undetermined',
      /ended in error \(permission\)/,
    ],
    ['a list that was cut', evidence({ complete: false }), 'undetermined', 'did not see everything'],
    ['nothing to judge', evidence({ status: 'not_applicable' }), 'not_applicable', 'had nothing to judge'],
    ['a status of tomorrow', evidence({ status: 'splendid' }), 'undetermined', 'has an unknown status'],
  ] as const)('of %s', (_what, given, state, because) => {
    const judgement = judgeEvidence(given, options)

    expect(judgement.state).toBe(state)
    expect(judgement.because).toMatch(because)
  })

  test('is satisfied by nothing but a complete pass or an accepted risk, whatever a check says (property)', () => {
    const count = fc.nat(3)
    const check = fc.record({
      status: fc.constantFrom('pass', 'fail', 'manual', 'error', 'not_applicable'),
      complete: fc.boolean(),
      error: fc.constantFrom(undefined, { kind: 'permission' }),
    })

    fc.assert(
      fc.property(check, fc.record({ pass: count, fail: count, manual: count }), count, (given, results, waived) => {
        const accepted = Math.min(waived, results.fail)
        const { state } = judgeEvidence(
          evidence(given, { results: { ...none, ...results }, waived: accepted }),
          options,
        )

        if (state !== 'satisfied') return
        expect(given).toMatchObject({ complete: true, error: undefined })
        expect(['pass', 'fail']).toContain(given.status)
        expect([results.fail - accepted, results.manual]).toEqual([0, 0])
      }),
    )
  })

  test.each([
    [-8 * 86_400_000, 'its evidence is 8 days old'],
    [10 * 60_000, 'its evidence is dated in the future'],
    [Number.NaN, 'its evidence has no date'],
  ])('tells nothing by evidence from %i ms ahead', (aheadMs, because) => {
    const given = evidence({ status: 'fail' }, { results: { ...none, fail: 1 }, atMs: now.getTime() + aheadMs })

    expect(judgeEvidence(given, options)).toEqual({ state: 'undetermined', because })
  })

  test('is not satisfied by a pass whose variable is looser than the control demands', () => {
    const requires = [{ days: { max: 90 } }]

    const strict = judgeEvidence(evidence({ variables: { days: 90 } }), { ...options, requires })
    const loose = judgeEvidence(evidence({ variables: { days: 365 } }), { ...options, requires })
    const unknown = judgeEvidence(evidence({}), { ...options, requires })

    expect([strict.state, loose.state, unknown.state]).toEqual(['satisfied', 'undetermined', 'undetermined'])
    expect(loose.because).toBe('variable too loose: days is 365, and must be at most 90')
  })
})
