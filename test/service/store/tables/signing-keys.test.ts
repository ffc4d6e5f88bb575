import { expect, test } from 'vitest'
import { openMemoryStore } from '../../../things/all-stores/memory-store.ts'

const key = (fingerprint: string) => ({
  fingerprint,
  name: null,
  publicKey: 'p',
  sealedPrivateKey: 's',
  createdAtMs: 1,
})

test('signingKeys.insertIfNone() has parallel first runs sign with one key', async () => {
  const { signingKeys } = await openMemoryStore()

  const kept = await Promise.all(
    ['SHA256:a', 'SHA256:b', 'SHA256:c'].map((print) => signingKeys.insertIfNone(key(print))),
  )

  expect(new Set(kept.map(({ fingerprint }) => fingerprint)).size).toBe(1)
  expect(await signingKeys.list()).toEqual([kept[0]])
})
