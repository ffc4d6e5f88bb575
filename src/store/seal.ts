import type { SecretPlace, Vault } from '../auth/vault.ts'
import { CredentialError, StoreError } from '../errors/index.ts'
import { type Encrypted, loadAead } from './aead.ts'
import { associatedData, scopeOf } from './associated-data.ts'
import { type DataKey, dataKeyRing } from './data-key-ring.ts'
import type { KeyCheckOptions } from './key-check.ts'

export interface VaultOptions extends KeyCheckOptions {
  /** How many organizations' data keys are held in memory, the least recently used dropped first. @default 1000 */
  readonly cachedKeysMax?: number | undefined
}

const VERSION = 'v1'
/** XChaCha20-Poly1305. */
const ALGORITHM = 'xc20p'

interface Sealed extends Encrypted {
  /** Data key that sealed it. */
  readonly keyId: string
}

/**
 * Seals with a data key per organization, which a master key wraps; the first seal makes it. The text is
 * `v1.xc20p.<data key id>.<nonce>.<ciphertext and tag>`, base64url, bound to its place by associated data.
 *
 * `seal` throws StoreError `KEYS_INVALID` when a master key is missing or is not the store's, before anything is written,
 * and `NOT_FOUND` for an organization that does not exist. A store that cannot be read throws its own error from both.
 */
export function createVault(options: VaultOptions): Vault {
  const ring = dataKeyRing(options)
  return {
    async seal(place, plaintext) {
      // A lone surrogate has no UTF-8 form: it would come back as another character.
      if (!plaintext.isWellFormed()) throw unsealable(place)
      const [aead, key] = await Promise.all([loadAead(), ring.findOrMake(place.organizationId)])
      const { nonce, ciphertext } = aead.encrypt(key.bytes, Buffer.from(plaintext), bindTo(place, key.id))
      return [VERSION, ALGORITHM, key.id, toText(nonce), toText(ciphertext)].join('.')
    },
    async open(place, text) {
      const sealed = parseSealed(text)
      if (sealed === undefined) throw unreadable(place, 'it is not a sealed value')
      const key = await findKey(place)
      if (key?.id !== sealed.keyId) throw unreadable(place, 'it was sealed for another organization or store')
      const aead = await loadAead()
      try {
        return Buffer.from(aead.decrypt(key.bytes, sealed, bindTo(place, key.id))).toString()
      } catch {
        throw unreadable(place, 'it was altered, or sealed for another place')
      }
    },
    shred: (organizationId) => ring.destroy(organizationId),
  }

  async function findKey(place: SecretPlace): Promise<DataKey | undefined> {
    try {
      return await ring.find(place.organizationId)
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'KEYS_INVALID') throw error
      throw unreadable(place, error.message.replace(/\.$/, ''), error.retryable)
    }
  }
}

function bindTo({ organizationId, ownerId, field }: SecretPlace, keyId: string): Uint8Array {
  return associatedData('checkwright secret', VERSION, ALGORITHM, keyId, ...scopeOf(organizationId), ownerId, field)
}

function parseSealed(text: string): Sealed | undefined {
  const [version, algorithm, keyId, nonceText, ciphertextText, ...rest] = text.split('.')
  if (version !== VERSION || algorithm !== ALGORITHM || keyId === undefined || rest.length > 0) return undefined
  const nonce = fromText(nonceText)
  const ciphertext = fromText(ciphertextText)
  return nonce && ciphertext && { keyId, nonce, ciphertext }
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** Undefined for anything but the one text that `toText` gives: Buffer reads nearly everything as base64. */
function fromText(text: string | undefined): Uint8Array | undefined {
  const bytes = Buffer.from(text ?? '', 'base64url')
  return toText(bytes) === text ? bytes : undefined
}

/** Without a cause: nothing from near the key or the value is passed on. */
function unreadable({ ownerId, field }: SecretPlace, reason: string, retryable = false): CredentialError {
  return new CredentialError(
    `The stored "${field}" of ${ownerId} cannot be opened: ${reason}. Configure the master key that sealed it, or enter the value again.`,
    { code: 'CREDENTIAL_UNREADABLE', retryable },
  )
}

function unsealable({ ownerId, field }: SecretPlace): CredentialError {
  return new CredentialError(
    `The "${field}" of ${ownerId} is not valid Unicode text (half of a surrogate pair). Enter the value again.`,
    { code: 'CREDENTIAL_INVALID' },
  )
}
