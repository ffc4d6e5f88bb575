import { type RecordedRun, toRecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunOutcome } from '../../checks/runs/run-store.ts'
import type { RunResult } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { QueuedRun } from '../../service/queue/queue.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'

/** Ends a run of a connector that this process does not have, so its checks are unknown here. */
export async function endUnexecuted(
  { store, clock }: Uses<'runs', 'clock'>,
  { runId: id, attempt, connectorId, connectionId, organizationId }: QueuedRun,
  { because, settle }: { readonly because: unknown; readonly settle: RunOutcome['settle'] },
): Promise<RecordedRun> {
  const isCancelled = because instanceof CheckwrightError && because.code === 'CANCELLED'
  const now = toIsoTime(clock.nowMs())
  const none = { pass: 0, fail: 0, manual: 0, not_applicable: 0 }
  const result: RunResult = {
    schema: 'checkwright.run/v1',
    id,
    connector: { id: connectorId, version: '0.0.0' },
    connectionId,
    organizationId,
    startedAt: now,
    finishedAt: now,
    status: 'error',
    replayable: false,
    notReplayableBecause: because instanceof CheckwrightError ? because.message : 'The run was not executed.',
    inputs: { now, variables: {}, settings: {}, credentials: {}, stateBefore: {} },
    checks: [],
    summary: { checks: { ...none, error: 0 }, results: { ...none, waived: 0 }, errors: 0, requests: 0, retries: 0 },
  }
  const status = isCancelled ? 'cancelled' : 'error'
  return store.runs.finish(id, { status, finishedAtMs: clock.nowMs(), run: toRecordedRun(result), attempt, settle })
}
