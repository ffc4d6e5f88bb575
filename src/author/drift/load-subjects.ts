import { readFile } from 'node:fs/promises'
import { readContract, readDataBytes } from '../../../connectors/_data/read-contract.ts'
import { connectorIds, dataConnectorIds } from '../../../connectors/index.ts'
import { deriveContract } from '../../data/contract/derive-contract.ts'
import { parseUses, type WrittenUses } from '../../data/contract/operation-use.ts'
import type { DriftSubject } from '../../data/drift/find-drift.ts'
import { type Description, openDescription } from '../../descriptions/description.ts'
import { createUsageError } from '../../errors/index.ts'
import { isDataTarget, isFile, loadConnectors } from '../../service/commands/connector-file/load-connector.ts'

/** A shipped connector, and the name that its provider's description has among others. */
export interface ShippedSubject extends DriftSubject {
  readonly descriptionName: string
}

interface ContractFile {
  readonly 'x-sources': readonly { readonly name: string }[]
  readonly 'x-parts'?: WrittenUses
}

/** A shipped connector with what it relies on, which its `<id>.contract.json` says. @throws CheckwrightError for an unknown id */
export async function loadShippedSubject(id: string): Promise<ShippedSubject> {
  const { connectors } = await loadConnectors(id)
  const [connector] = connectors
  const contract = (await readContract(id)) as ContractFile
  const description = openDescription(contract)
  if (!connector || !description) throw new TypeError(`The contract of ${id} cannot be read`)
  const parts = dataConnectorIds.includes(id)
    ? deriveContract(`${id}.connector.yaml`, await readDataBytes(id), description).parts
    : parseUses(contract['x-parts'] ?? {})
  return { connector, parts, descriptionName: contract['x-sources'][0]?.name ?? id }
}

/**
 * A connector of one's own that is written as data: its file says what it relies on of the description that it was written by.
 * @throws DataFileError for what that description does not have
 * @throws CheckwrightError for a connector in code
 */
export async function loadOwnSubject(target: string, old: Description): Promise<DriftSubject> {
  if (!isDataTarget(target))
    throw createUsageError(
      `${target} is code, and only its tests see what it asks and reads. "drift" takes connectors that are written as data, and those that come with Checkwright.`,
    )
  const { connector, parts } = deriveContract(target, await readFile(target), old)
  return { connector, parts }
}

/** Ids that a person means by one word. */
export function listTargets(target: string): readonly string[] {
  return target === 'all' && !isFile(target) ? connectorIds : [target]
}
