import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headline, type ReportCounts, runHeadline } from '../../src/report/headline.ts'

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
    summary: { ...{ results, errors: 0, requests: 0, retries: 0 }, checks: { ...results, error: 0, ...checks } },
  })
  const none = { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0 }

  expect(runHeadline({ summary: { ...summary({}).summary, checks: none } })).toBe('No check was run')
  expect(runHeadline({ summary: { ...summary({}).summary, checks: { ...none, not_applicable: 1 } } })).toBe(
    'No check applies',
  )
})
