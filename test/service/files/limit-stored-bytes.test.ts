import { describe, expect, test } from 'vitest'
import { yieldOnce } from '../../../src/service/files/keep-file.ts'
import { limitStoredBytes } from '../../../src/service/files/limit-stored-bytes.ts'
import { createObjectMemory } from '../../../src/service/store/objects/object-memory.ts'

const bytes = (length: number) => yieldOnce(new Uint8Array(length))

describe('limitStoredBytes()', () => {
  test('takes bytes up to the limit, and refuses one more', async () => {
    const limited = limitStoredBytes(createObjectMemory(), { bytesMax: 100, sumBytes: async () => 60 })

    await limited.put({ organizationId: 'acme', bytes: bytes(40) })
    await expect(limited.put({ organizationId: 'acme', bytes: bytes(41) })).rejects.toMatchObject({
      code: 'API_QUOTA_EXCEEDED',
      status: 403,
    })
  })

  test('counts what is on its way, so that two uploads do not pass together, and gives the room back', async () => {
    const limited = limitStoredBytes(createObjectMemory(), { bytesMax: 100, sumBytes: async () => 0 })
    const { promise: held, resolve: go } = Promise.withResolvers<void>()
    const slow = (async function* () {
      yield new Uint8Array(60)
      await held
    })()

    const first = limited.put({ organizationId: 'acme', bytes: slow })
    await new Promise((resolve) => setImmediate(resolve))
    await expect(limited.put({ organizationId: 'acme', bytes: bytes(60) })).rejects.toMatchObject({
      code: 'API_QUOTA_EXCEEDED',
    })
    await limited.put({ organizationId: 'blue', bytes: bytes(60) })
    go()
    await first

    // What was kept is counted by the files now, of which there are none here.
    await limited.put({ organizationId: 'acme', bytes: bytes(100) })
  })
})
