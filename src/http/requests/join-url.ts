/** Longest URL that is sent. */
export const urlLengthMax = 32 * 1024

/** Common servers read no longer ones, and a vendor's next page or cursor can have any length. */
export function isTooLong(url: string): boolean {
  return url.length > urlLengthMax
}

export const tooLong = `The URL of the request is longer than ${urlLengthMax} characters.`

/** The reason why a path or URL cannot be requested. */
export interface Unjoinable {
  readonly why: string
}

/**
 * Resolves a path or URL of a check, or the next page of a vendor. Paths are joined to the base URL and stay below it.
 * An id with "../" in a path must not reach another part of the vendor's API with the same credentials. A URL may lead
 * anywhere; its origin decides whether it gets credentials.
 * @param baseUrl as `URL.href` has it, without trailing slash
 */
export function joinUrl(url: string | URL, baseUrl: string): URL | Unjoinable {
  const isPath = typeof url === 'string' && isRelative(url)
  const text = isPath
    ? `${baseUrl}${url === '' || url[0] === '/' || url[0] === '?' ? '' : '/'}${url}`
    : toAbsoluteUrl(url)
  if (isTooLong(text)) return { why: tooLong }
  const joined = URL.parse(text)
  if (!joined) return { why: 'The path or URL of the request cannot be parsed.' }
  if (isPath && !isBelow(joined, baseUrl)) {
    return { why: 'The path of the request leads out of the base URL by "..". Encode values in a path.' }
  }
  return joined
}

function isRelative(url: string): boolean {
  return url[0] === '/' ? url[1] !== '/' : !/^[a-z][a-z0-9+.-]*:/i.test(url)
}

function toAbsoluteUrl(url: string | URL): string {
  if (typeof url !== 'string') return url.href
  return url.startsWith('//') ? `https:${url}` : url
}

/** Both are normalised as WHATWG URLs, so that their texts can be compared. */
function isBelow({ href }: URL, baseUrl: string): boolean {
  return href.startsWith(baseUrl) && (href.length === baseUrl.length || '/?#'.includes(href.charAt(baseUrl.length)))
}
