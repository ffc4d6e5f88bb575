import type { ConnectionRecord } from '../../auth/connection-store.ts'
import { executeRun } from '../../checks/execute-run.ts'
import type { HeldRun, KeptRun } from '../../checks/results/kept-run.ts'
import type { RunVariables } from '../../checks/run-variables.ts'
import { openRunWaivers } from '../../checks/waivers/run-waivers.ts'
import type { AnyConnector, Check, Inventory, JsonValue, RunEvent, Waiver } from '../../define/index.ts'
import { CheckError, CheckwrightError } from '../../errors/index.ts'
import type { Ledger } from '../../http/kept/ledger.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import { type AccessOptions, type ConnectionAccess, openConnection } from '../connections/connection-access.ts'
import { judgeCredentialEvidence, noteEvidence } from '../connections/connection-state.ts'
import { type RuntimeParts, readErrorCodeForLog, requireFound, type Uses } from '../runtime-parts.ts'
import { traceRun } from '../telemetry/trace-run.ts'
import type { RunEvidence } from './run-evidence.ts'
import { createRunLog } from './run-log.ts'

/** One run of a stored connection, whose row is there already. */
export interface RunExecution {
  readonly id: string
  /** Which attempt at it this is: what another one came to meanwhile is not replaced. */
  readonly attempt: number
  /** Whether the run is somebody else's meanwhile: nothing is kept then. */
  readonly isLost: () => boolean
  readonly connector: AnyConnector
  readonly connection: ConnectionRecord
  readonly checks: readonly Check[]
  /** Lists that are read whether a check needs them or not. */
  readonly inventories: readonly Inventory[]
  readonly variables: RunVariables
  readonly waivers: readonly Waiver[] | undefined
  /** The request brought waivers or variables of its own. */
  readonly scoped: boolean
  readonly signal: AbortSignal
  readonly redactor: Redactor
  readonly ledger: Ledger | undefined
  /** Makes a bundle of what the ledger has. */
  readonly evidence: RunEvidence | undefined
  readonly emit: (event: RunEvent) => void
}

/** Runs the checks and keeps what they came to; logs and traces tell of it. */
export function executeStoredRun(parts: RuntimeParts, run: RunExecution): Promise<KeptRun> {
  const { id: runId, connector, connection } = run
  const { id: connectionId, organizationId } = connection
  const log = createRunLog(parts.logger, { runId, connectionId, organizationId, connectorId: connector.id })
  const emit = (event: RunEvent) => {
    log(event)
    run.emit(event)
  }
  return traceRun({ connector, connectionId, organizationId, detached: true, emit }, (traced) =>
    carryOutRun(parts, { ...run, emit: traced }),
  )
}

async function carryOutRun(
  parts: RuntimeParts,
  {
    id,
    connector,
    connection: queued,
    checks,
    inventories,
    variables,
    waivers,
    scoped,
    signal,
    redactor,
    ledger,
    emit,
    ...of
  }: RunExecution,
): Promise<KeptRun> {
  const { store, clock, logger } = parts
  // As it is now: while the run waited for its turn somebody may have paused or disconnected it.
  const connection = (await store.connections.find(queued.id)) ?? queued
  const access = await tryOpenConnection(parts, connector, connection, signal, { redactor, ledger })
  const usable = access instanceof CheckwrightError ? undefined : access
  const credentials = usable?.credentials ?? {}
  const settings = usable?.settings ?? {}
  const before = await store.checkState.load(connection.id)
  const states: RunStates = new Map()
  const applied = await loadRunWaivers(parts, connection.organizationId, waivers)
  const now = new Date(clock.nowMs())
  const run = await executeRun(
    {
      id,
      checks,
      inventories,
      variables: variables.used,
      scoped,
      settings: redactor.json(settings) as Readonly<Record<string, string>>,
      // Written with the results: a run that is begun anew after a crash must not find what half of it has seen.
      memory: { before, save: async (checkId, state) => void states.set(checkId, state) },
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
      variablesOf: variables.of,
      connectionId: connection.id,
      organizationId: connection.organizationId,
      grantedScopes: connection.grantedScopes ?? undefined,
      accessToken: usable?.accessToken,
      now,
      signal,
      emit,
      ledger,
      waivers: applied && openRunWaivers(applied, connector, now, connection.id),
    },
  ).finally(() => usable?.session.end())
  try {
    if (of.isLost()) throw new CheckError('The run is for another process to end.', { code: 'CANCELLED' })
    await finishRun(parts, { id, states, ...of }, connector, run)
  } finally {
    await run.close()
  }
  await noteEvidence(parts, connector, connection, judgeCredentialEvidence(run.head)).catch((error: unknown) =>
    // The result is kept, and the next run will tell the same.
    logger.warn(
      { connectionId: connection.id, code: readErrorCodeForLog(error) },
      'Connection state could not be noted',
    ),
  )
  return requireFound(await store.runs.kept(id), 'run of that id')
}

type RunStates = Map<string, Readonly<Record<string, JsonValue>>>

async function finishRun(
  { store, clock, logger }: Uses<'runs' | 'connections', 'clock' | 'logger'>,
  { id, attempt, evidence, states }: Pick<RunExecution, 'id' | 'attempt' | 'evidence'> & { readonly states: RunStates },
  { checks }: AnyConnector,
  run: HeldRun,
): Promise<void> {
  const wasCancelled = run.head.checks.some(({ error }) => error?.code === 'CANCELLED')
  const status = wasCancelled ? 'cancelled' : run.head.status
  const connectorChecks = checks.map((check) => check.id)
  const { organizationId = '' } = run.head
  const bundle = await evidence?.keep(run, organizationId).catch((error: unknown) => {
    // Better without its evidence than not at all.
    logger.warn({ runId: id, code: readErrorCodeForLog(error) }, 'Evidence of the run cannot be kept')
    return undefined
  })
  try {
    await store.runs.finish(id, { status, finishedAtMs: clock.nowMs(), run, bundle, connectorChecks, attempt, states })
  } catch (error) {
    if (bundle) await evidence?.takeBack(bundle, organizationId).catch(() => undefined)
    throw error
  }
}

/** Those that the run was given, then those that the organization keeps: of several that match, the first counts. */
async function loadRunWaivers(
  { store }: Uses<'waivers'>,
  organizationId: string,
  given: readonly Waiver[] | undefined,
) {
  const kept = await store.waivers.list({ organizationId })
  const all = [...(given ?? []), ...kept.map(({ id, waiver }) => ({ ...waiver, source: `waiver ${id}` }))]
  return given === undefined && all.length === 0 ? undefined : all
}

/** A connection that cannot be used is every check's error, not the end of the run's record. */
async function tryOpenConnection(
  parts: RuntimeParts,
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
    // Nobody foresaw it, and so it is every check's error too: a run that throws would be begun again and again. Without its
    // message, which may quote what was read.
    return new CheckError(
      'The connection could not be opened, for a reason that Checkwright does not know. See the log.',
      {
        code: 'CONNECTION_UNUSABLE',
        cause: error,
      },
    )
  }
}

/** @throws CheckError `CONNECTION_UNUSABLE` for a connection that nothing may be sent with */
export function demandUsable({ state, stateReason }: ConnectionRecord): void {
  if (state !== 'paused' && state !== 'disconnected' && state !== 'pending') return
  throw new CheckError(
    `The connection is ${state}, so nothing was run.${stateReason ? ` ${stateReason}` : ''} ${state === 'paused' ? 'Resume it first.' : 'Connect first.'}`,
    {
      code: 'CONNECTION_UNUSABLE',
    },
  )
}
