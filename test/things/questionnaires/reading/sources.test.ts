import { expect, test } from 'vitest'
import type { ControlCheck, ControlOutcome } from '../../../../src/checks/controls/evaluate-controls.ts'
import { createSources } from '../../../../src/things/questionnaires/reading/sources.ts'

const results = { pass: 3, fail: 0, manual: 0, not_applicable: 0, waived: 0 }
const check: ControlCheck = {
  connector: 'acme',
  id: 'mfa',
  title: 'Multi-factor authentication',
  state: 'satisfied',
  because: 'passes',
  runId: 'run_1',
  results,
}
const asked = 'Is multi-factor authentication required?'

function open(control: Partial<ControlOutcome>) {
  const controls = [
    { id: 'CC6.1', title: 'Multi-factor authentication', state: 'satisfied' as const, checks: [check], ...control },
  ]
  const summary = { satisfied: 1, not_satisfied: 0, undetermined: 0, uncovered: 0 }
  const made = {
    id: 'pkg_1',
    framework: 'soc2',
    manifestSha256: 'ab',
    organizationId: 'acme',
    periodFrom: '',
    periodTo: '',
  }
  return createSources({
    answers: [],
    frameworks: [{ id: 'soc2', title: 'SOC 2', version: '2017', source: 'x', controls, summary }],
    packages: [{ ...made, gaps: 0, fileId: null, isWhole: true, userId: null, forUserId: null, madeAtMs: 0 }],
    today: '2026-05-01',
  })
}

test('a control that is satisfied by what was observed proposes yes, with day, digest and package', () => {
  const [proposal] = open({}).find(asked).proposals

  expect(proposal).toMatchObject({
    answer: expect.stringMatching(/^Yes\. .* 1 check found this satisfied on 2026-05-01 \(SOC 2, CC6\.1\)\.$/),
    source: 'control/soc2:CC6.1',
    sourceDay: '2026-05-01',
    sourceDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    package: { id: 'pkg_1', manifestSha256: 'ab' },
  })
  expect(open({ checks: [{ ...check, runId: 'run_2' }] }).find(asked).proposals[0]?.sourceDigest).not.toBe(
    proposal?.sourceDigest,
  )
})

test.for<readonly [name: string, control: Partial<ControlOutcome>]>([
  ['fails', { state: 'not_satisfied' }],
  ['could not be told', { state: 'undetermined' }],
  ['no check supports', { state: 'uncovered', checks: [] }],
  [
    'is satisfied because a failure is accepted',
    { checks: [{ ...check, results: { ...results, fail: 1, waived: 1 } }] },
  ],
  ['another tool reported', { checks: [{ ...check, received: true }] }],
])('a control that %s proposes nothing, and what rested on it is left blank', ([, control]) => {
  const sources = open(control)

  expect(sources.find(asked)).toEqual({ proposals: [], similar: [] })
  expect(sources.findProblem({ source: 'control/soc2:CC6.1', sourceDigest: null })).toBe('not-satisfied')
})
