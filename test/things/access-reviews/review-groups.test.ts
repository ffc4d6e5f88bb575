import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckEvidence } from '../../../src/checks/controls/check-evidence.ts'
import { type ControlsReport, judgeControls } from '../../../src/checks/controls/evaluate-controls.ts'
import { loadFramework } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { buildCheck } from '../../../src/crosscheck/reviews/review-run.ts'
import { groupReviews } from '../../../src/things/access-reviews/review-groups.ts'
import { countRuns } from '../../setup/count-runs.ts'

const dayMs = 86_400_000
const now = new Date('2026-03-01T12:00:00Z')
const staleAfterMs = 30 * dayMs

const members = ['connector', 'only', 'controls', 'results', 'agoDays'] as const
const anyReview = fc.record({
  connector: fc.constantFrom('github', 'github', 'okta'),
  only: fc.constantFrom(undefined, undefined, 'administrators' as const),
  controls: fc.constantFrom(['soc2:CC6.2'], ['soc2:CC6.2'], ['soc2:CC6.2', 'soc2:CC6.3']),
  results: fc.constantFrom({ pass: 3 }, { pass: 3 }, { pass: 1, manual: 2 }, { fail: 1 }, {}),
  agoDays: fc.constantFrom(1, 1, 1, 95),
})

/** Few differ in one thing, so that there are many of a kind. */
const anyReviews = fc
  .tuple(anyReview, fc.array(fc.tuple(anyReview, fc.constantFrom(...members)), { maxLength: 3 }), fc.nat({ max: 60 }))
  .map(([first, others, count]) => {
    const kinds = [first, ...others.map(([other, member]) => ({ ...first, [member]: other[member] }))]
    return Array.from({ length: count }, (_, index) => kinds[index % kinds.length] ?? first)
  })

test('controls say of reviews that are counted what they say of each, and name ten of a kind', async () => {
  const framework = await loadFramework('soc2')
  if (framework === undefined) throw new Error('There is no such framework.')
  const judge = (reviews: readonly CheckEvidence[], alike: ReturnType<typeof groupReviews>['groups'] = []) =>
    judgeControls([framework], [], { now, staleAfterMs, reviews, many: { groups: alike, missing: [] } })

  fc.assert(
    fc.property(anyReviews, (given) => {
      const all = given.map(({ connector, only, controls, results: some, agoDays }, index): CheckEvidence => {
        const results = { pass: 0, fail: 0, manual: 0, not_applicable: 0, ...some }
        const check = buildCheck({ filter: { only }, controls, systems: [] }, results)
        const place = { connector, connectionId: `c${index}`, runId: `r${index}`, reviewId: `r${index}` }
        const atMs = now.getTime() - agoDays * dayMs
        return { ...place, atMs, staleAfterMs: 92 * dayMs, check, results, waived: 0, lapsed: 0, isRevoked: false }
      })

      const { reviews, groups: alike } = groupReviews(all, { now, staleAfterMs })

      expect(countStates(judge(reviews, alike))).toEqual(countStates(judge(all)))
      for (const { connections } of alike) expect(connections).toBeGreaterThan(0)
      for (const kind of Map.groupBy(reviews, ({ connector, check, results, atMs }) =>
        JSON.stringify([connector, check.id, check.controls, results, atMs]),
      ).values())
        expect(kind.length).toBeLessThanOrEqual(10)
    }),
    { numRuns: countRuns(300) },
  )
})

/** Of each control its state, and how many reviews say what. */
function countStates({ frameworks }: ControlsReport) {
  const controls = frameworks.flatMap((each) => each.controls).filter(({ checks }) => checks.length > 0)
  return controls.map(({ id, state, checks }) => {
    const counts: Record<string, number> = {}
    for (const { connector, id: check, title, state: said, lacksEvidence, connections = 1 } of checks) {
      const key = JSON.stringify([connector, check, title, said, lacksEvidence])
      counts[key] = (counts[key] ?? 0) + connections
    }
    return { id, state, counts }
  })
}
