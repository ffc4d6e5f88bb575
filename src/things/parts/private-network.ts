import { createTransport } from '../../http/transport/create-transport.ts'
import type { Transport } from '../../http/transport/transport.ts'
import type { TransportOptions } from '../../http/transport/transport-options.ts'
import { createTransportFetch } from '../../http/transport-fetch.ts'
import type { ConnectionReach, PrivateNetworkAllowance, Reaches } from './reaches.ts'

/** @param wrap called once for each transport */
export function openReaches(
  options: Omit<TransportOptions, 'allowPrivateNetwork'>,
  allowance: PrivateNetworkAllowance,
  wrap: (transport: Transport) => Transport,
): Reaches {
  const open = (allowPrivateNetwork: boolean): ConnectionReach => {
    const transport = wrap(createTransport({ ...options, allowPrivateNetwork }))
    return { transport, fetch: createTransportFetch(transport), allowPrivateNetwork }
  }
  const usual = open(allowance === true)
  const allowed = new Set(typeof allowance === 'boolean' ? [] : allowance)
  const toPrivate = allowed.size > 0 ? open(true) : usual
  return {
    usual,
    chooseReach: ({ id, organizationId, connectorId }) =>
      (id !== undefined && allowed.has(id)) || allowed.has(`${organizationId}/${connectorId}`) ? toPrivate : usual,
    close: async () => {
      await usual.transport.close()
      if (toPrivate !== usual) await toPrivate.transport.close()
    },
  }
}
