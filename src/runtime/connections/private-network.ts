import type { EndpointFetch } from '../../auth/oauth/endpoint-fetch.ts'
import { createTransport, type TransportOptions } from '../../http/transport/create-transport.ts'
import type { Transport } from '../../http/transport/transport.ts'
import { createTransportFetch } from '../../http/transport/transport-fetch.ts'

/** What a connection reaches its vendor with. */
export interface ConnectionReach {
  readonly transport: Transport
  /** The transport as OAuth endpoints are asked. */
  readonly fetch: EndpointFetch
  readonly allowPrivateNetwork: boolean
}

/**
 * Which connections may reach private addresses: all, none, or those with these ids. The operator says so, because a private
 * address is one of the operator's network, whatever an organization types.
 */
export type PrivateNetworkAllowance = boolean | readonly string[]

/** Ways out of this process: one for everybody, and one to private addresses too, for connections that have leave. */
export interface Reaches {
  /** For what belongs to no connection yet. */
  readonly usual: ConnectionReach
  chooseReach(connectionId: string): ConnectionReach
  close(): Promise<void>
}

/** @param wrap is given each transport once */
export async function openReaches(
  options: Omit<TransportOptions, 'allowPrivateNetwork'>,
  allowance: PrivateNetworkAllowance,
  wrap: (transport: Transport) => Transport,
): Promise<Reaches> {
  const open = async (allowPrivateNetwork: boolean): Promise<ConnectionReach> => {
    const transport = wrap(await createTransport({ ...options, allowPrivateNetwork }))
    return { transport, fetch: createTransportFetch(transport), allowPrivateNetwork }
  }
  const usual = await open(allowance === true)
  const ids = new Set(typeof allowance === 'boolean' ? [] : allowance)
  const toPrivate = ids.size > 0 ? await open(true) : usual
  return {
    usual,
    chooseReach: (connectionId) => (ids.has(connectionId) ? toPrivate : usual),
    close: async () => {
      await usual.transport.close()
      if (toPrivate !== usual) await toPrivate.transport.close()
    },
  }
}
