import { checkHostOptions } from './checked-options.ts'
import { answerHealth } from './health.ts'
import type { Host, HostOptions } from './host-options.ts'
import type { CreatePages } from './web-pages.ts'

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
