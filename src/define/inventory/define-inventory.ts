import { DefinitionError, type Problem } from '../../errors/index.ts'
import type { ConnectorDefinition } from '../connector-definition.ts'
import { getSchemas } from '../definition-schema.ts'
import { parseData } from '../parse-data.ts'
import { isPlainObject } from '../plain-data.ts'
import { findInventoryProblems } from '../rules/inventory-rules.ts'
import { formatPath } from '../rules/problems.ts'
import { type FactReader, type Inventory, toInventoryId } from './inventory.ts'

/** Builds an inventory of a connector. @throws DefinitionError that lists every mistake */
export function buildInventory(connector: ConnectorDefinition, input: unknown): Inventory {
  const { list, facts, ...rest } = isPlainObject(input) ? input : { list: () => [], facts: undefined }
  const { data: factData, readers, problems: factProblems } = splitFacts(facts)
  const given = isPlainObject(input) ? { ...rest, ...(facts !== undefined && { facts: factData }) } : input
  const { data, problems } = parseData(getSchemas().inventorySchema, given, findInventoryProblems)
  const missing =
    typeof list === 'function'
      ? []
      : [{ path: 'list', message: 'is required (a function that yields every record: async *list(ctx) { … })' }]
  const all = [...problems, ...missing, ...factProblems]
  if (data === undefined || all.length > 0)
    throw new DefinitionError(`Inventory${quoteInventoryKind(input)} of connector "${connector.id}"`, all)
  return Object.freeze({ ...data, connector, list: list as Inventory['list'], readFacts: Object.freeze(readers) })
}

/** Two inventories of one kind need parts that tell them apart. */
export function findInventoryListProblems(inventories: readonly Inventory[]): Problem[] {
  const seen = new Set<string>()
  return inventories.flatMap((inventory): Problem[] => {
    const id = toInventoryId(inventory)
    const path = `with(${id})`
    const isOnlyOne = inventories.filter(({ of }) => of === inventory.of).length === 1
    const isRepeated = seen.has(id)
    seen.add(id)
    if (isOnlyOne) return []
    if (inventory.part === undefined)
      return [
        { path, message: `is one of several inventories of kind "${inventory.of}"; give each a "part" of its own` },
      ]
    return isRepeated ? [{ path, message: 'another inventory of its kind has this part; rename one of them' }] : []
  })
}

interface SplitFacts {
  readonly data: unknown
  readonly readers: Record<string, FactReader>
  readonly problems: readonly Problem[]
}

/** Code apart from data. */
function splitFacts(facts: unknown): SplitFacts {
  if (!isPlainObject(facts)) return { data: facts, readers: {}, problems: [] }
  const data: Record<string, unknown> = {}
  const readers: Record<string, FactReader> = {}
  const problems: Problem[] = []
  for (const [member, fact] of Object.entries(facts)) {
    const { read, ...rest } = isPlainObject(fact) ? fact : { read: undefined }
    data[member] = isPlainObject(fact) ? rest : fact
    if (typeof read === 'function') readers[member] = read as FactReader
    else if (isPlainObject(fact))
      problems.push({
        path: formatPath(['facts', member, 'read']),
        message: 'is required (a function that gives the value for one record)',
      })
  }
  return { data, readers, problems }
}

function quoteInventoryKind(input: unknown): string {
  return isPlainObject(input) && typeof input.of === 'string' ? ` "${input.of}"` : ''
}
