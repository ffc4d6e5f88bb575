import { randomBytes } from 'node:crypto'
import { systemClock } from '../../../define/index.ts'
import { KEY_BYTES } from './aead.ts'
import { encodeAssociatedData, listScopeParts } from './associated-data.ts'
import type { DataKeyRecord } from './data-key-store.ts'
import { checkMasterKeys, type KeyCheckOptions } from './key-check.ts'

/** Unwrapped, ready to seal with. */
export interface DataKey {
  readonly id: string
  readonly bytes: Uint8Array
}

export interface DataKeyRing {
  /** @throws StoreError `KEYS_INVALID` when no master key opens it */
  find(organizationId: string | null): Promise<DataKey | undefined>
  /** Makes the key if there is none, once the master keys are proven right. @throws StoreError `KEYS_INVALID` */
  findOrMake(organizationId: string | null): Promise<DataKey>
  /** Deletes the key. What it sealed can never be opened again. */
  destroy(organizationId: string): Promise<void>
}

const CACHED_KEYS = 1_000

/**
 * The data keys of a store, unwrapped once and then held in memory, because a master key in a key service is a network
 * request away.
 */
export function createDataKeyRing(
  options: KeyCheckOptions & { readonly cachedKeysMax?: number | undefined },
): DataKeyRing {
  const { keys, dataKeys, clock = systemClock, cachedKeysMax = CACHED_KEYS } = options
  /** Least recently used first. Promises, so that callers at the same time share one look-up. */
  const cached = new Map<string | null, Promise<DataKey | undefined>>()
  let checked: Promise<void> | undefined

  return {
    find: (organizationId) => remember(organizationId, () => load(organizationId)),
    async findOrMake(organizationId) {
      await checkOnce()
      const found = await remember(organizationId, () => load(organizationId))
      const made = found ?? (await remember(organizationId, () => make(organizationId)))
      // Still undefined if this shared the look-up of a caller that must not make one.
      return made ?? make(organizationId)
    },
    async destroy(organizationId) {
      await dataKeys.delete(organizationId)
      cached.delete(organizationId)
    },
  }

  async function load(organizationId: string | null): Promise<DataKey | undefined> {
    const record = await dataKeys.find(organizationId)
    return record && unwrap(record)
  }

  async function make(organizationId: string | null): Promise<DataKey> {
    const id = randomBytes(16).toString('base64url')
    const wrapped = await keys.wrap(randomBytes(KEY_BYTES), encodeDataKeyContext(organizationId, id))
    // Another process may be making one too; everybody uses the one that the store has. Unwrapping also proves, before
    // anything is sealed, that the key can be recovered.
    return unwrap(await dataKeys.insertIfAbsent({ id, organizationId, ...wrapped, createdAtMs: clock.nowMs() }))
  }

  async function unwrap({ id, organizationId, keyId, wrapped }: DataKeyRecord): Promise<DataKey> {
    return { id, bytes: await keys.unwrap(keyId, wrapped, encodeDataKeyContext(organizationId, id)) }
  }

  /** Once per vault. After a failure it tries again, because a store or key service may come back. */
  async function checkOnce(): Promise<void> {
    checked ??= checkMasterKeys(options)
    try {
      await checked
    } catch (error) {
      checked = undefined
      throw error
    }
  }

  /** Keeps a found key. Misses and failures are not kept, because the next call may find it. */
  async function remember(
    organizationId: string | null,
    look: () => Promise<DataKey | undefined>,
  ): Promise<DataKey | undefined> {
    const looking = cached.get(organizationId) ?? look()
    cached.delete(organizationId)
    cached.set(organizationId, looking)
    const [oldest] = cached.keys()
    if (oldest !== undefined && cached.size > cachedKeysMax) cached.delete(oldest)
    try {
      const found = await looking
      if (found === undefined) forget(organizationId, looking)
      return found
    } catch (error) {
      forget(organizationId, looking)
      throw error
    }
  }

  function forget(organizationId: string | null, looking: Promise<DataKey | undefined>): void {
    if (cached.get(organizationId) === looking) cached.delete(organizationId)
  }
}

/** The context of a wrapped data key. */
export function encodeDataKeyContext(organizationId: string | null, dataKeyId: string): Uint8Array {
  return encodeAssociatedData('checkwright data key', 'v1', dataKeyId, ...listScopeParts(organizationId))
}
