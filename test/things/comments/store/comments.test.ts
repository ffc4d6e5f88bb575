import { expect, test } from 'vitest'
import type { FileRecord } from '../../../../src/service/files/files.ts'
import type { CommentRecord } from '../../../../src/service/records/comments.ts'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

const ada = { id: 'ada', name: 'Ada', email: 'ada@acme.example', image: null, deactivated: false }

function createComment(id: string, changes: Partial<CommentRecord> = {}): CommentRecord {
  return {
    id,
    organizationId: 'acme',
    entityType: 'task',
    entityId: 't1',
    content: 'Text',
    contextUrl: null,
    authorId: 'ada',
    author: ada,
    createdAtMs: 1_000,
    updatedAtMs: null,
    threadId: null,
    resolvedAtMs: null,
    resolvedBy: null,
    ...changes,
  }
}

function createFile(id: string): FileRecord {
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
  }
}

function attach(commentId: string, fileId: string, position: number) {
  return { commentId, position, description: null, file: createFile(fileId) }
}

test('comments.findAttachment() finds a file of a comment in its own organization alone', async () => {
  const { comments, evidenceUploads } = await openMemoryStore()
  await comments.insert(createComment('c1'), [attach('c1', 'f1', 0)])
  await evidenceUploads.insert({ formType: 'review', file: createFile('upload') })

  expect(await comments.findAttachment('acme', 'f1')).toEqual(createFile('f1'))
  expect(await comments.findAttachment('other', 'f1')).toBeUndefined()
  expect(await comments.findAttachment('acme', 'upload')).toBeUndefined()
})

test('comments.list() gives each comment its own attachments, in their order', async () => {
  const { comments } = await openMemoryStore()
  await comments.insert(createComment('c1'), [attach('c1', 'f2', 1), attach('c1', 'f1', 0)])
  await comments.insert(createComment('c2'), [])
  await comments.insert(createComment('c3'), [attach('c3', 'f3', 0)])

  const list = await comments.list({ organizationId: 'acme', entityType: 'task', entityId: 't1', limit: 9 })

  expect(list.map(({ id, attachments }) => [id, ...attachments.map(({ file }) => file.id)])).toEqual([
    ['c1', 'f1', 'f2'],
    ['c2'],
    ['c3', 'f3'],
  ])
})

test('comments.delete() gives the files to one of many who delete at once, who removes their bytes', async () => {
  const { comments } = await openMemoryStore()
  await comments.insert(createComment('c1'), [attach('c1', 'f1', 0)])
  const own = { organizationId: 'acme', id: 'c1', authorId: 'ada' }

  const answers = await Promise.all(Array.from({ length: 6 }, () => comments.delete(own)))

  expect(answers.filter((files) => files !== undefined)).toEqual([[createFile('f1')]])
})

test('comments.update() and delete() leave alone what has the same author id in another organization', async () => {
  const { comments } = await openMemoryStore()
  await comments.insert(createComment('c1'), [])
  const foreign = { organizationId: 'other', id: 'c1', authorId: 'ada' }

  expect(await comments.update(foreign, { content: 'changed', updatedAtMs: 2_000 })).toBe(false)
  expect(await comments.delete(foreign)).toBeUndefined()
  expect(await comments.find('acme', 'c1')).toMatchObject({ content: 'Text', updatedAtMs: null })
})
