import { expect, test } from 'vitest'
import type { StoredWaiver } from '../../../../src/checks/waivers/waiver-store.ts'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

const dayMs = 86_400_000
const createdAtMs = Date.UTC(2026, 4, 4)

function createWaiver(id: string, changes: Partial<StoredWaiver> = {}): StoredWaiver {
  return {
    id,
    organizationId: 'acme',
    userId: 'ada',
    createdAtMs,
    revokedAtMs: null,
    waiver: {
      connector: 'github',
      check: 'few-owners',
      resource: "o'brien %_",
      connection: 'c1',
      justification: 'Planned.',
      approver: 'Ada',
      expires: '2026-06-30',
    },
    ...changes,
  }
}

test('waivers.list() gives every waiver of one millisecond once, page after page', async () => {
  const { waivers } = await openMemoryStore()
  for (const id of ['a', 'b', 'c', 'd', 'e']) await waivers.insert([createWaiver(id)])
  await waivers.insert([createWaiver('theirs', { organizationId: 'other' })])
  const seen: string[] = []

  let before: StoredWaiver | undefined
  do {
    const page = await waivers.list({ organizationId: 'acme', limit: 2, before })
    seen.push(...page.map(({ id }) => id))
    before = page.at(-1)
  } while (before !== undefined)

  expect(seen).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('waivers.find() gives what insert() was given, in its own organization alone', async () => {
  const { waivers } = await openMemoryStore()
  await waivers.insert([createWaiver('w')])

  expect(await waivers.find('w', 'acme')).toEqual(createWaiver('w'))
  expect(await waivers.find('w', 'other')).toBeUndefined()
})

test('waivers.revoke() of another organization changes nothing', async () => {
  const { waivers } = await openMemoryStore()
  await waivers.insert([createWaiver('w')])
  const foreign = { id: 'w', organizationId: 'other' }

  expect(await waivers.revoke(foreign, createdAtMs + 1)).toBe(false)
  expect(await waivers.find('w', 'acme')).toEqual(createWaiver('w'))
})

test('waivers.find() shortens a waiver that an older version took for longer than a year', async () => {
  const { waivers } = await openMemoryStore()
  const { waiver } = createWaiver('w')
  await waivers.insert([createWaiver('w', { waiver: { ...waiver, expires: '2099-12-31' } })])

  const found = await waivers.find('w', 'acme')

  expect(Date.parse(found?.waiver.expires ?? '')).toBeLessThanOrEqual(createdAtMs + 367 * dayMs)
})
