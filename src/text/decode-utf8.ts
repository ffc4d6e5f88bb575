const withMark = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const withoutMark = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of some bytes; undefined if they are not UTF-8. Replacement characters would hide the original bytes.
 * @param keepsMark whether a byte order mark stays part of the text
 */
export function decodeUtf8(bytes: Uint8Array, { keepsMark = false } = {}): string | undefined {
  try {
    return (keepsMark ? withMark : withoutMark).decode(bytes)
  } catch {
    return undefined
  }
}
