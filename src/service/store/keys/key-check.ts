import { timingSafeEqual } from 'node:crypto'
import { type Clock, systemClock } from '../../../define/index.ts'
import { StoreError } from '../../../errors/index.ts'
import { sampleKeyId } from '../../../evidence/bundle/sample-key.ts'
import { formatCommandTemplate } from '../../../text/command-template.ts'
import { KEY_BYTES } from './aead.ts'
import { encodeAssociatedData } from './associated-data.ts'
import type { DataKeyStore, KeyCheckRecord } from './data-key-store.ts'
import type { MasterKeys } from './master-keys.ts'

/** The content of every check value. It is no secret: the point is that only the right key opens it. */
const KNOWN_VALUE = new Uint8Array(KEY_BYTES)

export interface KeyCheckOptions {
  readonly keys: MasterKeys
  readonly dataKeys: DataKeyStore
  readonly clock?: Pick<Clock, 'nowMs'> | undefined
}

/**
 * Verifies every master key against the one that the store knows by its id, and records the current one. Call it before
 * anything is sealed. With a wrong key of the right id, new secrets would sit beside old ones, and no single key would
 * open both.
 *
 * @throws StoreError `KEYS_INVALID`
 */
export async function checkMasterKeys({ keys, dataKeys, clock = systemClock }: KeyCheckOptions): Promise<void> {
  await proveMasterKeys({ keys, dataKeys })
  if ((await dataKeys.findKeyCheck(keys.currentId)) !== undefined) return
  const made = await keys.wrap(KNOWN_VALUE, encodeKeyCheckContext(keys.currentId))
  // The stored value, which may come from another process with another key of the same id.
  await checkAgainst(await dataKeys.insertKeyCheckIfAbsent({ ...made, createdAtMs: clock.nowMs() }), keys)
}

export interface KeyProof {
  readonly keys: MasterKeys
  readonly dataKeys: Pick<DataKeyStore, 'findKeyCheck'>
}

/** The first half of that, without writing. @throws StoreError `KEYS_INVALID` */
export async function proveMasterKeys({ keys, dataKeys }: KeyProof): Promise<void> {
  for (const keyId of keys.ids) {
    const known = await dataKeys.findKeyCheck(keyId)
    if (known !== undefined) await checkAgainst(known, keys)
  }
}

/** @throws StoreError `KEYS_MISSING` when a data key needs a master key that is not configured */
export async function demandNeededKeys({
  keys,
  dataKeys,
}: {
  readonly keys: Pick<MasterKeys, 'ids'>
  readonly dataKeys: Pick<DataKeyStore, 'listMasterKeyIds'>
}): Promise<void> {
  const missing = (await dataKeys.listMasterKeyIds()).filter((id) => !keys.ids.includes(id))
  if (missing.length === 0) return
  if (missing.includes(sampleKeyId))
    throw new StoreError('This is the store of the sample organization, which "checkwright serve --sample" opens.', {
      code: 'KEYS_MISSING',
    })
  const names = missing.map((id) => `"${id}"`).join(', ')
  throw new StoreError(
    `The store needs master keys that are not configured: ${names}. Add them behind the current one; "${formatCommandTemplate('keys status')}" shows them.`,
    { code: 'KEYS_MISSING' },
  )
}

async function checkAgainst(known: KeyCheckRecord, keys: MasterKeys): Promise<void> {
  if (await canOpenKeyCheck(known, keys)) return
  throw new StoreError(
    `Master key "${known.keyId}" (${keys.source}) is not the key with this id that sealed the store. Configure the right key, or give the new key another id.`,
    { code: 'KEYS_INVALID' },
  )
}

async function canOpenKeyCheck({ keyId, wrapped }: KeyCheckRecord, keys: MasterKeys): Promise<boolean> {
  try {
    return timingSafeEqual(await keys.unwrap(keyId, wrapped, encodeKeyCheckContext(keyId)), KNOWN_VALUE)
  } catch (error) {
    // An unavailable key service proves nothing about its key.
    if (error instanceof StoreError && error.retryable) throw error
    return false
  }
}

function encodeKeyCheckContext(keyId: string): Uint8Array {
  return encodeAssociatedData('checkwright key check', 'v1', keyId)
}
