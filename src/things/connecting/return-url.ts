import { AuthError } from '../../errors/index.ts'
import { decodePercent } from '../../text/decode-percent.ts'

/**
 * Limits the return page to this service's own paths and the allowed origins, so that a link to us cannot send people
 * elsewhere (RFC 9700 §4.11).
 * @throws AuthError `AUTH_RETURN_URL_REFUSED`
 */
export function checkReturnUrl(returnTo: string, allowedOrigins: readonly string[]): string {
  // As a header carries it. It is not parsed and written anew, because that would turn "/a/..//evil" into "//evil".
  if (isOwnPath(returnTo)) return returnTo.replace(/[^\u0000-\u007f]+/g, encodeURIComponent)
  const url = /^https?:\/\/[^\\\s]+$/i.test(returnTo) && URL.canParse(returnTo) ? new URL(returnTo) : undefined
  if (url && url.username === '' && url.password === '' && allowedOrigins.includes(url.origin)) return url.href
  throw new AuthError(
    'The page to return to must be a path of this service, such as "/connections", or a URL with an origin in returnOrigins.',
    {
      code: 'AUTH_RETURN_URL_REFUSED',
    },
  )
}

/**
 * Browsers read "\" as "/" and drop tabs and line breaks, and some servers decode once more, so all these forms are
 * checked.
 */
function isOwnPath(text: string): boolean {
  if (/[\s\\]/.test(text) || !text.isWellFormed() || decodePercent(text) === undefined) return false
  let decoded = text
  for (let round = 0; round < roundsMax; round++) {
    if (!/^\/(?![/\\])/.test(decoded) || /[\\\u0000-\u001f\u007f]/.test(decoded)) return false
    decoded = decodeOnce(decoded)
  }
  const probe = 'https://own.invalid'
  return URL.canParse(text, probe) && new URL(text, probe).origin === probe
}

const roundsMax = 4

/**
 * Decodes as the most lenient server would: an invalid escape stays as it is. Characters beyond ASCII are harmless
 * here.
 */
function decodeOnce(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
