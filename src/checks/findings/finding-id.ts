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
export function createFindingId({ connectorId, connectionId, checkId, resource }: FindingPlace): string {
  return hashToUuidV5(JSON.stringify([connectorId, connectionId ?? '', checkId, resource.type, resource.id]))
}

const namespaceBytes = Buffer.from(findingNamespace.replaceAll('-', ''), 'hex')

/**
 * With Node's hash in one call: a run makes an id for each result, and the package `uuid` takes three times as long.
 */
function hashToUuidV5(name: string): string {
  // Three bytes are the most that one UTF-16 unit takes in UTF-8.
  const bytes = Buffer.allocUnsafe(namespaceBytes.byteLength + name.length * 3)
  namespaceBytes.copy(bytes)
  const length = namespaceBytes.byteLength + bytes.write(name, namespaceBytes.byteLength)
  const hex = hash('sha1', bytes.subarray(0, length), 'hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const part = (from: number, to: number) => hex.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-5${part(13, 16)}-${variant}${part(17, 20)}-${part(20, 32)}`
}
