import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideFinding, type FindingDecision } from '../../../src/checks/judgements/decide-finding.ts'

const judged = { decision: 'accepted', evidenceSha256: 'a' } as const

function decideAll(by: Parameters<typeof decideFinding>[1], digests: readonly string[]): FindingDecision | undefined {
  return digests.reduce<FindingDecision | undefined>((before, digest) => decideFinding(before, by, digest), undefined)
}

describe('decideFinding()', () => {
  test('accepts a finding whose results all have the evidence that was accepted', () => {
    expect(decideAll(judged, ['a', 'a'])).toBe('accepted')
  })

  test.each([[['a', 'b']], [['b', 'a']], [['b']]])(
    'leaves a finding open that has other evidence too: %j',
    (digests) => {
      expect(decideAll(judged, digests)).toBe('open')
    },
  )

  test.each([[['a', 'b']], [['b', 'a']], [['a']]])(
    'refuses a finding with one result that was refused: %j',
    (digests) => {
      expect(decideAll({ ...judged, decision: 'refused' }, digests)).toBe('refused')
    },
  )

  test('decides by the results, in whatever order they come', () => {
    const decisions = fc.constantFrom('accepted' as const, 'refused' as const)
    fc.assert(
      fc.property(decisions, fc.array(fc.constantFrom('a', 'b'), { minLength: 1 }), (decision, digests) => {
        const isRefused = decision === 'refused' && digests.includes('a')
        const isAccepted = decision === 'accepted' && digests.every((digest) => digest === 'a')
        const expected = isRefused ? 'refused' : isAccepted ? 'accepted' : 'open'

        expect(decideAll({ decision, evidenceSha256: 'a' }, digests)).toBe(expected)
      }),
    )
  })
})
