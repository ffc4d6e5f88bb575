import { describe, expect, test } from 'vitest'
import { compareRuns } from '../../../src/checks/findings/compare-runs.ts'
import { createFindingId } from '../../../src/checks/results/finding-id.ts'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type { CheckOutcome, ResultStatus, RunResult } from '../../../src/define/index.ts'
import { catchError } from '../../http/support.ts'
import { check, createResult, run } from '../../report/records.ts'

type Reported = Readonly<Record<string, ResultStatus>>

const idOf = (id: string, checkId = 'mfa') =>
  createFindingId({ connectorId: 'acme', connectionId: undefined, checkId, resource: { type: 'user', id } })

/** A check that reported these users. */
const of = (reported: Reported, more: Partial<CheckOutcome> = {}) =>
  check({
    id: 'mfa',
    complete: true,
    results: Object.entries(reported).map(([id, status]) =>
      createResult({ status, resource: { type: 'user', id }, findingId: idOf(id, more.id) }),
    ),
    ...more,
  })

const runOf = (id: string, checks: readonly CheckOutcome[], more: Partial<RunResult> = {}) =>
  toRecordedRun({ ...run(...checks), id, ...more })

const untold: Partial<CheckOutcome> = { status: 'error', complete: false }

async function compared(before: readonly CheckOutcome[], now: readonly CheckOutcome[]) {
  const comparison = await compareRuns(runOf('r2', now), runOf('r1', before))
  const ids = (findings: typeof comparison.resolved) => findings.map(({ result: { resource } }) => resource.id)
  return { ...comparison, resolvedIds: ids(comparison.resolved), unseenIds: ids(comparison.unseen) }
}

describe('compareRuns() tells of a finding that', () => {
  test.each<[string, Reported, Reported, string | undefined]>([
    ['fails and was not there', {}, { u: 'fail' }, 'new'],
    ['fails as before', { u: 'fail' }, { u: 'fail' }, 'persisting'],
    ['fails and passed before', { u: 'pass' }, { u: 'fail' }, 'regressed'],
    ['fails and was not applicable before', { u: 'not_applicable' }, { u: 'fail' }, 'new'],
    ['fails and was for a person to look at before', { u: 'manual' }, { u: 'fail' }, 'new'],
    ['failed and passes', { u: 'fail' }, { u: 'pass' }, 'resolved'],
    ['failed and no longer applies', { u: 'fail' }, { u: 'not_applicable' }, 'resolved'],
    ['failed and is for a person to look at', { u: 'fail' }, { u: 'manual' }, undefined],
    ['passes as before', { u: 'pass' }, { u: 'pass' }, undefined],
  ])('%s', async (_what, before, now, change) => {
    const comparison = await compared([of(before)], [of(now)])

    expect(comparison.changeOf(idOf('u'))).toBe(change)
    expect(comparison.baselineRunId).toBe('r1')
    expect(comparison.resolvedIds).toEqual(change === 'resolved' ? ['u'] : [])
    expect(comparison.unseenIds).toEqual(before.u === 'fail' && now.u === 'manual' ? ['u'] : [])
  })

  test('failed and is gone: resolved where its check saw everything, else unseen', async () => {
    const before = [of({ gone: 'fail', stays: 'fail' })]

    const seen = await compared(before, [of({ stays: 'fail' })])
    const partly = await compared(before, [of({ stays: 'pass' }, untold)])
    const notRun = await compared(before, [of({}, { id: 'other' })])

    expect([seen.resolvedIds, seen.unseenIds]).toEqual([['gone'], []])
    // Results before the error count.
    expect([partly.resolvedIds, partly.unseenIds]).toEqual([['stays'], ['gone']])
    expect([notRun.resolvedIds, notRun.unseenIds]).toEqual([[], ['gone', 'stays']])
    expect(seen.changeOf(idOf('gone'))).toBeUndefined()
  })

  test('was reported twice: by the worse', async () => {
    const twice = check({
      id: 'mfa',
      results: (['fail', 'pass'] as const).map((status) => createResult({ status, findingId: idOf('u') })),
    })

    const persisting = await compared([twice], [twice])
    const resolved = await compared([{ ...twice, results: [...twice.results, ...twice.results] }], [of({ u: 'pass' })])

    expect(persisting.changeOf(idOf('u'))).toBe('persisting')
    expect(resolved.resolved).toHaveLength(1)
  })
})

describe('compareRuns() refuses', () => {
  test.each<[string, Partial<RunResult>, Partial<RunResult>, string]>([
    [
      'another connector',
      { connector: { id: 'okta', version: '1' } },
      { connector: { id: 'acme', version: '1' } },
      'is of the connector "okta", and this one of "acme"',
    ],
    ['another connection', { connectionId: 'c1' }, { connectionId: 'c2' }, 'is of the connection c1'],
    ['a run without a connection', {}, { connectionId: 'c2' }, 'is of credentials of its own'],
  ])('a run of %s', async (_what, before, now, message) => {
    const { connectionId: _, ...plain } = run(check({}))
    const kept = (more: Partial<RunResult>) => toRecordedRun({ ...plain, ...more } as RunResult)

    const error = await catchError(compareRuns(kept(now), kept(before)))

    expect(error).toMatchObject({ code: 'BASELINE_UNFIT', message: expect.stringContaining(message) })
  })
})

test('compareRuns() of a newer version of the connector compares all the same', async () => {
  const newer = runOf('r2', [of({ u: 'fail' })], { connector: { id: 'acme', version: '9.0.0' } })

  expect((await compareRuns(newer, runOf('r1', [of({ u: 'fail' })]))).changeOf(idOf('u'))).toBe('persisting')
})
