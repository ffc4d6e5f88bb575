/**
 * Where a secret belongs. It is bound to the ciphertext as associated data, so that a row copied to another
 * connection, field or organization cannot be opened there.
 */
export interface SecretPlace {
  /** null: platform-wide, such as an OAuth app that every organization uses. */
  readonly organizationId: string | null
  /** Connection, OAuth app or flow that owns the secret. */
  readonly ownerId: string
  /** Credential id, `client_secret`, `code_verifier`, … */
  readonly field: string
}

/** Seals secrets before they reach a store; a store never sees plaintext. */
export interface Vault {
  /** @throws StoreError `KEYS_INVALID` when no master key fits the store; nothing is written then */
  seal(place: SecretPlace, plaintext: string): Promise<string>
  /** @throws CredentialError `CREDENTIAL_UNREADABLE` for another key, another place, or altered bytes */
  open(place: SecretPlace, sealed: string): Promise<string>
  /**
   * Makes every secret of an organization in this store unreadable for ever (crypto-shredding). Copies of the store that
   * were made before still open with the master keys; retire those, or the copies. A process that has the organization's
   * key in memory keeps it until it ends.
   */
  shred(organizationId: string): Promise<void>
}
