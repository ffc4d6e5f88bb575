import { expect, test } from 'vitest'
import { openListedSystems, toPeopleFile } from './listed-systems.ts'

const header = 'id,name,email,kind,status,startsAt,endsAt'
const actor = 'root@acme.example'
const decision = { reason: 'Asked her.', expires: '2026-12-31' }

async function openOrganization() {
  const world = await openListedSystems(['code', 'chat'])
  const { runtime, systems } = world
  const [source] = await runtime.directory.set({ organizationId: 'acme', sources: [{ file: 'Staff', covers: 'both' }] })
  const importPeople = (...rows: readonly string[]) =>
    runtime.directory.importPeople({ organizationId: 'acme', bytes: toPeopleFile(header, ...rows), allowsLoss: true })
  await importPeople(
    '1,Ada Archer,ada@acme.example,employee,active,2020-01-01,none',
    '2,Ben Baker,ben@acme.example,employee,left,2021-01-01,2026-04-30',
    '3,Cleo Cook,cleo@acme.example,employee,active,2022-01-01,none',
  )
  systems.code.accounts = [
    { id: 'u1', name: 'ada', email: 'ada@acme.example', emailVerified: true },
    { id: 'u2', name: 'ben', email: 'ben@acme.example', emailVerified: true },
    { id: 'u3', name: 'Cleo Cook', email: 'cleo@acme.example', emailVerified: false },
  ]
  systems.chat.accounts = [{ id: 'x1', name: 'Ada A', email: 'ada+chat@acme.example', emailVerified: true }]
  await world.read()
  return { ...world, sourceId: source?.id ?? '', importPeople }
}

test('only what is sure is linked by itself, and it stays so when people vanish', async () => {
  const { runtime, connectionIds, sourceId, importPeople } = await openOrganization()

  expect(await runtime.accountLinks.refresh({ organizationId: 'acme' })).toBe(2)
  expect(await runtime.accountLinks.refresh({ organizationId: 'acme' })).toBe(0)

  const links = await runtime.accountLinks.list({ organizationId: 'acme', limit: 10 })
  expect(
    links
      .map(({ recordId, to, by, state }) => ({ recordId, to, by, state }))
      .toSorted((a, b) => (a.recordId < b.recordId ? -1 : 1)),
  ).toEqual([
    { recordId: 'u1', to: { is: 'person', personId: `${sourceId}/1` }, by: 'email', state: 'holds' },
    { recordId: 'u2', to: { is: 'person', personId: `${sourceId}/2` }, by: 'email', state: 'holds' },
  ])
  expect(links.every(({ connectionId }) => connectionId === connectionIds.code)).toBe(true)
  await importPeople('3,Cleo Cook,cleo@acme.example,employee,active,2022-01-01,none')
  await runtime.accountLinks.refresh({ organizationId: 'acme' })
  expect(await runtime.accountLinks.list({ organizationId: 'other', limit: 10 })).toEqual([])
})

test('a decision replaces the link, and its end brings nothing back by itself', async () => {
  const { runtime, connectionIds, sourceId } = await openOrganization()
  await runtime.accountLinks.refresh({ organizationId: 'acme' })
  const to = { is: 'person', personId: `${sourceId}/3` } as const
  const link = { connectionId: connectionIds.code, recordId: 'u3', to, ...decision }

  const made = await runtime.accountLinks.create({ organizationId: 'acme', actor, ...link })

  expect(made).toMatchObject({ ...link, of: 'account', by: 'hand', actor, state: 'holds' })
  const again = await runtime.accountLinks.create({ organizationId: 'acme', actor, ...link, reason: 'Seen her.' })
  expect(await runtime.accountLinks.get({ id: made.id, organizationId: 'acme' })).toMatchObject({
    state: 'ended',
    endedBy: actor,
  })
  const ref = { id: again.id, organizationId: 'acme', actor }
  expect(await runtime.accountLinks.revoke({ ...ref, organizationId: 'other' })).toBe(false)
  expect(await runtime.accountLinks.revoke(ref)).toBe(true)
  expect(await runtime.accountLinks.revoke(ref)).toBe(false)
  expect(await runtime.accountLinks.refresh({ organizationId: 'acme' })).toBe(0)
})
