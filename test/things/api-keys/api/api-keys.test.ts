import { describe, expect, test } from 'vitest'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'

const path = '/v1/api-keys'

describe('POST /v1/api-keys', () => {
  test('makes a key of scopes that the caller has, shows it once, and lists it without', async () => {
    const { ask, keyOf } = await openApiHost()
    const mine = await keyOf('acme', ['api-keys:write', 'comments:read'])

    const made = await readAnswer(
      ask('POST', path, {
        key: mine,
        body: { scopes: ['comments:read', 'comments:read'], expiresAt: '2026-05-02T00:00:00Z' },
      }),
    )
    const listed = await ask('GET', path)
    const text = await listed.text()

    expect(made.status).toBe(201)
    expect(made.body).toEqual({ id: expect.any(String), key: expect.stringMatching(/^cw_[0-9a-f]{24}_[\w-]{43}$/) })
    expect(text).not.toContain(made.body.key.slice(-43))
    expect(JSON.parse(text).data).toContainEqual({
      id: made.body.id,
      name: null,
      userId: null,
      scopes: ['comments:read'],
      createdAt: '2026-05-01T12:00:00.000Z',
      expiresAt: '2026-05-02T00:00:00.000Z',
      revokedAt: null,
      lastUsedAt: null,
    })
  })

  test('refuses scopes that the caller lacks, and names them', async () => {
    const { ask, keyOf } = await openApiHost()
    const key = await keyOf('acme', ['api-keys:write', 'comments:read'])

    const { status, body } = await readAnswer(
      ask('POST', path, { key, body: { scopes: ['comments:read', 'comments:write'] } }),
    )

    expect([status, body.code]).toEqual([403, 'API_FORBIDDEN'])
    expect(body.detail).toContain('"comments:write"')
    expect(body.detail).not.toContain('"comments:read"')
  })

  test('makes no key that outlives the key it is made by', async () => {
    const { ask, runtime, clock } = await openApiHost()
    const expiresAt = new Date(clock.nowMs() + 86_400_000).toISOString()
    const scopes = ['api-keys:write', 'comments:read']
    const { key } = await runtime.apiKeys.create({ organizationId: 'acme', scopes, expiresAt })
    const make = (more: object) => readAnswer(ask('POST', path, { key, body: { scopes: ['comments:read'], ...more } }))

    const unsaid = await make({})
    const same = await make({ expiresAt })
    const later = await make({ expiresAt: new Date(clock.nowMs() + 86_400_001).toISOString() })

    const made = (await runtime.apiKeys.list({ organizationId: 'acme' })).find(({ id }) => id === unsaid.body.id)
    expect([unsaid.status, same.status, later.status]).toEqual([201, 201, 400])
    expect(made?.expiresAt).toBe(expiresAt)
  })

  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes[0]'],
    [{ scopes: ['toString'] }, 'scopes[0]'],
    [{ scopes: ['comments:read'], expiresAt: '2026-05-01T12:00:00Z' }, 'expiresAt'],
    [{ scopes: ['comments:read'], expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ scopes: ['comments:read'], organizationId: 'other' }, 'organizationId'],
  ])('answers 400 for %j', async (body, member) => {
    const { ask } = await openApiHost()

    const answer = await readAnswer(ask('POST', path, { body }))

    expect([answer.status, answer.body.errors.map((error) => error.path)]).toEqual([400, [member]])
  })
})

test('DELETE of a key ends it at once', async () => {
  const { ask } = await openApiHost()
  const { id, key } = (await readAnswer(ask('POST', path, { body: { scopes: ['comments:read'] } }))).body
  const read = () => ask('GET', '/v1/comments?entityType=task&entityId=t', { key })

  const before = await read()
  const revoked = await readAnswer(ask('DELETE', `${path}/${id}`))
  const after = await read()

  expect([before.status, revoked.status, after.status]).toEqual([200, 200, 401])
})

test('GET comes in pages of valid keys, or of those that have ended', async () => {
  const { ask, runtime, clock } = await openApiHost()
  const organizationId = 'acme'
  const made: string[] = []
  for (let nth = 0; nth < 5; nth++) {
    clock.advance(1_000)
    made.unshift((await runtime.apiKeys.create({ organizationId, scopes: ['comments:read'] })).id)
  }
  const [first = '', , third = ''] = made
  await runtime.apiKeys.revoke({ organizationId, id: third })
  const read = async (query: string) => {
    const { body } = await readAnswer(ask('GET', `${path}?${query}`))
    return { ids: body.data?.map(({ id }: { readonly id: string }) => id), next: body.nextCursor }
  }

  const page = await read('valid=true&limit=2')
  const further = await read(`valid=true&limit=2&cursor=${page.next}`)
  const others = await read('valid=false')
  const all = await read('limit=3')

  expect(page.ids).toEqual([first, made[1]])
  expect(further.ids).toEqual([made[3], made[4]])
  expect(others).toEqual({ ids: [third], next: null })
  expect(all.ids).toEqual(made.slice(0, 3))
  expect((await ask('GET', `${path}?cursor=here`)).status).toBe(400)
})

test('GET /v1/api-keys/scopes says which scopes the caller can give', async () => {
  const { ask, keyOf } = await openApiHost()
  const key = await keyOf('acme', ['api-keys:write'])

  const { body } = await readAnswer(ask('GET', `${path}/scopes`, { key }))

  expect(body.data).toContainEqual({
    scope: 'api-keys:write',
    description: 'Create, list and revoke API keys',
    grantable: true,
  })
  expect(body.data).toContainEqual(expect.objectContaining({ scope: 'comments:read', grantable: false }))
})
