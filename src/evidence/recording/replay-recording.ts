import type { ReadInventory } from '../../checks/context/inventory-reader.ts'
import { findWorstStatus } from '../../checks/verdict.ts'
import {
  type AnyConnector,
  type Check,
  type CheckOutcome,
  type Inventory,
  nameConnector,
  type ResultStatus,
  type RunEvent,
  type RunResult,
  type RunStatus,
  toInventoryId,
} from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import {
  compareResultLists,
  compareVerdicts,
  type RecordedVerdict,
  type ReplayDifference,
} from '../replay/compare-results.ts'
import { indexRecorded, RequestKeys } from '../replay/exchange-index.ts'
import { replayCheck } from '../replay/replay-check.ts'
import { type InventoryReplay, ReplayedInventories } from '../replay/replay-inventories.ts'
import type { ReplaySurroundings } from '../replay/replay-scope.ts'
import { toRecordedResult } from './make-recording.ts'
import { toReplayedExchange } from './recorded-exchange.ts'
import type { RecordedCheck, RecordedInventory, Recording } from './recording.ts'

/** A recorded check, run again. */
export interface RecordedReplay {
  readonly id: string
  /** Whether it reached the outcome in the recording. */
  readonly same: boolean
  readonly differences: readonly ReplayDifference[]
  /** Requests without an answer in the recording: `GET https://…`. */
  readonly missing: readonly string[]
  /** Connections outside its context: `connect to api.acme.example:443`. */
  readonly reached: readonly string[]
  /** Exchanges of the recording that it did not request, from 0. */
  readonly unasked: readonly number[]
  /** Its outcome; absent if the connector no longer has the check. */
  readonly outcome?: CheckOutcome
}

export interface RecordingReplay {
  /** Whether every recorded check reached the outcome in the recording. */
  readonly same: boolean
  /** Inventories that were recorded, read again. */
  readonly inventories: readonly InventoryReplay[]
  readonly checks: readonly RecordedReplay[]
  /** Checks of the connector that the recording does not have. */
  readonly unrecorded: readonly string[]
}

