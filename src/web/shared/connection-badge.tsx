import type { ConnectionState } from '../../auth/connection-store.ts'

export const connectionWords: Readonly<Record<ConnectionState, string>> = {
  pending: 'Not finished',
  active: 'Connected',
  needs_reauth: 'Connect again',
  error: 'Not working',
  paused: 'Paused',
  disconnected: 'Disconnected',
}

export const connectionTones: Readonly<Record<ConnectionState, string>> = {
  pending: 'manual',
  active: 'pass',
  needs_reauth: 'manual',
  error: 'fail',
  paused: 'plain',
  disconnected: 'plain',
}

export function ConnectionBadge({ state }: { readonly state: ConnectionState }) {
  return <span class={`badge ${connectionTones[state]}`}>{connectionWords[state]}</span>
}
