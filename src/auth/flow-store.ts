/** An authorization that a person has begun and not finished (RFC 6749 §4.1). */
export interface FlowRecord {
  readonly id: string
  /** SHA-256 of the state, base64url; the state itself is never stored. */
  readonly stateHash: string
  /** SHA-256 of the browser session's binding, base64url. */
  readonly bindingHash: string
  readonly connectorId: string
  readonly organizationId: string
  readonly userId: string | null
  /** Reconnects this connection; null makes a new one. */
  readonly connectionId: string | null
  readonly returnTo: string | null
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Sealed `code_verifier` and credential values that were typed before, by id. */
  readonly secrets: Readonly<Record<string, string>>
  readonly expiresAtMs: number
}

export interface FlowStore {
  /**
   * @throws StoreError `STORE_CONFLICT` when the id or state hash exists, `NOT_FOUND` when there is no such organization,
   * or it has no such connection
   */
  put(record: FlowRecord): Promise<void>
  /** Removes and gives the flow, atomically: of any number of parallel callers one gets it. Expired ones too. */
  take(stateHash: string): Promise<FlowRecord | undefined>
  /** Those whose `expiresAtMs` is not after `nowMs`. */
  deleteExpired(nowMs: number): Promise<void>
}
