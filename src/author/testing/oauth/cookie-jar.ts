import { CookieJar as BrowserJar } from 'tough-cookie'

/**
 * Cookies as a browser keeps them, one jar for each origin, because another port of this machine is another service.
 */
export interface CookieJar {
  /** Keeps, replaces or deletes the cookies in the answer of `url`. */
  keep(url: URL, headers: Headers): void
  /** The `Cookie` header for a request to `url`; undefined if there are none. */
  header(url: URL): string | undefined
}

export function createCookieJar(): CookieJar {
  const jars = new Map<string, BrowserJar>()
  return {
    keep(url, headers) {
      const jar = jars.get(url.origin) ?? new BrowserJar()
      jars.set(url.origin, jar)
      // A browser ignores invalid cookies, such as one for another domain than the answer's.
      for (const line of headers.getSetCookie()) jar.setCookieSync(line, url.href, { ignoreError: true })
    },
    header(url) {
      return jars.get(url.origin)?.getCookieStringSync(url.href) || undefined
    },
  }
}
