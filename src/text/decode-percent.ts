/** What percent-encoded text stands for (RFC 3986 §2.1); undefined for an escape that is not valid. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
