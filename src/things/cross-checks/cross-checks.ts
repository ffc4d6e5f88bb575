import { carryOverVariables } from '../../auth/variable-values.ts'
import type { NewestOutcome } from '../../checks/findings/finding-store.ts'
import type { CrossCheck, CrossCheckData } from '../../crosscheck/define/cross-check.ts'
import { findMissing } from '../../crosscheck/run/find-missing.ts'
import { type AnyVariableValue, crossCheckConnectorId } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { Redactor } from '../../http/redact/redact.ts'
import type { Engine } from '../../service/queue/engine.ts'
import type { RunRequest } from '../../service/queue/queue.ts'
import type { ScheduleRecord } from '../../service/queue/schedule-store.ts'
import type { JoiningEntry } from '../../service/records/audit.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { loadMeans } from '../expectations/load-means.ts'
import type { KnownTime } from '../findings/finding-lists.ts'
import type { Declared } from '../parts/declared-service.ts'
import { type RuntimeParts, requireFound } from '../parts/runtime-parts.ts'
import { listOutcomesWithin } from '../past/past-findings.ts'
import { enqueueRun } from '../runs/enqueue-run.ts'
import { checkWaivers, demandTimeout } from '../runs/run-checks.ts'
import type { RunExecutor } from '../runs/run-executor.ts'
import type { RunHandle } from '../runs/run-handle.ts'
import { type Schedule, saveSchedule, toSchedule } from '../schedules/schedules.ts'
import { loadStoredVariables, storeVariables } from './stored-variables.ts'

/** A cross-check, and how it stands for an organization. */
export interface CrossCheckState {
  readonly check: CrossCheckData
  /** Why it cannot run; empty: it can. */
  readonly missing: readonly string[]
  /** What its newest run came to; undefined: it never ran. */
  readonly newest: NewestOutcome | undefined
  /** Values that the organization has set for its variables. The others have their defaults. */
  readonly variables: Readonly<Record<string, AnyVariableValue>>
}

/** A request for a run of a cross-check. */
export interface CrossCheckOrder extends Pick<RunRequest, 'variables' | 'waivers' | 'timeoutMs' | 'evidence'> {
  readonly organizationId: string
  /** Of the cross-check. */
  readonly id: string
}

