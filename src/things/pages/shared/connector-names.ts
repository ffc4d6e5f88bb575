import { type AnyConnector, crossCheckConnectorId, receivedConnectorId } from '../../../define/index.ts'
import { importConnector } from '../../../received/runs/import-connector.ts'
import type { Texts } from '../../all-texts/texts.ts'
import type { Runtime } from '../../runtime/runtime.ts'

export type NameSources = Pick<Runtime, 'connectors' | 'crossCheckConnector'>

/** What runs, findings and judgements may be of: a connector, or what stands for cross-checks. */
export function findFindingSource(
  { connectors, crossCheckConnector }: NameSources,
  id: string,
): AnyConnector | undefined {
  if (id === receivedConnectorId) return importConnector
  return id === crossCheckConnector.id ? crossCheckConnector : connectors.find((connector) => connector.id === id)
}

/** The name that people know; the id of a connector that is no longer installed. */
export function findConnectorName(sources: NameSources, id: string): string {
  return findFindingSource(sources, id)?.definition.name ?? id
}

/** The title of a check; its id if the connector no longer has it. */
export function findCheckTitle(sources: NameSources, connectorId: string, checkId: string): string {
  return findFindingSource(sources, connectorId)?.checks.find(({ id }) => id === checkId)?.title ?? checkId
}

/** What a result of a cross-check is about. The id of its resource begins with the connection. */
export interface ResultPlace {
  readonly connectionId: string
  readonly connectorId: string
  readonly resourceId: string
}

/** The connection that a result is about; undefined: it is a cross-check's, and about no single one. */
export function findResultConnection(place: ResultPlace, names: ReadonlyMap<string, unknown>): string | undefined {
  const id = readResultConnection(place)
  return place.connectorId !== crossCheckConnectorId || names.has(id) ? id : undefined
}

/** Its id; of a cross-check's result, what its resource begins with, which need not be a connection. */
export function readResultConnection({ connectionId, connectorId, resourceId }: ResultPlace): string {
  if (connectorId !== crossCheckConnectorId) return connectionId
  const [id = ''] = resourceId.split('/', 1)
  return id
}

/** Where a result is from, for people. @param names of connections by id, that the reader may know */
export function nameResultPlace(
  texts: Texts,
  sources: NameSources,
  place: ResultPlace,
  names: ReadonlyMap<string, string>,
): string {
  const connection = findResultConnection(place, names)
  if (connection === undefined) return texts.labels.allSystems
  return names.get(connection) ?? findConnectorName(sources, place.connectorId)
}
