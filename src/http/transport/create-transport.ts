import type { Dispatcher } from 'undici'
import { fetchTransport, type HostFetch } from './fetch-transport.ts'
import { readProxies } from './proxies.ts'
import type { Transport } from './transport.ts'
import { createUndiciTransport } from './undici-transport.ts'

/** How requests reach vendors: by our own pools, or by what the host hands in. */
export interface TransportOptions {
  /** Replaces the transport for API and token requests. */
  readonly fetch?: HostFetch | undefined
  /** An undici Dispatcher, for proxies and mocks. */
  readonly dispatcher?: Dispatcher | undefined
  /** Reach private, loopback and link-local addresses, and plain http. @default false */
  readonly allowPrivateNetwork?: boolean | undefined
}

/**
 * Without a fetch or dispatcher of the host's, vendors are reached as the environment says: `HTTPS_PROXY`, `HTTP_PROXY` and
 * `NO_PROXY`, in small letters too.
 * @throws CheckwrightError `PROXY_INVALID`
 */
export async function createTransport(
  { fetch, dispatcher, allowPrivateNetwork = false }: TransportOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Transport> {
  if (fetch) return fetchTransport(fetch, { allowPrivateNetwork })
  const proxies = dispatcher ? undefined : readProxies(env)
  return createUndiciTransport({ allowPrivateNetwork, dispatcher, proxies })
}

const ours = new Map<boolean, Promise<Transport>>()

/**
 * The same, on sockets that everybody in this process shares who reaches vendors directly: the next run finds them open.
 * They know nothing of connections or credentials; those who may reach private addresses have sockets of their own. Idle
 * ones close after seconds and keep no process from exiting, so that closing the transport leaves them open.
 * @throws CheckwrightError `PROXY_INVALID`
 */
export async function openSharedTransport(
  options: TransportOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Transport> {
  const { fetch, dispatcher, allowPrivateNetwork = false } = options
  if (fetch || dispatcher || readProxies(env)) return createTransport(options, env)
  const opened = ours.get(allowPrivateNetwork) ?? createUndiciTransport({ allowPrivateNetwork })
  ours.set(allowPrivateNetwork, opened)
  const transport = await opened
  return { send: (request) => transport.send(request), close: async () => undefined }
}
