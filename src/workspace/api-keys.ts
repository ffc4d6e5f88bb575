/** A key of the HTTP API. The secret itself is shown once, when it is made, and never stored. */
export interface ApiKeyRecord {
  readonly id: string
  readonly organizationId: string
  /** The person who made it, or who made the key that did. null: made on the machine. */
  readonly userId: string | null
  /** SHA-256 of the secret, base64url. The secret is 256 random bits, so a slow hash would add nothing. */
  readonly secretHash: string
  readonly scopes: readonly string[]
  readonly createdAtMs: number
  /** null: never. */
  readonly expiresAtMs: number | null
  readonly revokedAtMs: number | null
  readonly lastUsedAtMs: number | null
  /** Whom requests with it count for, where somebody made it over the API: a person or another key. null: itself. */
  readonly mintedBy: string | null
}

export interface ApiKeyStore {
  /** @throws StoreError `STORE_CONFLICT` when the id exists, `NOT_FOUND` when there is no such organization */
  insert(record: ApiKeyRecord): Promise<void>
  /** Revoked and expired ones too: whoever asks decides what they may still do. */
  find(id: string): Promise<ApiKeyRecord | undefined>
  /** How many keys of the organization are valid. */
  countValid(organizationId: string, nowMs: number): Promise<number>
  /** Newest first. */
  list(organizationId: string): Promise<ApiKeyRecord[]>
  /**
   * Ends the key; the time of the first call is kept.
   * @returns false when the organization has no such key
   */
  revoke(organizationId: string, id: string, nowMs: number): Promise<boolean>
  /** Notes the use. Never moves back, so that requests served out of order leave the latest time. */
  touch(id: string, nowMs: number): Promise<void>
}
