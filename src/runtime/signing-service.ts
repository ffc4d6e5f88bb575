import type { Signer } from '../evidence/bundle/signer.ts'

/** A key that evidence is signed with, as everybody may see it. */
export interface SigningKey {
  /** `SHA256:` and base64 of the digest of the public key: what people compare. */
  readonly fingerprint: string
  /** SubjectPublicKeyInfo, DER as base64. */
  readonly publicKey: string
  /** ISO 8601; undefined for a signer of the host's. */
  readonly createdAt: string | undefined
}

/** Who signs the evidence of this service. */
export interface SigningService {
  /**
   * The signer of the host (`createRuntime({ signer })`), else the store's own key, which the first call makes.
   * @throws StoreError `KEYS_INVALID` and CredentialError `CREDENTIAL_UNREADABLE` without the master key that sealed it
   */
  signer(): Promise<Signer>
  /** Keys whose signatures this service made, the oldest first; none before the first signature. */
  keys(): Promise<readonly SigningKey[]>
}
