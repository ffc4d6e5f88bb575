import { expect, test } from 'vitest'
import { openListedSystems, toPeopleFile } from './listed-systems.ts'

const header = 'id,name,email,kind,status,startsAt,endsAt'
const ada = '1,Ada Archer,ada@acme.example,employee,active,2020-01-01,none'
const ben = '2,Ben Baker,ben@acme.example,employee,left,2021-01-01,2026-04-30'
const guest = '3,Gus Guest,gus@gmail.com,contractor,active,2021-01-01,none'

const accounts = [
  { id: 'a', name: 'Ada Archer', email: 'ada@acme.example' },
  { id: 'b', name: 'Ben Baker', email: 'ben@acme.example' },
  { id: 'g', name: 'Gus Guest', email: 'gus@gmail.com' },
  { id: 'x', name: 'Mallory', email: 'mallory@evil.example' },
  { id: 'n', name: 'Ada A', email: 'ada@acme.example', emailVerified: false },
]

async function openAsked(rows: readonly string[] = [ada, ben, guest]) {
  const world = await openListedSystems(['code', 'chat'])
  const { runtime, systems, connectionIds, read } = world
  systems.code.accounts = accounts
  await runtime.directory.importPeople({
    organizationId: 'acme',
    covers: 'both',
    bytes: toPeopleFile(header, ...rows),
  })
  await read('code')
  const of = { organizationId: 'acme', connectionId: connectionIds.code, domain: 'acme.example', actor: 'root' }
  const list = () => runtime.domainQuestions.list({ organizationId: 'acme' })
  const owners = async () => {
    await runtime.accountLinks.refresh({ organizationId: 'acme' })
    const { data } = await runtime.peopleView.accounts({ organizationId: 'acme', limit: 20 })
    return Object.fromEntries(data.map(({ id, owner }) => [id, owner.by ?? owner.is]))
  }
  return { ...world, of, list, owners }
}

test('a domain is asked for once, for the accounts that a yes links, and never for public mail or what the vendor alone has', async () => {
  const { list, of, runtime } = await openAsked()

  expect(await list()).toEqual([
    { connectionId: of.connectionId, connectionName: 'Code', domain: 'acme.example', accounts: 2 },
  ])
  expect(await runtime.domainQuestions.list({ organizationId: 'other' }).catch(() => [])).toEqual([])
})

test('yes links the accounts, marked; the undo unlinks them, and asks again', async () => {
  const { runtime, of, list, owners } = await openAsked()

  const before = await owners()
  await runtime.domainQuestions.answer({ ...of, isOurs: true })
  const during = await owners()
  const [link] = await runtime.accountLinks.list({ organizationId: 'acme', by: 'domain', limit: 5 })
  const asked = await list()
  const undone = await runtime.domainQuestions.undo(of)
  const after = await owners()

  expect(before).toMatchObject({ a: 'unknown', b: 'unknown', g: 'unknown', x: 'nobody', n: 'unknown' })
  expect(during).toEqual({ ...before, a: 'domain', b: 'domain' })
  expect([link?.connectionId, link?.state]).toEqual([of.connectionId, 'holds'])
  expect([asked, undone]).toEqual([[], true])
  expect(after).toEqual(before)
  expect(await runtime.accountLinks.list({ organizationId: 'acme', by: 'domain', limit: 5 })).toEqual([])
  expect(await list()).toHaveLength(1)
  expect(await runtime.domainQuestions.undo(of)).toBe(false)
})

test('no is an answer: it links nothing, and is not asked again', async () => {
  const { runtime, of, list, owners } = await openAsked()

  await runtime.domainQuestions.answer({ ...of, isOurs: false })

  expect(await list()).toEqual([])
  expect((await owners()).a).toBe('unknown')
  expect(await runtime.domainQuestions.answers({ organizationId: 'acme' })).toMatchObject([
    { domain: 'acme.example', isOurs: false, answeredBy: 'root' },
  ])
})

test.each<[string, { readonly domain?: string; readonly connectionId?: string }]>([
  ['public mail', { domain: 'gmail.com' }],
  ['a domain that only the list of the vendor has', { domain: 'evil.example' }],
  ['the domain with capital letters', { domain: 'ACME.example' }],
  ['a domain above', { domain: 'example' }],
  ['another connection', { connectionId: 'chat' }],
  ['a connection of nobody', { connectionId: 'nothing' }],
])('an answer about what is not asked is refused: %s', async (_case, wrong) => {
  const { runtime, of, connectionIds } = await openAsked()
  const connectionId = wrong.connectionId === 'chat' ? connectionIds.chat : (wrong.connectionId ?? of.connectionId)

  const answering = runtime.domainQuestions.answer({ ...of, ...wrong, connectionId, isOurs: true })

  await expect(answering).rejects.toMatchObject({
    code: wrong.connectionId === 'nothing' ? 'NOT_FOUND' : 'DIRECTORY_INVALID',
  })
  expect(await runtime.domainQuestions.answers({ organizationId: 'acme' })).toEqual([])
})

test('a domain that another organization has as its own is asked for nowhere else', async () => {
  const { runtime, list, of } = await openAsked()
  const issuer = await runtime.signInIssuers.create({
    organizationId: 'other',
    name: 'Theirs',
    issuer: 'https://login.other.example',
    clientId: 'c',
    domains: ['acme.example'],
  })

  const taken = await list()
  const refused = await runtime.domainQuestions.answer({ ...of, isOurs: true }).catch(({ code }) => code)
  await runtime.signInIssuers.delete({ organizationId: 'other', id: issuer.id })

  expect([taken, refused]).toEqual([[], 'DIRECTORY_INVALID'])
  expect(await list()).toHaveLength(1)
})

test('what a connection lists of people itself proves nothing of its accounts', async () => {
  const { list } = await openAsked(['1,Ada Archer,ada@other.example,employee,active,2020-01-01,none'])

  expect(await list()).toEqual([])
})
