import type { HttpError } from '../errors/index.ts'
import type { Hop } from './hop.ts'

/** Most redirects that are followed for one request. */
export const hopsMax = 5

/** Statuses with a `Location` to follow (RFC 9110 §15.4). 300 and 304 may carry one that is not. */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Methods that by definition change nothing (RFC 9110 §9.2.1). */
export const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The next request of a redirect. Credentials, headers and bodies of the first request do not cross to another origin.
 * @throws what `refuse` makes, for a place that must not be followed to
 */
export function followRedirect(hop: Hop, status: number, location: string, refuse: (why: string) => HttpError): Hop {
  const url = URL.canParse(location, hop.url.href) ? new URL(location, hop.url) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw refuse('The vendor redirects to something that is not an http(s) URL.')
  if (url.username !== '' || url.password !== '')
    throw refuse('The vendor redirects to a URL with a user name or password.')
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    throw refuse(
      'The vendor redirects from https to http. Ask for the address that it leads to, by https: a slash at the end, or another path.',
    )
  url.hash = ''
  const toGet = status === 303 || ((status === 301 || status === 302) && hop.method === 'POST')
  const method = toGet && hop.method !== 'HEAD' ? 'GET' : hop.method
  if (url.origin !== hop.url.origin) {
    if (!readMethods.has(method)) throw refuse(`The vendor redirects a ${method} to another host.`)
    return { method, url, headers: {}, body: undefined }
  }
  if (!toGet) return { ...hop, url }
  const { 'content-type': _type, ...headers } = hop.headers
  return { method, url, headers, body: undefined }
}
