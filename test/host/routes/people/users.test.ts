import { expect, test } from 'vitest'
import { openApiHost, readAnswer } from '../../world.ts'

const noPeriod = { periodFrom: null, periodTo: null }

const everyField = {
  ...{ id: 'ada', name: 'Ada of acme', email: 'ada@example.com', isOperator: false, signsInWith: [] },
  ...{ invitation: null, lastSeenAt: null, periodFrom: null, periodTo: null },
}

test('people are listed, given a role, deactivated, removed and invited again', async () => {
  const { ask, runtime } = await openApiHost()
  const change = (body: object) => readAnswer(ask('PATCH', '/v1/users/ada', { body }))
  await runtime.people.setRole({ organizationId: 'acme', userId: 'bob', role: 'viewer' })

  const viewer = await change({ role: 'viewer', periodFrom: '2026-01-01', periodTo: '2026-03-31' })
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
    body: { ...everyField, state: 'active', role: 'viewer', periodFrom: '2026-01-01', periodTo: '2026-03-31' },
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
  await runtime.workspace.memberships.put({ ...{ organizationId, userId: 'Cat', role: 'member' }, ...noPeriod })
  await runtime.workspace.memberships.put({ ...{ organizationId, userId: 'Eve', role: 'member' }, ...noPeriod })
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
    const told = await readAnswer(ask(method, path, { ...(body && { body }), ...(key && { key }) }))
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
