/**
 * The place of a secret. It is bound to the ciphertext as associated data, so that a row copied to another connection,
 * field or organization cannot be opened there.
 */
export interface SecretPlace {
  /** null: platform-wide, such as an OAuth app for every organization. */
  readonly organizationId: string | null
  /** Connection, OAuth app or flow that owns the secret. */
  readonly ownerId: string
  /** Credential id, `client_secret`, `code_verifier`, … */
  readonly field: string
}

/** Seals secrets before they reach a store, so that a store gets no plaintext. */
export interface Vault {
  /** @throws StoreError `KEYS_INVALID` if no master key fits the store; then nothing is written */
  seal(place: SecretPlace, plaintext: string): Promise<string>
  /** @throws CredentialError `CREDENTIAL_UNREADABLE` for another key, another place, or altered bytes */
  open(place: SecretPlace, sealed: string): Promise<string>
  /**
   * Makes every secret of an organization in this store unreadable for ever (crypto-shredding). Older copies of the
   * store still open with the master keys; retire those, or the copies. A process that has the organization's key in
   * memory keeps it until it ends.
   */
  shred(organizationId: string): Promise<void>
}
