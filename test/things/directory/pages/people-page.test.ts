import { expect, test } from 'vitest'
import { fixedClock } from '../../../../src/author/testing/index.ts'
import { member, openPages } from '../../../app/pages/world.ts'
import { createListedConnector, type ListedSystem, toPeopleFile } from '../listed-systems.ts'

async function openWorld() {
  const code: ListedSystem = {
    accounts: [
      {
        id: 'u1',
        name: 'zoe',
        email: 'zoe@acme.example',
        emailVerified: true,
        administrator: true,
        secondFactor: true,
      },
      { id: 'u2', name: '<b>ben', email: 'ben@acme.example', emailVerified: true, secondFactor: false },
      { id: 'u3', name: 'Cleo Cook', email: 'cleo@acme.example', emailVerified: false },
      { id: 'u4', name: '=cmd|calc', email: 'x@elsewhere.example', emailVerified: true },
    ],
    devices: [{ id: 'd1', ownerEmail: 'zoe@acme.example' }],
    isCutOff: false,
  }
  const pages = await openPages({
    connectors: [createListedConnector('code', code)],
    clock: fixedClock('2026-06-01T12:00:00Z'),
  })
  const { runtime } = pages
  const { id: connectionId } = await runtime.connections.create({
    connector: 'code',
    organizationId: 'acme',
    credentials: { api_key: 'key-canary-7301' },
  })
  return { ...pages, code, connectionId }
}

const file = [
  'id,name,email,kind,status,startsAt,endsAt',
  '1,Zoe Archer,zoe@acme.example,employee,active,2020-01-01,none',
  '2,<i>Ben Baker,ben@acme.example,employee,left,2021-01-01,2026-04-30',
  '3,Cleo Cook,cleo@acme.example,contractor,active,2022-01-01,none',
]

async function openFilled() {
  const world = await openWorld()
  const { runtime, connectionId } = world
  await runtime.directory.importPeople({ organizationId: 'acme', covers: 'both', bytes: toPeopleFile(...file) })
  await (await runtime.runs.start({ connectionId })).result
  return world
}

test('an admin imports people in the settings, and reads every mistake of a file', async () => {
  const { get, ask, runtime } = await openWorld()
  const token = /name="_token" value="([^"]+)"/.exec((await get('/settings/directory')).text)?.[1] ?? ''
  const send = async (text: string) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ _token: token, source: 'Staff', covers: 'both' }))
      body.set(name, value)
    body.set('people-file', new File([text], 'staff.csv', { type: 'text/csv' }))
    const origin = 'https://checks.example.com'
    return ask('/settings/directory/import', { method: 'POST', body, headers: { origin } })
  }

  const refused = await send(`${file.join('\n')}\n1,Zed,,employee,active,,`)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('staff.csv:5:1: id is that of line 2, too.')
  expect((await send(file.join('\n'))).status).toBe(303)

  expect((await get('/settings/directory')).text).toContain('3 people, as of')
  expect(await runtime.directory.list({ organizationId: 'acme' })).toMatchObject([
    { name: 'Staff', people: { count: 3 } },
  ])
})

test('the list has a row for each person, a column for each system, filters and a download', async () => {
  const { get } = await openFilled()

  const all = (await get('/people')).text
  const leavers = (await get('/people?filter=leavers')).text
  const nobodys = (await get('/people?filter=nobodys')).text
  const csv = (await get('/people.csv')).text
  const csvOfNobodys = (await get('/people.csv?filter=nobodys')).text

  expect(all).toContain('&lt;i&gt;Ben Baker')
  expect(all).toContain('Left on 2026-04-30')
  expect(all).toContain('no second factor')
  expect(all).toContain('Assign 1 account')
  expect(leavers).toContain('Ben Baker')
  expect(leavers).not.toContain('Zoe Archer')
  expect(nobodys).toContain('=cmd|calc')
  expect(nobodys).not.toContain('zoe@acme.example')
  expect(csv.split('\r\n')).toHaveLength(5)
  expect(csv).toContain('"active, administrator, second factor: yes"')
  expect(csvOfNobodys).toContain("'=cmd|calc")
})

