/** The first request with an Idempotency-Key, and later its answer. */
export interface IdempotencyRecord {
  readonly organizationId: string
  /** `api-key:<id>` or `user:<id>`: two callers may choose the same key. */
  readonly actor: string
  readonly key: string
  /** SHA-256 of method, path and body, base64url. */
  readonly digest: string
  /** null: it is running, or its process ended before the answer. */
  readonly status: number | null
  /**
   * null: not stored, because it shows a secret once. Without a status it names the request that reserved the key, so that this one
   * can reserve it again if it did not hear that it had.
   */
  readonly answer: string | null
  readonly expiresAtMs: number
}

export type IdempotencyRef = Pick<IdempotencyRecord, 'organizationId' | 'actor' | 'key'>

export interface IdempotencyStore {
  /**
   * If several callers try, in any process, one reserves the key. It may repeat that. An expired one is replaced.
   * @returns undefined for that caller, and its record for all others
   */
  reserve(record: IdempotencyRecord, nowMs: number): Promise<IdempotencyRecord | undefined>
  complete(ref: IdempotencyRef, outcome: Pick<IdempotencyRecord, 'status' | 'answer'>): Promise<void>
  /** Deletes the reservation of this request, which changed nothing and may be sent again. */
  release(reservation: IdempotencyRef & Pick<IdempotencyRecord, 'answer'>): Promise<void>
}
