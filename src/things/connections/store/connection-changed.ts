import type { ConnectionRecord } from '../../../auth/connection-store.ts'
import type { Hook } from '../../../service/store/sql/hook.ts'

/** A connection as it was and as it is, if it was there and is there. */
export interface ConnectionChange {
  readonly before?: ChangedConnection
  readonly after?: ChangedConnection
}

export type ChangedConnection = Pick<ConnectionRecord, 'id' | 'organizationId' | 'connectorId' | 'state'>

export interface ConnectionHooks {
  /** Made, deleted, or in another state. The transaction holds the rows. */
  readonly 'connection.changed': Hook<readonly ConnectionChange[]>
}
