import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headline, type ReportCounts, runHeadline, tallyJudged } from '../../../src/report/pieces/headline.ts'

describe('headline() says how things stand', () => {
  test.each<[string, ReportCounts]>([
    ['No check has run yet', { checks: {} }],
    ['No check has run yet', { checks: {}, unasked: 6 }],
    ['1 connection never ran', { checks: {}, neverRan: 1 }],
    ['The check passes', { checks: { pass: 1 } }],
    ['All 1,200 checks pass', { checks: { pass: 1_200, not_applicable: 3 } }],
    ['No check applies', { checks: { not_applicable: 3 } }],
    ['1 check needs review', { checks: { pass: 5, manual: 1 } }],
    ['2 checks need review', { checks: { manual: 2 } }],
    ['1 check could not tell', { checks: { pass: 5, error: 1 } }],
    ['2 checks failing', { checks: { pass: 5, fail: 2 } }],
    ['2 checks failing, 1 check could not tell, 1 check needs review', { checks: { fail: 2, error: 1, manual: 1 } }],
    ['1 check never ran', { checks: { pass: 5 }, unasked: 1 }],
    ['1 connection never ran', { checks: { pass: 5 }, neverRan: 1 }],
    ['1 connection cannot be used', { checks: { pass: 5 }, unready: 1 }],
    [
      '1 check failing, 2 connections never ran, 1 connection cannot be used',
      { checks: { fail: 1 }, neverRan: 2, unready: 1 },
    ],
    ['All results that need review are accepted', { checks: { pass: 5 }, judged: { accepted: 2, refused: 0 } }],
    ['1 check needs review', { checks: { pass: 5, manual: 1 }, judged: { accepted: 2, refused: 0 } }],
    ['2 refused results', { checks: { pass: 5 }, judged: { accepted: 2, refused: 2 } }],
    [
      '3 findings, 1 refused result',
      { checks: { fail: 1 }, findings: { open: 3, accepted: 1 }, judged: { accepted: 0, refused: 1 } },
    ],
    ['3 findings', { checks: { fail: 1 }, findings: { open: 3, accepted: 1 } }],
    ['All failing results are accepted risks', { checks: { fail: 1, pass: 2 }, findings: { open: 0, accepted: 1 } }],
    [
      'All failing results are accepted risks, 1 check needs review',
      { checks: { fail: 1, manual: 1 }, findings: { open: 0, accepted: 1 } },
    ],
    ['1 check failing', { checks: { fail: 1 }, findings: { open: 0, accepted: 0 } }],
  ])('%s', (text, standing) => {
    expect(headline(standing)).toBe(text)
  })

  test('as passing only where nothing else is to be said', () => {
    const count = fc.nat({ max: 2 })
    const standings = fc.record({
      checks: fc.record({ pass: count, fail: count, error: count, manual: count, not_applicable: count }),
      unasked: count,
      neverRan: count,
      unready: count,
    })

    fc.assert(
      fc.property(standings, (standing) => {
        const { checks, unasked, neverRan, unready } = standing
        const isAllGood =
          checks.pass > 0 && checks.fail + checks.error + checks.manual + unasked + neverRan + unready === 0

        expect(/pass(es)?$/.test(headline(standing))).toBe(isAllGood)
      }),
    )
  })
})

test('runHeadline() tells a run without checks from one in which none applies', () => {
  const results = { pass: 0, fail: 0, manual: 0, not_applicable: 0, waived: 0 }
  const summary = (checks: object) => ({
    summary: { results, errors: 0, requests: 0, retries: 0, checks: { ...results, error: 0, ...checks } },
  })
  const none = { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0 }

  expect(runHeadline({ summary: { ...summary({}).summary, checks: none } })).toBe('No check was run')
  expect(runHeadline({ summary: { ...summary({}).summary, checks: { ...none, not_applicable: 1 } } })).toBe(
    'No check applies',
  )
})

test('tallyJudged() takes checks out that need no review any more, and counts decisions of the given checks alone', () => {
  const outcome = (checkId: string, status: 'manual' | 'pass' | 'fail') => ({ connectionId: 'c1', checkId, status })
  const outcomes = [outcome('a', 'manual'), outcome('b', 'manual'), outcome('c', 'fail'), outcome('d', 'pass')]
  const review = { connectionId: 'c1', accepted: 1, refused: 1, open: 0 }

  const counts = tallyJudged(outcomes, [
    { ...review, checkId: 'a' },
    { ...review, checkId: 'b', open: 1 },
    { ...review, checkId: 'c' },
    { ...review, checkId: 'a', connectionId: 'c2' },
  ])

  expect(counts).toEqual({ checks: { manual: 1, fail: 1, pass: 1 }, judged: { accepted: 3, refused: 3 } })
})

test('runHeadline() asks for no review where all that needed it was judged', () => {
  const checks = { pass: 0, fail: 0, manual: 1, not_applicable: 0, error: 0 }
  const results = { pass: 0, fail: 0, manual: 2, not_applicable: 0, waived: 0 }
  const say = (judged: { accepted: number; refused: number }) =>
    runHeadline({ summary: { checks, results, judged, errors: 0, requests: 1, retries: 0 } })

  expect(say({ accepted: 1, refused: 0 })).toBe('1 check needs review')
  expect(say({ accepted: 2, refused: 0 })).toBe('All results that need review are accepted')
  expect(say({ accepted: 1, refused: 1 })).toBe('1 refused result')
})
