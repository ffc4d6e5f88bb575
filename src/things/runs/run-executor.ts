import type { ConnectionRecord } from '../../auth/connection-store.ts'
import { type ChosenWork, chooseWork } from '../../checks/choose-checks.ts'
import { type RunVariables, resolveRunVariables } from '../../checks/context/run-variables.ts'
import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunOutcome } from '../../checks/runs/run-store.ts'
import type { CrossCheck } from '../../crosscheck/define/cross-check.ts'
import { type AnyConnector, crossCheckConnectorId, type RunEvent } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { Ledger } from '../../http/exchanges/ledger.ts'
import { Redactor } from '../../http/redact/redact.ts'
import type { Execute } from '../../service/queue/engine.ts'
import { isScopedRequest, type QueuedRun, type RunInputs, type RunRequest } from '../../service/queue/queue.ts'
import { recordQueueLatency } from '../../service/telemetry/queue-metrics.ts'
import { type RuntimeParts, readErrorCodeForLog, requireFound } from '../parts/runtime-parts.ts'
import { waitForRun } from './follow-run.ts'
import { createCancellation } from './run-checks.ts'
import { RunEvents } from './run-events.ts'
import type { RunEvidence } from './run-evidence.ts'
import { ProgressWriter } from './run-progress.ts'
import { executeStoredRun, type FollowAccounts, type RunExecution } from './stored-run.ts'
import { endUnexecuted } from './unexecuted-run.ts'

/** The part of a run that only this process has. */
export interface LocalExecution {
  readonly organizationId: string
  readonly connectionId: string
  readonly events: RunEvents
  readonly redactor: Redactor
  readonly ledger: Ledger | undefined
  /** Its result. Another process may have taken the run over before. */
  readonly ended: PromiseWithResolvers<RecordedRun>
}

/** One run of a cross-check that already has a row. */
export interface CrossCheckExecution {
  readonly run: QueuedRun
  readonly crossCheck: CrossCheck
  /** Whether another process has taken the run over. Then nothing is stored. */
  readonly isLost: () => boolean
  readonly settle: RunOutcome['settle']
  readonly signal: AbortSignal
  /** Begins a bundle; undefined: the run keeps none. */
  readonly beginEvidence: () => Promise<RunEvidence | undefined>
  readonly emit: (event: RunEvent) => void
}

/** Judges a cross-check and stores its results. */
export type ExecuteCrossCheck = (parts: RuntimeParts, execution: CrossCheckExecution) => Promise<RecordedRun>

/** What later things do for runs. */
export interface RunHandlers {
  readonly executeCrossCheck: ExecuteCrossCheck
  /** After a run has stored accounts of a connection. What it throws is logged alone. */
  readonly followAccounts: FollowAccounts
}

/** Executes runs of the queue, and knows those that were requested or run in this process. */
export class RunExecutor {
  readonly #parts: RuntimeParts
  readonly #runs = new Map<string, LocalExecution>()

  readonly #handlers: RunHandlers

  constructor(parts: RuntimeParts, handlers: RunHandlers) {
    this.#parts = parts
    this.#handlers = handlers
  }

  /** Before it is in the queue, because it may start at once. */
  expect(id: string, run: LocalExecution): void {
    this.#runs.set(id, run)
  }

  find(id: string): LocalExecution | undefined {
    return this.#runs.get(id)
  }

