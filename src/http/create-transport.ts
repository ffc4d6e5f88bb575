import type { Dispatcher } from 'undici'
import { fetchTransport, type HostFetch } from './fetch-transport.ts'
import type { Transport } from './transport.ts'
import { undiciTransport } from './undici-transport.ts'

/** How requests reach vendors: by our own pools, or by what the host hands in. */
export interface TransportOptions {
  /** Replaces the transport for API and token requests. */
  readonly fetch?: HostFetch | undefined
  /** An undici Dispatcher, for proxies and mocks. */
  readonly dispatcher?: Dispatcher | undefined
  /** Reach private, loopback and link-local addresses, and plain http. @default false */
  readonly allowPrivateNetwork?: boolean | undefined
}

export function createTransport({
  fetch,
  dispatcher,
  allowPrivateNetwork = false,
}: TransportOptions): Promise<Transport> {
  return fetch
    ? Promise.resolve(fetchTransport(fetch, { allowPrivateNetwork }))
    : undiciTransport({ allowPrivateNetwork, dispatcher })
}
