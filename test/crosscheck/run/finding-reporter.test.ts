import { expect, onTestFinished, test } from 'vitest'
import { createFindingId } from '../../../src/checks/results/finding-id.ts'
import { ResultLog } from '../../../src/checks/results/result-log.ts'
import { FindingReporter, type ResultDraft } from '../../../src/crosscheck/run/finding-reporter.ts'
import { writtenRest } from '../../../src/crosscheck/run/written-rest.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'

const account = (nth: number) => ({ type: 'account', id: `gh/${nth}`, name: `Ünal "${nth}"` })
const title = 'Works here'

function open() {
  const results = new ResultLog<ResultDraft>({ redactor: new Redactor(), redactAgain: (_checkId, result) => result })
  onTestFinished(() => results.close())
  return new FindingReporter({
    check: { id: 'leavers', title: 'Nobody who left' },
    organizationId: 'org',
    results,
    waiverFor: undefined,
    now: '2026-06-01T12:00:00.000Z',
  })
}

const list = (reporter: FindingReporter) => Array.fromAsync(reporter.read('leavers'))

test('results are read as they were reported, each with the id of its finding, as often as you like', async () => {
  const reporter = open()
  reporter.report('pass', {
    resource: account(1),
    title,
    evidence: { kind: 'person', [writtenRest]: ',"owner":{"is":"x"}}' },
  })
  reporter.report('fail', { resource: account(2), title, remediation: 'Remove it.', evidence: [1] })
  reporter.report('manual', { resource: account(3), title, description: 'Whose?' })

  const place = { connectorId: 'cross-check', connectionId: 'org', checkId: 'leavers' }
  const findingId = (nth: number) => createFindingId({ ...place, resource: account(nth) })
  const expected = [
    { status: 'pass', title, evidence: { kind: 'person', owner: { is: 'x' } } },
    { status: 'fail', title, evidence: [1], severity: 'medium', remediation: 'Remove it.' },
    { status: 'manual', title, evidence: null, description: 'Whose?' },
  ].map((result, nth) => ({ ...result, resource: account(nth + 1), findingId: findingId(nth + 1) }))
  expect(await list(reporter)).toEqual(expected)
  expect(await list(reporter)).toEqual(expected)
})

test.each([
  ['an array', { evidence: Array.from({ length: 100_000 }, () => 'ö') }],
  ['a text that was written before', { evidence: { a: 1, [writtenRest]: `,"owner":"${'ö'.repeat(200_000)}"}` } }],
])('evidence that is too large is kept as its digest: %s', async (_what, { evidence }) => {
  const reporter = open()
  reporter.report('fail', { resource: account(1), title, remediation: 'Remove it.', evidence })

  expect(await list(reporter)).toMatchObject([
    { evidence: { '[too large]': { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } }, remediation: 'Remove it.' },
  ])
})

test('a resource that has a result and could not be told contradicts itself, in either order', () => {
  const reporter = open()
  reporter.report('pass', { resource: account(1), title })
  reporter.undecided({ resource: account(1), because: 'Nobody knows.' })
  reporter.undecided({ resource: account(2), because: 'Nobody knows.' })
  reporter.report('pass', { resource: account(2), title })
  reporter.report('pass', { resource: account(3), title })

  expect(reporter.undecidedList.entries).toMatchObject({ count: 2, contradicted: 2 })
})
