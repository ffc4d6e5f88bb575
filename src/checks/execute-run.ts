import {
  type Check,
  type Inventory,
  type InventoryOutcome,
  type JsonValue,
  listSecretIds,
  listSecretSettings,
  nameConnector,
} from '../define/index.ts'
import type { Ledger } from '../http/exchanges/ledger.ts'
import { holdRedactor } from '../http/redact/live-redactors.ts'
import { type Redactor, redactedMark } from '../http/redact/redact.ts'
import { SharedGets } from '../http/requests/shared-gets.ts'
import type { VendorSession } from '../http/session.ts'
import { writeInventoryFiles } from '../inventory/inventory-file.ts'
import { formatInventoryName } from '../inventory/inventory-head.ts'
import { createTimeId } from '../text/create-time-id.ts'
import { formatTime } from '../text/format-time.ts'
import type { RunScope } from './context/run-scope.ts'
import { claimStrays } from './context/unhandled-rejections.ts'
import { RunInventories } from './inventories/run-inventories.ts'
import { describeConnectorCode } from './results/describe-code.ts'
import { createResultLog, type EndedCheck, runToEnd } from './run-check.ts'
import type { DisposableRun, RunHead } from './runs/recorded-run.ts'
import { summarizeRun } from './summarize-run.ts'
import { findWorstStatus } from './verdict.ts'

/** The values that checks of a connection keep between runs. */
export interface RunMemory {
  /** State before the run, by check id. */
  readonly before: Readonly<Record<string, Readonly<Record<string, JsonValue>>>>
  save(checkId: string, state: Readonly<Record<string, JsonValue>>): Promise<void>
}

export const noMemory: RunMemory = { before: {}, save: async () => undefined }

export interface CheckPlan {
  /** @default a new UUIDv7 */
  readonly id?: string | undefined
  readonly checks: readonly Check[]
  /** Inventories that are read whether a check needs them or not. @default those that a check needs */
  readonly inventories?: readonly Inventory[] | undefined
  /** Values of the run's variables, with defaults filled in. */
  readonly variables: Readonly<Record<string, JsonValue>>
  /** Settings of the OAuth app; the result keeps those that are not secret. */
  readonly settings: Readonly<Record<string, JsonValue>>
  readonly memory: RunMemory
  /** Whether the request brought its own waivers or variables. @default false */
  readonly scoped?: boolean | undefined
}

/**
 * Runs checks side by side, within the connection's limits. Each has its own outcome and does not affect the others.
 */
