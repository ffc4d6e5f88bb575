import { expect, test } from 'vitest'
import { toPersonKey } from '../../../src/runtime/directory/person-key.ts'
import { openListedSystems, toPeopleFile } from './listed-systems.ts'

const header = 'id,name,email,kind,status,startsAt,endsAt'

async function openOrganization() {
  const world = await openListedSystems(['code', 'chat'])
  const { runtime, systems } = world
  const [source] = await runtime.directory.set({ organizationId: 'acme', sources: [{ file: 'Staff', covers: 'both' }] })
  await runtime.directory.importPeople({
    organizationId: 'acme',
    bytes: toPeopleFile(
      header,
      '1,Zoe Archer,zoe@acme.example,employee,active,2020-01-01,none',
      '2,Ben Baker,ben@acme.example,employee,left,2021-01-01,2026-04-30',
      '3,Cleo Cook,cleo@acme.example,employee,active,2022-01-01,none',
    ),
  })
  systems.code.accounts = [
    { id: 'u1', name: 'zoe', email: 'zoe@acme.example', emailVerified: true, administrator: true, secondFactor: true },
    { id: 'u2', name: 'ben', email: 'ben@acme.example', emailVerified: true, secondFactor: false },
    { id: 'u3', name: 'Cleo Cook', email: 'cleo@acme.example', emailVerified: false },
  ]
  systems.chat.accounts = [
    { id: 'x1', name: 'Somebody', email: 'somebody@elsewhere.example', emailVerified: true },
    { id: 'x2', name: 'Zoe', email: 'zoe@acme.example', emailVerified: true, status: 'suspended' },
  ]
  systems.code.devices = [
    { id: 'd1', ownerEmail: 'zoe@acme.example' },
    { id: 'd2', ownerEmail: null },
  ]
  await world.read()
  return { ...world, sourceId: source?.id ?? '' }
}

test('one row a person, one cell a system, by name', async () => {
  const { runtime, connectionIds, sourceId } = await openOrganization()

  const { data, head, next } = await runtime.peopleView.people({ organizationId: 'acme', limit: 10 })

  expect(data.map(({ id, name, accounts, devices }) => ({ id, name, accounts, devices }))).toEqual([
    {
      ...{ id: `${sourceId}/2`, name: 'Ben Baker', devices: 0 },
      accounts: [{ connectionId: connectionIds.code, status: 'active', administrator: false, secondFactor: 'no' }],
    },
    { id: `${sourceId}/3`, name: 'Cleo Cook', devices: 0, accounts: [] },
    {
      ...{ id: `${sourceId}/1`, name: 'Zoe Archer', devices: 1 },
      accounts: expect.arrayContaining([
        { connectionId: connectionIds.code, status: 'active', administrator: true, secondFactor: 'yes' },
        { connectionId: connectionIds.chat, status: 'closed', administrator: false, secondFactor: 'unknown' },
      ]),
    },
  ])
  expect(next).toBeUndefined()
  expect(head.systems.map(({ name, accounts }) => [name, accounts])).toEqual([
    ['Chat', 2],
    ['Code', 3],
  ])
  expect(head.counts).toEqual({ people: 3, accounts: 5, devices: 2, trainings: 0 })
})

test.each([
  ['leavers', ['Ben Baker']],
  ['no-second-factor', ['Ben Baker']],
  ['administrators', ['Zoe Archer']],
] as const)('the filter %s', async (filter, names) => {
  const { runtime } = await openOrganization()

  const { data } = await runtime.peopleView.people({ organizationId: 'acme', limit: 10, filter })

  expect(data.map(({ name }) => name)).toEqual(names)
})

