import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as base64url: what proves somebody who has it, such as a link, a session or the `state` of a flow. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 as base64url. Secrets are stored and looked up in this form, so that a stolen database lets nobody in. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  // timingSafeEqual throws on unequal lengths. The length of a hash is no secret.
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
