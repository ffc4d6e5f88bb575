import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ControlEffect,
  chooseEffect,
  computeResidual,
  parseRiskControl,
} from '../../../src/things/risks/residual.ts'

const side = fc.integer({ min: 1, max: 5 })
const effect = fc.constantFrom<ControlEffect>('lowers', 'may-lower', 'does-not-lower')
const control = fc.record({
  axis: fc.constantFrom('likelihood' as const, 'impact' as const),
  by: fc.integer({ min: 1, max: 2 }),
  effect,
})
const cell = fc.record({ likelihood: side, impact: side })

test('computeResidual() is never lower than what is observed allows, by at most two, and the best is never worse', () => {
  fc.assert(
    fc.property(cell, fc.array(control, { maxLength: 8 }), (inherent, controls) => {
      const { worst, best } = computeResidual(inherent, controls)

      for (const axis of ['likelihood', 'impact'] as const) {
        const sum = (...effects: ControlEffect[]) =>
          controls
            .filter((each) => each.axis === axis && effects.includes(each.effect))
            .reduce((all, { by }) => all + by, 0)
        expect(worst[axis]).toBe(Math.max(1, inherent[axis] - Math.min(2, sum('lowers'))))
        expect(best[axis]).toBe(Math.max(1, inherent[axis] - Math.min(2, sum('lowers', 'may-lower'))))
        expect(best[axis]).toBeLessThanOrEqual(worst[axis])
      }
    }),
  )
})

test('computeResidual() leaves all of a risk without a control that lowers, and a range only for what nobody can tell', () => {
  fc.assert(
    fc.property(cell, fc.array(control, { maxLength: 8 }), (inherent, controls) => {
      const lowering = controls.filter((each) => each.effect === 'does-not-lower')
      const decided = controls.filter((each) => each.effect !== 'may-lower')

      expect(computeResidual(inherent, lowering)).toEqual({ worst: inherent, best: inherent })
      expect(computeResidual(inherent, [])).toEqual({ worst: inherent, best: inherent })
      const sure = computeResidual(inherent, decided)
      expect(sure.worst).toEqual(sure.best)
    }),
  )
})

const results = { pass: 1, fail: 0, manual: 0, not_applicable: 0, waived: 0 }
const check = { connector: 'acme', id: 'mfa', title: 'MFA', state: 'satisfied' as const, because: 'passes', results }

test.each([
  ['satisfied by what was observed', { state: 'satisfied', checks: [check] }, 'lowers'],
  [
    'satisfied with three of five statements observed',
    {
      state: 'satisfied',
      checks: [check],
      statements: { observed: 3, of: 5, reason: '', statements: [], related: [] },
    },
    'does-not-lower',
  ],
  [
    'satisfied with every statement observed',
    {
      state: 'satisfied',
      checks: [check],
      statements: { observed: 5, of: 5, reason: '', statements: [], related: [] },
    },
    'lowers',
  ],
  [
    'satisfied with a waived result',
    { state: 'satisfied', checks: [{ ...check, results: { ...results, fail: 1, waived: 1 } }] },
    'does-not-lower',
  ],
  [
    'satisfied with a result that a person accepted',
    { state: 'satisfied', checks: [{ ...check, judged: { accepted: 1, refused: 0 } }] },
    'does-not-lower',
  ],
  [
    'satisfied by a statement alone',
    { state: 'satisfied', checks: [{ ...check, connector: 'task', taskId: 't1' }] },
    'does-not-lower',
  ],
  ['satisfied by what was received', { state: 'satisfied', checks: [{ ...check, received: true }] }, 'does-not-lower'],
  ['undetermined', { state: 'undetermined', checks: [check] }, 'may-lower'],
  ['not satisfied', { state: 'not_satisfied', checks: [check] }, 'does-not-lower'],
  ['covered by nothing', { state: 'uncovered', checks: [] }, 'does-not-lower'],
] as const)('chooseEffect() of a control that is %s', (_what, outcome, expected) => {
  expect(chooseEffect(outcome)).toBe(expected)
})

test.each(['soc2:CC6.1', 'soc2:CC6.1 likelihood 3', 'soc2:CC6.1 cost 1', 'CC6.1 impact 1', 'soc2:CC6.1 impact 0'])(
  'parseRiskControl() refuses "%s"',
  (line) => {
    expect(parseRiskControl(line)).toBeUndefined()
  },
)
