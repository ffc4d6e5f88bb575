/** Bytes in base64: the standard alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  // In parts, because a call takes only so many arguments.
  for (let at = 0; at < bytes.byteLength; at += 0x2000) text += String.fromCharCode(...bytes.subarray(at, at + 0x2000))
  return btoa(text)
}

/** The bytes of base64 in the standard alphabet, padded, without surplus bits; undefined for any other text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text)
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}
