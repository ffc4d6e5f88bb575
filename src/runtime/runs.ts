import { v7 } from 'uuid'
import { type KeptRun, wholeRun } from '../checks/kept-run.ts'
import type { RunRequest } from '../checks/run-queue.ts'
import type { Engine, StopOptions } from '../engine/engine.ts'
import { openLedger } from '../http/ledger.ts'
import { Redactor } from '../http/redact.ts'
import { followRun, keptWhenEnded } from './follow-run.ts'
import { connectorOf, found, type Parts, refOf } from './parts.ts'
import { demandTimeout, givenWaivers } from './run-checks.ts'
import { RunEvents } from './run-events.ts'
import { type LocalRun, plannedRun, type RunExecutor } from './run-executor.ts'
import type { RunHandle, Runtime } from './runtime.ts'
import { demandUsable } from './stored-run.ts'

/** Runs of stored connections: one at a time per connection, kept with their results. */
export interface RunService {
  readonly runs: Runtime['runs']
  /** Ends the runs of a connection, those that wait too, and waits for them. */
  cancelOf(connectionId: string): Promise<void>
  /** Takes no more, and ends what is under way or puts it back. */
  close(how: StopOptions): Promise<void>
}

type Start = Runtime['runs']['start']

export function createRunService(parts: Parts, engine: Engine, executor: RunExecutor): RunService {
  const { store, clock, unfinished, closing } = parts
  const executesHere = parts.options.engine !== 'pg-boss'

  const start: Start = async ({ connectionId, organizationId, exchanges, ...given }) => {
    demandTimeout(given.timeoutMs)
    closing.throwIfAborted()
    const connection = found(await store.connections.find(connectionId, organizationId), 'connection of that id')
    const connector = connectorOf(parts, connection.connectorId)
    if (exchanges && given.evidence)
      throw new TypeError('runs.start: exchanges are kept in a file of yours or as evidence, not both')
    const { checks, variables, timeoutMs, evidence } = given
    const request: RunRequest = {
      checks,
      variables,
      timeoutMs,
      evidence,
      waivers: await givenWaivers(given.waivers, clock),
    }
    plannedRun(connector, connection, request)
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
      return remoteHandle(parts, id)
    }
    const redactor = new Redactor(connector.definition.sensitive)
    const local: LocalRun = {
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
    return handleOf(parts, id, local.events, local.kept.promise)
  }

  const localOf = (id: string, organizationId: string | undefined) => {
    const run = executor.find(id)
    return run && (organizationId === undefined || run.organizationId === organizationId) ? run : undefined
  }

  return {
    runs: {
      start: (request) => unfinished.track(start(request)),
      get: async (ref) => {
        const { id, organizationId } = refOf(ref)
        const record = await store.runs.find(id, organizationId)
        const run = record && (await store.runs.kept(id))
        return record && { ...record, result: run && (await wholeRun(run)) }
      },
      kept: async (ref) => {
        const { id, organizationId } = refOf(ref)
        const record = await store.runs.find(id, organizationId)
        return record && { ...record, kept: await store.runs.kept(id) }
      },
      results: async (ref, filter) => {
        const { id, organizationId } = refOf(ref)
        return (await store.runs.find(id, organizationId)) && store.results.list(id, filter)
      },
      resultCounts: async (ref) => {
        const { id, organizationId } = refOf(ref)
        return (await store.runs.find(id, organizationId)) ? store.results.counts(id) : {}
      },
      trend: ({ organizationId, days }) => {
        if (!Number.isInteger(days) || days < 1 || days > 366)
          throw new TypeError('runs.trend: days must be a whole number from 1 to 366')
        return store.findings.trend({ organizationId, days, nowMs: clock.nowMs() })
      },
      list: (filter) => store.runs.list(filter),
      cancel: async (ref) => {
        const { id, organizationId } = refOf(ref)
        const run = await store.runs.find(id, organizationId)
        return run !== undefined && run.finishedAtMs === null && engine.cancel(id)
      },
      events: (ref, { after } = {}) => {
        const { id, organizationId } = refOf(ref)
        return localOf(id, organizationId)?.events.numbered(after) ?? followRun(parts, { id, organizationId }, after)
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

function remoteHandle(parts: Parts, id: string): RunHandle {
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
      kept ??= keptWhenEnded(parts, id)
      return kept
    },
    get result() {
      return this.kept.then(wholeRun)
    },
  }
}

function handleOf({ unfinished }: Parts, id: string, events: RunEvents, kept: Promise<KeptRun>): RunHandle {
  // Also for those who only read the events and do not await it.
  void unfinished.track(kept.then(nothing, nothing))
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

const nothing = () => undefined
