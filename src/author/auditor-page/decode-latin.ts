/** Bytes as text, each one character: names of files in an archive, which are ASCII. */
export function decodeLatin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
