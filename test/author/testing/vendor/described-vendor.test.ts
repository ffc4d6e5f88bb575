import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeVendor, fakeVendor, faults } from '../../../../src/author/testing/index.ts'

const description = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.acme.example/v2' }],
  security: [{ key: [] }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Acme-Key' },
      basic: { type: 'http', scheme: 'basic' },
      token: { type: 'oauth2', flows: {} },
    },
    schemas: {
      User: {
        type: 'object',
        required: ['id', 'email'],
        properties: {
          id: { type: 'integer' },
          email: { type: 'string', format: 'email' },
          role: { enum: ['admin', 'member'] },
          manager: { $ref: '#/components/schemas/User' },
        },
      },
      Group: {
        allOf: [{ $ref: '#/components/schemas/Named' }, { properties: { size: { type: 'integer', minimum: 5 } } }],
      },
      Named: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 40 } } },
    },
    parameters: { page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
  },
  paths: {
    '/users': {
      get: {
        parameters: [
          { $ref: '#/components/parameters/page' },
          { name: 'role', in: 'query', schema: { enum: ['admin', 'member'] } },
        ],
        responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/User' } }) },
      },
    },
    '/users/me': { get: { responses: { 200: json({}, { id: 7, email: 'me@example.com' }) } } },
    '/quoted': { get: { responses: { 200: json({ type: 'object' }, '{"id":9}') } } },
    '/users/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: json({ $ref: '#/components/schemas/User' }) },
      },
    },
    '/groups': {
      get: {
        security: [{ basic: [] }, { token: [] }],
        parameters: [
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'org', in: 'query', required: true, schema: { type: 'string' } },
        ],
        responses: {
          200: json({
            type: 'object',
            properties: {
              items: { type: 'array', items: { $ref: '#/components/schemas/Group' } },
              next_cursor: { type: 'string' },
              total: { type: 'integer' },
              has_more: { type: 'boolean', enum: [true, false] },
              meta: { type: 'object', properties: { next_page: { type: 'integer', minimum: 2 } } },
            },
          }),
        },
      },
    },
    '/ping': { get: { security: [], responses: { 204: { description: 'alive' } } } },
  },
}

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await fakeVendor({ openapi: description })
})
afterEach(() => vendor.close())

