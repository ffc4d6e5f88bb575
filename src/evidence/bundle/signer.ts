import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { CheckwrightError } from '../../errors/index.ts'
import { formatCommandTemplate } from '../../text/command-template.ts'
import type { Verifier } from './dsse.ts'

/** Signs evidence: our own key, or an adapter to a key service that keeps its key. */
export interface Signer {
  /** The owner's name of the key, such as the ARN of a key service. Bundles repeat it. @default no name */
  readonly keyId?: string | undefined
  /** Ed25519, PEM (`-----BEGIN PUBLIC KEY-----`). */
  readonly publicKey: string
  /** 64 bytes (RFC 8032 §5.1.6). The bytes are signed directly, not a digest of them. */
  sign(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** A public key for verification, and the name under which people compare it. */
export interface PublicKey extends Verifier {
  readonly der: Buffer
  verifies(bytes: Uint8Array, signature: Uint8Array): boolean
}

const pemOfPublicKey = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/** @throws CheckwrightError `SIGNING_KEY_INVALID` for anything but an Ed25519 public key */
export function publicKeyOf(key: string | Uint8Array): PublicKey {
  const parsed = parsePublicKey(key)
  // Another algorithm under the same id would let its owner choose how signatures are checked.
  if (parsed?.asymmetricKeyType !== 'ed25519')
    throw createKeyInvalidError('The key is not an Ed25519 public key (PEM or DER, SubjectPublicKeyInfo).')
  const der = parsed.export({ type: 'spki', format: 'der' })
  return {
    fingerprint: formatFingerprint(der),
    der,
    verifies: (bytes, signature) => signature.byteLength === 64 && verify(null, bytes, parsed, signature),
  }
}

/** All public keys in a PEM text. @throws CheckwrightError `SIGNING_KEY_INVALID` when there is none, or a private one */
export function publicKeysIn(pem: string): readonly PublicKey[] {
  if (pem.includes('PRIVATE KEY'))
    throw createKeyInvalidError(
      `The file has a private key. Give the public key only, as "${formatCommandTemplate('keys export')}" prints it.`,
    )
  const found = pem.match(pemOfPublicKey) ?? []
  if (found.length === 0)
    throw createKeyInvalidError('The file has no public key. A public key begins with "-----BEGIN PUBLIC KEY-----".')
  return found.map((each) => publicKeyOf(each))
}

export function formatFingerprint(der: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(der).digest('base64').replace(/=+$/, '')}`
}

export function isFingerprint(text: string): boolean {
  return /^SHA256:[A-Za-z0-9+/]{43}$/.test(text)
}

/** A public key as `openssl` reads it. */
export function formatPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n')
}

/** A new Ed25519 key, private half first. */
export function generateSigningKey(): { readonly privateKey: KeyObject; readonly publicKey: PublicKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, publicKey: publicKeyOf(publicKey.export({ type: 'spki', format: 'der' })) }
}

export function createKeySigner(privateKey: KeyObject): Signer {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })
  return { publicKey: publicKey.toString(), sign: (bytes) => sign(null, bytes, privateKey) }
}

/** Signs, and checks the signature. @throws CheckwrightError `SIGNING_FAILED` where it does not fit the signer's own public key */
export async function signBytes(bytes: Uint8Array, signer: Signer): Promise<Uint8Array> {
  const publicKey = publicKeyOf(signer.publicKey)
  const signature = await signer.sign(bytes)
  // A key service with another key, or with a digest in between, shows now and not at the auditor's.
  if (!publicKey.verifies(bytes, signature))
    throw new CheckwrightError(
      `The signer did not return an Ed25519 signature by its own public key ${publicKey.fingerprint}. Check which key it uses, and that it signs the bytes themselves and not a digest.`,
      { code: 'SIGNING_FAILED' },
    )
  return signature
}

function parsePublicKey(key: string | Uint8Array): KeyObject | undefined {
  try {
    return typeof key === 'string'
      ? createPublicKey(key)
      : createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' })
  } catch {
    // The parser's message is about ASN.1, which does not help a person who named the wrong file.
    return undefined
  }
}

function createKeyInvalidError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'SIGNING_KEY_INVALID' })
}
