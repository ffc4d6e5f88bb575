import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as base64url: the `state` of a flow, or the `binding` that ties it to a browser session. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 as base64url. State and binding are stored and looked up by it, so that a stolen database starts no flow. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  // timingSafeEqual throws on unequal lengths; the length of a hash is no secret.
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
