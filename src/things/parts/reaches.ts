import type { EndpointFetch } from '../../auth/oauth/endpoint-fetch.ts'
import type { Transport } from '../../http/transport/transport.ts'

/** The way of a connection to its vendor. */
export interface ConnectionReach {
  readonly transport: Transport
  /** The transport for OAuth endpoints. */
  readonly fetch: EndpointFetch
  readonly allowPrivateNetwork: boolean
}

/**
 * Which connections may reach private addresses: all, none, or those of this list. An entry is the id of a connection, or
 * `<organization>/<connector>` for all of that connector in that organization, those included that have no id yet because
 * their tokens are being asked for. The operator decides this, because
 * private addresses belong to the operator's network, whatever an organization types.
 */
export type PrivateNetworkAllowance = boolean | readonly string[]

/** Whom a request is sent for. */
export interface ReachingConnection {
  /** undefined: it is being made. */
  readonly id?: string | undefined
  /** undefined: the platform, which tries an app. */
  readonly organizationId: string | undefined
  readonly connectorId: string
}

/**
 * Transports of this process: one for everybody, and one that also reaches private addresses, for connections that may.
 */
export interface Reaches {
  /** For requests that belong to no connection: signing in to the pages. */
  readonly usual: ConnectionReach
  chooseReach(connection: ReachingConnection): ConnectionReach
  close(): Promise<void>
}
