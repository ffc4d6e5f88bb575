import type { Signer } from '../../evidence/bundle/signer.ts'

/** The public part of a key that signs evidence. */
export interface SigningKey {
  /** `SHA256:` and base64 of the digest of the public key, for people to compare. */
  readonly fingerprint: string
  /** SubjectPublicKeyInfo, DER as base64. */
  readonly publicKey: string
  /** ISO 8601; undefined for the host's own signer. */
  readonly createdAt: string | undefined
}

/** The keys that sign the evidence of this service. */
export interface SigningService {
  /**
   * The signer of the host (`createRuntime({ signer })`), otherwise the store's own key. The first call makes that.
   * @throws StoreError `KEYS_INVALID` and CredentialError `CREDENTIAL_UNREADABLE` without the master key that sealed it
   */
  signer(): Promise<Signer>
  /** Keys that this service has signed with, the oldest first; empty before the first signature. */
  keys(): Promise<readonly SigningKey[]>
}