export interface ReplayRecordingOptions {
  /** Ids of the checks to run. @default all that were recorded */
  readonly checks?: readonly string[] | undefined
  /**
   * Also runs checks that were not recorded, on all exchanges of the others, because a new check often needs the same
   * requests.
   * @default false
   */
  readonly unrecorded?: boolean | undefined
  /** Called with each inventory that was read, while its records are there. @default nobody reads them */
  readonly useInventory?: ((inventory: Inventory, read: ReadInventory) => Promise<void>) | undefined
  /** Called as the checks go on, in the time of the recording. @default nobody is told */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

/**
 * Runs a connector's checks on a recording: without network, credentials and store, immediately, and always with the
 * same outcome.
 * @throws CheckwrightError `RECORDING_INVALID` when the recording is of another connector
 */
export async function replayRecording(
  recording: Recording,
  connector: AnyConnector,
  { checks: chosen, unrecorded = false, useInventory, onEvent }: ReplayRecordingOptions = {},
): Promise<RecordingReplay> {
  if (recording.connector.id !== connector.id)
    throw new CheckwrightError(
      `The recording belongs to the connector "${recording.connector.id}", not to "${connector.id}". Name the connector of the recording.`,
      { code: 'RECORDING_INVALID' },
    )
  const keys = new RequestKeys(connector.definition)
  const replayed = recording.exchanges.map((exchange, at) => toReplayedExchange(exchange, at + 1, recording.inputs.now))
  const surroundings = { connector, keys, index: indexRecorded(replayed, keys), inputs: recording.inputs, onEvent }
  const inventories = new ReplayedInventories(
    surroundings,
    (recording.inventories ?? []).map((recorded) => toReplayedInventory(recorded, recording)),
    connector.checks,
    unrecorded ? replayed.map(({ number }) => number) : [],
  )
  const lists = await inventories.replayAll()
  const isChosen = ({ id }: { readonly id: string }) => chosen === undefined || chosen.includes(id)
  const checks: RecordedReplay[] = []
  for (const recorded of recording.checks.filter(isChosen)) {
    const check = connector.checks.find(({ id }) => id === recorded.id)
    checks.push(
      check
        ? await replayRecordedCheck(check, recorded, recording, surroundings, inventories)
        : createGoneCheckReplay(recorded),
    )
  }
  const others = connector.checks.filter(({ id }) => !recording.checks.some((recorded) => recorded.id === id))
  for (const check of unrecorded ? others.filter(isChosen) : []) {
    const exchanges = replayed.map(({ number }) => number)
    const { variables } = recording.inputs
    const { outcome, missing, reached } = await replayCheck(check, { exchanges, variables }, surroundings, inventories)
    checks.push({ id: check.id, same: true, differences: [], missing, reached, unasked: [], outcome })
  }
  const isRecorded = (inventory: Inventory) => lists.some(({ id }) => id === toInventoryId(inventory))
  for (const inventory of useInventory ? connector.inventories : [])
    if (unrecorded || isRecorded(inventory)) await useInventory?.(inventory, await inventories.read(inventory))
  inventories.close()
  const same = [...lists, ...checks].every((each) => each.same)
  return { same, inventories: lists, checks, unrecorded: others.map(({ id }) => id) }
}

async function replayRecordedCheck(
  check: Check,
  recorded: RecordedCheck,
  recording: Recording,
  surroundings: ReplaySurroundings,
  inventories: ReplayedInventories,
): Promise<RecordedReplay> {
  const exchanges = recording.exchanges.flatMap((each, at) => (each.checks.includes(check.id) ? [at + 1] : []))
  const expected = toRecordedVerdict(recorded)
  const { variables } = recorded
  const { outcome, missing, reached, unasked } = await replayCheck(
    check,
    { exchanges, variables, ...expected },
    surroundings,
    inventories,
  )
  const differences = [
    ...compareVerdicts(expected, outcome),
    ...compareResultLists(recorded.results, outcome.results.map(toRecordedResult)),
  ]
  return {
    id: check.id,
    same: differences.length + missing.length + reached.length === 0,
    differences,
    missing,
    reached,
    unasked: unasked.map((number) => number - 1),
    outcome,
  }
}

/** As a run keeps it. What records there were shows in the results of the checks. */
function toReplayedInventory({ error, ...recorded }: RecordedInventory, { exchanges }: Recording) {
  const { id } = recorded
  return {
    ...recorded,
    error: error && { ...error, message: '' },
    exchanges: exchanges.flatMap((each, at) => (each.checks.includes(id) ? [at + 1] : [])),
  }
}

/** The present connector no longer has the check. */
function createGoneCheckReplay({ id }: RecordedCheck): RecordedReplay {
  return { id, same: false, differences: [{ of: 'check', recorded: id }], missing: [], reached: [], unasked: [] }
}

/** The replay in the form of a run; it is no evidence, and is not stored. */
export function toReplayedRun(
  recording: Recording,
  connector: AnyConnector,
  { checks, inventories }: RecordingReplay,
): RunResult {
  const outcomes = checks.flatMap(({ outcome }) => outcome ?? [])
  const lists = inventories.flatMap(({ outcome }) => outcome ?? [])
  const { now } = recording.inputs
  return {
    schema: 'checkwright.run/v1',
    id: `recorded-${connector.id}`,
    connector: nameConnector(connector),
    startedAt: now,
    finishedAt: now,
    status: findWorstStatus(outcomes.map(({ status }) => status)),
    replayable: false,
    notReplayableBecause: 'The run is itself a replay of a recording.',
    inputs: recording.inputs,
    inventories: lists.length > 0 ? lists : undefined,
    checks: outcomes,
    summary: summarizeOutcomes(outcomes),
  }
}

function toRecordedVerdict({ status, complete, error, undecided }: RecordedCheck) {
  return {
    status,
    complete,
    error: error && { ...error, message: '' },
    undecided: undecided === undefined ? undefined : { count: undecided },
  } satisfies RecordedVerdict
}

function summarizeOutcomes(outcomes: readonly CheckOutcome[]): RunResult['summary'] {
  const checks: Record<RunStatus, number> = { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0 }
  const results: Record<ResultStatus | 'waived', number> = { pass: 0, fail: 0, manual: 0, not_applicable: 0, waived: 0 }
  for (const outcome of outcomes) {
    checks[outcome.status]++
    for (const { status } of outcome.results) results[status]++
  }
  const total = (member: 'requests' | 'retries') => outcomes.reduce((sum, outcome) => sum + outcome[member], 0)
  return { checks, results, errors: checks.error, requests: total('requests'), retries: total('retries') }
}
