import type { CheckOutcome, ErrorKind, ResultStatus, RunStatus } from '../../define/index.ts'
import { formatNeedsReview } from '../../text/needs-review.ts'

export interface DemoVerdict {
  readonly status: RunStatus
  /** Results by status; a status that is left out has none. */
  readonly results: { readonly [status in ResultStatus]?: number }
  readonly error?: ErrorKind | undefined
  readonly missingScopes?: readonly string[] | undefined
  /** Resources that the check could not tell. */
  readonly undecided?: number | undefined
}

/** The expected results for the vendor's data and the person's rights, by check. */
export const expectedVerdicts: Readonly<Record<string, DemoVerdict>> = {
  'admin-mfa': { status: 'fail', results: { pass: 4, fail: 2 } },
  'devices-encrypted': { status: 'pass', results: { pass: 64 } },
  'session-idle-time': { status: 'fail', results: { fail: 1 } },
  'restore-tested': { status: 'manual', results: { manual: 1 } },
  'vendor-agreements': { status: 'not_applicable', results: {} },
  'audit-log-kept': { status: 'error', results: {}, error: 'permission', missingScopes: ['audit:read'] },
}

/** The same of the cross-checks, for the lists of the three systems. */
export const expectedAcross: Readonly<Record<string, DemoVerdict>> = {
  leavers: {
    status: 'error',
    error: 'incomplete_data',
    undecided: 1,
    results: { pass: 4, fail: 1, manual: 1, not_applicable: 1 },
  },
  'accounts-without-owner': {
    status: 'error',
    error: 'incomplete_data',
    undecided: 1,
    results: { pass: 5, manual: 1, not_applicable: 1 },
  },
}

/** The differences between the checks of runs and their expectation, one sentence each; empty if there are none. */
export function listVerdictDifferences(
  checks: readonly CheckOutcome[],
  expected: Readonly<Record<string, DemoVerdict>>,
): string[] {
  const ids = new Set([...Object.keys(expected), ...checks.map(({ id }) => id)])
  return [...ids].flatMap((id) => {
    const check = checks.find((each) => each.id === id)
    const verdict = expected[id]
    const wanted = verdict === undefined ? 'nothing of it' : describeVerdict(verdict)
    const got = check === undefined ? 'nothing of it' : describeVerdict(toDemoVerdict(check))
    return wanted === got ? [] : [`${id}: expected ${wanted}, and the run gave ${got}`]
  })
}

function toDemoVerdict({ status, results, error, undecided }: CheckOutcome): DemoVerdict {
  const count = (wanted: ResultStatus) => results.filter((result) => result.status === wanted).length
  return {
    status,
    results: {
      pass: count('pass'),
      fail: count('fail'),
      manual: count('manual'),
      not_applicable: count('not_applicable'),
    },
    error: error?.kind,
    missingScopes: error && (error.missingScopes ?? []),
    undecided: undecided?.count,
  }
}

function describeVerdict({ status, results, error, missingScopes = [], undecided }: DemoVerdict): string {
  const { pass = 0, fail = 0, manual = 0, not_applicable: notApplicable = 0 } = results
  const why = error === undefined ? '' : ` (${error}${missingScopes.length > 0 ? `: ${missingScopes.join(', ')}` : ''})`
  const undecidedPart = undecided === undefined ? '' : `, ${undecided} not told`
  return `${status}${why} with ${pass} pass, ${fail} fail, ${manual} ${formatNeedsReview(manual)}, ${notApplicable} not applicable${undecidedPart}`
}
