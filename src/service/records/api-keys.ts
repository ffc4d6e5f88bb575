import type { Membership, ViewerGrant } from './memberships.ts'

/** A key of the HTTP API. The secret itself is shown once, when it is made, and not stored. */
export interface ApiKeyRecord {
  readonly id: string
  readonly organizationId: string
  /** What people call it. null: it has no name. */
  readonly name: string | null
  /** The person who made it, or who made the key that created it. null: made on the machine. */
  readonly userId: string | null
  /** SHA-256 of the secret, base64url. The secret is 256 random bits, so a slow hash would add nothing. */
  readonly secretHash: string
  readonly scopes: readonly string[]
  readonly createdAtMs: number
  /** null: it does not expire. */
  readonly expiresAtMs: number | null
  readonly revokedAtMs: number | null
  readonly lastUsedAtMs: number | null
  /** The person or key that it shares limits with, if it was made over the API. null: itself. */
  readonly mintedBy: string | null
}

/** A key, and the present rights of the person who made it. */
export interface OwnedApiKey {
  readonly key: ApiKeyRecord
  /** Undefined: no person made it, or one who has no role here. */
  readonly maker: Pick<Membership, 'role' | keyof ViewerGrant> | undefined
}

/** Which keys a list has. */
export interface KeyChoice {
  /** @default all */
  readonly ids?: readonly string[] | undefined
  /** Those that are valid at a time, epoch ms, or those that are not. @default both */
  readonly valid?: { readonly is: boolean; readonly atMs: number } | undefined
  /** Only those that are listed after this one. */
  readonly before?: { readonly createdAtMs: number; readonly id: string } | undefined
  /** @default 100 */
  readonly limit?: number | undefined
}

export interface ApiKeyStore {
  /**
   * @param validMax how many keys of the organization may be valid with it, however many are made at once. @default any number
   * @returns false, without a change, if there would be more
   * @throws StoreError `STORE_CONFLICT` when the id exists, `NOT_FOUND` when there is no such organization
   */
  insert(record: ApiKeyRecord, validMax?: number): Promise<boolean>
  /** Revoked and expired ones too: the caller decides what they may do. */
  find(id: string): Promise<ApiKeyRecord | undefined>
  /** The same with the present rights of its maker, in one query: every request with a key asks for both. */
  findOwned(id: string): Promise<OwnedApiKey | undefined>
  /** Newest first. */
  list(organizationId: string, only?: KeyChoice): Promise<ApiKeyRecord[]>
  /**
   * Revokes the key; the time of the first call stays.
   * @returns false if the organization has no such key
   */
  revoke(organizationId: string, id: string, nowMs: number): Promise<boolean>
  /** Revokes every key that the person made, and those that these made. */
  revokeOf(organizationId: string, userId: string, nowMs: number): Promise<void>
  /** Records the use. Does not move back, so that requests out of order leave the latest time. */
  touch(id: string, nowMs: number): Promise<void>
}
