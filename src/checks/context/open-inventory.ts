import {
  type Check,
  type Inventory,
  type InventoryKind,
  type InventoryReading,
  type InventoryRecord,
  isInventory,
  listMemberForms,
  toInventoryId,
} from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { formatInventoryName } from '../../inventory/inventory-head.ts'
import { toInventoryRecord } from '../../inventory/parse-record.ts'
import type { SourcedRecord } from '../../inventory/record-shelf.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { IncompleteListError } from './incomplete-list.ts'
import type { InventoryReader } from './inventory-reader.ts'
import { noQuestion } from './open-failures.ts'
import type { Calls } from './unanswered-calls.ts'

/**
 * `ctx.inventory` of a check: all records, and at their end the failure of a list that is not whole. A check that goes on after
 * it ends as `error` all the same, as after any refusal.
 * @throws CheckError `INVENTORY_UNKNOWN` for an inventory that the connector does not have
 */
export function openInventory<Of extends InventoryKind, Tells extends string>(
  reader: InventoryReader | undefined,
  inventory: Inventory<Of, Tells>,
  check: Check,
  calls: Calls,
): InventoryReading<Of, Tells> {
  return new OpenInventory(findOwnInventory(reader, inventory, check), check, calls)
}

class OpenInventory<Of extends InventoryKind, Tells extends string> implements InventoryReading<Of, Tells> {
  readonly #inventory: OwnInventory
  readonly #calls: Calls
  readonly #show: (record: StoredRecord) => RecordView

  constructor(inventory: OwnInventory, check: Check, calls: Calls) {
    this.#inventory = inventory
    this.#calls = calls
    this.#show = createView(inventory, listReadMembers(check, inventory))
  }

  get complete(): boolean {
    return this.#inventory.reader.find(this.#inventory)?.head.complete ?? false
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<InventoryRecord<Of, Tells>> {
    const inventory = this.#inventory
    const name = formatInventoryName(inventory)
    let records: AsyncGenerator<SourcedRecord, void, undefined> | undefined
    let exchanges: readonly number[] = []
    return this.#calls.list<InventoryRecord<Of, Tells>>({
      name,
      next: async () => {
        const { head, shelf } = await inventory.reader.read(inventory)
        records ??= shelf.read()
        const { done, value } = await records.next()
        if (!done && value) {
          exchanges = value.exchanges ?? []
          return { done: false, value: toInventoryRecord(this.#show(value.record)) }
        }
        if (head.error) throw new IncompleteListError(`list "${name}"`, head.error)
        return { done: true, value: undefined }
      },
      leave: async () => void (await records?.return()),
      exchanges: () => exchanges,
      // The list is read once: it is not whole the second time either.
      question: noQuestion,
    })
  }
}

type OwnInventory = Inventory & { readonly reader: InventoryReader }

function findOwnInventory(reader: InventoryReader | undefined, wanted: Inventory, check: Check): OwnInventory {
  const refuse = (what: string) => new CheckError(`Check "${check.id}" reads ${what}`, { code: 'INVENTORY_UNKNOWN' })
  if (!isInventory(wanted))
    throw refuse('something that is not an inventory. Pass the return value of connector.inventory(…).')
  const id = toInventoryId(wanted)
  const own = reader?.connector.inventories.find((inventory) => toInventoryId(inventory) === id)
  if (wanted.connector.id !== check.connectorId && wanted.connector.id !== own?.copiedFrom)
    throw refuse(`"${id}" of connector "${wanted.connector.id}". A check reads inventories of its own connector only.`)
  if (!reader || !own)
    throw refuse(`"${id}", which its connector does not have. Add it to the connector by with(inventory, check).`)
  return { ...own, reader }
}

function listReadMembers(check: Check, inventory: Inventory): ReadonlySet<string> {
  const id = toInventoryId(inventory)
  return new Set((check.reads ?? []).flatMap((use) => (toInventoryId(use.inventory) === id ? (use.members ?? []) : [])))
}

type RecordView = Readonly<Record<string, unknown>>

/** A record as a check sees it: each told member is there, and a fact that it does not name cannot be read by mistake. */
function createView(inventory: Inventory, read: ReadonlySet<string>): (record: StoredRecord) => RecordView {
  const facts = Object.keys(inventory.facts ?? {})
  const shown = [...inventory.tells, ...facts.filter((member) => read.has(member))]
  const hidden = facts.filter((member) => !read.has(member))
  const others = new Set(Object.keys(listMemberForms(inventory.of)).filter((member) => !shown.includes(member)))
  const id = formatInventoryName(inventory)
  const getters = Object.fromEntries(
    hidden.map((member) => [
      member,
      {
        get: () => {
          const message = `"${member}" of the inventory "${id}" is a fact that the check does not ask for. Add it to the check: reads: [{ inventory, members: ['${member}'] }].`
          throw new CheckError(message, { code: 'INVENTORY_UNKNOWN' })
        },
      },
    ]),
  )
  return (record) => {
    const members = Object.entries(record).filter(([member]) => !others.has(member))
    const view = { ...Object.fromEntries(shown.map((member) => [member, undefined])), ...Object.fromEntries(members) }
    return hidden.length > 0 ? Object.defineProperties(view, getters) : view
  }
}
