import type { Host, HostOptions } from '../../things/api/options/host-options.ts'
import { createApiHost } from './api-host.ts'

/**
 * Serves the OAuth redirect URI, the API and, with `session`, the pages. They are under the runtime's public URL, or
 * without its path if a proxy has removed that.
 * @throws TypeError that names an option which cannot be used
 * @example
 * import { serve } from '@hono/node-server'
 * serve({ fetch: createHost({ runtime }).fetch, port: 3000 })
 */
export function createHost(options: HostOptions): Host {
  const session = options?.session
  return createApiHost(
    options,
    session &&
      (async () => {
        const { createPages } = await import('../pages/pages.ts')
        return (parts) => createPages(parts, session)
      }),
  )
}
