import { checkedOptions } from './checked-options.ts'
import type { Host, HostOptions } from './options.ts'

/**
 * Serves the OAuth redirect URI and the API under the runtime's public URL, or without the path of that where something in
 * front has taken it off.
 * @throws TypeError that names an option which cannot be used
 * @example
 * import { serve } from '@hono/node-server'
 * serve({ fetch: createHost({ runtime }).fetch, port: 3000 })
 */
export function createHost(options: HostOptions): Host {
  const checked = checkedOptions(options)
  // On the first request: routes and their schemas would otherwise be paid for by everyone who only imports this.
  let api: Promise<Host> | undefined
  return {
    fetch: async (request, origin) => {
      api ??= import('./api.ts').then(({ createApi }) => createApi(checked))
      return (await api).fetch(request, origin)
    },
  }
}
