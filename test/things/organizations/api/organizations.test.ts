import { expect, test } from 'vitest'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'

test('organizations are listed, created and renamed by a key that an operator made', async () => {
  const { ask, runtime } = await openApiHost()
  const ada = { organizationId: 'acme', userId: 'ada' }
  const { key } = await runtime.apiKeys.create({ ...ada, scopes: ['organizations:write'] })
  const call = (method: string, path: string, body?: object) => readAnswer(ask(method, path, { key, body }))

  const before = await call('GET', '/v1/organizations')
  await runtime.operators.add(ada)
  const created = await call('POST', '/v1/organizations', { id: 'third', name: 'Third Ltd' })
  const twice = await call('POST', '/v1/organizations', { id: 'third', name: 'Third Ltd' })
  const renamed = await call('PATCH', '/v1/organizations/third', { name: 'Third GmbH' })
  const unknown = await call('PATCH', '/v1/organizations/nobody', { name: 'x' })
  const first = await call('GET', '/v1/organizations?limit=2')
  const rest = await call('GET', `/v1/organizations?limit=2&cursor=${first.body.nextCursor}`)
  await runtime.operators.remove(ada)
  const after = await call('GET', '/v1/organizations')

  expect([before.status, created.status, twice.status, renamed.status, unknown.status, after.status]).toEqual([
    403, 201, 409, 200, 404, 403,
  ])
  expect([first, rest].flatMap(({ body }) => body.data?.map(({ id }) => id))).toEqual(['acme', 'other', 'third'])
  expect(await runtime.organizations.get('third')).toMatchObject({ name: 'Third GmbH' })
})

test('no key of the machine or of an administrator does, whatever its scopes', async () => {
  const { ask, runtime, key } = await openApiHost()
  await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'admin' })
  const ofAdmin = await runtime.apiKeys.create({
    organizationId: 'acme',
    userId: 'ada',
    scopes: ['organizations:write'],
  })

  for (const one of [key, ofAdmin.key]) {
    const told = await readAnswer(ask('POST', '/v1/organizations', { key: one, body: { name: 'Mine' } }))
    expect([told.status, told.body.code]).toEqual([403, 'API_FORBIDDEN'])
  }
  expect((await runtime.organizations.list()).map(({ id }) => id)).toEqual(['acme', 'other'])
})
