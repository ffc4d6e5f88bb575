import { AuthError } from '../errors/index.ts'

/**
 * Holds a page to return to to this service's own paths and the allowed origins, so that a link to us cannot send
 * people elsewhere (RFC 9700 §4.11).
 * @throws AuthError `AUTH_RETURN_URL_REFUSED`
 */
export function checkedReturnUrl(returnTo: string, allowedOrigins: readonly string[]): string {
  if (isOwnPath(returnTo)) return returnTo
  const url = /^https?:\/\/[^\\\s]+$/i.test(returnTo) && URL.canParse(returnTo) ? new URL(returnTo) : undefined
  if (url && url.username === '' && url.password === '' && allowedOrigins.includes(url.origin)) return url.href
  throw new AuthError(
    'The page to return to must be a path of this service, such as "/connections", or of an origin in returnOrigins.',
    {
      code: 'AUTH_RETURN_URL_REFUSED',
    },
  )
}

/** Browsers read "\" as "/", drop tabs and line breaks, and some servers decode once more: all of it is looked at. */
function isOwnPath(text: string): boolean {
  let decoded = text
  for (let round = 0; round < 3; round++) {
    if (!/^\/(?![/\\])/.test(decoded) || /[\\\u0000-\u0020\u007f]/.test(decoded)) return false
    const next = decodedOnce(decoded)
    if (next === undefined) return false
    if (next === decoded) break
    decoded = next
  }
  const probe = 'https://own.invalid'
  return URL.canParse(text, probe) && new URL(text, probe).origin === probe
}

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
