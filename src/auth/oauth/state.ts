import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as base64url: the `state` of a flow, or the `binding` that ties it to a browser session. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

const flowKeyLength = 16

/**
 * What ties a flow to a browser session: 162 random bits, after a key that says of which flow. By the key a browser holds
 * the bindings of several flows side by side.
 */
export function createBinding(state: string): string {
  return `${toFlowKey(state)}${createSecret().slice(flowKeyLength)}`
}

/** Which flow a state is of; nobody finds the state by it. */
export function toFlowKey(state: string): string {
  return hashSecret(state).slice(0, flowKeyLength)
}

/** Which flow a binding is of. */
export function readFlowKey(binding: string): string {
  return binding.slice(0, flowKeyLength)
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
