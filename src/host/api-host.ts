import { checkHostOptions } from './checked-options.ts'
import { answerHealth } from './health.ts'
import type { Host, HostOptions } from './host-options.ts'
import type { CreatePages } from './web-pages.ts'

/**
 * Serves the OAuth redirect URI and the API under the runtime's public URL, or without the path of that where something in
 * front has taken it off. `createHost` of `web/` is this with pages beside it.
 * @param loadPages what answers people's browsers; loaded when the first of them asks
 * @throws TypeError that names an option which cannot be used
 */
export function createApiHost(options: HostOptions, loadPages?: () => Promise<CreatePages>): Host {
  const checked = checkHostOptions(options)
  // On the first request: routes and their schemas would otherwise be paid for by everyone who only imports this.
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
