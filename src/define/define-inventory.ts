import { DefinitionError, type Problem } from '../errors/index.ts'
import { isPlainObject } from '../text/is-object.ts'
import { type FactReader, type Inventory, toInventoryId } from './check/inventory.ts'
import type { ConnectorDefinition } from './connector/connector-definition.ts'
import { findInventoryProblems } from './rules/inventory-rules.ts'
import { getSchemas } from './schema/definition-schema.ts'
import { parseData } from './schema/parse-data.ts'

/** Builds an inventory of a connector. @throws DefinitionError that lists every mistake */
export function buildInventory(connector: ConnectorDefinition, input: unknown): Inventory {
  const { data, problems } = parseData(getSchemas().inventorySchema, input, findInventoryProblems)
  if (data === undefined || problems.length > 0)
    throw new DefinitionError(`Inventory${quoteInventoryKind(input)} of connector "${connector.id}"`, problems)
  const { list, facts, ...rest } = data
  const entries = Object.entries(facts ?? {})
  const factData = entries.map(([member, { read: _read, ...fact }]) => [member, fact])
  return Object.freeze({
    ...rest,
    facts: facts && Object.freeze(Object.fromEntries(factData)),
    connector,
    list: list as Inventory['list'],
    readFacts: Object.freeze(Object.fromEntries(entries.map(([member, { read }]) => [member, read as FactReader]))),
  })
}

/** Two inventories of one kind need parts that tell them apart. */
export function findInventoryListProblems(inventories: readonly Inventory[]): Problem[] {
  const seen = new Set<string>()
  return inventories.flatMap((inventory): Problem[] => {
    const id = toInventoryId(inventory)
    const path = `with(${id})`
    const count = inventories.filter(({ of }) => of === inventory.of).length
    const isRepeated = seen.has(id)
    seen.add(id)
    if (count === 1) return []
    if (inventory.part === undefined) {
      // The others that have no part have the same id, and need to be named once.
      const message = `is one of ${count} inventories of kind "${inventory.of}"; give each a "part" of its own`
      return isRepeated ? [] : [{ path, message }]
    }
    return isRepeated ? [{ path, message: 'another inventory of its kind has this part; rename one of them' }] : []
  })
}

function quoteInventoryKind(input: unknown): string {
  return isPlainObject(input) && typeof input.of === 'string' ? ` "${input.of}"` : ''
}