test("accounts that are nobody's, and those that somebody has to decide about, say why", async () => {
  const { runtime, connectionIds, sourceId } = await openOrganization()
  const list = async (filter: 'nobodys' | 'proposed') =>
    (await runtime.peopleView.accounts({ organizationId: 'acme', limit: 10, filter })).data

  expect((await list('nobodys')).map(({ id, owner }) => [id, owner.because]).toSorted()).toEqual([
    ['u3', 'It may belong to somebody we know, and nobody has confirmed it.'],
    ['x1', 'Nobody in the directory has its address.'],
  ])
  expect(await list('proposed')).toMatchObject([
    {
      ...{ connectionId: connectionIds.code, id: 'u3' },
      owner: {
        proposals: [
          {
            ...{ personId: `${sourceId}/3`, personName: 'Cleo Cook' },
            because: 'The address is theirs, and the vendor has not verified it.',
          },
        ],
      },
    },
  ])
})

test('links that are stored after the list was shown leave it as it is', async () => {
  const { runtime } = await openOrganization()

  const first = await runtime.peopleView.people({ organizationId: 'acme', limit: 10 })
  await expect.poll(() => runtime.accountLinks.list({ organizationId: 'acme', limit: 10 })).not.toEqual([])
  const second = await runtime.peopleView.people({ organizationId: 'acme', limit: 10 })

  expect([second.viewId, second.isOld]).toEqual([first.viewId, false])
})

test('a decision, a reading and a file show in the next page; another organization sees nothing', async () => {
  const { runtime, connectionIds, sourceId, systems, read } = await openOrganization()
  const list = async () => (await runtime.peopleView.people({ organizationId: 'acme', limit: 10 })).data
  await list()

  await runtime.accountLinks.create({
    ...{ organizationId: 'acme', connectionId: connectionIds.code, recordId: 'u3', actor: 'root@acme.example' },
    ...{ to: { is: 'person', personId: `${sourceId}/3` }, reason: 'Asked her.', expires: '2026-12-31' },
  })

  expect((await list())[1]).toMatchObject({ name: 'Cleo Cook', accounts: [{ status: 'active' }] })
  systems.code.accounts = systems.code.accounts.slice(0, 2)
  await read('code')
  expect((await list())[1]).toMatchObject({ name: 'Cleo Cook', accounts: [] })
  expect(await runtime.peopleView.people({ organizationId: 'other', limit: 10 })).toMatchObject({ data: [] })
  expect(
    await runtime.peopleView.person({ organizationId: 'other', key: toPersonKey('acme', `${sourceId}/3`) }),
  ).toBeUndefined()
})

test("a person's accounts, devices and sources", async () => {
  const { runtime, sourceId } = await openOrganization()

  const person = await runtime.peopleView.person({ organizationId: 'acme', key: toPersonKey('acme', `${sourceId}/1`) })

  expect(person).toMatchObject({
    ...{ name: 'Zoe Archer', employment: { is: 'working' } },
    accounts: expect.arrayContaining([
      expect.objectContaining({
        id: 'u1',
        owner: { is: 'person', personId: `${sourceId}/1`, personName: 'Zoe Archer', by: 'email' },
      }),
      expect.objectContaining({ id: 'x2', status: 'suspended' }),
    ]),
    ...{ devices: [{ id: 'd1' }], trainings: [], findings: [] },
  })
})

test("what fails for a person by a cross-check shows with them, and what fails for somebody else's account of that id does not", async () => {
  const { runtime, systems, connectionIds, sourceId, read } = await openOrganization()
  systems.chat.accounts = [{ id: 'u2', name: 'Zoe', email: 'zoe@acme.example', emailVerified: true }]
  await read('chat')
  await (await runtime.crossChecks.run({ organizationId: 'acme', id: 'leavers' })).kept
  const listFindings = async (id: string) =>
    (
      await runtime.peopleView.person({ organizationId: 'acme', key: toPersonKey('acme', `${sourceId}/${id}`) })
    )?.findings.map(({ result }) => result.resource.id)

  expect(await listFindings('2')).toEqual([`${connectionIds.code}/u2`])
  expect(await listFindings('1')).toEqual([])
})
