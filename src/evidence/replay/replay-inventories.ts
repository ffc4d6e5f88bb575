import type { InventoryReader, ReadInventory } from '../../checks/context/inventory-reader.ts'
import { readInventory } from '../../checks/inventories/read-inventory.ts'
import {
  type AnyConnector,
  type Check,
  type CheckFailure,
  type Inventory,
  type InventoryOutcome,
  toInventoryId,
} from '../../define/index.ts'
import type { RecordShelf } from '../../inventory/record-shelf.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { compareRecordLists } from './compare-records.ts'
import type { ReplayDifference } from './compare-results.ts'
import { runOffline } from './offline.ts'
import { openReplayScope, type RecordedWork, type ReplaySurroundings } from './replay-scope.ts'

/** An inventory, read again on what the run was answered. */
export interface InventoryReplay {
  /** `inventory:account` */
  readonly id: string
  readonly same: boolean
  readonly records: number
  readonly differences: readonly ReplayDifference[]
  /** What the list asked for and the bundle has no answer to: `GET https://…`. */
  readonly missing: readonly string[]
  /** Where it reached beside its context: `connect to api.acme.example:443`. */
  readonly reached: readonly string[]
  /** Numbers of exchanges that the list did not ask for again. */
  readonly unasked: readonly number[]
  /** What it came to; absent when the connector has no such inventory any more. */
  readonly outcome?: InventoryOutcome
}

/** What was kept of an inventory. */
export interface RecordedInventoryWork extends RecordedWork, Pick<InventoryOutcome, 'complete' | 'count'> {
  /** `inventory:account` */
  readonly id: string
  readonly facts?: readonly string[] | undefined
  /** Left out where records are not compared. */
  readonly digest?: string | undefined
  /** The records, by their ids, where they were kept. */
  readonly records?: (() => AsyncIterable<StoredRecord>) | undefined
}

interface Replayed extends Pick<InventoryReplay, 'missing' | 'reached' | 'unasked'> {
  readonly read: ReadInventory
}

/** The inventories of a run, read again before its checks, which then read the same records. */
export class ReplayedInventories implements InventoryReader {
  readonly #surroundings: ReplaySurroundings
  readonly #recorded: ReadonlyMap<string, RecordedInventoryWork>
  readonly #checks: readonly Check[]
  readonly #spare: readonly number[]
  readonly #begun = new Map<string, Promise<Replayed>>()
  readonly #ended = new Map<string, ReadInventory>()

  /** @param spare exchanges for an inventory that the run did not read. @default none: whatever it asks for is missing */
  constructor(
    surroundings: ReplaySurroundings,
    recorded: readonly RecordedInventoryWork[],
    checks: readonly Check[],
    spare: readonly number[] = [],
  ) {
    this.#surroundings = surroundings
    this.#recorded = new Map(recorded.map((each) => [each.id, each]))
    this.#checks = checks
    this.#spare = spare
  }

  get connector(): AnyConnector {
    return this.#surroundings.connector
  }

  async read(inventory: Inventory): Promise<ReadInventory> {
    return (await this.#replay(inventory)).read
  }

  find(inventory: Inventory): ReadInventory | undefined {
    return this.#ended.get(toInventoryId(inventory))
  }

  /** Reads all that the run read, and compares. */
  async replayAll(): Promise<readonly InventoryReplay[]> {
    const replays: InventoryReplay[] = []
    for (const recorded of this.#recorded.values()) {
      const inventory = this.connector.inventories.find((each) => toInventoryId(each) === recorded.id)
      replays.push(inventory ? await this.#compare(inventory, recorded) : createGoneListReplay(recorded))
    }
    return replays
  }

  close(): void {
    for (const { shelf } of this.#ended.values()) shelf.close()
  }

  #replay(inventory: Inventory): Promise<Replayed> {
    const id = toInventoryId(inventory)
    const begun = this.#begun.get(id) ?? this.#replayOnce(id, inventory)
    this.#begun.set(id, begun)
    return begun
  }

  async #replayOnce(id: string, inventory: Inventory): Promise<Replayed> {
    const recorded = this.#recorded.get(id) ?? { exchanges: this.#spare }
    const own = this.connector.inventories.find((each) => toInventoryId(each) === id) ?? inventory
    const { scope, transport, close } = openReplayScope(id, recorded, this.#surroundings)
    // The time that a replay takes is not the run's.
    const timeoutMs = Math.max(own.timeoutMs ?? 0, timeoutMsLeast)
    const facts = this.#recorded.get(id)?.facts ?? this.#listNeededFacts(id, own)
    const { confine = runOffline } = this.#surroundings
    const { value: read, reached } = await confine(() => readInventory({ ...own, timeoutMs }, facts, scope))
    await close()
    this.#ended.set(id, read)
    return { read, missing: transport.missing, reached, unasked: transport.left }
  }

  async #compare(inventory: Inventory, recorded: RecordedInventoryWork): Promise<InventoryReplay> {
    const { read, missing, reached, unasked } = await this.#replay(inventory)
    const { head, shelf } = read
    const outcome = { ...head, digest: await shelf.digest() }
    const differences = [
      ...compareMember('complete', String(recorded.complete), String(head.complete)),
      ...compareMember('error', formatError(recorded.error), formatError(head.error)),
      ...compareMember('count', String(recorded.count), String(head.count)),
      ...(await compareRecords(recorded, outcome.digest, shelf)),
    ]
    const same = differences.length + missing.length + reached.length === 0
    return { id: recorded.id, same, records: head.count, differences, missing, reached, unasked, outcome }
  }

  /** Where nobody said which facts were asked for: those that its checks name. */
  #listNeededFacts(id: string, { facts = {} }: Inventory): readonly string[] {
    if (this.#recorded.has(id)) return []
    const uses = this.#checks.flatMap(({ reads = [] }) => reads).filter((use) => toInventoryId(use.inventory) === id)
    return Object.keys(facts).filter((member) => uses.some(({ members = [] }) => members.includes(member)))
  }
}

const timeoutMsLeast = 600_000

function createGoneListReplay({ id, exchanges }: RecordedInventoryWork): InventoryReplay {
  const differences = [{ of: 'inventory', recorded: id }]
  return { id, same: false, records: 0, differences, missing: [], reached: [], unasked: exchanges }
}

async function compareRecords(
  { digest, records }: RecordedInventoryWork,
  replayed: string,
  shelf: RecordShelf,
): Promise<readonly ReplayDifference[]> {
  if (digest === undefined) return []
  const different = compareMember('digest', digest, replayed)
  if (different.length === 0 || !records) return different
  const found = await compareRecordLists(records(), shelf)
  return found.length > 0 ? found : different
}

function compareMember(of: string, recorded: string | undefined, replayed: string | undefined): ReplayDifference[] {
  if (recorded === replayed) return []
  return [{ of, recorded, replayed }]
}

function formatError(error: Pick<CheckFailure, 'kind' | 'code'> | undefined): string | undefined {
  return error && `${error.kind} (${error.code})`
}
