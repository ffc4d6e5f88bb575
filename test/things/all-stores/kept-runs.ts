import { computeEvidenceDigest } from '../../../src/checks/judgements/evidence-digest.ts'
import type { StoredJudgement } from '../../../src/checks/judgements/judgement-store.ts'
import { createFindingId } from '../../../src/checks/results/finding-id.ts'
import { type RecordedRun, toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { findWorstStatus } from '../../../src/checks/verdict.ts'
import type { CheckData, CheckOutcome, ResultStatus, RunStatus, Severity, Waived } from '../../../src/define/index.ts'
import type { Store } from '../../../src/things/all-stores/store.ts'
import { run, runResult } from './records.ts'

/** A result of a check: id of the resource, status, what else. */
export type ToldResult = readonly [
  resource: string,
  status: ResultStatus,
  more?: {
    readonly severity?: Severity
    readonly waived?: Waived
    readonly title?: string
    readonly name?: string | undefined
  },
]

export interface ToldCheck {
  readonly results: readonly ToldResult[]
  /** @default as the results say */
  readonly status?: RunStatus
  /** @default true, of `error` false */
  readonly complete?: boolean
  readonly controls?: readonly string[]
  /** Resources that it could not tell. @default none */
  readonly undecided?: readonly string[]
}

export interface RunNotice {
  readonly id: string
  readonly atMs: number
  readonly connectionId?: string
  readonly organizationId?: string
  readonly checks: Readonly<Record<string, ToldCheck>>
}

export function createFindingIdOf(checkId: string, resource: string, connectionId = 'c1'): string {
  return createFindingId({ connectorId: 'github', connectionId, checkId, resource: { type: 'user', id: resource } })
}

export function createToldRun({
  id,
  atMs,
  connectionId = 'c1',
  organizationId = 'acme',
  checks,
}: RunNotice): RecordedRun {
  const outcomes = Object.entries(checks).map(([checkId, check]): CheckOutcome => {
    const { undecided } = check
    const status = check.status ?? (undecided ? 'error' : findWorstStatus(check.results.map(([, each]) => each)))
    return {
      id: checkId,
      title: checkId,
      severity: 'medium',
      tags: [],
      exchanges: [],
      logs: [],
      requests: 1,
      retries: 0,
      durationMs: 1,
      controls: check.controls ?? ['soc2:CC6.1'],
      status,
      complete: check.complete ?? status !== 'error',
      error:
        status === 'error'
          ? undecided
            ? { kind: 'incomplete_data', code: 'CHECK_UNDECIDED', message: 'No.', retryable: false }
            : { kind: 'permission', code: 'HTTP_PERMISSION_DENIED', message: 'No.', retryable: false }
          : undefined,
      undecided: undecided && {
        count: undecided.length,
        contradicted: check.results.some(([id]) => undecided.includes(id)) ? 1 : undefined,
        first: undecided.map((id) => ({
          resource: { type: 'user', id },
          because: 'Not said.',
          kind: 'incomplete_data' as const,
        })),
      },
      results: check.results.map(([resource, each, { name, ...more } = {}], index) => ({
        status: each,
        resource: { type: 'user', id: resource, name },
        title: `${resource} ${each}`,
        evidence: { index },
        findingId: createFindingIdOf(checkId, resource, connectionId),
        remediation: each === 'fail' ? 'Mend it.' : undefined,
        ...more,
      })),
    }
  })
  const at = new Date(atMs).toISOString()
  return toRecordedRun({
    ...runResult(id),
    connectionId,
    organizationId,
    startedAt: at,
    finishedAt: at,
    checks: outcomes,
    status: findWorstStatus(outcomes.map(({ status }) => status)),
  })
}

/** Begins and ends a run. */
export async function endRun(
  store: Store,
  told: RunNotice,
  connectorChecks?: readonly string[],
  checks?: readonly CheckData[],
): Promise<void> {
  const { id, atMs, connectionId = 'c1', organizationId = 'acme' } = told
  const kept = createToldRun(told)
  await store.runs.insert(run(id, { connectionId, organizationId, startedAtMs: atMs }))
  await store.runs.finish(id, { status: kept.head.status, finishedAtMs: atMs + 5, run: kept, connectorChecks, checks })
}

/** A refusal of the only result of `guests`, which is about `gil` and needs review. */
export function createRefusal(
  id: string,
  createdAtMs: number,
  changes: Partial<StoredJudgement> = {},
): StoredJudgement {
  return {
    id,
    createdAtMs,
    organizationId: 'acme',
    connectionId: 'c1',
    connectorId: 'github',
    checkId: 'guests',
    findingId: createFindingIdOf('guests', 'gil'),
    runId: 'r1',
    userId: 'ada',
    decision: 'refused',
    by: 'ada',
    at: new Date(createdAtMs).toISOString(),
    reason: 'No.',
    files: [],
    expires: '2029-12-31',
    withdrawnAtMs: null,
    withdrawnBy: null,
    evidenceSha256: computeEvidenceDigest({ evidence: { index: 0 } }, {}),
    result: { title: 'A guest', evidence: { index: 0 }, resource: { type: 'user', id: 'gil' } },
    ...changes,
  }
}
