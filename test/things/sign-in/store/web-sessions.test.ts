import { expect, test } from 'vitest'
import type { WebSessionRecord } from '../../../../src/service/records/web-sessions.ts'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

function createSession(idHash: string, changes: Partial<WebSessionRecord> = {}): WebSessionRecord {
  return {
    organizationId: 'acme',
    userId: 'ada',
    role: 'member',
    periodFrom: null,
    periodTo: null,
    idHash,
    createdAtMs: 1_000,
    signedInAtMs: null,
    mayOperate: 0,
    lastUsedAtMs: 1_000,
    expiresAtMs: 9_000,
    ...changes,
  }
}

test('webSessions.insert() refuses an id that is in use, and the session stays its owner’s', async () => {
  const { webSessions } = await openMemoryStore()
  await webSessions.insert(createSession('s'))

  const stolen = webSessions.insert(createSession('s', { userId: 'eve', organizationId: 'other' }))

  await expect(stolen).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
  expect(await webSessions.find('s')).toEqual(createSession('s'))
})

test('webSessions.delete() and touch() of an unknown id change nothing', async () => {
  const { webSessions } = await openMemoryStore()
  await webSessions.insert(createSession('s'))

  await webSessions.delete('t')
  await webSessions.touch('t', 8_000)

  expect(await webSessions.list('acme')).toEqual([createSession('s')])
})
