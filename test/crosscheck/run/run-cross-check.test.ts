import { expect, test } from 'vitest'
import { leavers } from '../../../src/crosscheck/checks/leavers.ts'
import type { CrossCheckInputs } from '../../../src/crosscheck/define/inputs.ts'
import { runCrossCheck } from '../../../src/crosscheck/run/run-cross-check.ts'

const source = { records: () => [], links: () => [] }
const nothing: CrossCheckInputs = {
  organizationId: 'acme',
  now: '2026-06-01T12:00:00.000Z',
  systems: [],
  directory: { sources: [], departures: [] },
}

async function runLeavers(inputs: CrossCheckInputs) {
  await using run = await runCrossCheck(leavers, inputs, source)
  return run.head.checks[0]
}

test('a cross-check without connections says in plain words what is missing and where you set it', async () => {
  expect(await runLeavers(nothing)).toMatchObject({
    status: 'error',
    error: {
      code: 'CHECK_NO_RESULT',
      message:
        'There was nothing to judge, which does not count as a pass. There is no directory. Say where your people are listed. No connection can read a list of accounts. Connect a system whose connector can.',
    },
  })
})
