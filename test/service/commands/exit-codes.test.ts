import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type { CheckOutcome, ErrorKind, Severity } from '../../../src/define/index.ts'
import { errorCodes } from '../../../src/errors/codes.ts'
import type { ErrorCode } from '../../../src/errors/index.ts'
import {
  exitCodeOfError,
  exitCodeOfRuns,
  exitCodeOfTest,
  exitMeanings,
} from '../../../src/service/commands/exit-codes.ts'
import { check, createResult, run } from '../../report/records.ts'

const failing = (severity: Severity, more: Partial<CheckOutcome> = {}) =>
  check({ status: 'fail', results: [createResult({ status: 'fail', severity })], ...more })
const error = (kind: ErrorKind) => check({ status: 'error', error: { kind, code: 'X', message: '', retryable: false } })
const waived = check({
  status: 'fail',
  results: [createResult({ status: 'fail', waived: { justification: 'j', approver: 'a', expires: '2027-01-01' } })],
})

describe('exitCodeOfRuns()', () => {
  test.each([
    ['nothing failed', [check({})], {}, 0],
    ['a manual result', [check({ status: 'manual', results: [createResult({ status: 'manual' })] })], {}, 0],
    ['a failing result', [check({}), failing('info')], {}, 1],
    ['a waived one', [waived], {}, 0],
    ['one below --fail-on', [failing('medium')], { failOn: 'high' }, 0],
    ['one at --fail-on', [failing('high')], { failOn: 'high' }, 1],
    ['a check that fails because it is empty', [check({ status: 'fail', severity: 'high' })], { failOn: 'high' }, 1],
    ['a failing result under --exit-zero', [failing('critical')], { exitZero: true }, 0],
    ['an error beside a failing result', [failing('critical'), error('upstream')], {}, 2],
    ['an error under --exit-zero', [error('upstream'), check({})], { exitZero: true }, 2],
    ['an error under --fail-on', [error('upstream'), check({})], { failOn: 'critical' }, 2],
    ['config in every check', [error('config'), error('config')], {}, 3],
    ['config in one check of several', [error('config'), check({})], {}, 2],
    ['refused credentials in every check', [error('auth'), error('auth')], {}, 5],
    ['refused credentials in one check of several', [error('auth'), failing('high')], {}, 2],
  ] as const)('is, for %s, the number in the table', async (_what, checks, strictness, expected) => {
    expect(await exitCodeOfRuns([toRecordedRun(run(...checks))], strictness)).toBe(expected)
  })

  test('judges several runs together', async () => {
    expect(await exitCodeOfRuns([run(check({})), run(failing('low'))].map(toRecordedRun))).toBe(1)
    expect(await exitCodeOfRuns([run(error('auth')), run(failing('low'))].map(toRecordedRun))).toBe(2)
  })

  test('reads the severity of the check where a result has none', async () => {
    const old = check({
      status: 'fail',
      severity: 'high',
      results: [{ ...createResult({}), status: 'fail', remediation: 'Mend it.' }],
    })

    expect(await exitCodeOfRuns([toRecordedRun(run(old))], { failOn: 'high' })).toBe(1)
  })
})

test('exitCodeOfError() gives every error code a number that has a meaning, and never that of a finding', () => {
  const numbers = Object.keys(errorCodes).map((code) => exitCodeOfError(code as ErrorCode))

  expect(numbers.every((number) => number in exitMeanings && number !== 0 && number !== 1)).toBe(true)
})

test.each([
  [{ ok: true }, 0],
  [{ ok: false, status: 401 }, 5],
  [{ ok: false, code: 'AUTH_REJECTED' as const }, 5],
  [{ ok: false, code: 'AUTH_LOGIN_FAILED' as const }, 5],
  [{ ok: false, code: 'HTTP_NETWORK' as const }, 2],
  [{ ok: false, status: 503 }, 2],
  [{ ok: false }, 2],
])('exitCodeOfTest(%j) is %i', (outcome, expected) => {
  expect(exitCodeOfTest(outcome)).toBe(expected)
})
