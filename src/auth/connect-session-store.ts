/** One use of the connect dialog, which an organization's own application asked for. */
export interface ConnectSessionRecord {
  readonly id: string
  readonly organizationId: string
  /** SHA-256 of the token, base64url; the token itself is never stored. */
  readonly tokenHash: string
  /** Ids of the connectors that the person may choose from; null: all. */
  readonly connectors: readonly string[] | null
  /** The origin of the page that shows the dialog and hears of its end. */
  readonly origin: string
  /** The application's own id of the person; the connection gets it. */
  readonly userId: string | null
  readonly expiresAtMs: number
  /** SHA-256 of the key of the browser that opened it. null: nobody has. */
  readonly keyHash: string | null
  /** The connection that was made. */
  readonly connectionId: string | null
  /** Why the last attempt made none. */
  readonly problem: string | null
}

export interface ConnectSessionStore {
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  insert(record: ConnectSessionRecord): Promise<void>
  find(id: string): Promise<ConnectSessionRecord | undefined>
  /** For the first browser that asks: it is bound to that one from then on. undefined for every other. */
  open(
    tokenHash: string,
    opened: { readonly keyHash: string; readonly nowMs: number; readonly expiresAtMs: number },
  ): Promise<ConnectSessionRecord | undefined>
  /**
   * Begins an attempt to connect. false: it has a connection already, another attempt is under way, or it is over.
   * @param attempt.untilMs when the attempt counts as abandoned
   */
  claim(id: string, attempt: { readonly nowMs: number; readonly untilMs: number }): Promise<boolean>
  /** Ends an attempt: with a connection, or with a reason why there is none. */
  settle(id: string, outcome: Pick<ConnectSessionRecord, 'connectionId' | 'problem'>): Promise<void>
  /** Forgets why an earlier attempt failed, because another one begins in another window. */
  forgetProblem(id: string): Promise<void>
  /** Deletes all but the newest of an organization. */
  prune(limit: { readonly organizationId: string; readonly count: number }): Promise<void>
}
