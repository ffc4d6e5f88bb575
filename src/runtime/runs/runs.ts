import { v7 } from 'uuid'
import type { TrendDay } from '../../checks/findings/finding-store.ts'
import { type KeptRun, wholeRun } from '../../checks/results/kept-run.ts'
import type { ResultFilter, StoredResult } from '../../checks/results/result-store.ts'
import type { RunRecord } from '../../checks/run-store.ts'
import type { RunEvent, RunResult } from '../../define/index.ts'
import type { Engine, StopOptions } from '../../engine/engine.ts'
import type { RunRequest } from '../../engine/queue.ts'
import { type ExchangesOption, openLedger } from '../../http/kept/ledger.ts'
import { Redactor } from '../../http/redact/redact.ts'
import type { Declared } from '../audited-service.ts'
import { findConnector, type Ref, type RuntimeParts, requireFound, toConnectionRef } from '../runtime-parts.ts'
import { followRun, waitForKeptRun } from './follow-run.ts'
import { checkGivenWaivers, demandTimeout } from './run-checks.ts'
import { type NumberedEvent, RunEvents } from './run-events.ts'
import { type LocalExecution, planStoredRun, type RunExecutor } from './run-executor.ts'
import { demandUsable } from './stored-run.ts'

/** A request for a run of one connection. */
export interface RunOrder extends RunRequest {
  readonly connectionId: string
  readonly organizationId?: string | undefined
  /** Keeps what was asked and answered, so that the result is `replayable`. @default not kept */
  readonly exchanges?: ExchangesOption | undefined
}

/** A run under way. */
export interface RunHandle {
  readonly id: string
  /** What happens, from the start, for any number of readers; ends with the run. */
  readonly events: AsyncIterable<RunEvent>
  /** Never rejects for what a check does; rejects with StoreError when the result cannot be kept. */
  readonly result: Promise<RunResult>
  /** The same, its results read from the store as they are asked for: for runs with very many. */
  readonly kept: Promise<KeptRun>
}

export interface RunService {
  /**
   * A busy connection queues its runs. A run that waits survives this process. One that keeps its `exchanges` is executed
   * by this process, whatever the engine.
   * @throws CheckError `CHECK_UNKNOWN`, `INVENTORY_UNKNOWN`; StoreError `NOT_FOUND`; CheckwrightError `WAIVERS_INVALID`; EngineError
   * `QUEUE_FULL`, retryable; the file system's error when the file for the exchanges cannot be made
   */
  start(request: RunOrder): Promise<RunHandle>
  /** With all its results in memory; see `kept` for a run with very many. */
  get(ref: Ref): Promise<(RunRecord & { readonly result: RunResult | undefined }) | undefined>
  /** The same, its results read as they are asked for. `kept` is undefined until the run has ended. */
  kept(ref: Ref): Promise<(RunRecord & { readonly kept: KeptRun | undefined }) | undefined>
  /**
   * Chosen results of a run that has ended, in their order; go on `after` the number of the last one.
   * @returns undefined where there is no such run
   */
  results(ref: Ref, filter?: ResultFilter): Promise<readonly StoredResult[] | undefined>
  /** How many results each check of a run has, by check id; none before it has ended. */
  resultCounts(ref: Ref): Promise<Readonly<Record<string, number>>>
  /**
   * How the checks of an organization stood at the end of each of the last days, the oldest first, today as it is now. A
   * connection counts by the newest outcome of each of its checks, for 30 days after its last run.
   * @param of.days from 1 to 366
   */
  trend(of: { readonly organizationId: string; readonly days: number }): Promise<readonly TrendDay[]>
  list(filter: {
    readonly organizationId: string
    readonly connectionId?: string | undefined
    /** @default 100 */
    readonly limit?: number | undefined
    /** Only those that are older than this one. */
    readonly before?: Pick<RunRecord, 'startedAtMs' | 'id'> | undefined
  }): Promise<readonly RunRecord[]>
  /**
   * What happens in a run, from its start or after an event; ends with the run. Of one that another process executes, or
   * that has ended, which checks began and ended, and its end. Nothing where there is no such run.
   */
  events(ref: Ref, from?: { readonly after?: number | undefined }): AsyncIterable<NumberedEvent>
  /** Ends it with what it has, in whichever process it is; one that waits sends nothing. @returns whether it had not ended */
  cancel(ref: Ref): Promise<boolean>
}

/** Runs of stored connections: one at a time per connection, kept with their results. */
export interface RunControls {
  readonly runs: Declared<RunService>
  /** Ends the runs of a connection, those that wait too, and waits for them. */
  cancelOf(connectionId: string): Promise<void>
  /** Takes no more, and ends what is under way or puts it back. */
  close(how: StopOptions): Promise<void>
}

