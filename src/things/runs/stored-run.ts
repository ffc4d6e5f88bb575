import type { ConnectionRecord } from '../../auth/connection-store.ts'
import type { RunVariables } from '../../checks/context/run-variables.ts'
import { executeRun } from '../../checks/execute-run.ts'
import { openJudgements } from '../../checks/judgements/open-judgements.ts'
import type { DisposableRun, RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunOutcome } from '../../checks/runs/run-store.ts'
import { openRunWaivers } from '../../checks/waivers/run-waivers.ts'
import type { StoredWaiver } from '../../checks/waivers/waiver-store.ts'
import type { AnyConnector, Check, Inventory, JsonValue, RunEvent, Waiver } from '../../define/index.ts'
import { CheckError, CheckwrightError, mayBeStored } from '../../errors/index.ts'
import type { Ledger } from '../../http/exchanges/ledger.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import type { RunInputs } from '../../service/queue/queue.ts'
import { traceRun } from '../../service/telemetry/trace-run.ts'
import { type AccessOptions, type ConnectionAccess, openConnection } from '../connections/connection-access.ts'
import { judgeCredentialEvidence, noteEvidence } from '../connections/connection-state.ts'
import { noteExpectationsOfRun } from '../expectations/note-expectations.ts'
import { stageInventories } from '../inventories/stage-inventories.ts'
import { type RuntimeParts, readErrorCodeForLog, type Uses } from '../parts/runtime-parts.ts'
import type { RunEvidence } from './run-evidence.ts'
import { createRunLog } from './run-log.ts'

/** Looks at the accounts that a run has stored of a connection. */
export type FollowAccounts = (of: { readonly organizationId: string; readonly connectionId: string }) => Promise<void>

/** One run of a stored connection that already has a row. */
export interface RunExecution {
  readonly id: string
  /** The number of this attempt, so that the result of another attempt is not replaced. */
  readonly attempt: number
  /** Whether another process has taken the run over. Then nothing is stored. */
  readonly isLost: () => boolean
  readonly settle: RunOutcome['settle']
  readonly connector: AnyConnector
  readonly connection: ConnectionRecord
  /** The rest that the store has for it. */
  readonly inputs: Omit<RunInputs, 'connection'>
  readonly checks: readonly Check[]
  /** Lists that are read whether a check needs them or not. */
  readonly inventories: readonly Inventory[]
  readonly variables: RunVariables
  readonly waivers: readonly Waiver[] | undefined
  /** The request brought its own waivers or variables. */
  readonly scoped: boolean
  readonly signal: AbortSignal
  readonly redactor: Redactor
  readonly ledger: Ledger | undefined
  /** The part of the vendor's quotas that it may use. @default all */
  readonly quotaShare: number | undefined
  /** Makes a bundle from the ledger. */
  readonly evidence: RunEvidence | undefined
  readonly emit: (event: RunEvent) => void
  readonly followAccounts: FollowAccounts
}

/** Runs the checks and stores their results, with logs and traces. */
export function executeStoredRun(parts: RuntimeParts, run: RunExecution): Promise<RecordedRun> {
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
    connection,
    inputs,
    checks,
    inventories,
    variables,
    waivers,
    scoped,
    signal,
    redactor,
    ledger,
    quotaShare,
    emit,
    followAccounts,
    ...of
  }: RunExecution,
): Promise<RecordedRun> {
  const { clock, logger } = parts
  const access = await tryOpenConnection(parts, connector, connection, signal, {
    redactor,
    ledger,
    quotaShare,
    readCredentials: () => inputs.credentials,
  })
  const usable = access instanceof CheckwrightError ? undefined : access
  const credentials = usable?.credentials ?? {}
  const settings = usable?.settings ?? {}
  const before = inputs.states
  const states: RunStates = new Map()
  const authorized = new Set<string>()
  const applied = joinWaivers(waivers, inputs.waivers)
  const now = new Date(clock.nowMs())
  const judgements = inputs.judgements.length === 0 ? undefined : openJudgements(inputs.judgements, now)
  const run = await executeRun(
    {
      id,
      checks,
      inventories,
      variables: variables.used,
      scoped,
      settings: redactor.json(settings) as Readonly<Record<string, string>>,
      // Stored with the results. A run that starts anew after a crash must not find values of its first half.
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
      variablesOf: variables.resolve,
      connectionId: connection.id,
      organizationId: connection.organizationId,
      grantedScopes: connection.grantedScopes ?? undefined,
      accessToken: usable?.accessToken,
      now,
      signal,
      emit: (event) => {
        if (event.type === 'request' && !event.anonymous) authorized.add(event.checkId)
        emit(event)
      },
      ledger,
      waivers: applied && openRunWaivers(applied, connector, now, connection.id),
      judgements,
    },
  ).finally(() => usable?.session.end())
  const stored = await finishRun(parts, { id, states, connection, ...of }, connector, run).finally(() => run.close())
  if (run.head.inventories?.some(({ of: kind }) => kind === 'account'))
    await followAccounts({ organizationId: connection.organizationId, connectionId: connection.id }).catch(
      (error: unknown) =>
        // The next run looks again.
        logger.warn(
          { connectionId: connection.id, code: readErrorCodeForLog(error) },
          'Removals of access reviews could not be followed',
        ),
    )
  const kinds = (run.head.inventories ?? []).map(({ of: kind }) => kind)
  const use = { organizationId: connection.organizationId, connector: run.head.connector, kinds }
  await noteExpectationsOfRun(parts, use).catch((error: unknown) =>
    // Whoever judges next notes it.
    logger.warn(
      { connectionId: connection.id, code: readErrorCodeForLog(error) },
      'What is expected of the organization could not be noted',
    ),
  )
  await noteEvidence(parts, connector, connection, judgeCredentialEvidence(run.head, authorized)).catch(
    (error: unknown) =>
      // The result is stored, and the next run will find the same.
      logger.warn(
        { connectionId: connection.id, code: readErrorCodeForLog(error) },
        'Connection state could not be noted',
      ),
  )
  return stored
}

