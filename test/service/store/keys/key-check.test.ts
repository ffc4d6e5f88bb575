import { describe, expect, onTestFinished, test } from 'vitest'
import { checkMasterKeys } from '../../../../src/service/store/keys/key-check.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { createMasterKey, createMasterKeys } from '../../../things/all-stores/master-key.ts'

describe('checkMasterKeys()', () => {
  test('lets the store know the current key, once, and no other', async () => {
    const { dataKeys } = await openEmpty()
    const keys = createMasterKeys(createMasterKey('k2'), createMasterKey('k1'))

    await checkMasterKeys({ keys, dataKeys, clock: { nowMs: () => 7_000 } })
    const first = await dataKeys.findKeyCheck('k2')
    await checkMasterKeys({ keys, dataKeys, clock: { nowMs: () => 8_000 } })

    expect(first).toMatchObject({ keyId: 'k2', createdAtMs: 7_000 })
    expect(await dataKeys.findKeyCheck('k2')).toEqual(first)
    expect(await dataKeys.findKeyCheck('k1')).toBeUndefined()
  })

  test('finds an older key wrong although the current one is new to the store', async () => {
    const { dataKeys } = await openEmpty()
    await checkMasterKeys({ keys: createMasterKeys(createMasterKey('k1')), dataKeys })

    const checking = checkMasterKeys({ keys: createMasterKeys(createMasterKey('k2'), createMasterKey('k1')), dataKeys })

    await expect(checking).rejects.toMatchObject({
      name: 'StoreError',
      code: 'KEYS_INVALID',
      message: expect.stringMatching(/^Master key "k1" \(test\) is not the key/),
    })
    expect(await dataKeys.findKeyCheck('k2')).toBeUndefined()
  })

  test('lets one of two vaults win that come first with different keys of one id', async () => {
    const { dataKeys } = await openEmpty()

    const outcomes = await Promise.allSettled(
      [createMasterKey('k1'), createMasterKey('k1')].map((key) =>
        checkMasterKeys({ keys: createMasterKeys(key), dataKeys }),
      ),
    )

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

async function openEmpty() {
  const store = await openStore('memory:')
  onTestFinished(() => store.close())
  return store
}
