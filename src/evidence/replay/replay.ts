import { describeConnectorCode } from '../../checks/results/describe-code.ts'
import type { RecordedRun, RunHead } from '../../checks/runs/recorded-run.ts'
import {
  type AnyConnector,
  type Check,
  type CheckHead,
  type ConnectorName,
  type InventoryOutcome,
  nameConnector,
  type ResultRecord,
  type RunCode,
  type RunEvent,
  toInventoryId,
} from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { toInventoryFileName } from '../../inventory/inventory-head.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { type BundleSource, inventoriesFolder, isRecordFile } from '../bundle/bundle-source.ts'
import { readBundleLines } from '../bundle/json-lines.ts'
import { openBundle } from '../bundle/open-bundle.ts'
import { readRun } from '../bundle/run-text.ts'
import { compareResultLists, compareVerdicts, type ReplayDifference } from './compare-results.ts'
import { indexExchanges, RequestKeys } from './exchange-index.ts'
import { parseRecordLine } from './record-in.ts'
import { openRecordedJudgements } from './recorded-judgements.ts'
import { replayCheck } from './replay-check.ts'
import { type InventoryReplay, ReplayedInventories } from './replay-inventories.ts'
import type { ReplaySurroundings } from './replay-scope.ts'

export interface ReplayOptions {
  /** Also replays an incomplete run; parts that cannot be reached show as different. @default false */
  readonly force?: boolean | undefined
  /** Called as the checks go on, in the time of the run. @default nobody is told */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

/** A check, run again on its recorded answers. */
export interface CheckReplay {
  readonly id: string
  readonly same: boolean
  readonly results: number
  readonly differences: readonly ReplayDifference[]
  /** Requests without an answer in the bundle: `GET https://…`. */
  readonly missing: readonly string[]
  /** Connections outside its context: `connect to api.acme.example:443`. The bundle does not have their results. */
  readonly reached: readonly string[]
  /** Numbers of exchanges that the check did not request again. */
  readonly unasked: readonly number[]
}

export interface Replay {
  /** Whether every check reached the same verdict and results, and every list the same records, from the bundle alone. */
  readonly same: boolean
  readonly run: Pick<RunHead, 'id' | 'connector' | 'code' | 'startedAt' | 'status'>
  /** The connector of the replay and its code; others than those of the run can explain differences. */
  readonly connector: ConnectorName
  readonly code: RunCode
  /** Inventories that the run read, in its order. */
  readonly inventories: readonly InventoryReplay[]
  readonly checks: readonly CheckReplay[]
}

/**
 * Runs the checks of a bundle again, on its exchanges, without network, credentials and store, and compares the
 * results. `authenticate`, `sign` and OAuth are left out. Secrets are `[redacted]`. The time is that of the run, and
 * there are no waits. Use `verifyBundle` to check the signature.
 * @throws CheckwrightError `BUNDLE_INVALID`; `RUN_NOT_REPLAYABLE` when the run was not kept whole or is another connector's
 */
export async function replayBundle(
  path: string,
  connector: AnyConnector,
  options: ReplayOptions = {},
): Promise<Replay> {
  return useReplayable(path, connector, options, (run, source) => replayRun(run, source, connector, options.onEvent))
}

/**
 * Does something with the run of a bundle that can be replayed.
 * @throws CheckwrightError as `replayBundle`
 */
export async function useReplayable<T>(
  path: string,
  connector: AnyConnector,
  options: Pick<ReplayOptions, 'force'>,
  work: (run: RecordedRun, source: BundleSource) => Promise<T>,
): Promise<T> {
  const source = await openBundle(path)
  try {
    demandFile(path, source, 'run.json')
    const run = await readRun(() => source.read('run.json'))
    demandExchanges(path, source, run.head)
    demandReplayable(run.head, connector, options)
    return await work(run, source)
  } finally {
    await source.close()
  }
}

/** The connector that a bundle's run needs. @throws CheckwrightError `BUNDLE_INVALID` */
export async function readBundleConnector(path: string): Promise<RunHead['connector']> {
  const source = await openBundle(path)
  try {
    demandFile(path, source, 'run.json')
    return (await readRun(() => source.read('run.json'))).head.connector
  } finally {
    await source.close()
  }
}

/** The files for a replay must exist as plain files; their signatures are checked elsewhere. */
function demandFile(path: string, source: BundleSource, file: 'run.json' | 'exchanges.har'): void {
  if (source.has(file)) return
  throw new CheckwrightError(
    `"${path}" has no plain file ${file}. Name the folder or .zip that "checkwright run --out" wrote.`,
    { code: 'BUNDLE_INVALID' },
  )
}

function demandExchanges(path: string, source: BundleSource, { inventories = [] }: RunHead): void {
  const isEdition = !source.has('exchanges.har') && source.inventories.length === 0 && inventories.length > 0
  if (isEdition)
    throw new CheckwrightError(
      `"${path}" is the edition of a bundle for people who may not read lists of people. It has no exchanges to replay. Ask an admin for the whole bundle.`,
      { code: 'RUN_NOT_REPLAYABLE' },
    )
  demandFile(path, source, 'exchanges.har')
}

function demandReplayable(head: RunHead, { id }: AnyConnector, { force = false }: ReplayOptions): void {
  const refuse = (message: string) => new CheckwrightError(message, { code: 'RUN_NOT_REPLAYABLE' })
  if (head.connector.id !== id)
    throw refuse(
      `The run belongs to the connector "${head.connector.id}", not to "${id}". Name the connector of the run, or its file.`,
    )
  if (!head.replayable && !force)
    throw refuse(
      `The run cannot be replayed. ${head.notReplayableBecause ?? 'The bundle gives no reason.'} To replay the part that was kept, add --force.`,
    )
}

async function replayRun(
  run: RecordedRun,
  source: BundleSource,
  connector: AnyConnector,
  onEvent: ReplayOptions['onEvent'],
): Promise<Replay> {
  const { head } = run
  const keys = new RequestKeys(connector.definition)
  const index = await indexExchanges(source, keys)
  const surroundings = { ...head, connector, index, keys, onEvent }
  const inventories = new ReplayedInventories(
    surroundings,
    (head.inventories ?? []).map((outcome) => ({
      ...outcome,
      id: toInventoryId(outcome),
      records: readRecordsOf(source, outcome),
    })),
    connector.checks,
  )
  const lists = await inventories.replayAll()
  const checks: CheckReplay[] = []
  for (const recorded of head.checks) {
    const check = connector.checks.find(({ id }) => id === recorded.id)
    const results: ResultRecord[] = []
    for await (const result of run.results(recorded.id)) results.push(result)
    checks.push(
      check
        ? await replayBundleCheck(check, recorded, results, surroundings, inventories)
        : { ...createUnaskedReplay(recorded), differences: [{ of: 'check', recorded: recorded.id }] },
    )
  }
  inventories.close()
  const { id, connector: recordedWith, code, startedAt, status } = head
  return {
    same: [...lists, ...checks].every(({ same }) => same),
    run: { id, connector: recordedWith, code, startedAt, status },
    connector: nameConnector(connector),
    code: describeConnectorCode(connector),
    inventories: lists,
    checks,
  }
}

/** The records of an inventory, as the bundle has them; undefined where it has none. */
function readRecordsOf(
  source: BundleSource,
  outcome: InventoryOutcome,
): (() => AsyncIterable<StoredRecord>) | undefined {
  const file = `${inventoriesFolder}/${toInventoryFileName(outcome)}`
  if (!isRecordFile(file) || !source.has(file)) return undefined
  return async function* () {
    for await (const { text } of readBundleLines(source.read(file))) {
      const record = parseRecordLine(text)
      if (record) yield record
    }
  }
}

/** The present connector no longer has the check. */
function createUnaskedReplay({ id, exchanges }: CheckHead): CheckReplay {
  return { id, same: false, results: 0, differences: [], missing: [], reached: [], unasked: exchanges }
}

async function replayBundleCheck(
  check: Check,
  recorded: CheckHead,
  results: readonly ResultRecord[],
  surroundings: ReplaySurroundings,
  inventories: ReplayedInventories,
): Promise<CheckReplay> {
  const judgements = openRecordedJudgements(results, surroundings.inputs)
  const { outcome, missing, reached, unasked } = await replayCheck(
    check,
    recorded,
    surroundings,
    inventories,
    judgements,
  )
  const differences = [...compareVerdicts(recorded, outcome), ...compareResultLists(results, outcome.results)]
  return {
    id: check.id,
    same: differences.length + missing.length + reached.length === 0,
    results: outcome.results.length,
    differences,
    missing,
    reached,
    unasked,
  }
}
