import { checkHostOptions } from '../../things/api/checked-options.ts'
import { answerHealth } from '../../things/api/health.ts'
import type { Host, HostOptions } from '../../things/api/options/host-options.ts'
import type { CreatePages } from '../../things/api/web-pages.ts'

/**
 * Serves the OAuth redirect URI and the API under the runtime's public URL, or without its path if a proxy has removed
 * that. `createHost` of `web/` adds pages.
 * @param loadPages loads the pages for browsers; called for the first browser request
 * @throws TypeError that names an option which cannot be used
 */
export function createApiHost(options: HostOptions, loadPages?: () => Promise<CreatePages>): Host {
  const checked = checkHostOptions(options)
  // Loaded on the first request, because routes and their schemas would otherwise slow down every import.
  let api: Promise<Host> | undefined
  return {
    fetch: async (request, origin) => {
      const health = answerHealth(request, checked.runtime)
      if (health) return health
      api ??= import('./api.ts').then(({ createApi }) => createApi(checked, loadPages))
      return (await api).fetch(request, origin)
    },
  }
}
