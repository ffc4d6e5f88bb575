import { expect, test } from 'vitest'
import { evaluateWithinBudget, Meter, stepsMax } from '../../../src/data/expressions/meter.ts'
import { Unknown } from '../../../src/data/expressions/value.ts'

test.each<[string, () => never | boolean]>([
  ['whose steps are used up', () => new Meter().spend(stepsMax + 1) === undefined],
  [
    'larger than a call or the stack takes',
    () => {
      throw new RangeError('Maximum call stack size exceeded')
    },
  ],
])('evaluateWithinBudget() leaves a record unknown %s', (_name, evaluate) => {
  expect(evaluateWithinBudget(evaluate)).toMatchObject({ code: 'budget' })
})

test('evaluateWithinBudget() hands on what is no matter of the record, and values', () => {
  expect(() =>
    evaluateWithinBudget(() => {
      throw new TypeError('no')
    }),
  ).toThrow(TypeError)
  expect(evaluateWithinBudget(() => 7)).toBe(7)
  expect(evaluateWithinBudget(() => new Unknown('null', 'is null'))).toMatchObject({ code: 'null' })
})
