/** An authorization that a person has begun and not finished (RFC 6749 §4.1). */
export interface FlowRecord {
  readonly id: string
  /** SHA-256 of the state, base64url; the state itself is never stored. */
  readonly stateHash: string
  /** SHA-256 of the browser session's binding, base64url. */
  readonly bindingHash: string
  readonly connectorId: string
  /** As of a connection. */
  readonly connectorSha256: string | null
  /** Where the connector sends secrets; what was typed before is sent to no other. */
  readonly connectorDestination: string | null
  readonly organizationId: string
  readonly userId: string | null
  /** Reconnects this connection; null makes a new one. */
  readonly connectionId: string | null
  readonly returnTo: string | null
  /** The connect dialog that it belongs to. */
  readonly connectSessionId: string | null
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Sealed `code_verifier` and credential values that were typed before, by id. */
  readonly secrets: Readonly<Record<string, string>>
}

export interface TakenFlow extends FlowRecord {
  readonly isOver: boolean
}

/** An organization, or one of its people. */
export interface FlowOwner {
  readonly organizationId: string
  readonly userId?: string
}

/** The store decides whether a flow has expired: by a clock that its processes share, or by `nowMs` if it has none. */
export interface FlowStore {
  /**
   * @throws StoreError `STORE_CONFLICT` if the id or state hash exists; `NOT_FOUND` if there is no such organization,
   * or it has no such connection
   */
  put(record: FlowRecord, ttlMs: number, nowMs: number): Promise<void>
  /** Reads the flow of a state, for a comparison before it is taken. */
  find(stateHash: string): Promise<FlowRecord | undefined>
  /**
   * Removes and returns the flow, atomically: one of many parallel callers gets it. Also one that has expired.
   * @param ttlMs the value given to `put`
   */
  take(stateHash: string, ttlMs: number, nowMs: number): Promise<TakenFlow | undefined>
  /**
   * Deletes all but the newest of an organization, or of one of its people, so that nobody fills the store with flows.
   * Flows of one millisecond go by their ids.
   */
  deleteAllButNewest(owner: FlowOwner, count: number): Promise<void>
}