type RunStates = Map<string, Readonly<Record<string, JsonValue>>>

async function finishRun(
  parts: Uses<'runs' | 'connections' | 'inventories', 'clock' | 'logger' | 'vault'>,
  {
    id,
    attempt,
    evidence,
    states,
    connection,
    isLost,
    settle,
  }: Pick<RunExecution, 'id' | 'attempt' | 'connection' | 'evidence' | 'isLost' | 'settle'> & {
    readonly states: RunStates
  },
  connector: AnyConnector,
  run: DisposableRun,
): Promise<RecordedRun> {
  if (isLost()) throw new CheckError('The run is for another process to end.', { code: 'CANCELLED' })
  const { checks, inventories: lists = [] } = run.head
  const wasCancelled = [...checks, ...lists].some(({ error }) => error?.code === 'CANCELLED')
  const status = wasCancelled ? 'cancelled' : run.head.status
  const { store, clock, logger } = parts
  const { organizationId } = connection
  const bundle = await evidence?.keep(run, organizationId).catch((error: unknown) => {
    // A run without its evidence is better than no run.
    logger.warn({ runId: id, code: readErrorCodeForLog(error) }, 'Evidence of the run cannot be kept')
    return undefined
  })
  const inventories = await stageInventories(parts, connector, connection, run)
  const ending = {
    run,
    bundle,
    checks: connector.checks,
    connectorChecks: connector.checks.map(({ id }) => id),
    attempt,
    states,
    inventories,
    settle,
  }
  try {
    return await store.runs.finish(id, { ...ending, status, finishedAtMs: clock.nowMs() })
  } catch (error) {
    if (mayBeStored(error)) throw error
    // Retention finds leftovers.
    for (const staged of inventories) await store.inventories.drop(staged.id).catch(() => undefined)
    if (bundle) await evidence?.takeBack(bundle, organizationId).catch(() => undefined)
    throw error
  }
}

/** First the waivers of the run, then those of the organization: the first match applies. */
export function joinWaivers(ordered: readonly Waiver[] | undefined, stored: readonly StoredWaiver[]) {
  const all = [...(ordered ?? []), ...stored.map(({ id, waiver }) => ({ ...waiver, source: `waiver ${id}` }))]
  return ordered === undefined && all.length === 0 ? undefined : all
}

/** If a connection cannot be used, that is every check's error, and the run is still recorded. */
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
    // An unexpected error is every check's error too, because a run that throws would be started again and again.
    // Without its message, which may quote data of the vendor.
    return new CheckError('The connection could not be opened, for an unknown reason. See the log.', {
      code: 'CONNECTION_UNUSABLE',
      cause: error,
    })
  }
}

/** @throws CheckError `CONNECTION_UNUSABLE` for a connection that nothing may be sent with */
export function demandUsable({ state, stateReason }: ConnectionRecord): void {
  if (state !== 'paused' && state !== 'disconnected' && state !== 'pending') return
  throw new CheckError(
    `The connection is ${state}, so no check ran.${stateReason ? ` ${stateReason}` : ''} ${state === 'paused' ? 'Resume it first.' : 'Connect first.'}`,
    {
      code: 'CONNECTION_UNUSABLE',
    },
  )
}
