import { expect, test } from 'vitest'
import { toRecordedRun, wholeRun } from '../../../src/checks/runs/recorded-run.ts'
import type { RunResult } from '../../../src/define/index.ts'

const result = (id: string) => ({ status: 'pass', resource: { type: 'user', id }, title: 'Ok' })
const run = {
  id: 'run-1',
  status: 'pass',
  checks: [
    { id: 'people', status: 'pass', results: [result('u1'), result('u2')] },
    { id: 'policy', status: 'error', results: [] },
  ],
} as unknown as RunResult

test('wholeRun() of toRecordedRun() is the run as it was', async () => {
  expect(await wholeRun(toRecordedRun(run))).toEqual(run)
})

test('keptRun() has a head without results, which can be read more than once', async () => {
  const { head, results } = toRecordedRun(run)

  expect(JSON.stringify(head)).not.toContain('results')
  expect(await Array.fromAsync(results('people'))).toHaveLength(2)
  expect(await Array.fromAsync(results('people'))).toHaveLength(2)
  expect(await Array.fromAsync(results('nobody'))).toEqual([])
})
