import type { ConnectionRecord } from '../../auth/connection-store.ts'
import type { TrendDay } from '../../checks/findings/finding-store.ts'
import { type RecordedRun, wholeRun } from '../../checks/runs/recorded-run.ts'
import type { ResultFilter, StoredResult } from '../../checks/runs/result-store.ts'
import type { RunFilter, RunRecord } from '../../checks/runs/run-store.ts'
import type { RunResult } from '../../define/index.ts'
import { type ExchangesOption, openLedger } from '../../http/exchanges/ledger.ts'
import { Redactor } from '../../http/redact/redact.ts'
import type { Engine, StopOptions } from '../../service/queue/engine.ts'
import type { RunRequest } from '../../service/queue/queue.ts'
import type { JoiningEntry } from '../../service/records/audit.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { Declared } from '../parts/declared-service.ts'
import { type Ref, type RuntimeParts, requireFound, toConnectionRef } from '../parts/runtime-parts.ts'
import { enqueueRun } from './enqueue-run.ts'
import { followRun } from './follow-run.ts'
import { loadTrend } from './load-trend.ts'
import { checkWaivers, demandTimeout } from './run-checks.ts'
import type { NumberedEvent } from './run-events.ts'
import { planStoredRun, type RunExecutor } from './run-executor.ts'
import type { RunHandle } from './run-handle.ts'
import { demandUsable } from './stored-run.ts'

/** A request for a run of one connection. */
export interface RunOrder extends Omit<RunRequest, 'quotaShare'> {
  readonly connectionId: string
  readonly organizationId?: string | undefined
  /** Keeps the exchanges, so that the result is `replayable`. @default not kept */
  readonly exchanges?: ExchangesOption | undefined
}

export interface RunService {
  /**
   * A busy connection queues its runs. A run that waits survives this process. A run with its own `exchanges` is
   * executed by this process, whatever the engine.
   * @throws CheckError `CHECK_UNKNOWN`, `INVENTORY_UNKNOWN`; StoreError `NOT_FOUND`; CheckwrightError `WAIVERS_INVALID`; EngineError
   * `QUEUE_FULL`, retryable; the file system's error when the file for the exchanges cannot be made
   */
  start(request: RunOrder): Promise<RunHandle>
  /** With all its results in memory. Use `kept` for a run with very many. */
  get(ref: Ref): Promise<(RunRecord & { readonly result: RunResult | undefined }) | undefined>
  /** The same, with results that are read when you need them. `recorded` is undefined until the run has ended. */
  kept(ref: Ref): Promise<(RunRecord & { readonly recorded: RecordedRun | undefined }) | undefined>
  /**
   * Selected results of a finished run, in their order. To continue, give the number of the last one as `after`.
   * @returns undefined if there is no such run
   */
  results(ref: Ref, filter?: ResultFilter): Promise<readonly StoredResult[] | undefined>
  /** How many results each check of a run has, by check id; empty before it has ended. */
  resultCounts(ref: Ref): Promise<Readonly<Record<string, number>>>
  /**
   * The numbers of checks by status of an organization at the end of each of the last days, the oldest first. Today has
   * the present numbers. A connection counts with the newest outcome of each of its checks, for 30 days after its last
   * run.
   * @param of.days from 1 to 366
   */
  trend(of: { readonly organizationId: string; readonly days: number }): Promise<readonly TrendDay[]>
  /** Newest first. */
  list(filter: RunFilter): Promise<readonly RunRecord[]>
  /**
   * The events of a run, from its start or after an event; ends with the run. For a run of another process, or a
   * finished one: start and end of its checks, and its end. Empty if there is no such run.
   */
  events(ref: Ref, from?: { readonly after?: number | undefined }): AsyncIterable<NumberedEvent>
  /**
   * Ends it with its results so far, in any process. A waiting run sends no requests. @returns whether it was still
   * waiting or running
   */
  cancel(ref: Ref): Promise<boolean>
}

