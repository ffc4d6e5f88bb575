import type { CheckHead, KeptRun, RunHead } from '../../checks/results/kept-run.ts'
import {
  type AnyConnector,
  type Check,
  type InventoryOutcome,
  type ResultRecord,
  toInventoryId,
} from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { toInventoryFileName } from '../../inventory/inventory-file.ts'
import type { KeptRecord } from '../../inventory/parse-record.ts'
import { type BundleSource, inventoriesFolder, isInventoryFile } from '../bundle/bundle-source.ts'
import { readLines } from '../bundle/json-lines.ts'
import { openBundle } from '../bundle/open-bundle.ts'
import { readRun } from '../bundle/run-text.ts'
import { compareResultLists, compareVerdicts, type ReplayDifference } from './compare-results.ts'
import { indexExchanges, RequestKeys } from './exchange-index.ts'
import { replayCheck } from './replay-check.ts'
import { type InventoryReplay, ReplayedInventories } from './replay-inventories.ts'
import type { ReplaySurroundings } from './replay-scope.ts'

export interface ReplayOptions {
  /** Replay also a run of which not everything was kept; what cannot be reached again shows as different. @default false */
  readonly force?: boolean | undefined
}

/** A check, run again on what it was answered. */
export interface CheckReplay {
  readonly id: string
  readonly same: boolean
  readonly results: number
  readonly differences: readonly ReplayDifference[]
  /** What the check asked for and the bundle has no answer to: `GET https://…`. */
  readonly missing: readonly string[]
  /** Where it reached beside its context: `connect to api.acme.example:443`. What came of it, the bundle does not say. */
  readonly reached: readonly string[]
  /** Numbers of exchanges that the check did not ask for again. */
  readonly unasked: readonly number[]
}

export interface Replay {
  /** Whether every check reached the same verdict and results, and every list the same records, by what the bundle has alone. */
  readonly same: boolean
  readonly run: Pick<RunHead, 'id' | 'connector' | 'startedAt' | 'status'>
  /** Version of the connector that was replayed with; another one explains differences. */
  readonly connectorVersion: string
  /** Inventories that the run read, in its order. */
  readonly inventories: readonly InventoryReplay[]
  readonly checks: readonly CheckReplay[]
}

/**
 * Runs the checks of a bundle again, on the exchanges that it has, without network, credentials and store, and compares.
 * `authenticate`, `sign` and OAuth are left out; secrets are `[redacted]`; time is that of the run, and nothing waits.
 * Whether the bundle is what somebody signed is for `verifyBundle` to say.
 * @throws CheckwrightError `BUNDLE_INVALID`; `RUN_NOT_REPLAYABLE` when the run was not kept whole or is another connector's
 */
export async function replayBundle(
  path: string,
  connector: AnyConnector,
  options: ReplayOptions = {},
): Promise<Replay> {
  const source = await openBundle(path)
  try {
    demandFiles(path, source)
    const run = await readRun(() => source.read('run.json'))
    demandReplayable(run.head, connector, options)
    return await replayRun(run, source, connector)
  } finally {
    await source.close()
  }
}

/** Which connector a bundle's run needs. @throws CheckwrightError `BUNDLE_INVALID` */
export async function readBundleConnector(path: string): Promise<RunHead['connector']> {
  const source = await openBundle(path)
  try {
    demandFiles(path, source)
    return (await readRun(() => source.read('run.json'))).head.connector
  } finally {
    await source.close()
  }
}

/** What is replayed has to be there, as plain files; whether it is what was signed is another question. */
function demandFiles(path: string, source: BundleSource): void {
  const missing = (['run.json', 'exchanges.har'] as const).find((file) => !source.has(file))
  if (missing === undefined) return
  throw new CheckwrightError(
    `"${path}" has no ${missing} that is a plain file. Name the folder or .zip that "checkwright run --out" wrote.`,
    { code: 'BUNDLE_INVALID' },
  )
}

function demandReplayable(head: RunHead, { id }: AnyConnector, { force = false }: ReplayOptions): void {
  const refuse = (message: string) => new CheckwrightError(message, { code: 'RUN_NOT_REPLAYABLE' })
  if (head.connector.id !== id)
    throw refuse(
      `The run is of the connector "${head.connector.id}", and "${id}" was named. Name that one, or its file.`,
    )
  if (!head.replayable && !force)
    throw refuse(
      `The run cannot be replayed. ${head.notReplayableBecause ?? 'It does not say why.'} What was kept of it can be replayed with --force.`,
    )
}

async function replayRun(run: KeptRun, source: BundleSource, connector: AnyConnector): Promise<Replay> {
  const { head } = run
  const keys = new RequestKeys(connector.definition)
  const index = await indexExchanges(source, keys)
  const surroundings = { ...head, connector, index, keys }
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
  const { id, connector: recordedWith, startedAt, status } = head
  return {
    same: [...lists, ...checks].every(({ same }) => same),
    run: { id, connector: recordedWith, startedAt, status },
    connectorVersion: connector.definition.version ?? '0.0.0',
    inventories: lists,
    checks,
  }
}

/** The records of an inventory, as the bundle has them; undefined where it has none. */
function readRecordsOf(source: BundleSource, outcome: InventoryOutcome): (() => AsyncIterable<KeptRecord>) | undefined {
  const file = `${inventoriesFolder}/${toInventoryFileName(outcome)}`
  if (!isInventoryFile(file) || !source.has(file)) return undefined
  return async function* () {
    for await (const { text } of readLines(source.read(file))) {
      const record = parseRecordLine(text)
      if (record) yield record
    }
  }
}

/** Whether a line is as it was signed is for `verifyBundle` to say; one that cannot be read shows as a record that is not there. */
function parseRecordLine(text: string): KeptRecord | undefined {
  try {
    const record: unknown = JSON.parse(text)
    return typeof record === 'object' && record !== null && 'id' in record ? (record as KeptRecord) : undefined
  } catch {
    return undefined
  }
}

/** The connector of today has no such check any more. */
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
  const { outcome, missing, reached, unasked } = await replayCheck(check, recorded, surroundings, inventories)
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
