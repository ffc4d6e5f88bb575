/**
 * Origins whose pages may show ours in frames: exactly written, because each is a place from which a page can be covered.
 * @throws TypeError
 */
export function parseFrameOrigins(origins: readonly string[] = [], publicUrl: string): readonly string[] {
  for (const origin of origins) {
    if (isSafeOrigin(origin)) continue
    throw new TypeError(
      'createRuntime: frameOrigins must contain https origins without wildcards, such as https://app.example.com',
    )
  }
  // Browsers take cookies for frames of other sites only with Secure.
  if (origins.length > 0 && !isSafeOrigin(new URL(publicUrl).origin))
    throw new TypeError('createRuntime: frameOrigins need a publicUrl with https')
  return [...new Set(origins)]
}

/** As a browser writes it, and encrypted or on this machine. */
export function isSafeOrigin(origin: string): boolean {
  const url = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : undefined
  // A wildcard is a valid host for the parser of URLs.
  if (url === undefined || url.origin !== origin || url.hostname.includes('*')) return false
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  )
}
