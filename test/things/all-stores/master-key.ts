import { randomBytes } from 'node:crypto'
import { createLocalMasterKeys, type MasterKeys } from '../../../src/service/store/keys/master-keys.ts'
import type { MasterKey } from '../../../src/service/store/keys/parse-keys.ts'

export function createMasterKey(id: string): MasterKey {
  return { id, bytes: randomBytes(32) }
}

export function createMasterKeys(first: MasterKey, ...others: readonly MasterKey[]): MasterKeys {
  return createLocalMasterKeys([first, ...others], 'test')
}
