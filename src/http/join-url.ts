/** Longest URL that is asked for. */
export const urlLengthMax = 32 * 1024

/** No server of note reads longer ones, and what a vendor calls its next page or cursor may have any length. */
export function isTooLong(url: string): boolean {
  return url.length > urlLengthMax
}

export const tooLong = `The URL of the request is longer than ${urlLengthMax} characters.`

/** Why a path or URL cannot be asked for. */
export interface Unjoinable {
  readonly why: string
}

/**
 * What a path or URL of a check, or a next page of a vendor, means. Paths are joined to the base URL and stay below it: an
 * id with "../" in it, put into a path, must not reach another part of the vendor's API with the same credentials. A URL
 * may lead anywhere; whether it gets credentials is judged by its origin.
 * @param baseUrl as `URL.href` has it, without trailing slash
 */
export function joinUrl(url: string | URL, baseUrl: string): URL | Unjoinable {
  const isPath = typeof url === 'string' && !url.startsWith('//') && !/^[a-z][a-z0-9+.-]*:/i.test(url)
  const text = isPath ? `${baseUrl}${url === '' || /^[/?]/.test(url) ? '' : '/'}${url}` : toAbsoluteUrl(url)
  if (isTooLong(text)) return { why: tooLong }
  const joined = URL.parse(text)
  if (!joined) return { why: 'The path or URL of the request cannot be parsed.' }
  if (isPath && !isBelow(joined, baseUrl)) {
    return { why: 'The path of the request leads out of the base URL by "..". Encode what is put into a path.' }
  }
  return joined
}

function toAbsoluteUrl(url: string | URL): string {
  if (typeof url !== 'string') return url.href
  return url.startsWith('//') ? `https:${url}` : url
}

/** Both are spelled as WHATWG URLs are, so that their texts can be compared. */
function isBelow({ href }: URL, baseUrl: string): boolean {
  return href.startsWith(baseUrl) && /^(?:[/?#]|$)/.test(href.slice(baseUrl.length, baseUrl.length + 1))
}