describe('fakeVendor({ openapi })', () => {
  test('answers from a schema, the same every time', async () => {
    const first = await ask('/users/7')
    const second = await ask('/users/7')

    expect(first.json).toEqual({
      id: 1001,
      email: 'person1@example.com',
      role: 'admin',
      manager: { id: 1001, email: 'person1@example.com' },
    })
    expect(second.json).toEqual(first.json)
  })

  test('answers with the example where there is one, and takes the more specific path', async () => {
    const { json } = await ask('/users/me')

    expect(json).toEqual({ id: 7, email: 'me@example.com' })
  })

  test('reads an example that is JSON written as text', async () => {
    const { json } = await ask('/quoted')

    expect(json).toEqual({ id: 9 })
  })

  test("serves a path with and without the server's base path", async () => {
    expect((await ask('/users/me')).status).toBe(200)
    expect((await ask('/v2/users/me')).status).toBe(200)
  })

  test('pages a plain list by Link header until its end', async () => {
    const first = await ask('/users')
    const next = /<([^>]+)>; rel="next"/.exec(first.link ?? '')?.[1] ?? ''
    const second = await ask(next.slice(vendor.origin.length))

    expect(ids(first.json)).toEqual([1001, 1002])
    expect(ids(second.json)).toEqual([1003])
    expect(second.link).toBeUndefined()
  })

  test('goes on by a number where the parameter takes nothing else, and to the end', async () => {
    const after = { name: 'after', in: 'query', schema: { type: 'integer', minimum: 0 } }
    const member = { type: 'object', properties: { id: { type: 'integer' } } }
    const get = { security: [], parameters: [after], responses: { 200: json({ type: 'array', items: member }) } }
    await using other = await fakeVendor({ openapi: { openapi: '3.1.0', paths: { '/members': { get } } } })

    const first = await ask('/members', {}, other)
    const next = /<([^>]+)>; rel="next"/.exec(first.link ?? '')?.[1] ?? ''
    const second = await ask(next.slice(other.origin.length), {}, other)

    expect(next).toMatch(/\?after=2$/)
    expect([ids(first.json), ids(second.json), second.link]).toEqual([[1001, 1002], [1003], undefined])
    expect(other.violations).toEqual([])
  })

  test('pages an enveloped list by its cursor, with the total, and says on the last page that it is one', async () => {
    const headers = { authorization: 'Bearer x' }
    const first = (await ask('/groups?org=a', headers)).json as { next_cursor: string; total: number }
    const second = await ask(`/groups?org=a&cursor=${first.next_cursor}`, headers)

    expect(first.total).toBe(3)
    expect(second.json).toEqual({ items: [{ name: 'name-3', size: 7 }], total: 3, has_more: false, meta: {} })
  })

  test('takes the length of lists and of pages as options', async () => {
    await using other = await fakeVendor({ openapi: description, listLength: 4, pageSize: 10 })

    const { json, link } = await ask('/users', withKey, other)

    expect(ids(json)).toEqual([1001, 1002, 1003, 1004])
    expect(link).toBeUndefined()
  })

  test('serves a list of ten thousand, each item once', async () => {
    await using other = await fakeVendor({ openapi: description, listLength: 10_000, pageSize: 1_000 })

    const seen: unknown[] = []
    for (let page = 1; page <= 10; page++) seen.push(...ids((await ask(`/users?page=${page}`, withKey, other)).json))

    expect([seen.length, new Set(seen).size]).toEqual([10_000, 10_000])
  })

  test.each([
    ['without the key', '/users', {}, 401],
    ['with the key', '/users', { 'x-acme-key': 'any' }, 200],
    [
      'with Basic where Basic or a token will do',
      '/groups?org=a',
      { authorization: `Basic ${btoa('ada:lovelace')}` },
      200,
    ],
    ['with a key where Basic or a token is demanded', '/groups?org=a', { 'x-acme-key': 'any' }, 401],
    ['where nothing is demanded', '/ping', {}, 204],
  ])('enforces security as it is declared: %s', async (_, path, headers, status) => {
    const answer = await ask(path, headers)

    expect(answer.status).toBe(status)
    expect(vendor.violations).toEqual([])
  })

  test('compares credentials that it is told', async () => {
    await using strict = await fakeVendor({
      openapi: description,
      credentials: { key: 'sesame', basic: 'ada:lovelace' },
    })
    const statusOf = async (path: string, headers: Record<string, string>) => (await ask(path, headers, strict)).status

    expect(await statusOf('/users', { 'x-acme-key': 'wrong' })).toBe(401)
    expect(await statusOf('/users', { 'x-acme-key': 'sesame' })).toBe(200)
    expect(await statusOf('/groups?org=a', { authorization: `Basic ${btoa('ada:wrong')}` })).toBe(401)
    expect(await statusOf('/groups?org=a', { authorization: `Basic ${btoa('ada:lovelace')}` })).toBe(200)
  })

  test.each([
    ['an operation that does not exist', '/teams', 404, /no operation GET \/teams/],
    ['a parameter that is not declared', '/users?colour=red', 400, /"colour" is not declared/],
    ['a required parameter that is missing', '/groups', 400, /"org" is missing/],
    ['a value that is none of those allowed', '/users?role=boss', 400, /not one of admin, member/],
    ['text where a whole number is declared', '/users/ada', 400, /"id" is not a whole number/],
  ])('refuses and notes %s', async (_, path, status, message) => {
    const answer = await ask(path, { ...withKey, authorization: 'Bearer x' })

    expect(answer.status).toBe(status)
    expect(vendor.violations).toEqual([
      { ...vendor.violations[0], method: 'GET', path, message: expect.stringMatching(message) },
    ])
  })

  test('tells which operations were asked, and forgets them by reset()', async () => {
    await ask('/users/7')
    await ask('/users/8')
    const before = vendor.operations
    vendor.reset()

    expect(before).toEqual(['GET /users/{id}'])
    expect(vendor.operations).toEqual([])
  })

  test('lets a route of ours win, and faults meet described paths', async () => {
    const routes = { 'GET /users/me': { status: 403, json: { error: 'no' } } } as const
    await using mixed = await fakeVendor({ openapi: description, routes })
    mixed.fail('GET /groups', faults.status(500))

    expect((await ask('/users/me', withKey, mixed)).status).toBe(403)
    expect((await ask('/groups?org=a', withKey, mixed)).status).toBe(500)
    expect(() => mixed.fail('GET /teams', faults.status(500))).toThrow(/no route fits/)
  })

  test.each([
    ['text in place of the object', { openapi: '{"openapi":"3.0.0"}' }, /must be a description/],
    ['a Swagger 1 description', { openapi: { swaggerVersion: '1.2', apis: [] } }, /must be a description/],
    ['a description without paths', { openapi: { openapi: '3.0.0' } }, /has no paths/],
    ['options of a description without one', { routes: {}, pageSize: 5 }, /pageSize needs openapi/],
    [
      'a reference that leads nowhere',
      { openapi: { openapi: '3.0.0', paths: { '/a': { $ref: '#/nowhere' } } } },
      /has no target/,
    ],
  ])('refuses %s', async (_, options, message) => {
    await expect(fakeVendor(options as never)).rejects.toThrow(message)
  })
})

