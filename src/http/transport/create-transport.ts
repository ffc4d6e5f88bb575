import { fetchTransport } from './fetch-transport.ts'
import { readProxies } from './proxies.ts'
import type { Transport } from './transport.ts'
import type { TransportOptions } from './transport-options.ts'
import { createUndiciTransport } from './undici-transport.ts'

/**
 * Without a fetch or dispatcher of the host, the proxy settings of the environment apply: `HTTPS_PROXY`, `HTTP_PROXY`
 * and `NO_PROXY`, also in small letters.
 * @throws CheckwrightError `PROXY_INVALID`, `NODE_DEBUG_REFUSED`
 */
export function createTransport(
  { fetch, dispatcher, allowPrivateNetwork = false }: TransportOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Transport {
  if (fetch) return fetchTransport(fetch, { allowPrivateNetwork })
  const proxies = dispatcher ? undefined : readProxies(env)
  return createUndiciTransport({ allowPrivateNetwork, dispatcher, proxies })
}

const ours = new Map<boolean, Transport>()

/**
 * The same, on sockets that all callers in this process share if they reach vendors directly, so that the next run
 * finds them open. Sockets carry no credentials. Callers that may reach private addresses have their own sockets. Idle
 * ones close after seconds and do not keep the process from exiting. Closing the transport therefore leaves them open.
 * @throws CheckwrightError `PROXY_INVALID`, `NODE_DEBUG_REFUSED`
 */
export function openSharedTransport(
  options: TransportOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Transport {
  const { fetch, dispatcher, allowPrivateNetwork = false } = options
  if (fetch || dispatcher || readProxies(env)) return createTransport(options, env)
  const known = ours.get(allowPrivateNetwork)
  if (known) return known
  const { send } = createUndiciTransport({ allowPrivateNetwork })
  const shared: Transport = { send, close: async () => undefined }
  ours.set(allowPrivateNetwork, shared)
  return shared
}
