import type { ConnectionState } from '../../auth/connection-store.ts'
import type { Connection } from '../../runtime/runtime.ts'

/** The state of a connection, and its meaning for a person. */
export function describeState({ state, stateReason }: Pick<Connection, 'state' | 'stateReason'>): string {
  return [stateReason, stateTexts[state]].filter(Boolean).join(' ')
}

const stateTexts: Readonly<Record<ConnectionState, string>> = {
  pending: 'The connection is not finished. Connect once more.',
  active: 'Ready to run.',
  needs_reauth: 'The vendor no longer accepts the credentials. Connect again. Everything else stays as it is.',
  error: 'Runs continue, but their checks may end as "could not tell" until you repair the connection.',
  paused: 'There are no runs until a person resumes it.',
  disconnected: 'Its credentials are deleted. Its findings stay.',
}
