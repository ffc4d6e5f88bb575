import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

const file = {
  id: 'f1',
  organizationId: 'acme',
  name: 'a.pdf',
  type: 'application/pdf',
  sizeBytes: 10,
  sha256: 'f'.repeat(64),
  objectKey: 'k',
  userId: null,
  createdAtMs: 1_000,
}

test('evidenceUploads.insert() keeps no file of an upload that is refused', async () => {
  const { evidenceUploads, files } = await openMemoryStore()
  await evidenceUploads.insert({ formType: 'review', file })

  const again = evidenceUploads.insert({ formType: 'other', file: { ...file, name: 'imposter.pdf' } })
  const homeless = evidenceUploads.insert({ formType: 'review', file: { ...file, id: 'f2', organizationId: 'no' } })

  expect(await Promise.allSettled([again, homeless])).toMatchObject([
    { reason: { code: 'STORE_CONFLICT' } },
    { reason: { code: 'NOT_FOUND' } },
  ])
  expect(await files.find('f1')).toEqual(file)
  expect(await files.find('f2')).toBeUndefined()
})
