/**
 * The text that bytes hold; undefined where they are not UTF-8. Replacement characters would hide that something else was sent.
 * @param keepsMark whether a byte order mark stays part of the text
 */
export function decodeUtf8(bytes: Uint8Array, { keepsMark = false } = {}): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepsMark }).decode(bytes)
  } catch {
    return undefined
  }
}
