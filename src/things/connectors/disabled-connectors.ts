import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { Declared } from '../parts/declared-service.ts'
import { type ConnectorRef, findConnector, type Uses } from '../parts/runtime-parts.ts'

/**
 * Connectors that are switched off platform-wide for new connections. Existing connections continue, and can be
 * reconnected. `connections.create` and `oauth.start` refuse them with CheckwrightError `CONNECTOR_DISABLED`.
 */
export interface DisabledConnectorService {
  /** Their ids, including connectors that are no longer registered, and those that an operator retired. */
  list(): Promise<readonly string[]>
  add(connector: ConnectorRef): Promise<void>
  remove(connector: ConnectorRef): Promise<void>
}

export function createDisabledConnectorService(
  parts: Uses<'disabledConnectors' | 'dataConnectors', 'connectors' | 'registry' | 'clock'>,
): Declared<DisabledConnectorService> {
  const { store, clock } = parts
  return {
    list: {
      read: async () => {
        const retired = (await store.dataConnectors.list()).filter(
          ({ id, retiredAtMs }) => retiredAtMs !== null && !parts.registry.isOwn(id),
        )
        return [...new Set([...(await store.disabledConnectors.list()), ...retired.map(({ id }) => id)])].sort()
      },
    },
    add: {
      change: (connector) => store.disabledConnectors.add(findConnector(parts, connector).id, clock.nowMs()),
      audit: platformWide,
    },
    remove: {
      change: (connector) => store.disabledConnectors.remove(findConnector(parts, connector).id),
      audit: platformWide,
    },
  }
}

const platformWide = { unaudited: 'Platform-wide: it belongs to no organization, and so to no log.' }

/** @throws CheckwrightError `CONNECTOR_DISABLED`, `CONNECTOR_RETIRED` */
export async function demandEnabled(
  { store, registry }: Uses<'disabledConnectors', 'registry'>,
  connector: AnyConnector,
): Promise<void> {
  const { id, definition } = connector
  await registry.demandInService({ connectorId: id, connectorSha256: registry.chooseSha256(connector) })
  if (!(await store.disabledConnectors.list()).includes(id)) return
  throw new CheckwrightError(
    `${definition.name} cannot be connected at the moment: the operator of this service has disabled it. Existing connections continue.`,
    { code: 'CONNECTOR_DISABLED' },
  )
}
