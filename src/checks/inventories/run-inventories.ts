import {
  type AnyConnector,
  type Check,
  type Inventory,
  type InventoryOutcome,
  toInventoryId,
} from '../../define/index.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { toCheckFailure } from '../context/check-failure.ts'
import type { InventoryReader, ReadInventory } from '../context/inventory-reader.ts'
import type { RunScope } from '../context/run-scope.ts'
import { readInventory } from './read-inventory.ts'

/** The inventories of a run: each is read once, when somebody needs it first. */
export class RunInventories implements InventoryReader {
  readonly #scope: RunScope
  readonly #checks: readonly Check[]
  readonly #begun = new Map<string, Promise<ReadInventory>>()
  readonly #ended = new Map<string, ReadInventory>()

  /** @param checks of the run: facts that none of them names are not asked for */
  constructor(scope: RunScope, checks: readonly Check[]) {
    this.#scope = scope
    this.#checks = checks
  }

  get connector(): AnyConnector {
    return this.#scope.connector
  }

  read(inventory: Inventory): Promise<ReadInventory> {
    const id = toInventoryId(inventory)
    const begun = this.#begun.get(id) ?? this.#read(id, inventory)
    this.#begun.set(id, begun)
    return begun
  }

  async #read(id: string, inventory: Inventory): Promise<ReadInventory> {
    // That of the connector: whoever wraps a connector wraps its inventories, and checks still name the first ones.
    const own = this.connector.inventories.find((each) => toInventoryId(each) === id) ?? inventory
    const read = await readInventory(own, this.#listNeededFacts(id, own), this.#scope)
    this.#ended.set(id, read)
    return read
  }

  find(inventory: Inventory): ReadInventory | undefined {
    return this.#ended.get(toInventoryId(inventory))
  }

  /** Whether somebody needed one. */
  get isRead(): boolean {
    return this.#begun.size > 0
  }

  /** Waits for all that was begun. */
  async end(): Promise<void> {
    await Promise.all(this.#begun.values())
  }

  /** What they came to, in the connector's order. */
  async outcomes(): Promise<readonly InventoryOutcome[]> {
    const ids = this.connector.inventories.map(toInventoryId).filter((id) => this.#ended.has(id))
    const read = ids.flatMap((id) => this.#ended.get(id) ?? [])
    return Promise.all(read.map((each) => this.#finish(each)))
  }

  async #finish({ head, shelf }: ReadInventory): Promise<InventoryOutcome> {
    try {
      return { ...head, digest: await shelf.digest() }
    } catch (thrown) {
      const { redactor, grantedScopes } = this.#scope
      const error = toCheckFailure(thrown, { check: {}, subject: 'list', grantedScopes, redactor })
      return { ...head, complete: false, error, digest: '' }
    }
  }

  /** Records of one, by their ids; none where it was not read. */
  async *records(inventoryId: string): AsyncGenerator<StoredRecord, void, undefined> {
    const read = this.#ended.get(inventoryId)
    if (read) for await (const { record } of read.shelf.read()) yield record
  }

  close(): void {
    for (const { shelf } of this.#ended.values()) shelf.close()
  }

  #listNeededFacts(id: string, { facts = {} }: Inventory): readonly string[] {
    const uses = this.#checks
      .flatMap(({ reads = [] }) => reads)
      .filter(({ inventory }) => toInventoryId(inventory) === id)
    const members = new Set(uses.flatMap(({ members = [] }) => members))
    return Object.keys(facts).filter((member) => members.has(member))
  }
}
