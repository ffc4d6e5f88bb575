import { v7 } from 'uuid'
import type { ConnectionRecord } from '../auth/connection-store.ts'
import { unlessAborted } from '../auth/single-flight.ts'
import { chooseChecks } from '../checks/choose-checks.ts'
import { runVariables } from '../checks/run-variables.ts'
import type { AnyConnector } from '../define/index.ts'
import { openLedger } from '../http/ledger.ts'
import { Redactor } from '../http/redact.ts'
import { connectorOf, found, type Parts, refOf } from './parts.ts'
import { cancellation, demandTimeout, givenWaivers } from './run-checks.ts'
import { RunEvents } from './run-events.ts'
import type { Ref, RunHandle, Runtime } from './runtime.ts'
import { demandUsable, executeStoredRun } from './stored-run.ts'

/** Runs of stored connections: one at a time per connection, kept with their results. */
export interface RunService {
  readonly runs: Runtime['runs']
  /** Cancels the runs of a connection, queued ones too, and waits for them. */
  cancelOf(connectionId: string): Promise<void>
  /** Cancels what is under way and waits for it. */
  close(): Promise<void>
}

interface Active {
  readonly connectionId: string
  readonly organizationId: string
  readonly controller: AbortController
  readonly events: RunEvents
  readonly done: Promise<unknown>
}

export function createRunService(parts: Parts): RunService {
  const { store, clock, unfinished, closing } = parts
  const active = new Map<string, Active>()
  /** The last run of each connection: the next one waits for it, so that both keep to the vendor's limits. */
  const tails = new Map<string, Promise<unknown>>()

  const inTurn = <T>(connectionId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const before = tails.get(connectionId) ?? Promise.resolve()
    // Who was cancelled need not wait, because nothing will be sent.
    const turn = unlessAborted(before, signal).then(work, work)
    const tail = Promise.allSettled([before, turn]).then(() => {
      if (tails.get(connectionId) === tail) tails.delete(connectionId)
    })
    tails.set(connectionId, tail)
    return turn
  }
  const underWay = (ref: Ref): Active | undefined => {
    const { id, organizationId } = refOf(ref)
    const run = active.get(id)
    return run && (organizationId === undefined || run.organizationId === organizationId) ? run : undefined
  }
  const cancelAll = async (runs: readonly Active[]): Promise<void> => {
    for (const { controller } of runs) controller.abort()
    await Promise.all(runs.map(({ done }) => done))
  }

  const start: Runtime['runs']['start'] = async ({
    connectionId,
    organizationId,
    checks: ids,
    variables: given = {},
    exchanges,
    waivers: unchecked,
    timeoutMs,
  }) => {
    demandTimeout(timeoutMs)
    closing.throwIfAborted()
    const connection = found(await store.connections.find(connectionId, organizationId), 'connection of that id')
    const connector = connectorOf(parts, connection.connectorId)
    const checks = chooseChecks(connector, ids)
    const variables = runVariables(connector, checks, { ...storedFor(connector, connection), ...given })
    demandUsable(connection)
    const waivers = await givenWaivers(unchecked)
    const id = v7()
    const events = new RunEvents()
    const controller = new AbortController()
    const redactor = new Redactor(connector.definition.sensitive)
    const ledger = exchanges && (await openLedger({ ...exchanges, redactor }))
    try {
      await store.runs.insert({
        id,
        organizationId: connection.organizationId,
        connectionId,
        connectorId: connector.id,
        status: 'running',
        startedAtMs: clock.nowMs(),
        finishedAtMs: null,
      })
    } catch (error) {
      await ledger?.close()
      throw error
    }
    const { signal } = controller
    const result = inTurn(connectionId, signal, async () => {
      // Its time begins with its turn.
      const cancelled = cancellation(signal, timeoutMs)
      try {
        return await executeStoredRun(parts, {
          id,
          connector,
          connection,
          checks,
          variables,
          waivers,
          signal: cancelled.signal,
          redactor,
          ledger,
          emit: events.push,
        })
      } finally {
        cancelled.release()
      }
    }).finally(async () => {
      await ledger?.close()
      active.delete(id)
      events.end()
    })
    // Also for those who only read the events and do not await it.
    const done = unfinished.track(result.then(nothing, nothing))
    active.set(id, { connectionId, organizationId: connection.organizationId, controller, events, done })
    if (closing.aborted) controller.abort()
    return { id, events, result } satisfies RunHandle
  }

  return {
    runs: {
      start: (request) => unfinished.track(start(request)),
      get: async (ref) => {
        const { id, organizationId } = refOf(ref)
        const record = await store.runs.find(id, organizationId)
        return record && { ...record, result: await store.runs.result(id) }
      },
      list: (filter) => store.runs.list(filter),
      cancel: async (ref) => {
        const run = underWay(ref)
        run?.controller.abort()
        return run !== undefined
      },
      events: (ref, { after } = {}) => underWay(ref)?.events.numbered(after),
    },
    cancelOf: (connectionId) => cancelAll([...active.values()].filter((run) => run.connectionId === connectionId)),
    close: () => cancelAll([...active.values()]),
  }
}

const nothing = () => undefined

/** Stored values of variables that this version of the connector still has. */
function storedFor(
  { definition, checks }: AnyConnector,
  { variables }: ConnectionRecord,
): ConnectionRecord['variables'] {
  const declared = [...(definition.variables ?? []), ...checks.flatMap((check) => check.variables ?? [])]
  return Object.fromEntries(Object.entries(variables).filter(([id]) => declared.some((variable) => variable.id === id)))
}
