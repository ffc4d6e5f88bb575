import type { ConnectionState } from '../../../auth/connection-store.ts'
import { useTexts } from '../../all-texts/use-texts.ts'

export const connectionTones: Readonly<Record<ConnectionState, string>> = {
  pending: 'manual',
  active: 'pass',
  needs_reauth: 'manual',
  error: 'fail',
  paused: 'plain',
  disconnected: 'plain',
}

export function ConnectionBadge({ state }: { readonly state: ConnectionState }) {
  const texts = useTexts()
  return <span class={`badge ${connectionTones[state]}`}>{texts.states.connection[state]}</span>
}
