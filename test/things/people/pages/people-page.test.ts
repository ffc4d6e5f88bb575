import { expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../../../src/app/host/index.ts'
import type { SessionPerson } from '../../../../src/things/api/options/person.ts'
import { createBrowserClient } from '../../../app/pages/world.ts'
import { openRuntimeWith, publicUrl } from '../../runtime/world.ts'

const acme = { organizationId: 'acme' }

/** Ada is administrator and Bob a member; `enter` signs one of them in with their own browser. */
async function world() {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  const people = [
    ['ada', 'admin'],
    ['bob', 'member'],
  ] as const
  for (const [id, role] of people) {
    await runtime.users.put({ ...acme, id, name: `${id} of Acme`, email: `${id}@acme.example` })
    await runtime.people.setRole({ ...acme, userId: id, role })
  }
  await runtime.users.put({ organizationId: 'other', id: 'zoe', name: 'Zoe', email: 'zoe@other.example' })
  const session = new SignInLinks(runtime)
  const { fetch } = createHost({ runtime, session })
  const open = () => createBrowserClient(fetch)
  const follow = async (url: string, browser = open()) => {
    const token = new URL(url).searchParams.get('token') ?? ''
    await browser.post(url, '/sign-in', { token })
    return browser
  }
  const enter = async (userId: string, role: SessionPerson['role'] = 'admin', organizationId = 'acme') =>
    follow((await session.create({ organizationId, userId, role })).url)
  return { runtime, open, enter, follow, session }
}

/** The secret of a page that shows one. */
function readSecret(text: string): string {
  const secret = /<code id="secret">([^<]+)<\/code>/.exec(text)?.[1]
  if (secret === undefined) throw new Error(`The page shows no secret: ${text.slice(0, 3_000)}`)
  return secret.replaceAll('&amp;', '&')
}

const auditor = {
  name: 'Max Auditor',
  email: 'max@audit.example',
  role: 'viewer',
  from: '2026-01-01',
  to: '2026-03-31',
}

test('an administrator invites an auditor for a period, who gets in by the link, once', async () => {
  const { runtime, open, enter } = await world()
  const ada = await enter('ada')

  const invited = await ada.post('/settings/people', '/settings/people/invite', { ...auditor, readsPeople: 'yes' })
  const url = readSecret(invited.text)
  const [max, eve] = [open(), open()]
  const token = new URL(url).searchParams.get('token') ?? ''
  const shown = await max.get(url)
  const accepted = await max.post(url, '/invitation', { token })
  const again = await eve.ask('/invitation?token=x')
  const stolen = await eve.post('/sign-in?organization=acme', '/invitation', { token }).catch(() => undefined)
  const refused = [await max.get('/connect'), await max.get('/settings/people'), await max.get('/setup')]

  expect(shown.text).toContain('for runs from 2026-01-01 to 2026-03-31')
  expect([accepted.status, accepted.headers.get('location'), (await max.get('/')).status]).toEqual([303, '/', 200])
  expect([again.status, stolen?.status ?? 403]).toEqual([403, 403])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  expect((await runtime.people.list(acme)).filter(({ role }) => role === 'viewer')).toMatchObject([
    { role: 'viewer', periodFrom: '2026-01-01', periodTo: '2026-03-31', readsPeople: 1 },
  ])
  const entries = await runtime.audit.list(acme)
  const actions = entries.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['person.invite', 'person.accept', 'session.start']))
  const accept = entries.find(({ action }) => action === 'person.accept')
  expect(accept?.actor).toEqual({ type: 'user', id: accept?.target })
})

test('what is wrong with an invitation is said beside what was typed', async () => {
  const { enter } = await world()
  const ada = await enter('ada')

  const twice = await ada.post('/settings/people', '/settings/people/invite', { ...auditor, email: 'BOB@acme.example' })
  const member = await ada.post('/settings/people', '/settings/people/invite', { ...auditor, role: 'member' })
  const operator = await ada.post('/settings/people', '/settings/people/invite', { ...auditor, role: 'operator' })
  const named = { role: 'member', name: 'Moe', email: 'moe@acme.example', readsPeople: 'yes' }
  const granted = await ada.post('/settings/people', '/settings/people/invite', named)

  expect([twice.status, member.status, operator.status, granted.status]).toEqual([400, 400, 400, 400])
  expect(granted.text).toMatch(/for viewers to whom they grant it.*name="readsPeople" value="yes" checked/s)
  expect(twice.text).toContain('already has a person with this address')
  expect(twice.text).toContain('value="Max Auditor"')
  expect(member.text).toContain('Only a viewer can be limited to a period')
  expect(operator.text).toContain('The role must be viewer, member or admin')
})

