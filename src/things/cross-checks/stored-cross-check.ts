import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunBundle } from '../../checks/runs/run-store.ts'
import type { DisposableCrossCheckRun } from '../../crosscheck/run/cross-check-run.ts'
import { crossCheckToRun } from '../../crosscheck/run/cross-check-to-run.ts'
import { crossCheckConnectorId, type RunEvent } from '../../define/index.ts'
import { CheckError, mayBeStored } from '../../errors/index.ts'
import type { QueuedRun } from '../../service/queue/queue.ts'
import { traceRun } from '../../service/telemetry/trace-run.ts'
import { noteExpectations } from '../expectations/note-expectations.ts'
import { type RuntimeParts, readErrorCodeForLog } from '../parts/runtime-parts.ts'
import type { RunEvidence } from '../runs/run-evidence.ts'
import type { CrossCheckExecution } from '../runs/run-executor.ts'
import { createRunLog } from '../runs/run-log.ts'
import { judgeStored } from './judge-stored.ts'

/** Judges a cross-check by what the store has, and stores its results, with logs and traces. */
export function executeCrossCheck(parts: RuntimeParts, execution: CrossCheckExecution): Promise<RecordedRun> {
  const { runId, organizationId } = execution.run
  const log = createRunLog(parts.logger, {
    runId,
    organizationId,
    connectionId: organizationId,
    connectorId: crossCheckConnectorId,
  })
  const emit = (event: RunEvent) => {
    log(event)
    execution.emit(event)
  }
  const { connector } = parts.crossChecks
  return traceRun({ connector, organizationId, detached: true, emit }, (traced) =>
    judgeAndStore(parts, { ...execution, emit: traced }),
  )
}

async function judgeAndStore(parts: RuntimeParts, execution: CrossCheckExecution): Promise<RecordedRun> {
  const { run, crossCheck, isLost, emit } = execution
  const { id: checkId, title } = crossCheck
  emit({ type: 'run.started', runId: run.runId, checks: [{ id: checkId, title }] })
  emit({ type: 'check.started', checkId })
  const { run: openRun, evidence, bundle } = await judgeWithEvidence(parts, execution)
  try {
    if (isLost()) throw new CheckError('The run is for another process to end.', { code: 'CANCELLED' })
    const end = await storeRun(parts, execution, openRun, bundle).catch(async (error: unknown) => {
      if (bundle && !mayBeStored(error)) await evidence?.takeBack(bundle, run.organizationId).catch(() => undefined)
      throw error
    })
    await noteExpectations(parts, run.organizationId).catch((error: unknown) =>
      // Whoever judges next notes it.
      parts.logger.warn(
        { runId: run.runId, code: readErrorCodeForLog(error) },
        'What is expected of the organization could not be noted',
      ),
    )
    for (const outcome of openRun.head.checks) emit({ type: 'check.finished', checkId, outcome })
    emit({ type: 'run.finished', runId: run.runId, status: openRun.head.status })
    return end
  } finally {
    await openRun.close()
    await evidence?.leave()
  }
}

interface JudgedCrossCheck {
  readonly run: DisposableCrossCheckRun
  readonly evidence: RunEvidence | undefined
  readonly bundle: RunBundle | undefined
}

/** A run of a connection may replace a list while we read it. */
const readAttemptsMax = 4

async function judgeWithEvidence(parts: RuntimeParts, execution: CrossCheckExecution): Promise<JudgedCrossCheck> {
  for (let attempt = 1; ; attempt++) {
    const run = await judgeStored(parts, execution)
    const evidence = await execution.beginEvidence()
    const end = wasReplaced(run.head.checks[0]?.error)
      ? ('replaced' as const)
      : await keepBundle(parts, execution.run, run, evidence)
    if (end !== 'replaced' || attempt === readAttemptsMax)
      return { run, evidence, bundle: end === 'replaced' ? undefined : end }
    await run.close()
    await evidence?.leave()
  }
}

/** A run without its evidence is better than no run. */
async function keepBundle(
  { logger }: RuntimeParts,
  { runId, organizationId }: QueuedRun,
  run: DisposableCrossCheckRun,
  evidence: RunEvidence | undefined,
): Promise<RunBundle | 'replaced' | undefined> {
  try {
    return await evidence?.keep(run, organizationId)
  } catch (error) {
    const code = readErrorCodeForLog(error)
    if (code === 'STORE_CONFLICT') return 'replaced'
    logger.warn({ runId, code }, 'Evidence of the run cannot be kept')
    return undefined
  }
}

function wasReplaced(error: { readonly code: string } | undefined): boolean {
  return error?.code === 'STORE_CONFLICT'
}

function storeRun(
  { store, clock, crossChecks, options }: RuntimeParts,
  { run: { runId, attempt }, settle }: CrossCheckExecution,
  run: DisposableCrossCheckRun,
  bundle: RunBundle | undefined,
): Promise<RecordedRun> {
  const wasCancelled = run.head.checks.some(({ error }) => error?.code === 'CANCELLED')
  return store.runs.finish(runId, {
    attempt,
    bundle,
    settle,
    finishedAtMs: clock.nowMs(),
    status: wasCancelled ? 'cancelled' : run.head.status,
    run: crossCheckToRun(run),
    isUndecided: (findingId) => run.isUndecided(findingId),
    checks: crossChecks.all,
    // A command may not know a cross-check that its service has. What it does not know is not gone.
    connectorChecks: options.worker === false ? undefined : crossChecks.ids,
  })
}
