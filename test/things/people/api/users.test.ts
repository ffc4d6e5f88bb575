import { expect, test } from 'vitest'
import { listScopesOf } from '../../../../src/service/rights/permissions.ts'
import { jwt, signPersonToken } from '../../../app/host/person-token.ts'
import { allScopes, openApiHost, readAnswer } from '../../../app/host/world.ts'

const noPeriod = { periodFrom: null, periodTo: null, readsPeople: 0 } as const

const everyField = {
  id: 'ada',
  name: 'Ada of acme',
  email: 'ada@example.com',
  isOperator: false,
  signsInWith: [],
  invitation: null,
  lastSeenAt: null,
  periodFrom: null,
  periodTo: null,
  readsPeople: false,
}

test('people are listed, given a role, deactivated, removed and invited again', async () => {
  const { ask, runtime } = await openApiHost()
  const change = (body: object) => readAnswer(ask('PATCH', '/v1/users/ada', { body }))
  await runtime.people.setRole({ organizationId: 'acme', userId: 'bob', role: 'viewer' })

  const viewer = await change({ role: 'viewer', periodFrom: '2026-01-01', periodTo: '2026-03-31', readsPeople: true })
  const deactivated = await change({ deactivated: true })
  const back = await change({ deactivated: false, role: 'admin' })
  const second = await readAnswer(ask('PATCH', '/v1/users/bob', { body: { role: 'admin', deactivated: false } }))
  const removed = await readAnswer(ask('DELETE', '/v1/users/ada'))
  const invited = await readAnswer(ask('POST', '/v1/invitations', { body: { userId: 'ada', role: 'member' } }))
  const listed = await readAnswer(ask('GET', '/v1/users'))
  const withdrawn = await readAnswer(ask('DELETE', '/v1/users/ada/invitation'))
  const nothing = await readAnswer(ask('DELETE', '/v1/users/ada/invitation'))

  expect(viewer).toEqual({
    status: 200,
    body: {
      ...everyField,
      state: 'active',
      role: 'viewer',
      readsPeople: true,
      periodFrom: '2026-01-01',
      periodTo: '2026-03-31',
    },
  })
  expect(deactivated.body).toMatchObject({ state: 'deactivated', role: 'viewer' })
  expect(back.body).toEqual({ ...everyField, state: 'active', role: 'admin' })
  expect([second.status, removed.status, invited.status]).toEqual([200, 200, 201])
  expect(listed.body.data).toMatchObject([
    { id: 'ada', state: 'invited', role: null, invitation: { role: 'member' } },
    { id: 'bob', state: 'active', role: 'admin' },
  ])
  expect([withdrawn.status, nothing.status]).toEqual([200, 404])
})

test('people are listed page after page by name, those who were never named among them, each once', async () => {
  const { ask, runtime } = await openApiHost()
  const organizationId = 'acme'
  for (const [id, name] of [
    ['z-1', 'carl'],
    ['z-2', 'Carl'],
    ['z/3 ü', 'Äbel'],
    ['z-4', 'dora'],
  ] as const)
    await runtime.users.put({ organizationId, id, name, email: `${id}@example.com` })
  await runtime.users.put({ organizationId: 'other', id: 'b-other', name: 'B', email: 'b@example.com' })
  await runtime.people.setRole({ organizationId, userId: 'z-2', role: 'viewer' })
  await runtime.workspace.memberships.put({ organizationId, userId: 'Cat', role: 'member', ...noPeriod })
  await runtime.workspace.memberships.put({ organizationId, userId: 'Eve', role: 'member', ...noPeriod })
  // Named after they got their role.
  await runtime.users.put({ organizationId, id: 'Eve', name: 'eva', email: 'eve@example.com' })
  const pages: (readonly { readonly id: string }[])[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await readAnswer(ask('GET', `/v1/users?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`))
    pages.push(body.data ?? [])
    cursor = body.nextCursor ?? null
  }
  const whole = await readAnswer(ask('GET', '/v1/users'))

  const ids = pages.flat().map(({ id }) => id)
  expect(ids).toEqual(['ada', 'bob', 'z-1', 'z-2', 'Cat', 'z-4', 'Eve', 'z/3 ü'])
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2])
  expect(whole.body).toEqual({ data: pages.flat(), nextCursor: null })
  expect(pages[1]?.[1]).toMatchObject({ state: 'active', role: 'viewer', name: 'Carl' })
  expect((await readAnswer(ask('GET', '/v1/users?cursor=eA'))).status).toBe(400)
})

