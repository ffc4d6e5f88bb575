/** The first request with an Idempotency-Key, and its answer once there is one. */
export interface IdempotencyRecord {
  readonly organizationId: string
  /** `api-key:<id>` or `user:<id>`: two callers may choose the same key. */
  readonly actor: string
  readonly key: string
  /** SHA-256 of method, path and body, base64url. */
  readonly digest: string
  /** null: under way, or its process ended before it was answered. */
  readonly status: number | null
  /** null: not kept, because it shows a secret once. */
  readonly answer: string | null
  readonly expiresAtMs: number
}

export type IdempotencyRef = Pick<IdempotencyRecord, 'organizationId' | 'actor' | 'key'>

export interface IdempotencyStore {
  /**
   * Of any number of parallel callers, in any process, one reserves the key; one whose time is over is replaced.
   * @returns undefined for that one, and its record for all others
   */
  reserve(record: IdempotencyRecord, nowMs: number): Promise<IdempotencyRecord | undefined>
  complete(ref: IdempotencyRef, outcome: Pick<IdempotencyRecord, 'status' | 'answer'>): Promise<void>
  /** Forgets a request that changed nothing and may be sent again. */
  release(ref: IdempotencyRef): Promise<void>
  deleteExpired(nowMs: number): Promise<void>
}