  ofConnection(connectionId: string): readonly LocalExecution[] {
    return [...this.#runs.values()].filter((run) => run.connectionId === connectionId)
  }

  /** Forgets it: it ended, or other processes may take it. */
  async forget(id: string): Promise<void> {
    const run = this.#runs.get(id)
    this.#runs.delete(id)
    run?.events.end()
    await run?.ledger?.close()
  }

  /** When the runtime closes, waiting runs stay in the queue. */
  async forgetAll(reason: unknown): Promise<void> {
    for (const [id, { ended }] of [...this.#runs]) {
      await this.forget(id)
      ended.reject(reason)
    }
  }

  readonly execute: Execute = async (run, { signal, isLost, settle }) => {
    const isCrossCheck = run.connectorId === crossCheckConnectorId
    const crossCheck = isCrossCheck ? this.#parts.crossChecks.find(run.request.checks?.[0]) : undefined
    const work = isCrossCheck ? undefined : await this.#loadWork(run, signal)
    const redactor = new Redactor(work?.connector.definition.sensitive)
    const local = this.#runs.get(run.runId) ?? this.#adopt(run, redactor)
    const progress = new ProgressWriter(this.#parts.store.queue, run)
    const emit = (event: Parameters<RunEvents['push']>[0]) => {
      local.events.push(event)
      progress.note(event)
    }
    try {
      await recordQueueLatency(run.connectorId, this.#parts.clock.nowMs() - run.queuedAtMs)
      const ended = crossCheck
        ? await this.#judge(run, crossCheck, { redactor, signal, isLost, settle, emit })
        : work
          ? await this.#executed(run, work, local, { signal, isLost, settle, emit })
          : await endUnexecuted(this.#parts, run, { because: signal.reason, settle })
      local.ended.resolve(ended)
    } catch (error) {
      // Another process then has it, with its result.
      local.ended.resolve(isLost() ? waitForRun(this.#parts, run.runId) : Promise.reject(error))
      throw error
    } finally {
      progress.close()
      await this.forget(run.runId)
    }
  }

  /** Undefined: this process does not have the connector, or the run is to end and nobody can read what it needs. */
  async #loadWork(run: QueuedRun, signal: AbortSignal): Promise<RunWork | undefined> {
    try {
      const inputs = await this.#loadInputs(run)
      const { connection } = inputs
      // The version that its connection is on now.
      const connector = await this.#parts.registry.find(connection)
      return connector && { connector, connection, inputs }
    } catch (error) {
      // Otherwise a row that was altered would hold a run that somebody cancels, or that was tried often enough, for ever.
      if (signal.aborted) return undefined
      throw error
    }
  }

  /** As they were when it began, because somebody may have paused or disconnected its connection while it waited. */
  async #loadInputs(run: QueuedRun): Promise<RunInputs> {
    const { store, clock } = this.#parts
    return requireFound(run.inputs ?? (await store.queue.loadInputs(run, clock.nowMs())), 'connection of that id')
  }

  async #executed(
    run: QueuedRun,
    { connector, connection, inputs }: RunWork,
    { redactor, ledger }: LocalExecution,
    { signal, ...how }: Pick<RunExecution, 'signal' | 'isLost' | 'settle' | 'emit'>,
  ): Promise<RecordedRun> {
    const { logger } = this.#parts
    const { runId: id, attempt, request, connectionId } = run
    const plan = planRunOrFailure(connector, connection, request)
    if (plan.obstacle)
      logger.warn({ runId: id, connectionId, code: readErrorCodeForLog(plan.obstacle) }, 'Run cannot be begun')
    // Its time begins when it starts.
    const evidence = ledger ? undefined : await this.#evidence(run, redactor)
    const cancelled = createCancellation(plan.obstacle ? AbortSignal.abort(plan.obstacle) : signal, request.timeoutMs)
    try {
      return await executeStoredRun(this.#parts, {
        followAccounts: this.#handlers.followAccounts,
        id,
        attempt,
        connector,
        connection,
        inputs,
        redactor,
        evidence,
        ...how,
        ledger: ledger ?? evidence?.ledger,
        checks: plan.checks,
        inventories: plan.inventories,
        variables: plan.variables,
        waivers: request.waivers,
        quotaShare: request.quotaShare,
        scoped: isScopedRequest(request),
        signal: cancelled.signal,
      })
    } finally {
      cancelled.release()
      await evidence?.leave()
    }
  }

  async #judge(
    run: QueuedRun,
    crossCheck: CrossCheck,
    {
      redactor,
      ...how
    }: Pick<CrossCheckExecution, 'signal' | 'isLost' | 'settle' | 'emit'> & { readonly redactor: Redactor },
  ): Promise<RecordedRun> {
    return this.#handlers.executeCrossCheck(this.#parts, {
      run,
      crossCheck,
      ...how,
      beginEvidence: () => this.#evidence(run, redactor),
    })
  }

  /** A run without its evidence is better than no run. */
  async #evidence({ runId, request }: QueuedRun, redactor: Redactor): Promise<RunEvidence | undefined> {
    const { options, logger } = this.#parts
    if (!(request.evidence ?? options.evidence === 'kept')) return undefined
    try {
      const { beginEvidence } = await import('./run-evidence.ts')
      return await beginEvidence(this.#parts, redactor)
    } catch (error) {
      logger.warn({ runId, code: readErrorCodeForLog(error) }, 'Evidence of the run cannot be kept')
      return undefined
    }
  }

  #adopt({ runId, organizationId, connectionId }: QueuedRun, redactor: Redactor): LocalExecution {
    const ended = Promise.withResolvers<RecordedRun>()
    // There may be no caller waiting for it.
    ended.promise.catch(() => undefined)
    const run = { organizationId, connectionId, events: new RunEvents(), redactor, ledger: undefined, ended }
    this.#runs.set(runId, run)
    return run
  }
}

/** What the run of a connection needs. */
type RunWork = Pick<RunExecution, 'connector' | 'connection' | 'inputs'>

interface Plan extends ChosenWork {
  readonly variables: RunVariables
  /** Why no request can be sent, if the connector or the connection has changed since. */
  readonly obstacle?: CheckwrightError
}

function planRunOrFailure(connector: AnyConnector, connection: ConnectionRecord, request: RunRequest): Plan {
  try {
    return planStoredRun(connector, connection, request)
  } catch (error) {
    if (!(error instanceof CheckwrightError)) throw error
    return { checks: connector.checks, inventories: [], variables: { resolve: () => ({}), used: {} }, obstacle: error }
  }
}

/** @throws CheckError `CHECK_UNKNOWN`; CredentialError `VARIABLE_INVALID` */
export function planStoredRun(connector: AnyConnector, connection: ConnectionRecord, request: RunRequest): Plan {
  const { checks, inventories } = chooseWork(connector, request)
  return {
    checks,
    inventories,
    variables: resolveRunVariables(connector, checks, request.variables ?? {}, connection.variables),
  }
}
