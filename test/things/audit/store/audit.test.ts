import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../../src/service/records/audit.ts'
import { hostileTexts, openMemoryStore } from '../../all-stores/memory-store.ts'

function createEntry(id: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    organizationId: 'acme',
    actor: { type: 'user', id: 'ada' },
    action: 'waiver.create',
    target: null,
    fields: ['name'],
    requestId: 'r',
    atMs: 1_000,
    status: null,
    ...changes,
  }
}

test('audit.list() gives every entry of one millisecond once, page after page', async () => {
  const { audit } = await openMemoryStore()
  for (const id of ['a', 'b', 'c', 'd', 'e']) await audit.insert(createEntry(id))
  const seen: string[] = []

  let before: Pick<AuditEntry, 'atMs' | 'id'> | undefined
  for (;;) {
    const page = await audit.list({ organizationId: 'acme', limit: 2, before })
    seen.push(...page.map(({ id }) => id))
    before = page.at(-1)
    if (before === undefined) break
  }

  expect(seen).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('audit.list() with the place of a foreign entry shows nothing foreign', async () => {
  const { audit } = await openMemoryStore()
  await audit.insert(createEntry('mine', { atMs: 1_000 }))
  await audit.insert(createEntry('theirs', { organizationId: 'other', atMs: 2_000 }))

  const page = await audit.list({ organizationId: 'acme', limit: 9, before: { atMs: 2_000, id: 'theirs' } })

  expect(page.map(({ id }) => id)).toEqual(['mine'])
})

test('audit.complete() changes one entry, and an unknown id changes none', async () => {
  const { audit } = await openMemoryStore()
  await audit.insert(createEntry('a'))
  await audit.insert(createEntry('b'))

  await audit.complete('b', { status: 201, target: 'w1' })
  await audit.complete('c', { status: 500, target: null })

  expect(await audit.list({ organizationId: 'acme', limit: 9 })).toEqual([
    createEntry('b', { status: 201, target: 'w1' }),
    createEntry('a'),
  ])
})

test('audit.insert() keeps hostile texts as they are', async () => {
  const { audit } = await openMemoryStore()
  const entry = createEntry('a', { target: hostileTexts.join(' '), fields: hostileTexts })

  await audit.insert(entry)

  expect(await audit.list({ organizationId: 'acme', limit: 1 })).toEqual([entry])
})
