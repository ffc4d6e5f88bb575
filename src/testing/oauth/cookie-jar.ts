import { CookieJar as BrowserJar } from 'tough-cookie'

/** Cookies as a browser keeps them, one jar an origin: what runs on another port of this machine is another service. */
export interface CookieJar {
  /** Keeps, replaces or forgets what the answer of `url` sets. */
  keep(url: URL, headers: Headers): void
  /** The `Cookie` header for a request to `url`; undefined where there is nothing to send. */
  header(url: URL): string | undefined
}

export function createCookieJar(): CookieJar {
  const jars = new Map<string, BrowserJar>()
  return {
    keep(url, headers) {
      const jar = jars.get(url.origin) ?? new BrowserJar()
      jars.set(url.origin, jar)
      // A browser ignores what it must not keep, such as a cookie for a domain that is not the answer's.
      for (const line of headers.getSetCookie()) jar.setCookieSync(line, url.href, { ignoreError: true })
    },
    header(url) {
      return jars.get(url.origin)?.getCookieStringSync(url.href) || undefined
    },
  }
}
