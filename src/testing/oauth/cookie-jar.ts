/** Cookies as a browser keeps them, as far as a sign-in needs it: per origin, with path and expiry (RFC 6265 §5). */
export interface CookieJar {
  /** Keeps, replaces or forgets what the answer of `url` sets. */
  keep(url: URL, headers: Headers): void
  /** The `Cookie` header for a request to `url`; undefined where there is nothing to send. */
  header(url: URL): string | undefined
}

interface Cookie {
  readonly origin: string
  readonly path: string
  readonly name: string
  readonly value: string
}

export function cookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>()
  return {
    keep(url, headers) {
      for (const line of headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';')
        const { name, value } = parsePair(pair)
        if (name === '') continue
        const members = new Map(attributes.map(parsePair).map((member) => [member.name.toLowerCase(), member.value]))
        const path = members.get('path')?.startsWith('/') ? (members.get('path') ?? '/') : defaultPath(url)
        const key = `${url.origin} ${path} ${name}`
        if (isOver(members)) cookies.delete(key)
        else cookies.set(key, { origin: url.origin, path, name, value })
      }
    },
    header(url) {
      const fitting = [...cookies.values()]
        .filter((cookie) => cookie.origin === url.origin && isUnder(url.pathname, cookie.path))
        // RFC 6265 §5.4: the longer path first, which decides where a server reads the first of one name.
        .sort((a, b) => b.path.length - a.path.length)
      return fitting.length === 0 ? undefined : fitting.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
  }
}

function parsePair(text: string): { readonly name: string; readonly value: string } {
  const at = text.indexOf('=')
  return at === -1
    ? { name: text.trim(), value: '' }
    : { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }
}

function isOver(attributes: ReadonlyMap<string, string>): boolean {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined) return Number(maxAge) <= 0
  const expires = attributes.get('expires')
  return expires !== undefined && Date.parse(expires) <= Date.now()
}

/** RFC 6265 §5.1.4: the directory of the request's path. */
function defaultPath(url: URL): string {
  return url.pathname.slice(0, Math.max(1, url.pathname.lastIndexOf('/')))
}

function isUnder(path: string, cookiePath: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`)
}