/** Values for the variables of a cross-check. */
export interface CrossCheckVariables {
  readonly organizationId: string
  /** Of the cross-check. */
  readonly id: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Cross-checks of organizations. Their runs are among `runs`. */
export interface CrossCheckService {
  /** All, in the order in which people read them. */
  list(of: { readonly organizationId: string } & KnownTime): Promise<readonly CrossCheckState[]>
  get(of: { readonly organizationId: string; readonly id: string } & KnownTime): Promise<CrossCheckState | undefined>
  /**
   * Puts a run into the queue. One cross-check of an organization runs at a time.
   * @throws CheckError `CROSS_CHECK_UNKNOWN`; CredentialError `VARIABLE_INVALID`; CheckwrightError `WAIVERS_INVALID`; StoreError
   * `NOT_FOUND`; EngineError `QUEUE_FULL`, retryable
   */
  run(order: CrossCheckOrder): Promise<RunHandle>
  /**
   * Sets the variables of a cross-check for all its runs, also those by schedule. What is left out has its default again.
   * @throws CheckError `CROSS_CHECK_UNKNOWN`; CredentialError `VARIABLE_INVALID`; StoreError `NOT_FOUND`
   */
  setVariables(variables: CrossCheckVariables): Promise<void>
  /** The schedule of the organization's cross-checks; it has at most one. */
  schedule(of: { readonly organizationId: string }): Promise<CrossCheckSchedule | undefined>
  /**
   * Creates or replaces it. Each time, every chosen cross-check runs.
   * @throws EngineError `SCHEDULE_INVALID`; CheckError `CROSS_CHECK_UNKNOWN`; StoreError `NOT_FOUND`
   */
  setSchedule(schedule: CrossCheckTiming & { readonly organizationId: string }): Promise<CrossCheckSchedule>
  /** @returns false if there is none */
  deleteSchedule(of: { readonly organizationId: string }): Promise<boolean>
}

/** When cross-checks run. */
export interface CrossCheckTiming {
  /** Five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string
  /** IANA name. @default 'UTC' */
  readonly timeZone?: string | undefined
  /** Ids of cross-checks. @default all */
  readonly checks?: readonly string[] | undefined
  /** Whether they start up to 15 minutes later, always the same for an organization. @default true */
  readonly spread?: boolean | undefined
}

export type CrossCheckSchedule = Omit<Schedule, 'connectionId' | 'inventories'>

/** @param work.wake looks for due schedules at once */
export function createCrossCheckService(
  parts: RuntimeParts,
  work: { readonly engine: Engine; readonly executor: RunExecutor; readonly wake: () => void },
): Declared<CrossCheckService> {
  const { unfinished, store } = parts
  return {
    list: { read: (of) => listStates(parts, parts.crossChecks.all, of) },
    get: {
      read: async ({ id, ...of }) => {
        const crossCheck = parts.crossChecks.find(id)
        const [state] = crossCheck ? await listStates(parts, [crossCheck], of) : []
        return state
      },
    },
    run: {
      changeWith: (entry, order) => unfinished.track(startRun(parts, work, order, entry)),
      audit: { action: 'run.start', fields: ({ id: crossCheck, ...order }) => ({ crossCheck, ...order }) },
    },
    setVariables: {
      change: async ({ organizationId, id, variables }) => {
        const crossCheck = demandCrossCheck(parts, id)
        requireFound(await store.organizations.find(organizationId), 'organization of that id')
        await storeVariables(parts, crossCheck, organizationId, variables)
      },
      audit: { action: 'cross_check.variables', fields: ({ variables }) => variables },
    },
    schedule: {
      read: async ({ organizationId }) => {
        const record = await store.schedules.find(organizationId, organizationId)
        return record && toCrossCheckSchedule(record)
      },
    },
    setSchedule: {
      change: async (schedule) => {
        const saved = await saveTiming(parts, schedule)
        work.wake()
        return saved
      },
      audit: {
        action: 'schedule.set',
        fields: (schedule) => schedule,
        target: (_done, { organizationId }) => organizationId,
      },
    },
    deleteSchedule: {
      change: ({ organizationId }) => store.schedules.delete(organizationId, organizationId),
      audit: { action: 'schedule.delete', target: (_done, { organizationId }) => organizationId },
    },
  }
}

async function saveTiming(
  parts: RuntimeParts,
  { organizationId, checks, ...timing }: CrossCheckTiming & { readonly organizationId: string },
): Promise<CrossCheckSchedule> {
  for (const id of checks ?? []) demandCrossCheck(parts, id)
  requireFound(await parts.store.organizations.find(organizationId), 'organization of that id')
  const of = { organizationId, connectionId: organizationId, connectorId: crossCheckConnectorId }
  return toCrossCheckSchedule(await saveSchedule(parts, { ...of, ...timing, checks, inventories: undefined }))
}

function toCrossCheckSchedule(record: ScheduleRecord): CrossCheckSchedule {
  const { connectionId: _organization, inventories: _none, ...schedule } = toSchedule(record)
  return schedule
}

async function listStates(
  parts: RuntimeParts,
  crossChecks: readonly CrossCheck[],
  { organizationId, within }: { readonly organizationId: string } & KnownTime,
): Promise<readonly CrossCheckState[]> {
  const means = await loadMeans(parts, organizationId)
  const asked = { organizationId, connectionId: organizationId }
  const outcomes = within
    ? await listOutcomesWithin(parts, asked, within)
    : await parts.store.findings.newestOutcomes(asked)
  const variables = await loadStoredVariables(parts, organizationId)
  const byCheck = new Map(outcomes.map((outcome) => [outcome.checkId, outcome]))
  return crossChecks.map(({ run: _, ...check }) => ({
    check,
    missing: findMissing(check.needs, means),
    newest: byCheck.get(check.id),
    variables: carryOverVariables(check.variables ?? [], variables.get(check.id) ?? {}),
  }))
}

async function startRun(
  parts: RuntimeParts,
  work: { readonly engine: Engine; readonly executor: RunExecutor },
  { organizationId, id: crossCheckId, ...rest }: CrossCheckOrder,
  entry: JoiningEntry | undefined,
): Promise<RunHandle> {
  const { store, clock, closing } = parts
  demandTimeout(rest.timeoutMs)
  closing.throwIfAborted()
  const crossCheck = demandCrossCheck(parts, crossCheckId)
  requireFound(await store.organizations.find(organizationId), 'organization of that id')
  const { parseVariables } = await import('../../auth/variable-values.ts')
  parseVariables(crossCheck.variables, rest.variables ?? {})
  const { variables, timeoutMs, evidence } = rest
  const waivers = await checkWaivers(rest.waivers, clock)
  const id = createTimeId()
  const run = {
    id,
    organizationId,
    connectionId: organizationId,
    connectorId: crossCheckConnectorId,
    crossCheckId,
    startedAtMs: clock.nowMs(),
    trigger: 'request' as const,
  }
  const request = { checks: [crossCheckId], variables, timeoutMs, evidence, waivers }
  return enqueueRun(parts, work, {
    run,
    request,
    redactor: new Redactor(),
    ledger: undefined,
    entry: entry?.complete(id),
  })
}

/** @throws CheckError `CROSS_CHECK_UNKNOWN` */
function demandCrossCheck({ crossChecks }: Pick<RuntimeParts, 'crossChecks'>, id: string): CrossCheck {
  const crossCheck = crossChecks.find(id)
  if (crossCheck) return crossCheck
  throw new CheckError(`There is no cross-check "${id}". There are: ${crossChecks.ids.join(', ')}.`, {
    code: 'CROSS_CHECK_UNKNOWN',
  })
}
