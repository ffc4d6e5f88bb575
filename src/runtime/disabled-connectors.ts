import type { AnyConnector } from '../define/index.ts'
import { CheckwrightError } from '../errors/index.ts'
import { connectorOf, type Parts } from './parts.ts'
import type { Runtime } from './runtime.ts'

export function disabledConnectorService(parts: Parts): Runtime['disabledConnectors'] {
  const { store, clock } = parts
  return {
    list: () => store.disabledConnectors.list(),
    add: (connector) => store.disabledConnectors.add(connectorOf(parts, connector).id, clock.nowMs()),
    remove: (connector) => store.disabledConnectors.remove(connectorOf(parts, connector).id),
  }
}

/** @throws CheckwrightError `CONNECTOR_DISABLED` */
export async function demandEnabled({ store }: Pick<Parts, 'store'>, { id, definition }: AnyConnector): Promise<void> {
  if (!(await store.disabledConnectors.list()).includes(id)) return
  throw new CheckwrightError(
    `${definition.name} cannot be connected for now: who runs this service has disabled it. What is connected already goes on.`,
    { code: 'CONNECTOR_DISABLED' },
  )
}
