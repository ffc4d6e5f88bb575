import { randomBytes } from 'node:crypto'

export const KEY_BYTES = 32
const NONCE_BYTES = 24

/** XChaCha20-Poly1305 IETF (draft-irtf-cfrg-xchacha-03), 256-bit keys. Checkwright seals everything with it. */
export interface Aead {
  /**
   * Returns a random nonce (24 bytes) and the ciphertext with its tag. The nonce is long enough to be drawn at random
   * for every message of a key's life; it comes from node:crypto because libsodium's own source costs 10 times the
   * encryption.
   */
  encrypt(key: Uint8Array, plaintext: Uint8Array, associatedData: Uint8Array): Ciphertext
  /** @throws Error when key, nonce, ciphertext or associated data are not the ones of `encrypt` */
  decrypt(key: Uint8Array, encrypted: Ciphertext, associatedData: Uint8Array): Uint8Array
}

export interface Ciphertext {
  readonly nonce: Uint8Array
  readonly ciphertext: Uint8Array
}

/** Loads libsodium (WebAssembly, about 60 ms) on first use. */
export async function loadAead(): Promise<Aead> {
  const { default: sodium } = await import('libsodium-wrappers')
  await sodium.ready
  return {
    encrypt(key, plaintext, associatedData) {
      const nonce = randomBytes(NONCE_BYTES)
      const ciphertext = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plaintext, associatedData, null, nonce, key)
      return { nonce, ciphertext }
    },
    decrypt: (key, { nonce, ciphertext }, associatedData) =>
      sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(null, ciphertext, associatedData, nonce, key),
  }
}
