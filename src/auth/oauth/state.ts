import { createSecret, hashSecret } from '../secret.ts'

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
