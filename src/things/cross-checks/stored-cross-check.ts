import type { KeptRun } from '../../checks/runs/kept-run.ts'
import type { RunBundle } from '../../checks/runs/run-store.ts'
import type { HeldCrossCheckRun } from '../../crosscheck/run/cross-check-run.ts'
import { toKeptRun } from '../../crosscheck/run/kept-cross-check.ts'
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
export function executeCrossCheck(parts: RuntimeParts, execution: CrossCheckExecution): Promise<KeptRun> {
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

async function judgeAndStore(parts: RuntimeParts, execution: CrossCheckExecution): Promise<KeptRun> {
  const { run, crossCheck, isLost, emit } = execution
  const { id: checkId, title } = crossCheck
  emit({ type: 'run.started', runId: run.runId, checks: [{ id: checkId, title }] })
  emit({ type: 'check.started', checkId })
  const { held, evidence, bundle } = await judgeWithEvidence(parts, execution)
  try {
    if (isLost()) throw new CheckError('The run is for another process to end.', { code: 'CANCELLED' })
    const kept = await storeRun(parts, execution, held, bundle).catch(async (error: unknown) => {
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
    for (const outcome of held.head.checks) emit({ type: 'check.finished', checkId, outcome })
    emit({ type: 'run.finished', runId: run.runId, status: held.head.status })
    return kept
  } finally {
    await held.close()
    await evidence?.leave()
  }
}

interface Judged {
  readonly held: HeldCrossCheckRun
  readonly evidence: RunEvidence | undefined
  readonly bundle: RunBundle | undefined
}

/** A run of a connection may replace a list while we read it. */
const attemptsMax = 4

async function judgeWithEvidence(parts: RuntimeParts, execution: CrossCheckExecution): Promise<Judged> {
  for (let attempt = 1; ; attempt++) {
    const held = await judgeStored(parts, execution)
    const evidence = await execution.beginEvidence()
    const kept = wasReplaced(held.head.checks[0]?.error)
      ? ('replaced' as const)
      : await keepBundle(parts, execution.run, held, evidence)
    if (kept !== 'replaced' || attempt === attemptsMax)
      return { held, evidence, bundle: kept === 'replaced' ? undefined : kept }
    await held.close()
    await evidence?.leave()
  }
}

/** A run without its evidence is better than no run. */
async function keepBundle(
  { logger }: RuntimeParts,
  { runId, organizationId }: QueuedRun,
  held: HeldCrossCheckRun,
  evidence: RunEvidence | undefined,
): Promise<RunBundle | 'replaced' | undefined> {
  try {
    return await evidence?.keep(held, organizationId)
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
  held: HeldCrossCheckRun,
  bundle: RunBundle | undefined,
): Promise<KeptRun> {
  const wasCancelled = held.head.checks.some(({ error }) => error?.code === 'CANCELLED')
  return store.runs.finish(runId, {
    attempt,
    bundle,
    settle,
    finishedAtMs: clock.nowMs(),
    status: wasCancelled ? 'cancelled' : held.head.status,
    run: toKeptRun(held),
    isUndecided: (findingId) => held.isUndecided(findingId),
    checks: crossChecks.all,
    // A command may not know a cross-check that its service has. What it does not know is not gone.
    connectorChecks: options.worker === false ? undefined : crossChecks.ids,
  })
}
