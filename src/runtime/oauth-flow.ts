import { finishFlow } from './oauth-callback.ts'
import { startFlow } from './oauth-start.ts'
import type { Parts } from './parts.ts'
import type { Runtime } from './runtime.ts'

/** The authorization code flow (RFC 6749 §4.1), bound to the session that began it. */
export function oauthService(parts: Parts): Runtime['oauth'] {
  return {
    start: (request) => startFlow(parts, request),
    // Once the code is on its way, its tokens have to be kept.
    callback: (request) => parts.unfinished.track(finishFlow(parts, request)),
  }
}
