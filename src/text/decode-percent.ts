/** The decoded form of percent-encoded text (RFC 3986 §2.1); undefined for an invalid escape. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
