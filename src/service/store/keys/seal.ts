import type { SecretPlace, Vault } from '../../../auth/vault.ts'
import { CredentialError, StoreError } from '../../../errors/index.ts'
import { encodeBase64url } from '../../../text/base64url.ts'
import { type Ciphertext, loadAead } from './aead.ts'
import { encodeAssociatedData, listScopeParts } from './associated-data.ts'
import { createDataKeyRing, type DataKey } from './data-key-ring.ts'
import type { KeyCheckOptions } from './key-check.ts'

export interface VaultOptions extends KeyCheckOptions {
  /** How many organizations' data keys are held in memory; the least recently used is dropped first. @default 1000 */
  readonly cachedKeysMax?: number | undefined
}

const VERSION = 'v1'
/** XChaCha20-Poly1305. */
const ALGORITHM = 'xc20p'

interface SealedText extends Ciphertext {
  /** The data key that sealed it. */
  readonly keyId: string
}

/**
 * Seals with a data key per organization, wrapped by a master key. The first seal makes it. The text is `v1.xc20p.<data
 * key id>.<nonce>.<ciphertext and tag>`, base64url, bound to its place by associated data.
 *
 * `seal` throws StoreError `KEYS_INVALID` if a master key is missing or wrong, before anything is written, and
 * `NOT_FOUND` for an unknown organization. Both throw the store's own error if it cannot be read.
 */
export function createVault(options: VaultOptions): Vault {
  const ring = createDataKeyRing(options)
  return {
    async seal(place, plaintext) {
      // A lone surrogate has no UTF-8 form and would come back as another character.
      if (!plaintext.isWellFormed()) throw createUnsealableError(place)
      const [aead, key] = await Promise.all([loadAead(), ring.findOrMake(place.organizationId)])
      const { nonce, ciphertext } = aead.encrypt(key.bytes, Buffer.from(plaintext), bindSecretPlace(place, key.id))
      return [VERSION, ALGORITHM, key.id, encodeBase64url(nonce), encodeBase64url(ciphertext)].join('.')
    },
    async open(place, text) {
      const sealed = parseSealed(text)
      if (sealed === undefined) throw createUnreadableSecretError(place, 'it is not a sealed value')
      const key = await findKey(place)
      if (key?.id !== sealed.keyId)
        throw createUnreadableSecretError(place, 'it was sealed for another organization or store')
      const aead = await loadAead()
      try {
        return Buffer.from(aead.decrypt(key.bytes, sealed, bindSecretPlace(place, key.id))).toString()
      } catch {
        throw createUnreadableSecretError(place, 'somebody changed it, or it was sealed for another place')
      }
    },
    shred: (organizationId) => ring.destroy(organizationId),
  }

  async function findKey(place: SecretPlace): Promise<DataKey | undefined> {
    try {
      return await ring.find(place.organizationId)
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'KEYS_INVALID') throw error
      throw createUnreadableSecretError(place, error.message.replace(/\.$/, ''), error.retryable)
    }
  }
}

function bindSecretPlace({ organizationId, ownerId, field }: SecretPlace, keyId: string): Uint8Array {
  return encodeAssociatedData(
    'checkwright secret',
    VERSION,
    ALGORITHM,
    keyId,
    ...listScopeParts(organizationId),
    ownerId,
    field,
  )
}

function parseSealed(text: string): SealedText | undefined {
  const [version, algorithm, keyId, nonceText, ciphertextText, ...rest] = text.split('.')
  if (version !== VERSION || algorithm !== ALGORITHM || keyId === undefined || rest.length > 0) return undefined
  const nonce = decodeText(nonceText)
  const ciphertext = decodeText(ciphertextText)
  return nonce && ciphertext && { keyId, nonce, ciphertext }
}

/**
 * Undefined for anything except the exact text that `encodeBase64url` gives, because Buffer reads nearly everything as base64.
 */
function decodeText(text: string | undefined): Uint8Array | undefined {
  const bytes = Buffer.from(text ?? '', 'base64url')
  return encodeBase64url(bytes) === text ? bytes : undefined
}

/** Without a cause, so that nothing near the key or the value is passed on. */
function createUnreadableSecretError(
  { ownerId, field }: SecretPlace,
  reason: string,
  retryable = false,
): CredentialError {
  return new CredentialError(
    `The stored "${field}" of ${ownerId} cannot be opened: ${reason}. Configure the master key that sealed it, or enter the value again.`,
    { code: 'CREDENTIAL_UNREADABLE', retryable },
  )
}

function createUnsealableError({ ownerId, field }: SecretPlace): CredentialError {
  return new CredentialError(
    `The "${field}" of ${ownerId} is not valid Unicode text (half of a surrogate pair). Enter the value again.`,
    { code: 'CREDENTIAL_INVALID' },
  )
}
