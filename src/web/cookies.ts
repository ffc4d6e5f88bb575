import type { Runtime } from '../runtime/runtime.ts'

type Service = Pick<Runtime, 'publicUrl'>

/**
 * Cookies of ours: `form` ties forms to a browser, `session` says who is signed in, `connecting` remembers which connector
 * a person went out to connect, so that they can try again whatever comes of it.
 */
export type CookieName = 'form' | 'session' | 'connecting'

/** A `Set-Cookie` value. Seen by no script, and sent along when people come here from elsewhere, but not with what those send. */
export function setCookie(service: Service, name: CookieName, value: string, maxAgeSeconds: number): string {
  const secure = isSecure(service) ? '; Secure' : ''
  return `${fullName(service, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The `Set-Cookie` value that removes it. */
export function clearCookie(service: Service, name: CookieName): string {
  return setCookie(service, name, '', 0)
}

/** The value that the browser sent. Of several by one name, none: whoever set the second one is not us. */
export function cookieOf(service: Service, { headers }: Request, name: CookieName): string | undefined {
  const values = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .flatMap(([key, value]) => (key === fullName(service, name) && value ? [value] : []))
  return values.length === 1 ? values[0] : undefined
}

function fullName(service: Service, name: CookieName): string {
  // "__Host-" demands Secure, which browsers refuse on plain http: loopback in development.
  return `${isSecure(service) ? '__Host-' : ''}cw_${name}`
}

function isSecure({ publicUrl }: Service): boolean {
  return publicUrl.startsWith('https:')
}
