import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { serviceMasterKeys } from '../../../src/store/keys/master-keys.ts'
import { masterKey, masterKeys } from '../master-key.ts'

const dataKey = randomBytes(32)
const context = Buffer.from('for acme')

describe('localMasterKeys()', () => {
  test('wraps with the first key and unwraps with any', async () => {
    const [older, newer] = [masterKey('k1'), masterKey('k2')]
    const byOlder = await masterKeys(older).wrap(dataKey, context)
    const keys = masterKeys(newer, older)

    const byNewer = await keys.wrap(dataKey, context)

    expect([byOlder.keyId, byNewer.keyId]).toEqual(['k1', 'k2'])
    for (const { keyId, wrapped } of [byOlder, byNewer]) {
      expect(Buffer.from(await keys.unwrap(keyId, wrapped, context))).toEqual(dataKey)
    }
  })

  test('unwraps neither in another context, nor under another id of the same key', async () => {
    const key = masterKey('k1')
    const keys = masterKeys(key, { ...key, id: 'k2' })
    const { wrapped } = await keys.wrap(dataKey, context)

    await expect(keys.unwrap('k1', wrapped, Buffer.from('for other'))).rejects.toMatchObject({ code: 'KEYS_INVALID' })
    await expect(keys.unwrap('k2', wrapped, context)).rejects.toMatchObject({ code: 'KEYS_INVALID' })
  })

  test.each(['', '.', 'AAAA', 'AAAA.AAAA', 'not base64!'])(
    'answers KEYS_INVALID to the wrapped text %j',
    async (wrapped) => {
      await expect(masterKeys(masterKey('k1')).unwrap('k1', wrapped, context)).rejects.toMatchObject({
        code: 'KEYS_INVALID',
      })
    },
  )
})

describe('serviceMasterKeys()', () => {
  const service = { wrap: async (bytes: Uint8Array) => bytes, unwrap: async (bytes: Uint8Array) => bytes }

  test('keeps the name of the service’s key, and answers for no other', async () => {
    const keys = serviceMasterKeys({ ...service, id: 'projects/x/keys/1' })
    const wrapped = await keys.wrap(dataKey, context)

    expect(wrapped.keyId).toBe('projects/x/keys/1')
    expect(Buffer.from(await keys.unwrap('projects/x/keys/1', wrapped.wrapped, context))).toEqual(dataKey)
    await expect(keys.unwrap('kms', wrapped.wrapped, context)).rejects.toMatchObject({ code: 'KEYS_INVALID' })
  })

  test('refuses a data key of another length', async () => {
    const keys = serviceMasterKeys(service)

    await expect(keys.unwrap('kms', 'AAAA', context)).rejects.toThrow('the key service gave 3 bytes, not 32')
  })
})