test('nothing locks the organization out, and no key of its own reaches an operator', async () => {
  const { ask, keyOf, runtime } = await openApiHost()
  await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'admin' })
  const tell = async (method: string, path: string, body?: object, key?: string) => {
    const told = await readAnswer(ask(method, path, { body, key: key || undefined }))
    return [told.status, told.body.code]
  }

  expect(await tell('PATCH', '/v1/users/ada', { role: 'member' })).toEqual([409, 'LAST_ADMIN'])
  expect(await tell('PATCH', '/v1/users/ada', { deactivated: true })).toEqual([409, 'LAST_ADMIN'])
  expect(await tell('DELETE', '/v1/users/ada')).toEqual([409, 'LAST_ADMIN'])
  expect(await tell('PATCH', '/v1/users/ada', { role: 'operator' })).toEqual([400, 'API_INVALID'])
  expect(await tell('PATCH', '/v1/users/ada', { periodFrom: '2026-01-01' })).toEqual([400, 'API_INVALID'])
  expect(await tell('PATCH', '/v1/users/ada', { role: 'member' }, await keyOf('other'))).toEqual([200, undefined])
  await runtime.operators.add({ organizationId: 'acme', userId: 'ada' })
  for (const [method, path, body] of [
    ['PATCH', '/v1/users/ada', { role: 'viewer' }],
    ['DELETE', '/v1/users/ada', undefined],
    ['POST', '/v1/invitations', { userId: 'ada', role: 'admin' }],
  ] as const)
    expect([path, ...(await tell(method, path, body))]).toEqual([path, 403, 'API_FORBIDDEN'])
  expect(await runtime.people.role({ organizationId: 'acme', userId: 'ada' })).toMatchObject({ role: 'admin' })
})

test("a deactivated person's key makes no keys, and a removed person's key is revoked", async () => {
  const { ask, runtime } = await openApiHost()
  const ada = { organizationId: 'acme', userId: 'ada' }
  await runtime.people.setRole({ ...ada, role: 'admin' })
  await runtime.people.setRole({ ...ada, userId: 'bob', role: 'admin' })
  await runtime.people.setActive({ ...ada, userId: 'bob', active: true })
  const { key } = await runtime.apiKeys.create({ ...ada, scopes: ['api-keys:write', 'comments:read'] })
  const mint = () => ask('POST', '/v1/api-keys', { key, body: { scopes: ['comments:read'] } })

  const made = (await readAnswer(mint())).body.key
  await runtime.people.setActive({ ...ada, active: false })
  const deactivated = [(await mint()).status, (await ask('GET', '/v1/comments', { key: made })).status]
  await runtime.people.setActive({ ...ada, active: true })
  const again = (await mint()).status
  await runtime.people.remove(ada)
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@example.com' })

  expect([deactivated, again, (await mint()).status]).toEqual([[401, 401], 201, 401])
  expect((await ask('GET', '/v1/comments', { key: made })).status).toBe(401)
})

const ofAdmin = listScopesOf('admin')
const withoutAudit = ofAdmin.filter((scope) => scope !== 'audit:read')
const asViewer = ['people:write', ...listScopesOf('viewer')]
const asMember = ['people:write', ...listScopesOf('member')]
const newPerson = { name: 'Mallory', email: 'm@evil.example' }
const issuer = { name: 'IdP', issuer: 'https://idp.example', clientId: 'c' }

/** What gives somebody rights: scopes of a key that may not, and scopes of one that may. */
const grants = [
  ['POST', '/v1/invitations', { role: 'admin', ...newPerson }, ['people:write'], ofAdmin],
  ['POST', '/v1/invitations', { role: 'admin', ...newPerson }, withoutAudit, ofAdmin],
  ['POST', '/v1/invitations', { role: 'member', ...newPerson }, ['people:write'], asMember],
  ['POST', '/v1/invitations', { role: 'member', ...newPerson }, asViewer, asMember],
  ['POST', '/v1/invitations', { role: 'viewer', ...newPerson }, ['people:write'], asViewer],
  ['POST', '/v1/invitations', { role: 'admin', userId: 'cleo' }, asMember, ofAdmin],
  [
    'POST',
    '/v1/invitations',
    { role: 'viewer', readsPeople: true, ...newPerson },
    asViewer,
    [...asViewer, 'people:read'],
  ],
  ['PATCH', '/v1/users/cleo', { role: 'viewer', readsPeople: true }, asViewer, [...asViewer, 'people:read']],
  ['PATCH', '/v1/users/cleo', { role: 'admin' }, ['people:write'], ofAdmin],
  ['PATCH', '/v1/users/cleo', { role: 'admin' }, asMember, ofAdmin],
  ['PATCH', '/v1/users/cleo', { role: 'viewer', deactivated: true }, ['people:write'], asViewer],
  ['PATCH', '/v1/users/bob', { deactivated: false }, asMember, ofAdmin],
  ['PATCH', '/v1/users/bob', { deactivated: false, role: 'viewer' }, ['people:write'], asViewer],
  ['POST', '/v1/sign-in-issuers', issuer, ['people:write'], ofAdmin],
  ['POST', '/v1/sign-in-issuers', issuer, withoutAudit, ofAdmin],
] as const

