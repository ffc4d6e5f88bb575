import { expect, test } from 'vitest'
import { formatGoals, judgeGoals } from '../../../bench/goals/format-goals.ts'

const wall = 'w3 checkwright wallSFull ×'
const cpu = 'w1 checkwright cpuUsPerRequest ×'

test('judgeGoals() judges the median of the rounds, and each round where the goal asks for that', () => {
  const rounds = [0.8, 0.85, 1.2]

  expect(judgeGoals({ [cpu]: rounds })).toMatchObject([{ median: 0.85, least: 0.8, most: 1.2, isMet: true }])
  expect(judgeGoals({ [wall]: rounds })).toMatchObject([{ median: 0.85, isMet: false }])
  expect(judgeGoals({ [wall]: [0.8, 1, 0.9] })).toMatchObject([{ isMet: true }])
})

test('judgeGoals() leaves out what was not measured', () => {
  expect(judgeGoals({ [cpu]: [] })).toEqual([])
})

test('formatGoals() shows what was missed, and the same figure of other libraries', () => {
  const table = formatGoals({ [cpu]: [0.9, 1.1, 1], 'w1 axios cpuUsPerRequest ×': [3.1] })

  expect(table).toMatch(
    /\| CPU of a small GET, all features \| +0\.90× \| 1\.00× \(0\.90–1\.10\) \| \*\*missed\*\* \| 3\.10× \|/,
  )
  expect(table).toContain('0 of 1 met.')
})
