import { expect, test } from 'vitest'
import { createDaysVariable, judgeAge } from '../../../src/questions/rules/judge-age.ts'
import type { JudgeContext } from '../../../src/questions/rules/question.ts'

const now = new Date('2026-03-10T12:00:00Z')
const judge = (lastActiveAt: unknown, max: unknown = 30) =>
  judgeAge(
    { id: 'a', name: 'Ada', kind: 'person', status: 'active', lastActiveAt } as never,
    { member: 'lastActiveAt', limit: 'max', happened: 'was last active', evidence: { kind: 'person' } },
    { vendor: 'Acme', now, variables: { max }, tells: new Set() } as unknown as JudgeContext,
  )

test('judgeAge() passes on the last allowed day and fails on the next', () => {
  expect(judge('2026-02-08T12:00:00Z')).toMatchObject({ status: 'pass', evidence: { kind: 'person', days: 30 } })
  expect(judge('2026-02-07T12:00:00Z')).toMatchObject({ status: 'fail', title: 'Ada was last active 31 days ago' })
})

test('judgeAge() leaves "never" to the question, and cannot tell where nobody knows', () => {
  expect(judge(null)).toBeUndefined()
  for (const value of [undefined, 'soon', 5]) expect(judge(value)).toMatchObject({ status: 'undecided' })
})

test('judgeAge() passes nothing without a limit', () => {
  expect(judge('2026-03-10T00:00:00Z', '30')).toMatchObject({ status: 'fail' })
})

test('createDaysVariable() bounds what counts for controls', () => {
  expect(createDaysVariable({ id: 'max', label: 'Days', default: 30 }, 90)).toEqual({
    variable: { id: 'max', label: 'Days', default: 30, type: 'number', min: 1 },
    bound: { max: 90 },
  })
})
