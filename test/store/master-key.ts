import { randomBytes } from 'node:crypto'
import { localMasterKeys, type MasterKeys } from '../../src/store/keys/master-keys.ts'
import type { MasterKey } from '../../src/store/keys/parse-keys.ts'

export function masterKey(id: string): MasterKey {
  return { id, bytes: randomBytes(32) }
}

export function masterKeys(first: MasterKey, ...others: readonly MasterKey[]): MasterKeys {
  return localMasterKeys([first, ...others], 'test')
}
