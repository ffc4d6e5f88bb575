import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { Declared } from '../audited-service.ts'
import { type ConnectorRef, findConnector, type Uses } from '../runtime-parts.ts'

/**
 * Connectors that are switched off platform-wide for new connections. Existing connections continue, and can be
 * reconnected. `connections.create` and `oauth.start` refuse them with CheckwrightError `CONNECTOR_DISABLED`.
 */
export interface DisabledConnectorService {
  /** Their ids, including connectors that are no longer registered. */
  list(): Promise<readonly string[]>
  add(connector: ConnectorRef): Promise<void>
  remove(connector: ConnectorRef): Promise<void>
}

export function createDisabledConnectorService(
  parts: Uses<'disabledConnectors', 'connectors' | 'clock'>,
): Declared<DisabledConnectorService> {
  const { store, clock } = parts
  return {
    list: { read: () => store.disabledConnectors.list() },
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

/** @throws CheckwrightError `CONNECTOR_DISABLED` */
export async function demandEnabled(
  { store }: Uses<'disabledConnectors'>,
  { id, definition }: AnyConnector,
): Promise<void> {
  if (!(await store.disabledConnectors.list()).includes(id)) return
  throw new CheckwrightError(
    `${definition.name} cannot be connected at the moment: the operator of this service has disabled it. Existing connections continue.`,
    { code: 'CONNECTOR_DISABLED' },
  )
}
