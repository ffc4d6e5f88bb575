import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createServiceMasterKeys } from '../../../../src/service/store/keys/master-keys.ts'
import { createMasterKey, createMasterKeys } from '../../../things/all-stores/master-key.ts'

const dataKey = randomBytes(32)
const context = Buffer.from('for acme')

describe('createLocalMasterKeys()', () => {
  test('wraps with the first key and unwraps with any', async () => {
    const [older, newer] = [createMasterKey('k1'), createMasterKey('k2')]
    const byOlder = await createMasterKeys(older).wrap(dataKey, context)
    const keys = createMasterKeys(newer, older)

    const byNewer = await keys.wrap(dataKey, context)

    expect([byOlder.keyId, byNewer.keyId]).toEqual(['k1', 'k2'])
    for (const { keyId, wrapped } of [byOlder, byNewer]) {
      expect(Buffer.from(await keys.unwrap(keyId, wrapped, context))).toEqual(dataKey)
    }
  })

  test('unwraps neither in another context, nor under another id of the same key', async () => {
    const key = createMasterKey('k1')
    const keys = createMasterKeys(key, { ...key, id: 'k2' })
    const { wrapped } = await keys.wrap(dataKey, context)

    await expect(keys.unwrap('k1', wrapped, Buffer.from('for other'))).rejects.toMatchObject({ code: 'KEYS_INVALID' })
    await expect(keys.unwrap('k2', wrapped, context)).rejects.toMatchObject({ code: 'KEYS_INVALID' })
  })

  test.each(['', '.', 'AAAA', 'AAAA.AAAA', 'not base64!'])(
    'answers KEYS_INVALID to the wrapped text %j',
    async (wrapped) => {
      await expect(createMasterKeys(createMasterKey('k1')).unwrap('k1', wrapped, context)).rejects.toMatchObject({
        code: 'KEYS_INVALID',
      })
    },
  )
})

describe('createServiceMasterKeys()', () => {
  const service = { wrap: async (bytes: Uint8Array) => bytes, unwrap: async (bytes: Uint8Array) => bytes }

  test('keeps the name of the service’s key, and answers for no other', async () => {
    const keys = createServiceMasterKeys({ ...service, id: 'projects/x/keys/1' })
    const wrapped = await keys.wrap(dataKey, context)

    expect(wrapped.keyId).toBe('projects/x/keys/1')
    expect(Buffer.from(await keys.unwrap('projects/x/keys/1', wrapped.wrapped, context))).toEqual(dataKey)
    await expect(keys.unwrap('kms', wrapped.wrapped, context)).rejects.toMatchObject({ code: 'KEYS_INVALID' })
  })

  test('refuses a data key of another length', async () => {
    const keys = createServiceMasterKeys(service)

    await expect(keys.unwrap('kms', 'AAAA', context)).rejects.toThrow('the key service returned 3 bytes, not 32')
  })
})
