import type { ConnectionState } from '../../auth/connection-store.ts'
import type { Connection } from '../../runtime/runtime.ts'

/** How a connection is, and what that means for a person. */
export function describeState({ state, stateReason }: Pick<Connection, 'state' | 'stateReason'>): string {
  return [stateReason, texts[state]].filter(Boolean).join(' ')
}

const texts: Readonly<Record<ConnectionState, string>> = {
  pending: 'It is not finished: go through connecting once more.',
  active: 'Ready to run.',
  needs_reauth: 'The vendor takes the credentials no longer. Connect again, and everything else stays as it is.',
  error: 'Runs are tried, and may tell nothing until it is mended.',
  paused: 'Nothing is run until somebody resumes it.',
  disconnected: 'Its credentials are wiped. What it found stays.',
}
