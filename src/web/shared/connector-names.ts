import type { Runtime } from '../../runtime/runtime.ts'

export type NameSources = Pick<Runtime, 'connectors'>

/** The name that people know; the id of a connector that is no longer installed. */
export function findConnectorName({ connectors }: NameSources, id: string): string {
  return connectors.find((connector) => connector.id === id)?.definition.name ?? id
}

/** The title of a check; its id if the connector no longer has it. */
export function findCheckTitle({ connectors }: NameSources, connectorId: string, checkId: string): string {
  const connector = connectors.find(({ id }) => id === connectorId)
  return connector?.checks.find(({ id }) => id === checkId)?.title ?? checkId
}
