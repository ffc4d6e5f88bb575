import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'

/** The service that sets cookies, such as a runtime. */
export interface CookieService {
  readonly publicUrl: string
  /** @default none */
  readonly frameOrigins?: readonly string[]
}

/**
 * Our cookies. `oauth` ties an OAuth flow to a browser, and `form` ties its forms. `session` identifies the person who
 * is signed in. `signing-in` ties a sign-in at an issuer to the browser that began it. `connecting` remembers which
 * connector a person went out to connect, so that they can try again. `wanted` remembers the page for which somebody has
 * to sign in first. `dialog` ties a connect dialog to the browser that opened it. `language` is the one that they chose for the
 * pages.
 */
export type CookieName = 'oauth' | 'form' | 'session' | 'connecting' | 'signing-in' | 'wanted' | 'dialog' | 'language'

/** One of our cookies. With `flow`, each flow has its own, so that none replaces another. */
export type CookieId = CookieName | { readonly name: CookieName; readonly flow: string }

/**
 * A `Set-Cookie` value. Scripts cannot see the cookie. SameSite=Lax: browsers send it when people come back from
 * another site, such as a vendor, which Strict would prevent. They do not send it with requests that other sites make.
 */
export function createCookie(service: CookieService, name: CookieId, value: string, maxAgeSeconds: number): string {
  const attributes = { path: '/', maxAge: maxAgeSeconds, httpOnly: true } as const
  // In a frame of another site, browsers send only what says None. Partitioned keeps it to the frames of that one site:
  // a page of any third site that loads something of ours sends no cookie.
  const reach = isFramed(service)
    ? ({ sameSite: 'None', secure: true, partitioned: true } as const)
    : ({ sameSite: 'Lax', secure: isSecure(service) } as const)
  return generateCookie(nameCookie(service, name), value, { ...attributes, ...reach })
}

/** The `Set-Cookie` value that removes it. */
export function clearCookie(service: CookieService, name: CookieId): string {
  return createCookie(service, name, '', 0)
}

/** Servers refuse a request whose headers are long, which would keep whoever begins again and again from every page. */
const openFlowsMax = 8

/**
 * The `Set-Cookie` values that make room for one more flow: of those that this browser has begun and not ended, the newest ones stay.
 * Browsers send the oldest first (RFC 6265 §5.4).
 */
export function clearOldFlows(
  service: CookieService,
  header: string | null | undefined,
  name: CookieName,
): readonly string[] {
  const prefix = nameCookie(service, { name, flow: '' })
  const flows = (header ?? '').split(';').flatMap((pair) => {
    const [full = ''] = pair.trim().split('=', 1)
    const flow = full.startsWith(prefix) ? full.slice(prefix.length) : ''
    // What is no name of ours is not repeated.
    return /^[\w-]+$/.test(flow) ? [flow] : []
  })
  return flows
    .slice(0, Math.max(0, flows.length - openFlowsMax + 1))
    .map((flow) => clearCookie(service, { name, flow }))
}

/**
 * The value that the browser sent.
 * @param header `Cookie` of the request
 * @returns undefined also if the name occurs twice, because the second one is not ours
 */
export function readCookie(
  service: CookieService,
  header: string | null | undefined,
  name: CookieId,
): string | undefined {
  const full = nameCookie(service, name)
  const values = (header ?? '').split(';').flatMap((pair) => parse(pair, full)[full] ?? [])
  return values.length === 1 ? values[0] || undefined : undefined
}

function nameCookie(service: CookieService, id: CookieId): string {
  const name = typeof id === 'string' ? id : `${id.name}_${id.flow}`
  // "__Host-" requires Secure, which browsers refuse on plain http: loopback in development. Partitioned ones have a name
  // of their own: a cookie that the browser has from before would be sent beside it, and neither would count.
  return `${isSecure(service) ? '__Host-' : ''}${isFramed(service) ? 'cwf' : 'cw'}_${name}`
}

function isFramed({ frameOrigins = [] }: CookieService): boolean {
  return frameOrigins.length > 0
}

function isSecure({ publicUrl }: CookieService): boolean {
  return publicUrl.startsWith('https:')
}
