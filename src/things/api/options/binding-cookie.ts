import { readFlowKey, toFlowKey } from '../../../auth/oauth/state.ts'
import { type CookieService, clearCookie, createCookie, readCookie } from './cookies.ts'

/** Twice the time of a flow. Who comes back late is told so, and not that the sign-in began elsewhere. */
const maxAgeSeconds = 1_200

/**
 * The `Set-Cookie` value that ties an OAuth flow to the browser that began it. Send it with the redirect to the `url`
 * of `runtime.oauth.start`; the callback route reads it. Each flow has its own cookie, so that two can be open at once
 * and a link to another flow does not replace it.
 */
export function bindingCookie(runtime: CookieService, binding: string): string {
  return createCookie(runtime, { name: 'oauth', flow: readFlowKey(binding) }, binding, maxAgeSeconds)
}

/** The `Set-Cookie` value that removes it. @param state of the callback */
export function clearBindingCookie(runtime: CookieService, state: string): string {
  return clearCookie(runtime, { name: 'oauth', flow: toFlowKey(state) })
}

/** The binding that the browser sent for the flow of this state, if any. */
export function readBindingCookie(
  runtime: CookieService,
  cookieHeader: string | null | undefined,
  state: string | undefined,
): string | undefined {
  return state === undefined ? undefined : readCookie(runtime, cookieHeader, { name: 'oauth', flow: toFlowKey(state) })
}