export function createRunService(parts: RuntimeParts, engine: Engine, executor: RunExecutor): RunControls {
  const { store, clock, unfinished, closing } = parts
  const executesHere = parts.options.engine !== 'pg-boss'

  const start: RunService['start'] = async ({ connectionId, organizationId, exchanges, ...given }) => {
    demandTimeout(given.timeoutMs)
    closing.throwIfAborted()
    const connection = requireFound(await store.connections.find(connectionId, organizationId), 'connection of that id')
    const connector = findConnector(parts, connection.connectorId)
    if (exchanges && given.evidence)
      throw new TypeError('runs.start: exchanges are kept in a file of yours or as evidence, not both')
    const { checks, inventories, variables, timeoutMs, evidence } = given
    const request: RunRequest = {
      checks,
      inventories,
      variables,
      timeoutMs,
      evidence,
      waivers: await checkGivenWaivers(given.waivers, clock),
    }
    planStoredRun(connector, connection, request)
    demandUsable(connection)
    const id = v7()
    const run = {
      id,
      organizationId: connection.organizationId,
      connectionId,
      connectorId: connector.id,
      startedAtMs: clock.nowMs(),
      trigger: 'request',
    } as const
    // What it is to write into, only this process has.
    const isHere = executesHere || exchanges !== undefined
    if (!isHere) {
      await engine.enqueue({ run, request }, false)
      return createRemoteHandle(parts, id)
    }
    const redactor = new Redactor(connector.definition.sensitive)
    const local: LocalExecution = {
      organizationId: connection.organizationId,
      connectionId,
      events: new RunEvents(),
      redactor,
      ledger: exchanges && (await openLedger({ ...exchanges, redactor })),
      kept: Promise.withResolvers(),
    }
    executor.expect(id, local)
    try {
      await engine.enqueue({ run, request }, true)
    } catch (error) {
      await executor.forget(id)
      throw error
    }
    return createRunHandle(parts, id, local.events, local.kept.promise)
  }

  const localOf = (id: string, organizationId: string | undefined) => {
    const run = executor.find(id)
    return run && (organizationId === undefined || run.organizationId === organizationId) ? run : undefined
  }

  return {
    runs: {
      start: {
        change: (request) => unfinished.track(start(request)),
        audit: {
          action: 'run.start',
          organization: async ({ connectionId, organizationId }) =>
            (await store.connections.find(connectionId, organizationId))?.organizationId,
          fields: (request) => request,
          target: ({ id }) => id,
        },
      },
      get: {
        read: async (ref) => {
          const { id, organizationId } = toConnectionRef(ref)
          const record = await store.runs.find(id, organizationId)
          const run = record && (await store.runs.kept(id))
          return record && { ...record, result: run && (await wholeRun(run)) }
        },
      },
      kept: {
        read: async (ref) => {
          const { id, organizationId } = toConnectionRef(ref)
          const record = await store.runs.find(id, organizationId)
          return record && { ...record, kept: await store.runs.kept(id) }
        },
      },
      results: {
        read: async (ref, filter) => {
          const { id, organizationId } = toConnectionRef(ref)
          return (await store.runs.find(id, organizationId)) && store.results.list(id, filter)
        },
      },
      resultCounts: {
        read: async (ref) => {
          const { id, organizationId } = toConnectionRef(ref)
          return (await store.runs.find(id, organizationId)) ? store.results.counts(id) : {}
        },
      },
      trend: {
        read: ({ organizationId, days }) => {
          if (!Number.isInteger(days) || days < 1 || days > 366)
            throw new TypeError('runs.trend: days must be a whole number from 1 to 366')
          return store.findings.trend({ organizationId, days, nowMs: clock.nowMs() })
        },
      },
      list: { read: (filter) => store.runs.list(filter) },
      cancel: {
        change: async (ref) => {
          const { id, organizationId } = toConnectionRef(ref)
          const run = await store.runs.find(id, organizationId)
          return run !== undefined && run.finishedAtMs === null && engine.cancel(id)
        },
        audit: {
          action: 'run.cancel',
          organization: async (ref) => {
            const { id, organizationId } = toConnectionRef(ref)
            return (await store.runs.find(id, organizationId))?.organizationId
          },
          target: (_done, ref) => toConnectionRef(ref).id,
        },
      },
      events: {
        read: (ref, { after } = {}) => {
          const { id, organizationId } = toConnectionRef(ref)
          return localOf(id, organizationId)?.events.numbered(after) ?? followRun(parts, { id, organizationId }, after)
        },
      },
    },
    cancelOf: async (connectionId) => {
      const here = executor.ofConnection(connectionId).map(({ kept }) => kept.promise)
      for (const { runId } of await store.queue.ofConnection(connectionId)) await engine.cancel(runId)
      await Promise.allSettled(here)
    },
    close: async (how) => {
      await engine.stop(how)
      await executor.forgetAll(closing.reason)
    },
  }
}

function createRemoteHandle(parts: Parameters<typeof followRun>[0], id: string): RunHandle {
  const events = {
    async *[Symbol.asyncIterator]() {
      for await (const { event } of followRun(parts, { id, organizationId: undefined })) yield event
    },
  }
  let kept: Promise<KeptRun> | undefined
  return {
    id,
    events,
    // Asked for only when somebody wants it: the one who asked for the run may be gone long before it ends.
    get kept() {
      kept ??= waitForKeptRun(parts, id)
      return kept
    },
    get result() {
      return this.kept.then(wholeRun)
    },
  }
}

function createRunHandle(
  { unfinished }: Pick<RuntimeParts, 'unfinished'>,
  id: string,
  events: RunEvents,
  kept: Promise<KeptRun>,
): RunHandle {
  // Also for those who only read the events and do not await it.
  void unfinished.track(kept.then(doNothing, doNothing))
  return {
    id,
    events,
    kept,
    // Read when it is asked for: of very many results, who asks for none shall not hold them.
    get result() {
      return kept.then(wholeRun)
    },
  }
}

const doNothing = () => undefined