test('twenty systems with the most accounts have columns, and accounts in the others are named in one', async () => {
  const systems = Array.from({ length: 27 }, (_, at): [string, ListedSystem] => [
    `system-${String(at).padStart(2, '0')}`,
    {
      // The first ones have the fewest.
      accounts: Array.from({ length: at === 3 ? 1 : 2 + at }, (_, number) => ({
        id: `u${number}`,
        name: 'zoe',
        secondFactor: true,
        administrator: at === 5 && number === 0,
        email: number === 0 ? 'zoe@acme.example' : `x${number}@elsewhere.example`,
        emailVerified: true,
      })),
      devices: [],
      isCutOff: false,
    },
  ])
  const { get, runtime } = await openPages({
    connectors: systems.map(([id, system]) => createListedConnector(id, system)),
    clock: fixedClock('2026-06-01T12:00:00Z'),
  })
  await runtime.directory.importPeople({ organizationId: 'acme', covers: 'both', bytes: toPeopleFile(...file) })
  for (const [connector] of systems) {
    const credentials = { api_key: 'key-canary-7301' }
    const { id } = await runtime.connections.create({ connector, organizationId: 'acme', credentials })
    await (await runtime.runs.start({ connectionId: id })).result
  }

  const { text } = await get('/people')

  const columns = [...text.matchAll(/<th scope="col">([^<]+)<\/th>/g)].map(([, name]) => name)
  const named = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `System-${String(from + at).padStart(2, '0')}`)
  expect(columns).toEqual(['Person', 'Works here', ...named(7, 27), 'Other systems', 'Devices'])
  const zoe = text.slice(text.indexOf('>Zoe Archer<'))
  const others = zoe.slice(zoe.indexOf('<td data-label="Other systems">'), zoe.indexOf('<td data-label="Devices">'))
  expect([...others.matchAll(/<b>([^<]+)<\/b>/g)].map(([, name]) => name)).toEqual(named(0, 5))
  expect(others).toMatch(/<a href="\/people\/[\w-]{22}"[^>]*>and 2 more<\/a>/)
  const csv = (await get('/people.csv')).text
  expect(csv.split('\r\n')[0]).toContain(named(0, 27).join(','))
})

test("a person's page has accounts, devices and history, and a decision shows there until it is revoked", async () => {
  const { get, post, runtime } = await openFilled()
  const decide = (await get('/people/list/decide')).text
  expect(decide).toContain('The address is theirs, and the vendor has not verified it.')
  const account = /name="account:0" value="([^"]+)"/.exec(decide)?.[1]?.replaceAll('&quot;', '"') ?? ''
  const to = /<option value="(\{[^"]+)"/.exec(decide)?.[1]?.replaceAll('&quot;', '"') ?? ''
  const decision = { 'account:0': account, 'to:0': to, reason: 'Asked her.', expires: '2026-12-31' }

  const early = await post('/people/list/decide', '/people/list/decide', { ...decision, expires: '2030-01-01' })
  const made = await post('/people/list/decide', '/people/list/decide', decision)

  expect([early.status, made.status]).toEqual([400, 303])
  expect(early.text).toContain('A decision has a last day')
  const [link] = await runtime.accountLinks.list({ organizationId: 'acme', by: 'hand', limit: 5 })
  expect(link).toMatchObject({ recordId: 'u3', actor: 'ada@example.com', reason: 'Asked her.' })
  const key = /href="\/people\/([\w-]{22})">Cleo Cook/.exec((await get('/people')).text)?.[1] ?? ''
  const person = (await get(`/people/${key}`)).text
  expect(person).toContain('ada@example.com: Asked her.')
  expect(person).toContain('In force until 2026-12-31')
  const revoked = await post(`/people/${key}`, `/people/${key}/links/${link?.id}/revoke`)
  expect(revoked.status).toBe(303)
  expect((await get(`/people/${key}`)).text).toContain('Replaced or revoked')
})