test('roles change at once, and deactivating signs out at once', async () => {
  const { enter } = await world()
  const [ada, bob] = [await enter('ada'), await enter('bob')]
  const at = '/settings/people/bob'

  const asMember = (await bob.get('/settings/people')).status
  await ada.post(at, `${at}/role`, { role: 'admin' })
  const asAdmin = (await bob.get('/settings/people')).status
  await ada.post(at, `${at}/deactivate`)
  const gone = (await bob.get('/')).status
  const page = await ada.get(at)
  await ada.post(at, `${at}/activate`)
  const stillOut = (await bob.get('/')).status

  expect([asMember, asAdmin, gone, stillOut]).toEqual([403, 200, 401, 401])
  expect(page.text).toContain('Deactivated')
})

test('the last administrator stays, and people of another organization do not exist', async () => {
  const { runtime, enter } = await world()
  const ada = await enter('ada')

  const demoted = await ada.post('/settings/people/ada', '/settings/people/ada/role', { role: 'member' })
  const removed = await ada.post('/settings/people/ada', '/settings/people/ada/remove')
  const foreign = [
    await ada.get('/settings/people/zoe'),
    await ada.post('/settings/people/ada', '/settings/people/zoe/remove'),
    await ada.post('/settings/people/ada', '/settings/people/zoe/sign-in-link'),
  ]

  expect([demoted.status, removed.status]).toEqual([400, 400])
  expect(demoted.text).toContain('This is the last administrator of the organization')
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await runtime.people.role({ ...acme, userId: 'ada' })).toMatchObject({ role: 'admin' })
})

test("an administrator's link signs a person in with their own role, and never as an operator", async () => {
  const { runtime, enter, follow, session } = await world()
  const ada = await enter('ada')
  const made = await ada.post('/settings/people/bob', '/settings/people/bob/sign-in-link')
  const bob = await follow(readSecret(made.text))
  const before = (await bob.get('/setup')).status
  await runtime.people.setRole({ ...acme, userId: 'bob', role: 'admin' })
  const asAdmin = await follow(
    readSecret((await ada.post('/settings/people/bob', '/settings/people/bob/sign-in-link')).text),
  )

  // Ada could have opened the link herself, and waited for Bob to become an operator.
  await runtime.operators.add({ ...acme, userId: 'bob' })
  const headers = { cookie: [...asAdmin.cookies].map((pair) => pair.join('=')).join('; ') }
  const person = await session.person(new Request(publicUrl, { headers }))
  const ofOperator = await ada.post('/settings/people/ada', '/settings/people/bob/sign-in-link')
  const page = await ada.get('/settings/people/bob')

  expect([before, person?.role]).toEqual([403, 'admin'])
  expect([ofOperator.status, ofOperator.text.includes('Only a platform operator')]).toEqual([400, true])
  expect(page.text).toContain('Only operators can change them')
})

test('a removed person has no way back but a new invitation', async () => {
  const { runtime, open, enter, session } = await world()
  const ada = await enter('ada')
  const link = await session.create({ ...acme, userId: 'bob', role: 'member' })
  const bob = await enter('bob')

  await ada.post('/settings/people/bob', '/settings/people/bob/remove')
  const outcomes = [(await bob.get('/')).status, (await open().get(link.url)).status]
  const page = await ada.get('/settings/people/bob')
  const again = await ada.post('/settings/people/bob', '/settings/people/bob/invite', { role: 'member' })
  const url = readSecret(again.text)
  const back = open()
  await back.post(url, '/invitation', { token: new URL(url).searchParams.get('token') ?? '' })

  expect(outcomes).toEqual([401, 403])
  expect(page.text).toContain('Removed')
  expect((await back.get('/')).status).toBe(200)
  expect(await runtime.people.role({ ...acme, userId: 'bob' })).toMatchObject({ role: 'member' })
})

test('many people are found by name, a page at a time, and removed ones apart', async () => {
  const { runtime, enter } = await world()
  for (let index = 100; index < 220; index++)
    await runtime.users.put({ ...acme, id: `u${index}`, name: `Person ${index}`, email: `p${index}@acme.example` })
  await runtime.people.setRole({ ...acme, userId: 'u219', role: 'member' })
  await runtime.people.remove({ ...acme, userId: 'u219' })
  const ada = await enter('ada')
  const rowsOf = (text: string) =>
    [...text.matchAll(/<th scope="row"><a href="[^"]+">([^<]+)</g)].map(([, name]) => name)

  const first = await ada.get('/settings/people')
  const next = /<a href="([^"]+)">Next page/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = await ada.get(next)
  const found = await ada.get('/settings/people?q=PERSON+15')
  const removed = await ada.get('/settings/people?state=removed')
  const nobody = await ada.get('/settings/people?q=zoe')

  // Ada, Bob and 119 others.
  expect(first.text).toContain('1 to 50 of 121')
  expect(first.text).toContain('1 removed person')
  expect([rowsOf(first.text).length, rowsOf(second.text).length]).toEqual([50, 50])
  expect(new Set([...rowsOf(first.text), ...rowsOf(second.text)]).size).toBe(100)
  expect(rowsOf(found.text)).toEqual(Array.from({ length: 10 }, (_, index) => `Person 15${index}`))
  expect(rowsOf(removed.text)).toEqual(['Person 219'])
  expect(nobody.text).toContain('No people match.')
})
