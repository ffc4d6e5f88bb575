import { expect, test } from 'vitest'
import type { FileRecord } from '../../../../src/service/files/files.ts'
import { openMemoryStore } from '../../../things/all-stores/memory-store.ts'

function createFile(id: string, changes: Partial<FileRecord> = {}): FileRecord {
  return {
    id,
    organizationId: 'acme',
    name: 'a.pdf',
    type: 'application/pdf',
    sizeBytes: 10,
    sha256: 'f'.repeat(64),
    objectKey: id,
    userId: null,
    createdAtMs: 1_000,
    ...changes,
  }
}

test('files.sumBytes() counts the files of one organization, also above 4 GiB, and none as 0', async () => {
  const { files, evidenceUploads } = await openMemoryStore()
  for (const [id, sizeBytes] of [
    ['a', 2 ** 40],
    ['b', 5],
  ] as const)
    await evidenceUploads.insert({ formType: 'review', file: createFile(id, { sizeBytes }) })
  await evidenceUploads.insert({ formType: 'review', file: createFile('c', { organizationId: 'other', sizeBytes: 7 }) })

  expect(await files.sumBytes('acme')).toBe(2 ** 40 + 5)
  expect(await files.sumBytes('other')).toBe(7)
  expect(await files.sumBytes('nobody')).toBe(0)
})
