/** A stored key that signs evidence. */
export interface SigningKeyRecord {
  /** `SHA256:` and the digest of the public key; see `formatFingerprint`. */
  readonly fingerprint: string
  /** What manifests repeat as `keyId`, such as that of the sample; null: nothing. */
  readonly name: string | null
  /** SubjectPublicKeyInfo (RFC 8410), DER as base64. */
  readonly publicKey: string
  /** PKCS #8, DER as base64, sealed. */
  readonly sealedPrivateKey: string
  readonly createdAtMs: number
}

/** The store's part in signing. Keys are not deleted, because their signatures must stay verifiable. */
export interface SigningKeyStore {
  /** The oldest first. */
  list(): Promise<SigningKeyRecord[]>
  /**
   * Stores the key if there is none yet, so that parallel first runs, in any process, all sign with one.
   * @returns the newest stored record, whoever wrote it
   */
  insertIfNone(record: SigningKeyRecord): Promise<SigningKeyRecord>
}
