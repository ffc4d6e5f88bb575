import type { Runtime } from '../runtime/runtime.ts'
import { clearCookie, createCookie, readCookie } from './cookies.ts'

type Service = Pick<Runtime, 'publicUrl'>

/** As long as a flow lives. */
const maxAgeSeconds = 600

/**
 * The `Set-Cookie` value that ties an OAuth flow to the browser that began it. Send it with the redirect to the `url`
 * of `runtime.oauth.start`; the callback route reads it.
 */
export function bindingCookie(runtime: Service, binding: string): string {
  return createCookie(runtime, 'oauth', binding, maxAgeSeconds)
}

/** The `Set-Cookie` value that removes it. */
export function clearBindingCookie(runtime: Service): string {
  return clearCookie(runtime, 'oauth')
}

/** The binding that the browser sent, if any. */
export function readBindingCookie(runtime: Service, cookieHeader: string | undefined): string | undefined {
  return readCookie(runtime, cookieHeader, 'oauth')
}
