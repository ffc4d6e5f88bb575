import { existsSync } from 'node:fs'
import type { AnyConnector } from 'checkwright'
import { codeConnectorIds } from 'checkwright/connectors'
import { openPath, readBasePath, readSchema } from '../../../src/author/prove/siblings/observe-connector.ts'
import { describeUses } from '../../../src/data/contract/derive-contract.ts'
import {
  addUse,
  createUse,
  type OperationUse,
  type PartUses,
  parseUses,
  uniteUses,
} from '../../../src/data/contract/operation-use.ts'
import { listUndescribed, parseReads } from '../../../src/data/contract/watch-shape.ts'
import { readSchemaShape } from '../../../src/data/described/schema-shape.ts'
import type { Description } from '../../../src/descriptions/description.ts'
import { type Operation, readOperations } from '../../../src/descriptions/operations.ts'
import { type CodeContract, loadContract } from '../data/contracts.ts'
import type { Facts } from '../description.ts'
import { createNamer } from './name-operation.ts'

/** A line of a connector's tests: a request, and what was read of the answer. */
export interface NotedUse {
  readonly part: string
  readonly method: string
  readonly path: string
  readonly host?: string
  readonly action?: string
  readonly sent: readonly string[]
  readonly reads: readonly string[]
}

/** CHECKWRIGHT_CONNECTORS=okta,aws tries these alone. */
export const chosenCodeIds = codeConnectorIds.filter(
  (id) => process.env.CHECKWRIGHT_CONNECTORS?.split(',').includes(id) ?? true,
)

export function loadCodeContract(id: string): CodeContract {
  const contract = loadContract(id)
  if (!contract?.['x-parts'])
    throw new Error(`connectors/${id}/${id}.contract.json is missing. Run "npm run contracts ${id}".`)
  return contract as CodeContract
}

/** What a connector's tests say by hand; nothing where they say nothing. */
export async function loadFacts(id: string): Promise<Facts | undefined> {
  const file = new URL(`../../../connectors/${id}/test/facts.ts`, import.meta.url)
  return existsSync(file) ? (await import(file.href)).facts : undefined
}

/** What a connector relies on of a description, by what its tests observed. */
export function deriveCodeContract(parts: PartUses, description: Description) {
  const uses = uniteUses(parts)
  const operations = readOperations(description.root).filter(({ name }) => uses.has(name))
  const known = new Set(operations.map(({ name }) => name))
  return {
    paths: describeUses(operations, uses).paths,
    undescribed: [
      ...[...uses.keys()].filter((name) => !known.has(name)),
      ...operations.flatMap((operation) => listUndescribedMembers(operation, uses.get(operation.name))),
    ].sort(),
  }
}

function listUndescribedMembers({ name, success: { media } }: Operation, { reads } = createUse()): readonly string[] {
  if (!media) return reads.members.size === 0 ? [] : [`${name} → its answer`]
  return listUndescribed(readSchemaShape(media.at('schema')), reads).map((member) => `${name} → ${member}`)
}

/** The uses of each part by the operations of the description, out of what tests noted. */
export function collectParts(lines: readonly NotedUse[], facts: Facts | undefined, description: Description): PartUses {
  const name = createNamer(Object.keys(facts?.operations ?? {}), description)
  const parts = new Map<string, Map<string, OperationUse>>()
  for (const line of lines) {
    const operation = name(line)
    // A test lets a connector ask what no vendor has, to see what it makes of the answer.
    if (operation === undefined) continue
    const uses = parts.get(line.part) ?? new Map<string, OperationUse>()
    parts.set(line.part, uses)
    const use = uses.get(operation) ?? createUse()
    uses.set(operation, use)
    addUse(use, { sent: new Set(line.sent), reads: parseReads(line.reads) })
  }
  return parts
}

/**
 * The parts of a connector: what its tests observed, or those of the connector whose checks it has; and what its facts have beside
 * that, by which it signs in.
 */
export function completeParts(
  connector: AnyConnector,
  observed: PartUses,
  facts: Facts | undefined,
  description: Description,
): PartUses {
  const [from] = connector.inventories.flatMap(({ copiedFrom }) => copiedFrom ?? [])
  const origin = from === undefined ? undefined : loadContract(from)?.['x-parts']
  const parts = new Map(origin ? parseUses(origin) : observed)
  parts.delete(connectionPart)
  const known = uniteUses(parts)
  const connection = new Map<string, OperationUse>()
  const tested = connector.definition.test?.path
  const found =
    tested === undefined
      ? undefined
      : createNamer([], description)({ method: 'GET', path: readBasePath(connector) + tested.replace(/\?.*/, '') })
  // The test of a connection looks at the status alone.
  if (found !== undefined) connection.set(found, createUse())
  for (const [name, described] of Object.entries(facts?.operations ?? {})) {
    const operation = name.includes(' ') ? name.replaceAll('{+', '{') : `POST /${name}`
    if (known.has(operation) || connection.has(operation)) continue
    const use = createUse()
    for (const { reads, at = '' } of [described].flat())
      addUse({ sent: new Set(), reads: openPath(use.reads, at) }, readSchema(reads))
    connection.set(operation, use)
  }
  if (connection.size > 0) parts.set(connectionPart, connection)
  return parts
}

const connectionPart = 'connection'
