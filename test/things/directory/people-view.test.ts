import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import {
  type AccountFilter,
  accountFilters,
  type PeoplePage,
  peopleFilters,
} from '../../../src/things/directory/people-view.ts'
import { toPersonKey } from '../../../src/things/directory/person-key.ts'
import type { AccountView } from '../../../src/things/directory/view-entries.ts'
import { testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
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
      id: `${sourceId}/2`,
      name: 'Ben Baker',
      devices: 0,
      accounts: [{ connectionId: connectionIds.code, status: 'active', administrator: false, secondFactor: 'no' }],
    },
    { id: `${sourceId}/3`, name: 'Cleo Cook', devices: 0, accounts: [] },
    {
      id: `${sourceId}/1`,
      name: 'Zoe Archer',
      devices: 1,
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

/** Pages of a list, one after the other. */
async function readAll<T>(
  read: (place: { readonly from: number; readonly viewId?: string }) => Promise<PeoplePage<T>>,
): Promise<readonly T[]> {
  const all: T[] = []
  for (let place: Parameters<typeof read>[0] | undefined = { from: 0 }; place; ) {
    const { data, next, viewId }: PeoplePage<T> = await read(place)
    all.push(...data)
    place = next === undefined ? undefined : { from: next, viewId }
  }
  return all
}

async function openManyAccounts() {
  const world = await openOrganization()
  const people = Array.from({ length: 230 }, (_, at) =>
    [
      ...[at, `Person ${at}`, `p${at}@acme.example`, 'employee', at % 3 === 0 ? 'left' : 'active', '2020-01-01'],
      at % 3 === 0 ? '2026-01-31' : 'none',
    ].join(','),
  )
  await world.runtime.directory.importPeople({
    organizationId: 'acme',
    allowsLoss: true,
    bytes: toPeopleFile(header, ...people),
  })
  for (const [number, id] of (['code', 'chat'] as const).entries())
    world.systems[id].accounts = Array.from({ length: 330 - number * 60 }, (_, at) => ({
      id: `${id}-${at}`,
      name: `Person ${at}`,
      email: `p${at}@acme.example`,
      emailVerified: at % 11 !== 4,
      administrator: at % 5 === number,
      secondFactor: at % 4 !== 1,
      status: at % 7 === 2 ? ('suspended' as const) : ('active' as const),
    }))
  world.systems.code.devices = Array.from({ length: 250 }, (_, at) => ({
    id: `d${at}`,
    ownerEmail: `p${at}@acme.example`,
  }))
  await world.read()
  return world
}

const isOpen = ({ status }: { readonly status: string }) => status !== 'suspended' && status !== 'closed'

test.each([1, 7, 50, 99, 100, 250])('pages of %i by a filter have what the list of all has of it', async (limit) => {
  const { runtime, connectionIds, sourceId } = await openManyAccounts()
  const { accounts, people, devices } = runtime.peopleView
  const of = { organizationId: 'acme', limit }
  const [all, everybody, allDevices] = [
    await readAll((place) => accounts({ ...of, ...place, limit: 1_000 })),
    await readAll((place) => people({ ...of, ...place, limit: 1_000 })),
    await readAll((place) => devices({ ...of, ...place, limit: 1_000 })),
  ]
  const idOf = ({ id }: { readonly id: string }) => id
  const hasLeft = new Set(everybody.filter(({ employment }) => employment.is === 'left').map(idOf))
  const expected = {
    leavers: (account) => isOpen(account) && account.owner.is === 'person' && hasLeft.has(account.owner.personId ?? ''),
    'no-second-factor': (account) => isOpen(account) && account.secondFactor === 'no',
    administrators: (account) => isOpen(account) && account.administrator === 'yes',
    nobodys: (account) => isOpen(account) && account.owner.is === 'nobody',
    proposed: (account) => isOpen(account) && (account.owner.proposals?.length ?? 0) > 0,
  } as const satisfies Readonly<Record<AccountFilter, (account: AccountView) => boolean>>

  for (const filter of accountFilters) {
    const chosen = all.filter(expected[filter])
    expect(chosen.length).toBeGreaterThan(30)
    expect(await readAll((place) => accounts({ ...of, ...place, filter }))).toEqual(chosen)
    for (const connectionId of Object.values(connectionIds))
      expect(await readAll((place) => accounts({ ...of, ...place, filter, connectionId }))).toEqual(
        chosen.filter((account) => account.connectionId === connectionId),
      )
  }
  for (const filter of peopleFilters) {
    const owners = new Set(all.filter(expected[filter]).map(({ owner }) => owner.personId))
    expect(await readAll((place) => people({ ...of, ...place, filter }))).toEqual(
      everybody.filter(({ id }) => owners.has(id)),
    )
  }
  expect(await readAll((place) => devices({ ...of, ...place, filter: 'nobodys' }))).toEqual(
    allDevices.filter(({ owner }) => owner.is === 'nobody'),
  )
  expect(all.filter(({ owner }) => owner.personId === `${sourceId}/7`)).toHaveLength(2)
})

test('a view that an earlier version has put together is put together anew', async () => {
  const url = await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`)
  const store = await openStore(url)
  onTestFinished(() => store.close())
  // No accounts: links that are stored later would give the view a fingerprint again.
  const { runtime } = await openListedSystems(['code'], { store: url })
  await runtime.directory.importPeople({
    organizationId: 'acme',
    covers: 'both',
    bytes: toPeopleFile(header, '1,Zoe Archer,zoe@acme.example,employee,active,2020-01-01,none'),
  })
  const of = { organizationId: 'acme', limit: 10 }
  const { viewId } = await runtime.peopleView.people(of)
  // Of nothing but the digest, as fingerprints were before.
  await store.peopleViews.setFingerprint(viewId, '0'.repeat(64))

  await expect(runtime.peopleView.people({ ...of, viewId })).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
  const { data, viewId: newId, isOld } = await runtime.peopleView.people(of)

  expect([newId === viewId, isOld]).toEqual([false, false])
  expect(data.map(({ name }) => name)).toEqual(['Zoe Archer'])
})

test("accounts that are nobody's, and those that somebody has to decide about, say why", async () => {
  const { runtime, connectionIds, sourceId } = await openOrganization()
  const list = async (filter: 'nobodys' | 'proposed') =>
    (await runtime.peopleView.accounts({ organizationId: 'acme', limit: 10, filter })).data

  expect((await list('nobodys')).map(({ id, owner }) => [id, owner.because]).toSorted()).toEqual([
    ['x1', 'Nobody in the directory has its address.'],
  ])
  expect(await list('proposed')).toMatchObject([
    {
      connectionId: connectionIds.code,
      id: 'u3',
      owner: {
        proposals: [
          {
            personId: `${sourceId}/3`,
            personName: 'Cleo Cook',
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
    organizationId: 'acme',
    connectionId: connectionIds.code,
    recordId: 'u3',
    actor: 'root@acme.example',
    to: { is: 'person', personId: `${sourceId}/3` },
    reason: 'Asked her.',
    expires: '2026-12-31',
  })

  expect((await list())[1]).toMatchObject({ name: 'Cleo Cook', accounts: [{ status: 'active' }] })
  systems.code.accounts = systems.code.accounts.slice(0, 2)
  await read('code')
  expect((await list())[1]).toMatchObject({ name: 'Cleo Cook', accounts: [] })
  const countsOf = async (organizationId: string) => (await runtime.peopleView.head({ organizationId })).head.counts
  expect(await countsOf('acme')).toMatchObject({ people: 3, accounts: 4 })
  expect(await countsOf('other')).toMatchObject({ people: 0, accounts: 0 })
  expect(await countsOf('acme')).toMatchObject({ people: 3, accounts: 4 })
  expect(await runtime.peopleView.people({ organizationId: 'other', limit: 10 })).toMatchObject({ data: [] })
  expect(
    await runtime.peopleView.person({ organizationId: 'other', key: toPersonKey('acme', `${sourceId}/3`) }),
  ).toBeUndefined()
})

test("a person's accounts, devices and sources", async () => {
  const { runtime, sourceId } = await openOrganization()

  const of = { organizationId: 'acme', key: toPersonKey('acme', `${sourceId}/1`) }
  const person = await runtime.peopleView.person(of)
  const identity = await runtime.peopleView.identify(of)

  expect(person).toMatchObject(identity ?? {})
  expect(Object.keys(identity ?? {})).not.toContain('accounts')
  expect(identity).toMatchObject({ key: of.key, name: 'Zoe Archer', email: 'zoe@acme.example' })
  expect(await runtime.peopleView.identify({ ...of, organizationId: 'other' })).toBeUndefined()
  expect(person).toMatchObject({
    name: 'Zoe Archer',
    employment: { is: 'working' },
    accounts: expect.arrayContaining([
      expect.objectContaining({
        id: 'u1',
        owner: { is: 'person', personId: `${sourceId}/1`, personName: 'Zoe Archer', by: 'email' },
      }),
      expect.objectContaining({ id: 'x2', status: 'suspended' }),
    ]),
    devices: [{ id: 'd1' }],
    trainings: [],
    findings: [],
  })
})

test("what fails for a person by a cross-check shows with them, and what fails for somebody else's account of that id does not", async () => {
  const { runtime, systems, connectionIds, sourceId, read } = await openOrganization()
  systems.chat.accounts = [{ id: 'u2', name: 'Zoe', email: 'zoe@acme.example', emailVerified: true }]
  await read('chat')
  await (await runtime.crossChecks.run({ organizationId: 'acme', id: 'leavers' })).recorded
  const listFindings = async (id: string) =>
    (
      await runtime.peopleView.person({ organizationId: 'acme', key: toPersonKey('acme', `${sourceId}/${id}`) })
    )?.findings.map(({ result }) => result.resource.id)

  expect(await listFindings('2')).toEqual([`${connectionIds.code}/u2`])
  expect(await listFindings('1')).toEqual([])
})
