import { hash } from 'node:crypto'
import type { Resource } from '../../define/index.ts'

/** Namespace of finding ids. Do not change it: a finding keeps its id for ever. */
export const findingNamespace = 'b1d5c0de-7c1e-5f1a-9d1b-3f6f0a9d4c21'

export interface FindingPlace {
  readonly connectorId: string
  readonly connectionId: string | undefined
  readonly checkId: string
  readonly resource: Resource
}

/**
 * Identity of a finding across runs: UUIDv5 (RFC 9562 §5.5) of a JSON array of connector, connection, check and
 * resource.
 */
export function createFindingId({ resource, ...place }: FindingPlace): string {
  return new FindingIds(place).create(resource)
}

const namespaceBytes = Buffer.from(findingNamespace.replaceAll('-', ''), 'hex')

/**
 * Makes the ids of one check. A run makes one for each result, so that what they have in common is written once. Node's hash in one
 * call takes a third of the time that the package `uuid` takes.
 */
export class FindingIds {
  readonly #place: string

  constructor({ connectorId, connectionId, checkId }: Omit<FindingPlace, 'resource'>) {
    this.#place = JSON.stringify([connectorId, connectionId ?? '', checkId]).slice(0, -1)
  }

  create({ type, id }: Resource): string {
    const name = `${this.#place},${JSON.stringify(type)},${JSON.stringify(id)}]`
    // Three bytes are the most that one UTF-16 unit takes in UTF-8.
    const needed = namespaceBytes.length + name.length * 3
    if (hashedBytes.length < needed) hashedBytes = Buffer.concat([namespaceBytes], needed * 2)
    const length = namespaceBytes.length + hashedBytes.write(name, namespaceBytes.length)
    return formatUuidV5(hash('sha1', hashedBytes.subarray(0, length), 'hex'))
  }
}

/** The namespace and a name, as they are hashed. One for all: nobody waits between writing and hashing it. */
let hashedBytes = Buffer.concat([namespaceBytes], 4 * 1024)

function formatUuidV5(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const part = (from: number, to: number) => hex.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-5${part(13, 16)}-${variant}${part(17, 20)}-${part(20, 32)}`
}
