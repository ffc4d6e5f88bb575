import { v7 } from 'uuid'
import type { ConnectionRecord } from '../auth/connection-store.ts'
import { unlessAborted } from '../auth/single-flight.ts'
import { chooseChecks } from '../checks/choose-checks.ts'
import { executeRun } from '../checks/execute-run.ts'
import { type HeldRun, wholeRun } from '../checks/kept-run.ts'
import { type RunVariables, runVariables } from '../checks/run-variables.ts'
import { runWaivers } from '../checks/waivers/run-waivers.ts'
import type { AnyConnector, Check, RunEvent, RunResult, Waiver } from '../define/index.ts'
import { CheckError, CheckwrightError } from '../errors/index.ts'
import { type Ledger, openLedger } from '../http/ledger.ts'
import { fillingsOf } from '../http/open-session.ts'
import { Redactor } from '../http/redact.ts'
import { type AccessOptions, type ConnectionAccess, openConnection } from './connection-access.ts'
import { evidenceOf, noteEvidence } from './connection-state.ts'
import { codeOf, connectorOf, found, type Parts, refOf } from './parts.ts'
import { cancellation, demandTimeout, givenWaivers } from './run-checks.ts'
import { RunEvents } from './run-events.ts'
import type { Ref, RunHandle, Runtime } from './runtime.ts'

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
        return await execute(parts, {
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

function demandUsable({ state, stateReason }: ConnectionRecord): void {
  if (state !== 'paused' && state !== 'disconnected' && state !== 'pending') return
  throw new CheckError(
    `The connection is ${state}, so nothing was run.${stateReason ? ` ${stateReason}` : ''} ${state === 'paused' ? 'Resume it first.' : 'Connect first.'}`,
    {
      code: 'CONNECTION_UNUSABLE',
    },
  )
}

interface Execution {
  readonly id: string
  readonly connector: AnyConnector
  readonly connection: ConnectionRecord
  readonly checks: readonly Check[]
  readonly variables: RunVariables
  readonly waivers: readonly Waiver[] | undefined
  readonly signal: AbortSignal
  readonly redactor: Redactor
  readonly ledger: Ledger | undefined
  readonly emit: (event: RunEvent) => void
}

async function execute(
  parts: Parts,
  { id, connector, connection: queued, checks, variables, waivers, signal, redactor, ledger, emit }: Execution,
): Promise<RunResult> {
  const { store, clock, logger } = parts
  // As it is now: while the run waited for its turn somebody may have paused or disconnected it.
  const connection = (await store.connections.find(queued.id)) ?? queued
  const access = await opened(parts, connector, connection, signal, { redactor, ledger })
  const usable = access instanceof CheckwrightError ? undefined : access
  const credentials = usable?.credentials ?? {}
  const settings = usable?.settings ?? {}
  const before = await store.checkState.load(connection.id)
  const now = new Date(clock.nowMs())
  const run = await executeRun(
    {
      id,
      checks,
      variables: variables.used,
      settings: redactor.json(settings) as Readonly<Record<string, string>>,
      memory: { before, save: (checkId, state) => store.checkState.save(connection.id, checkId, state) },
    },
    {
      connector,
      redactor,
      clock,
      session: () => {
        if (access instanceof CheckwrightError) throw access
        return access.session
      },
      credentials: Object.freeze({ ...credentials }),
      fillings: fillingsOf(connector.definition, credentials, settings),
      variablesOf: variables.of,
      connectionId: connection.id,
      organizationId: connection.organizationId,
      grantedScopes: connection.grantedScopes ?? undefined,
      accessToken: usable?.accessToken,
      now,
      signal,
      emit,
      ledger,
      waivers: waivers && runWaivers(waivers, connector, now),
    },
  )
  const result = await whole(run)
  const wasCancelled = result.checks.some(({ error }) => error?.code === 'CANCELLED')
  const status = wasCancelled ? 'cancelled' : result.status
  await store.runs.finish(id, { status, finishedAtMs: clock.nowMs(), result })
  await noteEvidence(parts, connector, connection, evidenceOf(result)).catch((error: unknown) =>
    // The result is kept, and the next run will tell the same.
    logger.warn({ connectionId: connection.id, code: codeOf(error) }, 'Connection state could not be noted'),
  )
  return result
}

/** The store keeps a run in one piece. */
async function whole(run: HeldRun): Promise<RunResult> {
  try {
    return await wholeRun(run)
  } finally {
    await run.close()
  }
}

/** A connection that cannot be used is every check's error, not the end of the run's record. */
async function opened(
  parts: Parts,
  connector: AnyConnector,
  connection: ConnectionRecord,
  signal: AbortSignal,
  options: AccessOptions,
): Promise<ConnectionAccess | CheckwrightError> {
  try {
    signal.throwIfAborted()
    demandUsable(connection)
    return await openConnection(parts, connector, connection, signal, options)
  } catch (error) {
    if (error instanceof CheckwrightError) return error
    throw error
  }
}
