import { describe, expect, onTestFinished, test } from 'vitest'
import { createVault } from '../../../src/service/store/keys/seal.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { listMasterKeyUses, rotateKeys } from '../../../src/things/all-stores/rotate-keys.ts'
import type { Store } from '../../../src/things/all-stores/store.ts'
import { createMasterKey, createMasterKeys } from './master-key.ts'
import { addOrganizations } from './records.ts'

const place = { organizationId: 'acme', ownerId: 'c1', field: 'api_key' }
const [old, next] = [createMasterKey('k1'), createMasterKey('k2')]

describe('rotateKeys()', () => {
  test('wraps every data key by the current master key, and what was sealed before opens without the old one', async () => {
    const { dataKeys } = await sealedStore()
    const sealed = await createVault({ keys: createMasterKeys(old), dataKeys }).seal(place, 'hunter2')
    await createVault({ keys: createMasterKeys(old), dataKeys }).seal({ ...place, organizationId: null }, 'platform')

    const rotated = await rotateKeys({ keys: createMasterKeys(next, old), dataKeys })

    expect(rotated).toBe(2)
    expect(await createVault({ keys: createMasterKeys(next), dataKeys }).open(place, sealed)).toBe('hunter2')
    expect(await rotateKeys({ keys: createMasterKeys(next, old), dataKeys })).toBe(0)
  })

  test('goes on where it was broken off, beside somebody who seals and another who rotates', async () => {
    const { dataKeys } = await sealedStore()
    const before = createVault({ keys: createMasterKeys(old), dataKeys })
    const sealed = await before.seal(place, 'hunter2')
    await before.seal({ ...place, organizationId: 'other' }, 'x')
    let calls = 0
    const breakingOff = {
      ...createMasterKeys(next, old),
      wrap: async (...args: Parameters<ReturnType<typeof createMasterKeys>['wrap']>) => {
        if (++calls > 2) throw new Error('pulled the plug')
        return createMasterKeys(next, old).wrap(...args)
      },
    }

    await expect(rotateKeys({ keys: breakingOff, dataKeys })).rejects.toThrow('pulled the plug')
    const [a, b, sealedMeanwhile] = await Promise.all([
      rotateKeys({ keys: createMasterKeys(next, old), dataKeys }),
      rotateKeys({ keys: createMasterKeys(next, old), dataKeys }),
      createVault({ keys: createMasterKeys(next, old), dataKeys }).seal(place, 'new'),
    ])

    expect(a + b).toBe(1)
    const after = createVault({ keys: createMasterKeys(next), dataKeys })
    expect(await after.open(place, sealed)).toBe('hunter2')
    expect(await after.open(place, sealedMeanwhile)).toBe('new')
  })

  test('changes nothing when a data key needs a master key that is not configured', async () => {
    const { dataKeys } = await sealedStore()
    await createVault({ keys: createMasterKeys(old), dataKeys }).seal(place, 'hunter2')
    const before = await dataKeys.list()

    const rotating = rotateKeys({ keys: createMasterKeys(next), dataKeys })

    await expect(rotating).rejects.toMatchObject({ code: 'KEYS_INVALID', message: expect.stringContaining('"k1"') })
    expect(await dataKeys.list()).toEqual(before)
  })
})

describe('listMasterKeyUses()', () => {
  test('tells which keys are needed, which are not configured and which may be retired', async () => {
    const { dataKeys } = await sealedStore()
    await createVault({ keys: createMasterKeys(old), dataKeys }).seal(place, 'hunter2')

    expect(await listMasterKeyUses({ keys: createMasterKeys(next), dataKeys })).toEqual([
      { id: 'k2', current: true, configured: true, dataKeys: 0 },
      { id: 'k1', current: false, configured: false, dataKeys: 1 },
    ])
    await rotateKeys({ keys: createMasterKeys(next, old), dataKeys })
    expect(await listMasterKeyUses({ keys: createMasterKeys(next, old), dataKeys })).toEqual([
      { id: 'k2', current: true, configured: true, dataKeys: 1 },
      { id: 'k1', current: false, configured: true, dataKeys: 0 },
    ])
  })
})

describe('Vault.shred()', () => {
  test("makes one organization's secrets unreadable, leaves others, and later ones can be sealed again", async () => {
    const { dataKeys } = await sealedStore()
    const vault = createVault({ keys: createMasterKeys(old), dataKeys })
    const sealed = await vault.seal(place, 'hunter2')
    const others = await vault.seal({ ...place, organizationId: 'other' }, 'kept')

    await vault.shred('acme')
    const again = await vault.seal(place, 'new')

    await expect(vault.open(place, sealed)).rejects.toMatchObject({ code: 'CREDENTIAL_UNREADABLE' })
    expect(await vault.open({ ...place, organizationId: 'other' }, others)).toBe('kept')
    expect(await vault.open(place, again)).toBe('new')
  })
})

async function sealedStore(): Promise<Store> {
  const store = await openStore('memory:')
  onTestFinished(() => store.close())
  return addOrganizations(store)
}
