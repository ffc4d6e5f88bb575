import { StoreError } from '../../../errors/index.ts'
import { encodeBase64url } from '../../../text/base64url.ts'
import { type Ciphertext, KEY_BYTES, loadAead } from './aead.ts'
import { encodeAssociatedData } from './associated-data.ts'
import type { MasterKey } from './parse-keys.ts'

/** The keys that wrap data keys. See `resolveKeys` for their sources. */
export interface MasterKeys {
  /** The key that wraps from now on. */
  readonly currentId: string
  /** Every key that can unwrap, the current one first. */
  readonly ids: readonly string[]
  /** Their source, for people: `CHECKWRIGHT_KEYS`, a path, … */
  readonly source: string
  /** @param context bound to the result: unwrapping needs the same bytes */
  wrap(dataKey: Uint8Array, context: Uint8Array): Promise<{ readonly keyId: string; readonly wrapped: string }>
  /** @throws StoreError `KEYS_INVALID` if there is no such key, or another one wrapped it */
  unwrap(keyId: string, wrapped: string, context: Uint8Array): Promise<Uint8Array>
}

/** A host's key management service: it wraps and unwraps, and its key does not reach this process. */
export interface KeyService {
  /** Stored beside the wrapped key. Use another name if the service's key changes. @default 'kms' */
  readonly id?: string | undefined
  /** @param context the service's "encryption context" or "additional authenticated data" */
  wrap(dataKey: Uint8Array, context: Uint8Array): Promise<Uint8Array>
  unwrap(wrapped: Uint8Array, context: Uint8Array): Promise<Uint8Array>
}

/** Keys held in memory: the first wraps, all unwrap. */
export function createLocalMasterKeys(keys: readonly [MasterKey, ...MasterKey[]], source: string): MasterKeys {
  const [current] = keys
  const ids = keys.map((key) => key.id)
  return {
    currentId: current.id,
    ids,
    source,
    async wrap(dataKey, context) {
      const aead = await loadAead()
      const { nonce, ciphertext } = aead.encrypt(current.bytes, dataKey, bindKeyContext(current.id, context))
      return { keyId: current.id, wrapped: `${encodeBase64url(nonce)}.${encodeBase64url(ciphertext)}` }
    },
    async unwrap(keyId, wrapped, context) {
      const key = keys.find((candidate) => candidate.id === keyId)
      if (key === undefined) {
        throw createDataKeyError(`master key "${keyId}" is not among the configured ones (${ids.join(', ')})`)
      }
      const aead = await loadAead()
      try {
        return aead.decrypt(key.bytes, splitWrapped(wrapped), bindKeyContext(keyId, context))
      } catch {
        // No cause: libsodium's errors add nothing, and nothing near key material is passed on.
        throw createDataKeyError(`master key "${keyId}" is not the key that wrapped it, or somebody changed it`)
      }
    },
  }
}

/** The host's key management service as master key. */
export function createServiceMasterKeys(service: KeyService): MasterKeys {
  const id = service.id ?? 'kms'
  return {
    currentId: id,
    ids: [id],
    source: 'key service',
    async wrap(dataKey, context) {
      const wrapped = await askKeyService(() => service.wrap(dataKey, context), 'wrap')
      return { keyId: id, wrapped: encodeBase64url(wrapped) }
    },
    async unwrap(keyId, wrapped, context) {
      if (keyId !== id) throw createDataKeyError(`master key "${keyId}" is not the key service's "${id}"`)
      const dataKey = await askKeyService(() => service.unwrap(Buffer.from(wrapped, 'base64url'), context), 'unwrap')
      if (dataKey.length !== KEY_BYTES)
        throw createDataKeyError(`the key service returned ${dataKey.length} bytes, not ${KEY_BYTES}`)
      return dataKey
    },
  }
}

/**
 * Retryable, because an unavailable service looks like one that refuses. No cause: a service's error may quote keys.
 */
async function askKeyService(call: () => Promise<Uint8Array>, verb: 'wrap' | 'unwrap'): Promise<Uint8Array> {
  try {
    return await call()
  } catch {
    throw createDataKeyError(`the key service did not ${verb} it`, true)
  }
}

function createDataKeyError(reason: string, retryable = false): StoreError {
  return new StoreError(`A data key cannot be used: ${reason}.`, { code: 'KEYS_INVALID', retryable })
}

function bindKeyContext(keyId: string, context: Uint8Array): Uint8Array {
  return Buffer.concat([encodeAssociatedData('checkwright master key', 'v1', keyId), context])
}

function splitWrapped(wrapped: string): Ciphertext {
  const [nonce = '', ciphertext = ''] = wrapped.split('.')
  return { nonce: Buffer.from(nonce, 'base64url'), ciphertext: Buffer.from(ciphertext, 'base64url') }
}
