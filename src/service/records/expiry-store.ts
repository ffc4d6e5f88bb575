import type { ConnectionRecord } from '../../auth/connection-store.ts'

/** Times from which things are over, epoch ms. */
export interface ExpiryTimes {
  readonly nowMs: number
  /** Sessions that nobody used since are over. */
  readonly unusedSinceMs: number
  /** Connections that have waited since for their first test were left by a process that ended. */
  readonly pendingSinceMs: number
}

/** What is over by itself. Whoever reads such a row sees that it is over, so nobody waits until it is gone. */
export interface ExpiryStore {
  /**
   * Deletes some of it: kept answers to requests, sessions of browsers, links and invitations to sign in, sign-ins at vendors, connect
   * dialogs, and connections that nobody proved, with their credentials. Those of `listLeftGrants` stay.
   * @returns `rows` is 0 when nothing is left
   */
  deleteSome(times: ExpiryTimes, rows: number): Promise<{ readonly rows: number; readonly gone: number }>
  /** At most `limit` connections that nobody proved, and whose tokens a sign-in got: nobody else has them, so they have to be revoked first. */
  listLeftGrants(pendingSinceMs: number, limit: number): Promise<readonly ConnectionRecord[]>
}
