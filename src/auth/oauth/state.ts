import { encodeBase64url } from '../../text/base64url.ts'
import { createSecret, hashSecret } from '../secret.ts'

const flowKeyLength = 16
/** A cookie holds 4 KiB. A longer address is known to the store alone. */
const returnToMax = 1_024

/**
 * The binding of a flow to a browser session: 162 random bits, after a key that identifies the flow. With the key, a
 * browser can hold the bindings of several flows. After it comes where the person returns to, which nobody could look up
 * while the store is away.
 */
export function createBinding(state: string, returnTo: string | null = null): string {
  const binding = `${toFlowKey(state)}${createSecret().slice(flowKeyLength)}`
  if (returnTo === null || returnTo.length > returnToMax) return binding
  return `${binding}.${encodeBase64url(Buffer.from(returnTo))}`
}

/** Where the person returns to. A browser sent it, so it has to be checked again. */
export function readReturnTo(binding: string): string | undefined {
  const [, returnTo] = binding.split('.')
  return returnTo === undefined ? undefined : Buffer.from(returnTo, 'base64url').toString()
}

/** The flow of a state. The state cannot be derived from it. */
export function toFlowKey(state: string): string {
  return hashSecret(state).slice(0, flowKeyLength)
}

/** The flow of a binding. */
export function readFlowKey(binding: string): string {
  return binding.slice(0, flowKeyLength)
}
