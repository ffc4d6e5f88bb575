import type { Runtime } from '../runtime/runtime.ts'

/** As long as a flow lives. */
const maxAgeSeconds = 600

function nameFor(publicUrl: string): string {
  // "__Host-" demands Secure, which browsers refuse on plain http: loopback in development.
  return publicUrl.startsWith('https:') ? '__Host-cw_oauth' : 'cw_oauth'
}

/**
 * The `Set-Cookie` value that ties an OAuth flow to the browser that began it. Send it with the redirect to the `url`
 * of `runtime.oauth.start`; the callback route reads it.
 */
export function bindingCookie(runtime: Pick<Runtime, 'publicUrl'>, binding: string): string {
  const secure = runtime.publicUrl.startsWith('https:') ? '; Secure' : ''
  // Lax: the way back from the vendor is a top-level navigation, which Strict would send without it.
  return `${nameFor(runtime.publicUrl)}=${binding}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The `Set-Cookie` value that removes it. */
export function clearedBindingCookie(runtime: Pick<Runtime, 'publicUrl'>): string {
  return bindingCookie(runtime, '').replace(/Max-Age=\d+/, 'Max-Age=0')
}

/** The binding that the browser sent, if any. */
export function bindingOf(runtime: Pick<Runtime, 'publicUrl'>, cookieHeader: string | undefined): string | undefined {
  const name = nameFor(runtime.publicUrl)
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [key, value] = pair.split('=', 2)
    if (key?.trim() === name && value) return value.trim()
  }
  return undefined
}
