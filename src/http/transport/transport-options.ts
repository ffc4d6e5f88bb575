import type { Dispatcher } from 'undici'
import type { ClientCertificate } from '../../auth/client-certificate.ts'

/** The fetch of a host that replaces the transport. */
export type HostFetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: Uint8Array<ArrayBuffer> | string
    readonly signal: AbortSignal
    readonly redirect: 'manual'
    /** The client certificate for the connection to this host, if the connector has one. */
    readonly certificate?: ClientCertificate
  },
) => Promise<Response>

/** How requests reach vendors: through our own sockets, or through the host's transport. */
export interface TransportOptions {
  /** Replaces the transport for API and token requests. */
  readonly fetch?: HostFetch | undefined
  /** An undici Dispatcher, for proxies and mocks. */
  readonly dispatcher?: Dispatcher | undefined
  /** Reach private, loopback and link-local addresses, and plain http. @default false */
  readonly allowPrivateNetwork?: boolean | undefined
}
