import { expect, test } from 'vitest'
import { openListedSystems, toPeopleFile } from '../things/directory/listed-systems.ts'

const header = 'id,name,email,kind,status,startsAt,endsAt'
const organizationId = 'acme'
const actor = 'root@acme.example'
const decision = { organizationId, actor, reason: 'Asked them.', expires: '2026-12-31' }

test('a file of people and two systems: only what is sure is linked, and people stay who they were', async () => {
  const { runtime, systems, read, connectionIds, clock } = await openListedSystems(['code', 'chat'])
  const importPeople = (...rows: readonly string[]) =>
    runtime.directory.importPeople({
      organizationId,
      covers: 'both',
      allowsLoss: true,
      bytes: toPeopleFile(header, ...rows),
    })
  const ada = '1,Ada Archer,ada@acme.example,employee,active,2020-01-01,none'
  const ben = '2,Ben Baker,ben@acme.example,employee,active,2021-01-01,none'
  const cleo = '3,Cleo Cook,cleo@acme.example,contractor,active,2022-01-01,none'
  const dan = '4,Dan Dale,dan@acme.example,employee,active,2019-01-01,none'
  const { id: source } = await importPeople(ada, ben, cleo, dan)
  systems.code.accounts = [
    { id: 'u1', name: 'ada', email: 'ada@acme.example', emailVerified: true, createdAt: '2020-02-01T00:00:00Z' },
    { id: 'u2', name: 'ben', email: 'ben@acme.example', emailVerified: true, createdAt: '2021-02-01T00:00:00Z' },
    { id: 'u3', name: 'Cleo Cook', email: 'cleo@acme.example', emailVerified: false },
    { id: 'u4', name: 'dan', email: 'dan@acme.example', emailVerified: true, createdAt: '2019-02-01T00:00:00Z' },
  ]
  systems.chat.accounts = [
    { id: 'x1', name: 'Ada', email: 'ada.archer@acme.example', emailVerified: true },
    { id: 'x2', name: 'build', email: 'build@acme.example', emailVerified: true, kind: 'service' },
  ]
  await read()
  const showOwners = async () => {
    const { data } = await runtime.peopleView.accounts({ organizationId, limit: 50 })
    return Object.fromEntries(data.map(({ id, owner }) => [id, owner.personName ?? owner.is]))
  }

  // By a verified address only. One that nobody verified is proposed, and whose it is waits for a decision; a further address and a service are nobody's.
  expect(await showOwners()).toEqual({
    u1: 'Ada Archer',
    u2: 'Ben Baker',
    u3: 'unknown',
    u4: 'Dan Dale',
    x1: 'nobody',
    x2: 'nobody',
  })
  // Nobody has to wait for what is stored.
  const listLinks = async () =>
    (await runtime.accountLinks.list({ organizationId, limit: 50 })).map(({ recordId, by }) => `${recordId} ${by}`)
  await expect.poll(async () => (await listLinks()).toSorted()).toEqual(['u1 email', 'u2 email', 'u4 email'])
  const { data: proposed } = await runtime.peopleView.accounts({ organizationId, limit: 50, filter: 'proposed' })
  expect(proposed.map(({ id, owner }) => [id, owner.proposals?.map(({ personName }) => personName)])).toEqual([
    ['u3', ['Cleo Cook']],
  ])

  // A person confirms the proposal, and that Ada has a further address.
  await runtime.accountLinks.createAll({
    ...decision,
    links: [
      { connectionId: connectionIds.code, recordId: 'u3', to: { is: 'person', personId: `${source}/3` }, ...decision },
    ],
  })
  await runtime.accountLinks.confirmAlias({ ...decision, address: 'Ada.Archer@acme.example', personId: `${source}/1` })

  expect(await showOwners()).toMatchObject({ u3: 'Cleo Cook', x1: 'Ada Archer', x2: 'nobody' })

  // Ben vanishes and Dan left. A new person gets Ben's address, and Dan is hired again by a new record.
  clock.advance(3 * 86_400_000)
  const newBen = '12,Benita Bell,ben@acme.example,employee,active,2026-06-02,none'
  const leftDan = '4,Dan Dale,dan@acme.example,employee,left,2019-01-01,2026-05-01'
  const backDan = '14,Dan Dale,dan.dale@acme.example,employee,active,2026-06-02,none'
  await importPeople(ada, newBen, cleo, leftDan, backDan)
  clock.advance(86_400_000)
  await read()

  // Neither account is given to the new record, nor taken for that of somebody who left for sure.
  expect(await showOwners()).toMatchObject({ u1: 'Ada Archer', u2: 'ambiguous', u3: 'Cleo Cook', u4: 'ambiguous' })
  const kept = await runtime.accountLinks.list({ organizationId, connectionId: connectionIds.code, limit: 50 })
  expect(Object.fromEntries(kept.map(({ recordId, to }) => [recordId, to.is === 'person' && to.personId]))).toEqual({
    u1: `${source}/1`,
    u2: `${source}/2`,
    u3: `${source}/3`,
    u4: `${source}/4`,
  })

  // A person decides about Dan: it is his again, by the new record.
  await runtime.accountLinks.create({
    ...decision,
    connectionId: connectionIds.code,
    recordId: 'u4',
    to: { is: 'person', personId: `${source}/14` },
    despite: `${source}/4`,
  })
  const { data } = await runtime.peopleView.accounts({ organizationId, limit: 50, connectionId: connectionIds.code })
  expect(data.find(({ id }) => id === 'u4')?.owner).toMatchObject({
    is: 'person',
    personId: `${source}/14`,
    by: 'hand',
  })
})

test('a vanished person counts as gone since the first complete file without them', async () => {
  const { runtime, systems, read, clock } = await openListedSystems(['code'])
  const importPeople = (date: string, ...rows: readonly string[]) =>
    runtime.directory.importPeople({
      organizationId,
      covers: 'employees',
      allowsLoss: true,
      date,
      bytes: toPeopleFile(header, ...rows),
    })
  const ada = '1,Ada Archer,ada@acme.example,employee,active,2020-01-01,none'
  const ben = '2,Ben Baker,ben@acme.example,employee,active,2021-01-01,none'
  await importPeople('2026-06-01', ada, ben)
  systems.code.accounts = [{ id: 'u2', name: 'ben', email: 'ben@acme.example', emailVerified: true }]
  await read()
  const findBen = async (filter?: 'leavers') => {
    const { data } = await runtime.peopleView.people({ organizationId, limit: 10, filter })
    return data.find(({ id }) => id.endsWith('/2'))
  }
  expect((await findBen())?.employment).toEqual({ is: 'working' })

  clock.advance(86_400_000)
  await importPeople('2026-06-02', ada)
  await findBen()
  clock.advance(3 * 86_400_000)
  await importPeople('2026-06-05', ada)
  await read()

  expect((await findBen('leavers'))?.employment).toMatchObject({ is: 'left', since: '2026-06-02T00:00:00.000Z' })
})
