import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as base64url: the `state` of a flow, or the `binding` that ties it to a browser session. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

const flowKeyLength = 16

/**
 * The binding of a flow to a browser session: 162 random bits, after a key that identifies the flow. With the key, a
 * browser can hold the bindings of several flows.
 */
export function createBinding(state: string): string {
  return `${toFlowKey(state)}${createSecret().slice(flowKeyLength)}`
}

/** The flow of a state. The state cannot be derived from it. */
export function toFlowKey(state: string): string {
  return hashSecret(state).slice(0, flowKeyLength)
}

/** The flow of a binding. */
export function readFlowKey(binding: string): string {
  return binding.slice(0, flowKeyLength)
}

/**
 * SHA-256 as base64url. State and binding are stored and looked up in this form, so that a stolen database starts no
 * flow.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  // timingSafeEqual throws on unequal lengths. The length of a hash is no secret.
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
