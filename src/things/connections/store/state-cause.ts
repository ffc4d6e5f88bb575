import type { ConnectionState } from '../../../auth/connection-store.ts'
import type { FailureCause } from '../../../define/index.ts'

/** The end of the reason for a connection whose credentials were refused. */
export const refusedReason = 'does not accept the credentials. Enter new ones.'

/** The state of a stored connection, or of one as it may be shown. */
interface StateInWords {
  readonly state: ConnectionState
  readonly stateReason: string | null | undefined
}

/** Whether the vendor refused the credentials in the last run or test, so that the next one would end in the same way. */
export function isRefused({ state, stateReason }: StateInWords): boolean {
  return state === 'error' && stateReason?.endsWith(refusedReason) === true
}

/** Why a connection does not work, as far as its state says it. */
export function findStateCause(connection: StateInWords): FailureCause | undefined {
  if (connection.state === 'needs_reauth') return 'grant'
  return isRefused(connection) ? 'credentials' : undefined
}
