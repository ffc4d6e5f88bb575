import { expect, test } from 'vitest'
import { pickVariables } from '../../../src/checks/context/check-variables.ts'

const scope = (variablesOf: () => object) =>
  ({
    variablesOf,
    redactor: { data: (value: object) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '***')) },
  }) as never

test('pickGivenVariables() gives a check its values, and keeps them without secrets', () => {
  const given = pickVariables(
    {} as never,
    scope(() => ({ note: 'hunter2' })),
  )

  expect(given.get()).toEqual({ note: 'hunter2' })
  expect(given.redacted).toEqual({ note: '***' })
})

test('pickGivenVariables() throws what is wrong only when the check asks, so that it becomes the check’s own end', () => {
  const given = pickVariables(
    {} as never,
    scope(() => {
      throw new Error('VARIABLE_INVALID')
    }),
  )

  expect(given).not.toHaveProperty('kept')
  expect(given.get).toThrow('VARIABLE_INVALID')
})

test('pickGivenVariables() keeps nothing where there are none', () => {
  expect(
    pickVariables(
      {} as never,
      scope(() => ({})),
    ),
  ).not.toHaveProperty('kept')
})