test('fakeVendor({ openapi }) serves a description of Swagger 2.0 as it serves one of OpenAPI 3', async () => {
  const openapi = {
    swagger: '2.0',
    host: 'api.acme.example',
    basePath: '/v2',
    securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Acme-Key' }, login: { type: 'basic' } },
    security: [{ key: [] }],
    parameters: { page: { name: 'page', in: 'query', type: 'integer', default: 0 } },
    definitions: { User: { type: 'object', properties: { id: { type: 'integer' } } } },
    responses: { Users: { description: 'fine', schema: { type: 'array', items: { $ref: '#/definitions/User' } } } },
    paths: {
      '/users': {
        get: { parameters: [{ $ref: '#/parameters/page' }], responses: { 200: { $ref: '#/responses/Users' } } },
      },
      '/me': {
        get: {
          security: [{ login: [] }],
          produces: ['application/json'],
          responses: {
            200: {
              description: 'me',
              schema: { $ref: '#/definitions/User' },
              examples: { 'application/json': { id: 7 } },
            },
          },
        },
      },
    },
  }
  await using swagger = await fakeVendor({ openapi })

  const [first, second] = [await ask('/v2/users', withKey, swagger), await ask('/users?page=1', withKey, swagger)]
  const me = await ask('/me', { authorization: `Basic ${btoa('ada:lovelace')}` }, swagger)

  expect([ids(first.json), ids(second.json)]).toEqual([[1001, 1002], [1003]])
  expect(first.link).toContain('page=1')
  expect(me.json).toEqual({ id: 7 })
  expect((await ask('/users', {}, swagger)).status).toBe(401)
  expect((await ask('/users?page=x', withKey, swagger)).status).toBe(400)
})

const withKey = { 'x-acme-key': 'k' }

async function ask(path: string, headers: Record<string, string> = withKey, from: FakeVendor = vendor) {
  const response = await fetch(`${from.url}${path}`, { headers })
  const text = await response.text()
  return {
    status: response.status,
    link: response.headers.get('link') ?? undefined,
    json: text === '' ? undefined : (JSON.parse(text) as unknown),
  }
}

function ids(list: unknown): unknown[] {
  return (list as { id: unknown }[]).map(({ id }) => id)
}

function json(schema: object, example?: unknown) {
  return { description: 'fine', content: { 'application/json': { schema, example } } }
}
