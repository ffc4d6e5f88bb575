import { v7 } from 'uuid'
import type { ConnectionRecord } from '../auth/connection-store.ts'
import { chooseChecks } from '../checks/choose-checks.ts'
import { executeRun } from '../checks/execute-run.ts'
import { type RunVariables, runVariables } from '../checks/run-variables.ts'
import type { AnyConnector, Check, RunEvent, RunResult } from '../define/index.ts'
import { CheckError, CheckwrightError } from '../errors/index.ts'
import { fillingsOf } from '../http/open-session.ts'
import { Redactor } from '../http/redact.ts'
import { type ConnectionAccess, openConnection } from './connection-access.ts'
import { connectorOf, found, type Parts, refOf } from './parts.ts'
import { cancellation } from './run-checks.ts'
import { RunEvents } from './run-events.ts'
import type { RunHandle, Runtime } from './runtime.ts'

/** Runs of stored connections: one at a time per connection, kept with their results. */
export interface RunService {
  readonly runs: Runtime['runs']
  /** Cancels what is under way and waits for it. */
  close(): Promise<void>
}

interface Active {
  readonly controller: AbortController
  readonly done: Promise<unknown>
}

export function runService(parts: Parts): RunService {
  const { store, clock } = parts
  const active = new Map<string, Active>()
  /** The last run of each connection: the next one waits for it, so that both keep to the vendor's limits. */
  const tails = new Map<string, Promise<unknown>>()

  const inTurn = <T>(connectionId: string, work: () => Promise<T>): Promise<T> => {
    const turn = (tails.get(connectionId) ?? Promise.resolve()).then(work, work)
    const tail = turn
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(connectionId) === tail) tails.delete(connectionId)
      })
    tails.set(connectionId, tail)
    return turn
  }

  const start: Runtime['runs']['start'] = async ({
    connectionId,
    organizationId,
    checks: ids,
    variables: given = {},
  }) => {
    const connection = found(await store.connections.find(connectionId, organizationId), 'connection of that id')
    const connector = connectorOf(parts, connection.connectorId)
    const checks = chooseChecks(connector, ids)
    const variables = runVariables(connector, checks, { ...connection.variables, ...given })
    demandUsable(connection)
    const id = v7()
    const events = new RunEvents()
    const controller = new AbortController()
    await store.runs.insert({
      id,
      organizationId: connection.organizationId,
      connectionId,
      connectorId: connector.id,
      status: 'running',
      startedAtMs: clock.nowMs(),
      finishedAtMs: null,
    })
    const result = inTurn(connectionId, () =>
      execute(parts, { id, connector, connection, checks, variables, signal: controller.signal, emit: events.push }),
    ).finally(() => {
      active.delete(id)
      events.end()
    })
    active.set(id, { controller, done: result.catch(() => undefined) })
    // Whoever only reads the events does not await it.
    result.catch(() => undefined)
    return { id, events, result } satisfies RunHandle
  }

  return {
    runs: {
      start,
      get: async (ref) => {
        const { id, organizationId } = refOf(ref)
        const record = await store.runs.find(id, organizationId)
        return record && { ...record, result: await store.runs.result(id) }
      },
      list: (filter) => store.runs.list(filter),
      cancel: async (id) => {
        const run = active.get(id)
        run?.controller.abort()
        return run !== undefined
      },
    },
    close: async () => {
      const running = [...active.values()]
      for (const { controller } of running) controller.abort()
      await Promise.all(running.map(({ done }) => done))
    },
  }
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
  readonly signal: AbortSignal
  readonly emit: (event: RunEvent) => void
}

async function execute(
  parts: Parts,
  { id, connector, connection, checks, variables, signal, emit }: Execution,
): Promise<RunResult> {
  const { store, clock } = parts
  const access = await opened(parts, connector, connection)
  const usable = access instanceof CheckwrightError ? undefined : access
  const credentials = usable?.credentials ?? {}
  const settings = usable?.settings ?? {}
  const before = await store.checkState.load(connection.id)
  const result = await executeRun(
    {
      id,
      checks,
      variables: variables.used,
      settings: (usable?.redactor.json(settings) as Readonly<Record<string, string>> | undefined) ?? {},
      memory: { before, save: (checkId, state) => store.checkState.save(connection.id, checkId, state) },
    },
    {
      connector,
      redactor: usable?.redactor ?? new Redactor(connector.definition.sensitive),
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
      now: new Date(clock.nowMs()),
      signal: cancellation(signal),
      emit,
    },
  )
  await store.runs.finish(id, {
    status: signal.aborted ? 'cancelled' : result.status,
    finishedAtMs: clock.nowMs(),
    result,
  })
  return result
}

/** Credentials that cannot be used are every check's error, not the end of the run's record. */
async function opened(
  parts: Parts,
  connector: AnyConnector,
  connection: ConnectionRecord,
): Promise<ConnectionAccess | CheckwrightError> {
  try {
    return await openConnection(parts, connector, connection)
  } catch (error) {
    if (error instanceof CheckwrightError) return error
    throw error
  }
}
