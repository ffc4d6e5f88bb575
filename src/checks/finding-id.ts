import { v5 } from 'uuid'
import type { Resource } from '../define/index.ts'

/** Namespace of finding ids; never changes, so that a finding keeps its id for ever. */
export const findingNamespace = 'b1d5c0de-7c1e-5f1a-9d1b-3f6f0a9d4c21'

export interface FindingPlace {
  readonly connectorId: string
  readonly connectionId: string | undefined
  readonly checkId: string
  readonly resource: Resource
}

/** Identity of a finding across runs: UUIDv5 (RFC 9562 §5.5) of the JSON array of what it is about. */
export function findingId({ connectorId, connectionId, checkId, resource }: FindingPlace): string {
  return v5(JSON.stringify([connectorId, connectionId ?? '', checkId, resource.type, resource.id]), findingNamespace)
}
