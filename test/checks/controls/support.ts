import type { CheckFailure, CheckOutcome, ResultRecord, ResultStatus, RunResult } from '../../../src/define/index.ts'

export const now = new Date('2026-06-15T12:00:00Z')
const dayMs = 86_400_000

/** Days before the tests' day, as ISO 8601. */
export function formatDaysAgo(days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString()
}

export function createResult(status: ResultStatus, waivedUntil?: string): ResultRecord {
  return {
    status,
    resource: { type: 'user', id: 'u1' },
    title: 'A result',
    evidence: null,
    findingId: 'f1',
    waived: waivedUntil === undefined ? undefined : { justification: 'Old', approver: 'Ada', expires: waivedUntil },
  }
}

/** The outcome of a check that speaks for soc2:CC6.1, unless told otherwise. */
export function createOutcome(changes: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    id: 'people',
    title: 'People sign in with a second factor',
    severity: 'high',
    controls: ['soc2:CC6.1'],
    tags: [],
    status: 'pass',
    complete: true,
    exchanges: [],
    results: [createResult('pass')],
    requests: 1,
    retries: 0,
    durationMs: 1,
    logs: [],
    ...changes,
  }
}

export const failed: CheckFailure = {
  kind: 'permission',
  code: 'HTTP_PERMISSION_DENIED',
  message: 'The vendor answered 403.',
  retryable: false,
}

export interface RunShape {
  readonly id?: string
  readonly connector?: string
  readonly connectionId?: string | undefined
  /** ISO 8601. */
  readonly at?: string
}

export function run(
  checks: readonly CheckOutcome[],
  { id = 'run-1', connector = 'acme', connectionId, at = formatDaysAgo(1) }: RunShape = {},
): RunResult {
  const none = { pass: 0, fail: 0, manual: 0, not_applicable: 0 }
  return {
    schema: 'checkwright.run/v1',
    id,
    connector: { id: connector, version: '1.0.0' },
    connectionId,
    startedAt: at,
    finishedAt: at,
    status: 'pass',
    replayable: false,
    inputs: { now: at, variables: {}, settings: {}, credentials: {}, stateBefore: {} },
    checks,
    summary: { checks: { ...none, error: 0 }, results: { ...none, waived: 0 }, errors: 0, requests: 0, retries: 0 },
  }
}