/** Runs of stored connections: one at a time per connection, stored with their results. */
export interface RunControls {
  readonly runs: Declared<RunService>
  /** Ends the runs of a connection, including waiting ones, and waits for them. */
  cancelOf(connectionId: string): Promise<void>
  /** Takes no new runs, and ends the running ones or puts them back. */
  close(how: StopOptions): Promise<void>
}

export function createRunService(parts: RuntimeParts, engine: Engine, executor: RunExecutor): RunControls {
  const { store, clock, unfinished, closing } = parts

  // The audit log asks for the connection of a run that is about to start, and then the start itself does.
  const asked = new WeakMap<RunOrder, Promise<ConnectionRecord | undefined>>()
  const askForConnection = (order: RunOrder) => {
    const finding = store.connections.find(order.connectionId, order.organizationId)
    asked.set(order, finding)
    return finding
  }
  const takeConnection = (order: RunOrder) => {
    const finding = asked.get(order) ?? askForConnection(order)
    asked.delete(order)
    return finding
  }

  const start = async (entry: JoiningEntry | undefined, order: RunOrder): Promise<RunHandle> => {
    const { connectionId, organizationId: _, exchanges, ...rest } = order
    demandTimeout(rest.timeoutMs)
    closing.throwIfAborted()
    const connection = requireFound(await takeConnection(order), 'connection of that id')
    const connector = await parts.registry.load(connection)
    if (exchanges && rest.evidence)
      throw new TypeError('runs.start: exchanges are kept in a file of yours or as evidence, not both')
    const { checks, inventories, variables, timeoutMs, evidence } = rest
    const request: RunRequest = {
      checks,
      inventories,
      variables,
      timeoutMs,
      evidence,
      waivers: await checkWaivers(rest.waivers, clock),
    }
    planStoredRun(connector, connection, request)
    demandUsable(connection)
    const id = createTimeId()
    const run = {
      id,
      organizationId: connection.organizationId,
      connectionId,
      connectorId: connector.id,
      startedAtMs: clock.nowMs(),
      trigger: 'request',
    } as const
    const redactor = new Redactor(connector.definition.sensitive)
    const ledger = exchanges && (await openLedger({ ...exchanges, redactor }))
    return enqueueRun(parts, { engine, executor }, { run, request, redactor, ledger, entry: entry?.complete(id) })
  }

  const localOf = (id: string, organizationId: string | undefined) => {
    const run = executor.find(id)
    return run && (organizationId === undefined || run.organizationId === organizationId) ? run : undefined
  }

  return {
    runs: {
      start: {
        changeWith: (entry, request) => unfinished.track(start(entry, request)),
        audit: {
          action: 'run.start',
          organization: async (order) => (await askForConnection(order))?.organizationId,
          fields: (request) => request,
        },
      },
      get: {
        read: async (ref) => {
          const { id, organizationId } = toConnectionRef(ref)
          const record = await store.runs.find(id, organizationId)
          const run = record && (await store.runs.findRecorded(id))
          return record && { ...record, result: run && (await wholeRun(run)) }
        },
      },
      kept: {
        read: async (ref) => {
          const { id, organizationId } = toConnectionRef(ref)
          const record = await store.runs.find(id, organizationId)
          return record && { ...record, recorded: await store.runs.findRecorded(id) }
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
          return loadTrend(parts, organizationId, days)
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
          return (
            localOf(id, organizationId)?.events.readNumbered(after) ?? followRun(parts, { id, organizationId }, after)
          )
        },
      },
    },
    cancelOf: async (connectionId) => {
      const here = executor.ofConnection(connectionId).map(({ ended: recorded }) => recorded.promise)
      for (const { runId } of await store.queue.listForConnection(connectionId)) await engine.cancel(runId)
      await Promise.allSettled(here)
    },
    close: async (how) => {
      await engine.stop(how)
      await executor.forgetAll(closing.reason)
    },
  }
}
