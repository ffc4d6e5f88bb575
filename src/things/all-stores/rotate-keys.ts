import { encodeDataKeyContext } from '../../service/store/keys/data-key-ring.ts'
import { checkMasterKeys, type KeyCheckOptions } from '../../service/store/keys/key-check.ts'

/** A master key that is configured or needed by the store. */
export interface MasterKeyUse {
  readonly id: string
  /** Whether it wraps new data keys. */
  readonly current: boolean
  /** Whether it is among the configured keys. */
  readonly configured: boolean
  /** How many data keys need it. A key that none needs, and that is not current, may be retired. */
  readonly dataKeys: number
}

/** The master keys that the store needs or that are configured; the current one first, then by id. */
export async function listMasterKeyUses({
  keys,
  dataKeys,
}: Pick<KeyCheckOptions, 'keys' | 'dataKeys'>): Promise<MasterKeyUse[]> {
  const counts = new Map<string, number>(keys.ids.map((id) => [id, 0]))
  for (const { keyId } of await dataKeys.list()) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
  const uses = [...counts].map(([id, count]) => ({
    id,
    current: id === keys.currentId,
    configured: keys.ids.includes(id),
    dataKeys: count,
  }))
  return uses.sort((a, b) => Number(b.current) - Number(a.current) || a.id.localeCompare(b.id))
}

/**
 * Wraps every data key by the current master key. Sealed secrets stay the same. You can do this while the store is in
 * use: it writes one row per organization, and continues after an interruption.
 * @returns how many data keys were wrapped again
 * @throws StoreError `KEYS_INVALID` when a data key needs a master key that is not configured
 */
export async function rotateKeys(options: KeyCheckOptions): Promise<number> {
  const { keys, dataKeys } = options
  await checkMasterKeys(options)
  let rotated = 0
  for (const record of await dataKeys.list()) {
    if (record.keyId === keys.currentId) continue
    const context = encodeDataKeyContext(record.organizationId, record.id)
    const next = await keys.wrap(await keys.unwrap(record.keyId, record.wrapped, context), context)
    // Another rotation at the same time has wrapped the same data key; either result is good.
    if (await dataKeys.rewrap(record, next)) rotated++
  }
  return rotated
}