test('an admin dismisses a proposal, brings it back, and confirms an address of a person', async () => {
  const { get, post, runtime } = await openFilled()
  const decide = '/people/list/decide'
  const proposals = /name="proposals" value="([^"]+)"/.exec((await get(decide)).text)?.[1]?.replaceAll('&quot;', '"')
  const dismissed = await post(decide, '/people/list/dismissed', { proposals: proposals ?? '' })
  const nothing = await post(decide, '/people/list/dismissed', { proposals: '{"x":1}' })
  await expect.poll(async () => (await get(decide)).text).toContain('No accounts need a decision.')
  const list = (await get('/people/list/dismissed')).text
  const [kept] = await runtime.dismissals.list({ organizationId: 'acme', limit: 5 })
  const restored = await post('/people/list/dismissed', `/people/list/dismissed/${kept?.id}/restore`)
  await expect.poll(async () => (await get(decide)).text).toContain('u3')

  expect([dismissed.status, nothing.status, restored.status]).toEqual([303, 400, 303])
  expect(list).toContain('u3 in')
  const key = /href="\/people\/([\w-]{22})">Cleo Cook/.exec((await get('/people')).text)?.[1] ?? ''
  const at = `/people/${key}/addresses`
  const address = { address: 'x@elsewhere.example', reason: 'Her former name.', expires: '2026-12-31' }
  const late = await post(at, at, { ...address, expires: '2036-12-31' })
  const confirmed = await post(at, at, address)
  expect([late.status, confirmed.status]).toEqual([400, 303])
  expect((await get(at)).text).toContain('Her former name. In force until 2026-12-31')
  await expect.poll(async () => (await get(`/people/${key}`)).text).toContain('=cmd|calc')
  const [alias] = await runtime.accountLinks.listAliases({ organizationId: 'acme' })
  const revoked = await post('/people/list/addresses', `/people/list/addresses/${alias?.id}/revoke`)
  expect(revoked.status).toBe(303)
  expect((await get('/people/list/addresses')).text).toContain('No email addresses have been confirmed.')
})

test('a member sees no people, and another organization nobody of this one', async () => {
  const { get, visitor } = await openFilled()
  const key = /href="\/people\/([\w-]{22})">Cleo Cook/.exec((await get('/people')).text)?.[1] ?? ''

  visitor.person = member
  expect((await get('/people')).status).toBe(403)
  visitor.person = { userId: 'eve', organizationId: 'other', role: 'admin' }

  expect((await get('/people')).text).not.toContain('Cleo')
  expect((await get(`/people/${key}`)).status).toBe(404)
})

test('an account of the very address of somebody who left waits for a decision, and is neither none nor nobody’s', async () => {
  const { get, runtime, code, connectionId } = await openFilled()
  code.accounts = [{ id: 'u9', name: 'Ben', email: 'ben@acme.example' }]
  await (await runtime.runs.start({ connectionId })).result
  const review = await runtime.accessReviews.start({
    organizationId: 'acme',
    title: 'June',
    connectionIds: [connectionId],
    dueDay: '2026-06-30',
    by: 'admin',
    reviewers: [{ userId: 'ada', name: 'Ada', email: 'ada@acme.example' }],
  })

  const { text: people } = await get('/people')
  const ben = /href="(\/people\/[^"/]+)">[^<]*Ben Baker/.exec(people)?.[1] ?? ''
  const { text: page } = await get(ben)
  const { text: nobodys } = await get('/people?filter=nobodys')
  const { text: csv } = await get('/people.csv')

  const row = people.slice(people.indexOf('Ben Baker'), people.indexOf('</tr>', people.indexOf('Ben Baker')))
  expect(row).toContain('<a href="/people/list/decide">1 account needs a decision</a>')
  expect(page).not.toContain('No accounts are linked to this person.')
  expect(page).toContain('No accounts are linked to this person yet.')
  expect(page).toContain('<a href="/people/list/decide">1 account needs a decision</a>')
  expect(nobodys).not.toContain('ben@acme.example')
  expect(csv).toContain('1 account to decide about')
  const [account] = (await runtime.accessReviews.open({ id: review.id, organizationId: 'acme' }))?.accounts ?? []
  expect(account?.owner).toEqual({
    is: 'unknown',
    because: 'It may belong to somebody we know, and nobody has confirmed it.',
  })
})

test('somebody without an account in a list that was not read whole is not known to have none', async () => {
  const { get, runtime, code, connectionId } = await openFilled()
  code.accounts = [{ id: 'u7', name: 'Max', email: 'max@elsewhere.example', emailVerified: true }]
  code.isCutOff = true
  await (await runtime.runs.start({ connectionId })).result

  const { text } = await get('/people')

  const row = text.slice(text.indexOf('Cleo Cook'), text.indexOf('</tr>', text.indexOf('Cleo Cook')))
  expect(row).toContain('<td data-label="Code">Unknown</td>')
})
