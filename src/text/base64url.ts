/** Base64 that a URL or a file can hold as it is (RFC 4648 §5), without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