export async function executeRun(plan: CheckPlan, scope: RunScope): Promise<DisposableRun> {
  const { emit } = scope
  const id = plan.id ?? createTimeId()
  emit?.({
    type: 'run.started',
    runId: id,
    checks: plan.checks.map((check) => ({ id: check.id, title: check.title })),
    inventories:
      plan.inventories && plan.inventories.length > 0 ? plan.inventories.map(formatInventoryName) : undefined,
  })
  const sharing = new SharedGets({ checks: plan.checks.length + scope.connector.inventories.length })
  let session: VendorSession | undefined
  const openSession = () => {
    session ??= scope.session()
    return session
  }
  const shared = { ...scope, sharing, session: openSession }
  const inventories = new RunInventories(shared, plan.checks)
  const whole: RunScope = { ...shared, inventories }
  const results = createResultLog(scope)
  const release = claimStrays()
  const releaseRedactor = holdRedactor(scope.redactor)
  let checks: readonly EndedCheck[]
  try {
    for (const inventory of plan.inventories ?? []) void inventories.read(inventory)
    checks = await Promise.all(
      plan.checks.map((check) =>
        runToEnd(
          check,
          whole,
          {
            before: plan.memory.before[check.id] ?? {},
            save: (state) => plan.memory.save(check.id, state),
          },
          results,
        ),
      ),
    )
    if (inventories.isRead) await inventories.end()
  } finally {
    release()
    releaseRedactor()
    const closing = sharing.close()
    if (closing) await closing
  }
  const outcomes = inventories.isRead ? await inventories.outcomes() : []
  const folder = scope.ledger?.inventoriesFolder
  if (folder !== undefined && outcomes.length > 0)
    await writeInventoryFiles(folder, outcomes, (inventoryId) => inventories.records(inventoryId))
  const notReplayableBecause = scope.ledger
    ? await findReplayObstacle(scope.ledger, checks, outcomes)
    : 'The exchanges of this run were not kept.'
  const head = buildRunHead(
    id,
    plan,
    scope,
    { checks, inventories: outcomes, clockAheadMs: scope.isReplay ? undefined : session?.clockAheadMs },
    notReplayableBecause,
  )
  emit?.({ type: 'run.finished', runId: id, status: head.status })
  const close = async () => {
    results.close()
    inventories.close()
  }
  return {
    head,
    results: (checkId) => results.read(checkId),
    records: (inventoryId) => inventories.records(inventoryId),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface EndedWork {
  readonly checks: readonly EndedCheck[]
  readonly inventories: readonly InventoryOutcome[]
  readonly clockAheadMs: number | undefined
}

function buildRunHead(
  id: string,
  plan: CheckPlan,
  scope: RunScope,
  { checks: ended, inventories, clockAheadMs }: EndedWork,
  notReplayableBecause: string | undefined,
): RunHead {
  const { connector, redactor, connectionId, organizationId } = scope
  const checks = ended.map(({ head }) => head)
  const now = formatTime(scope.now.getTime())
  return {
    schema: 'checkwright.run/v1',
    id,
    connector: nameConnector(connector),
    code: describeConnectorCode(connector),
    connectionId,
    organizationId,
    scoped: plan.scoped || undefined,
    startedAt: now,
    // If a clock was set back meanwhile, the run must not end before it began.
    finishedAt: formatTime(Math.max(scope.now.getTime(), scope.clock.nowMs())),
    status: findWorstStatus([
      ...checks.map(({ status }) => status),
      // Where nothing is judged, a list that is not whole is what the run could not tell.
      ...(checks.length === 0 && inventories.some(({ complete }) => !complete) ? (['error'] as const) : []),
    ]),
    clockAheadMs,
    replayable: notReplayableBecause === undefined,
    notReplayableBecause,
    inputs: {
      now,
      variables: redactValues(plan.variables, redactor),
      settings: hideSecretValues(plan.settings, listSecretSettings(connector.definition), redactor),
      credentials: hideSecretValues(scope.credentials, listSecretIds(connector.definition), redactor),
      stateBefore: redactor.data(plan.memory.before),
    },
    checks,
    inventories: inventories.length > 0 ? inventories : undefined,
    waivers: scope.waivers?.uses(checks),
    summary: summarizeRun(ended, inventories),
  }
}

/** Why the kept exchanges do not suffice to run the checks again; undefined if they do. */
async function findReplayObstacle(
  ledger: Ledger,
  checks: readonly EndedCheck[],
  inventories: readonly InventoryOutcome[],
): Promise<string | undefined> {
  const end = await ledger.close()
  if (!end.whole) return end.because
  const ended = [
    ...checks.map(({ head }) => ({ name: `check "${head.id}"`, error: head.error })),
    ...inventories.map((outcome) => ({ name: `list "${formatInventoryName(outcome)}"`, error: outcome.error })),
  ]
  const elsewhere = ended.find(({ error }) => error && isOutsideReplay(error.code))
  return (
    elsewhere && `The ${elsewhere.name} ended for a reason that its exchanges do not show (${elsewhere.error?.code}).`
  )
}

/** Whether an error came from credentials, logins, time or the store, because a replay has none of these. */
function isOutsideReplay(code: string): boolean {
  if (code === 'AUTH_REJECTED') return false
  return /^(?:AUTH|CREDENTIAL|CONNECTION|STORE)_|^(?:CANCELLED|CHECK_TIMEOUT|RESULTS_NOT_KEPT|RUN_ABANDONED|RUN_UNDELIVERED)$/.test(
    code,
  )
}

/** Values that are not secret; for secrets only whether they were there. */
function hideSecretValues(
  values: Readonly<Record<string, unknown>>,
  secret: ReadonlySet<string>,
  redactor: Redactor,
): Record<string, JsonValue> {
  const shown: Record<string, JsonValue> = {}
  for (const id of Object.keys(values)) {
    if (secret.has(id)) shown[id] = redactedMark
    else Object.assign(shown, redactor.data({ [id]: values[id] }))
  }
  return shown
}

/** Most runs have none. */
function redactValues(values: Readonly<Record<string, JsonValue>>, redactor: Redactor): Record<string, JsonValue> {
  return Object.keys(values).length === 0 ? {} : redactor.data(values)
}
