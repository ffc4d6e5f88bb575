import { expect, test } from 'vitest'
import type { InvitationRecord } from '../../../../src/service/records/memberships.ts'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

const viewer = {
  organizationId: 'acme',
  userId: 'ada',
  role: 'viewer' as const,
  periodFrom: '2026-01-01',
  periodTo: '2026-03-31',
  readsPeople: 1 as const,
}

function createInvitation(tokenHash: string, changes: Partial<InvitationRecord> = {}): InvitationRecord {
  return { ...viewer, tokenHash, expiresAtMs: 2_000, invitedBy: null, ...changes }
}

test('memberships.put() takes the period and the grant away with the role that had it', async () => {
  const { memberships } = await openMemoryStore()
  await memberships.put(viewer)
  const member = { ...viewer, role: 'member' as const, periodFrom: null, periodTo: null, readsPeople: 0 as const }

  await memberships.put(member)

  expect(await memberships.list('acme')).toEqual([member])
})

test('memberships of one user id in two organizations stay apart', async () => {
  const { memberships } = await openMemoryStore()
  const elsewhere = { ...viewer, organizationId: 'other', role: 'admin' as const, periodFrom: null, periodTo: null }
  await memberships.put(viewer)
  await memberships.put(elsewhere)
  const ada = { organizationId: 'acme', userId: 'ada', atMs: 1 }

  expect(await memberships.remove(ada)).toBe(true)
  expect(await memberships.remove(ada)).toBe(false)
  expect(await memberships.find('other', 'ada')).toEqual(elsewhere)
})

test('memberships.putInvitation() refuses a token that is in use, and keeps the first', async () => {
  const { memberships } = await openMemoryStore()
  await memberships.putInvitation(createInvitation('t'))

  const again = memberships.putInvitation(createInvitation('t', { role: 'admin', userId: 'eve' }))

  await expect(again).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
  expect(await memberships.takeInvitation('t')).toEqual(createInvitation('t'))
})

test('operators.has() knows a person by organization and id together', async () => {
  const { operators } = await openMemoryStore()
  await operators.add({ organizationId: 'acme', userId: 'ada', namedAtMs: 1_000 })

  expect(await operators.has('acme', 'ada')).toBe(true)
  expect(await operators.has('other', 'ada')).toBe(false)
  expect(await operators.remove('other', 'ada')).toBe(false)
  expect(await operators.has('acme', 'ada')).toBe(true)
})
