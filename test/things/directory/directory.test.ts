import { expect, test } from 'vitest'
import { openListedSystems, toPeopleFile } from './listed-systems.ts'

const header = 'id,name,email,kind,status,startsAt,endsAt'
const ada = '1,Ada Archer,ada@acme.example,employee,active,2020-01-01,none'
const ben = '2,Ben Baker,ben@acme.example,contractor,left,2021-01-01,2026-04-30'

test('a file of people is a source: with a date, and until when it counts', async () => {
  const { runtime } = await openListedSystems(['code'])
  const [source] = await runtime.directory.set({ organizationId: 'acme', sources: [{ file: 'Staff', covers: 'both' }] })

  expect(source).toMatchObject({ is: 'file', name: 'Staff', covers: 'both', people: undefined })

  const bytes = toPeopleFile(header, ada, ben)
  const imported = await runtime.directory.importPeople({ organizationId: 'acme', bytes, date: '2026-05-30' })

  expect(imported).toEqual({
    ...source,
    people: {
      count: 2,
      complete: true,
      readAt: '2026-05-30T00:00:00.000Z',
      importedAt: '2026-06-01T12:00:00.000Z',
      countsUntil: '2026-07-04T00:00:00.000Z',
    },
  })
  expect(await runtime.directory.list({ organizationId: 'other' })).toEqual([])
})

test.each([
  ['a date in the future', { date: '2026-06-03' }, 'in the future'],
  ['a date that is too old', { date: '2026-04-01' }, '35 days'],
  ['no day', { date: '1 June' }, 'YYYY-MM-DD'],
  ['a source that is not there', { source: 'Interns' }, '"Staff"'],
])('a file with %s is refused', async (_case, more, because) => {
  const { runtime } = await openListedSystems(['code'])
  await runtime.directory.set({ organizationId: 'acme', sources: [{ file: 'Staff', covers: 'both' }] })

  const importing = runtime.directory.importPeople({
    organizationId: 'acme',
    bytes: toPeopleFile(header, ada),
    ...more,
  })

  await expect(importing).rejects.toMatchObject({
    code: 'DIRECTORY_INVALID',
    message: expect.stringContaining(because),
  })
})

test('a file that is refused makes no source, of which nobody would know the people', async () => {
  const { runtime } = await openListedSystems(['code'])
  const give = (row: string) =>
    runtime.directory.importPeople({ organizationId: 'acme', covers: 'both', bytes: toPeopleFile(header, row) })

  await expect(give(ada.replace('active', 'gone'))).rejects.toMatchObject({ code: 'PEOPLE_FILE_INVALID' })
  expect(await runtime.directory.list({ organizationId: 'acme' })).toEqual([])
  await give(ada)
  expect(await runtime.directory.list({ organizationId: 'acme' })).toHaveLength(1)
})

test('a file that lost a third of its people is taken only if somebody says that this is right', async () => {
  const { runtime } = await openListedSystems(['code'])
  await runtime.directory.set({ organizationId: 'acme', sources: [{ file: 'Staff', covers: 'employees' }] })
  const people = Array.from({ length: 12 }, (_, n) => `${n},P ${n},p${n}@acme.example,employee,active,,`)
  const importFile = (rows: readonly string[], allowsLoss?: boolean) =>
    runtime.directory.importPeople({ organizationId: 'acme', bytes: toPeopleFile(header, ...rows), allowsLoss })
  await importFile(people)

  await expect(importFile(people.slice(0, 7))).rejects.toMatchObject({
    code: 'DIRECTORY_INVALID',
    message: expect.stringContaining('without 5 of the 12 people'),
  })
  expect((await importFile(people.slice(0, 7), true)).people?.count).toBe(7)
})

test('sources are connections that list people, each once, in the order that an admin gives', async () => {
  const { runtime, connectionIds } = await openListedSystems(['code'])
  const set = (...sources: Parameters<typeof runtime.directory.set>[0]['sources'][number][]) =>
    runtime.directory.set({ organizationId: 'acme', sources })

  await expect(set({ connection: connectionIds.code, covers: 'both' })).rejects.toThrow('lists no people')
  await expect(set({ connection: 'of-nobody', covers: 'both' })).rejects.toThrow('does not have')
  await expect(set({ file: 'A', covers: 'both' }, { file: ' A ', covers: 'both' })).rejects.toThrow('Two files')

  const [one, two] = await set({ file: 'Contractors', covers: 'contractors' }, { file: 'Staff', covers: 'employees' })
  const turned = await set(
    { file: 'Staff', covers: 'employees' },
    { file: 'Agency', id: one?.id, covers: 'contractors' },
  )

  expect(turned.map(({ id, name }) => [id, name])).toEqual([
    [two?.id, 'Staff'],
    [one?.id, 'Agency'],
  ])
})

test('what is said of a connection stays until somebody says otherwise', async () => {
  const { runtime, connectionIds } = await openListedSystems(['code', 'idp'])
  const say = { organizationId: 'acme', connectionId: connectionIds.code, actor: 'root@acme.example' }

  await runtime.directory.setSystem({ ...say, enforcedDomains: ['ACME.example'], signsInBy: connectionIds.idp })
  const exempt = { reason: 'It is switched off.', expires: '2026-12-31' }
  const settings = await runtime.directory.setSystem({ ...say, exempt })

  expect(settings).toEqual({
    connectionId: connectionIds.code,
    enforcedDomains: ['acme.example'],
    signsInBy: connectionIds.idp,
    exempt: { ...exempt, by: 'root@acme.example', at: '2026-06-01T12:00:00.000Z' },
  })
  expect(await runtime.directory.systems({ organizationId: 'acme' })).toEqual([settings])
  for (const wrong of [
    { enforcedDomains: ['gmail.com'] },
    { signsInBy: connectionIds.code },
    { exempt: { reason: ' ', expires: '2026-12-31' } },
    { exempt: { reason: 'Long', expires: '2027-12-31' } },
  ])
    await expect(runtime.directory.setSystem({ ...say, ...wrong })).rejects.toMatchObject({ code: 'DIRECTORY_INVALID' })
  await expect(runtime.directory.setSystem({ ...say, organizationId: 'other' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
