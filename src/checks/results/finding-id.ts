import type { Resource } from '../../define/index.ts'
import { nameUuids } from '../../text/name-uuids.ts'

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

const createId = nameUuids(findingNamespace)

/** Makes the ids of one check. A run makes one for each result, so that what they have in common is written once. */
export class FindingIds {
  readonly #place: string

  constructor({ connectorId, connectionId, checkId }: Omit<FindingPlace, 'resource'>) {
    this.#place = JSON.stringify([connectorId, connectionId ?? '', checkId]).slice(0, -1)
  }

  create({ type, id }: Resource): string {
    return createId(`${this.#place},${JSON.stringify(type)},${JSON.stringify(id)}]`)
  }
}