test.each(grants)('%s %s of %j takes every right that it gives', async (method, path, body, narrow, wide) => {
  const { ask, keyOf, runtime, clock } = await openApiHost({ jwt })
  const acme = { organizationId: 'acme' }
  await runtime.users.put({ ...acme, id: 'cleo', name: 'Cleo', email: 'cleo@example.com' })
  // Bob is deactivated.
  for (const userId of ['ada', 'bob']) await runtime.people.setRole({ ...acme, userId, role: 'admin' })
  const rolesOf = async () => [await runtime.people.listAll(acme), await runtime.signInIssuers.list(acme)]
  const before = await rolesOf()
  const tokenOf = async (scopes: readonly string[]) => ({
    authorization: `Bearer ${await signPersonToken(clock, 'ada', scopes)}`,
  })

  const byKey = await readAnswer(ask(method, path, { body, key: await keyOf('acme', narrow) }))
  const byToken = await readAnswer(ask(method, path, { body, key: null, headers: await tokenOf(narrow) }))
  const unchanged = await rolesOf()
  const allowed = await ask(method, path, { body, key: await keyOf('acme', [...wide]) })

  expect([byKey.status, byKey.body.code, byToken.status]).toEqual([403, 'API_FORBIDDEN', 403])
  expect(unchanged).toEqual(before)
  expect(allowed.ok).toBe(true)
})

test('deleting a sign-in issuer takes the rights of an administrator, and taking rights away takes people:write', async () => {
  const { ask, keyOf, runtime } = await openApiHost()
  const acme = { organizationId: 'acme' }
  const { id } = await runtime.signInIssuers.create({ ...acme, ...issuer })
  await runtime.users.put({ ...acme, id: 'cleo', name: 'Cleo', email: 'cleo@example.com' })
  for (const userId of ['ada', 'cleo']) await runtime.people.setRole({ ...acme, userId, role: 'admin' })
  const key = await keyOf('acme', ['people:write'])

  const refused = await ask('DELETE', `/v1/sign-in-issuers/${id}`, { key })
  const deactivated = await ask('PATCH', '/v1/users/cleo', { key, body: { deactivated: true } })
  const removed = await ask('DELETE', '/v1/users/cleo', { key })
  const deleted = await ask('DELETE', `/v1/sign-in-issuers/${id}`, { key: await keyOf('acme', allScopes) })

  expect([refused.status, deactivated.status, removed.status, deleted.status]).toEqual([403, 200, 200, 200])
})

test('what the keys of an administrator made has no more rights than they have later, also what a key of such a key made', async () => {
  const { ask, runtime } = await openApiHost()
  const eve = { organizationId: 'acme', userId: 'eve' }
  await runtime.users.put({ organizationId: 'acme', id: 'eve', name: 'Eve', email: 'eve@example.com' })
  for (const userId of ['ada', 'eve']) await runtime.people.setRole({ ...eve, userId, role: 'admin' })
  const { key: first } = await runtime.apiKeys.create({ ...eve, scopes: allScopes })
  const { key } = (await readAnswer(ask('POST', '/v1/api-keys', { key: first, body: { scopes: allScopes } }))).body
  const make = async (path: string, body: object) =>
    (await (await ask('POST', path, { key, body })).json()) as Readonly<Record<string, unknown>>

  const { url } = await make('/v1/invitations', { role: 'admin', ...newPerson })
  const hook = { name: 'Hers', sink: 'webhook', url: 'https://hooks.invalid/', details: true }
  const { id: webhookId } = await make('/v1/webhooks', hook)
  await runtime.people.setRole({ ...eve, role: 'viewer' })
  const token = new URL(String(url)).searchParams.get('token') ?? ''

  await expect(runtime.people.accept(token)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
  expect(await runtime.webhooks.get({ organizationId: 'acme', id: String(webhookId) })).toMatchObject({
    createdBy: 'eve',
  })
})

test('GET /v1/sign-in-issuers says who added an issuer, and whether they are no administrator any more', async () => {
  const { ask, runtime } = await openApiHost()
  const eve = { organizationId: 'acme', userId: 'eve' }
  await runtime.users.put({ organizationId: 'acme', id: 'eve', name: 'Eve', email: 'eve@example.com' })
  for (const userId of ['ada', 'eve']) await runtime.people.setRole({ ...eve, userId, role: 'admin' })
  const { key } = await runtime.apiKeys.create({ ...eve, scopes: allScopes })

  const made = await readAnswer(ask('POST', '/v1/sign-in-issuers', { key, body: issuer }))
  await runtime.people.setRole({ ...eve, role: 'member' })
  const listed = await readAnswer(ask('GET', '/v1/sign-in-issuers'))

  expect(made.body).toMatchObject({ createdBy: 'eve', isMakerGone: false })
  expect(listed.body.data).toMatchObject([{ createdBy: 'eve', isMakerGone: true }])
})
