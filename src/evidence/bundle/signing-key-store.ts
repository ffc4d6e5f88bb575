/** A key that signs evidence, as it is kept. */
export interface SigningKeyRecord {
  /** `SHA256:` and the digest of the public key; see `formatFingerprint`. */
  readonly fingerprint: string
  /** SubjectPublicKeyInfo (RFC 8410), DER as base64. */
  readonly publicKey: string
  /** PKCS #8, DER as base64, sealed. */
  readonly sealedPrivateKey: string
  readonly createdAtMs: number
}

/** What a store keeps for signing. Keys are never deleted: what they signed must stay verifiable. */
export interface SigningKeyStore {
  /** The oldest first. */
  list(): Promise<SigningKeyRecord[]>
  /**
   * Keeps the key when there is none yet, so that of parallel first runs, in any process, all sign by one.
   * @returns the newest record that is kept, whoever wrote it
   */
  insertIfNone(record: SigningKeyRecord): Promise<SigningKeyRecord>
}
