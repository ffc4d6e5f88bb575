import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { id } from '../../src/define/index.ts'
import { catchError, openClient, serve } from './support.ts'

const echo = () =>
  serve((request) => ({
    json: { method: request.method, path: request.path, type: request.headers['content-type'], body: request.body },
  }))

describe('client.get() and its like', () => {
  test.each(['get', 'post', 'put', 'patch', 'delete'] as const)(
    '%s sends its method and parses the answer',
    async (name) => {
      const vendor = await echo()
      const { client } = await openClient({ baseUrl: vendor.origin }, { writes: true })

      expect(await client[name]('/x')).toMatchObject({ method: name.toUpperCase(), path: '/x' })
    },
  )

  test('join paths to the base URL, base path kept', async () => {
    const vendor = await echo()
    const { client } = await openClient({ baseUrl: `${vendor.origin}/api/v1/` })
    const paths = ['/users', 'users', '', '?a=1', '/a/../b', '/x#frag', '/users:search']

    const answers = await Promise.all(paths.map((path) => client.get<{ path: string }>(path)))

    expect(answers.map(({ path }) => path)).toEqual([
      '/api/v1/users',
      '/api/v1/users',
      '/api/v1',
      '/api/v1?a=1',
      '/api/v1/b',
      '/api/v1/x',
      '/api/v1/users:search',
    ])
  })

  test('read an answer that is not JSON by "parse", before the schema sees it', async () => {
    const vendor = await serve(() => ({ body: 'a=1' }))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const schema = z.object({ a: z.string() })

    const answer = await client.get('/x', { parse: (text) => Object.fromEntries(new URLSearchParams(text)), schema })

    expect(answer).toEqual({ a: '1' })
  })

  test('end in schema_drift, without a word of the answer, what "parse" cannot read', async () => {
    const vendor = await serve(() => ({ body: 'a secret thing' }))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const parse = (text: string) => {
      throw new SyntaxError(`unexpected ${text}`)
    }

    const error = await catchError(client.get('/x', { parse }))

    expect(error).toMatchObject({ code: 'HTTP_NOT_JSON', message: expect.not.stringContaining('secret') })
  })

  test('keep every digit of a number above 2^53, wherever it stands', async () => {
    // The number of iswalle/getnote-mcp#4. JSON.parse reads …843300.
    const vendor = await serve(() => ({ body: '{"id":1909699624467843201,"of":[{"team":{"id":7}}],"ms":5}' }))
    const { client } = await openClient({ baseUrl: vendor.origin }, { writes: true })
    const schema = z.object({ id: id(), of: z.array(z.object({ team: z.object({ id: id() }) })), ms: z.number() })
    const read = { id: '1909699624467843201', of: [{ team: { id: '7' } }], ms: 5 }

    expect(await client.get('/x', { schema })).toEqual(read)
    expect(await client.post('/x', { schema })).toEqual(read)
    expect(await (await client.fetch('/x')).json()).toMatchObject({ id: '1909699624467843201' })
    expect(await (await client.fetch('/x')).clone().json()).toMatchObject({ id: '1909699624467843201' })
  })

  test('refuse a number that cannot be held, where a schema expects one', async () => {
    const vendor = await serve(() => ({ body: '{"id":1909699624467843201}' }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/x', { schema: z.object({ id: z.number() }) }))

    expect(error).toMatchObject({ code: 'SCHEMA_DRIFT' })
  })

  test.each([
    ['a cursor', '{"items":[1],"next":1909699624467843201}', { cursor: 'next', param: 'after' }],
    ['a cursor with a fraction', '{"items":[1],"next":1700000000.123456789}', { cursor: 'next', param: 'after' }],
    ['a cursor with an exponent', '{"items":[1],"next":19096996244678432e5}', { cursor: 'next', param: 'after' }],
  ] as const)('send back %s that is a number as the vendor wrote it', async (_, first, next) => {
    const vendor = await serve(({ path }) => ({ body: path === '/x' ? first : '{"items":[2]}' }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await Array.fromAsync(client.paginate('/x', { items: 'items', next }))).toEqual([1, 2])
    expect(vendor.seen[1]?.path).toBe(`/x?after=${/next":([\d.e]+)/.exec(first)?.[1]}`)
  })

  test('take a total above 2^53 for more than came', async () => {
    const vendor = await serve(() => ({ body: '{"items":[1],"total":9007199254740993}' }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.get('/x')

    expect(client.findOpenPage()).toContain('"total"')
  })

  test('keep the digits of a GraphQL answer', async () => {
    const vendor = await serve(() => ({ body: '{"data":{"user":{"databaseId":1909699624467843201}}}' }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await client.graphql('{ user { databaseId } }')).toEqual({ user: { databaseId: '1909699624467843201' } })
  })

  test('read the charset that an answer declares', async () => {
    // axios/axios#869: two accounts, of which UTF-8 makes one.
    const body = Buffer.from('["jürgen","jörgen"]', 'latin1')
    const vendor = await serve(() => ({ body, headers: { 'content-type': 'application/json; charset=ISO-8859-1' } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await client.get('/x')).toEqual(['jürgen', 'jörgen'])
    expect(await Array.fromAsync(client.paginate('/x', { next: 'link' }))).toEqual(['jürgen', 'jörgen'])
    expect(await (await client.fetch('/x')).json()).toEqual(['jürgen', 'jörgen'])
    expect(Buffer.from(await (await client.fetch('/x')).arrayBuffer())).toEqual(body)
  })

  test('name the charset of an answer whose bytes do not fit it', async () => {
    const body = Buffer.from('["jürgen","jörgen"]', 'latin1')
    const vendor = await serve(() => ({ body, headers: { 'content-type': 'application/json' } }))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const error = { code: 'HTTP_NOT_TEXT', message: expect.stringMatching(/"utf-8".*Ask the vendor/) }

    expect(await catchError(client.get('/x'))).toMatchObject(error)
    expect(await catchError((await client.fetch('/x')).json())).toMatchObject(error)
    expect(await catchError((await client.fetch('/x')).text())).toMatchObject(error)
  })

  test.each([
    [
      'the format that "parse" names',
      Object.assign(() => JSON.parse('<'), { format: 'XML' }),
      'should be XML but is not',
    ],
    ['JSON, which is asked for without "parse"', undefined, 'should be JSON but is not'],
  ])('name %s, if the answer is in another one', async (_, parse, says) => {
    const vendor = await serve(() => ({ body: '<html>' }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/x', { parse }))

    expect(error).toMatchObject({ code: 'HTTP_NOT_JSON', message: expect.stringContaining(says) })
  })

  test('send no fragment and show none', async () => {
    const vendor = await echo()
    const { client, told } = await openClient({ baseUrl: vendor.origin })

    await client.get('/x?a=1#frag')

    expect(told.requests[0]?.url).toBe(`${vendor.origin}/x?a=1`)
  })

  test('take a URL object', async () => {
    const vendor = await echo()
    const { client } = await openClient({ baseUrl: `${vendor.origin}/api` })

    expect(await client.get(new URL('/elsewhere', vendor.origin))).toMatchObject({ path: '/elsewhere' })
  })

  test('add the query, repeat lists and leave undefined out', async () => {
    const vendor = await echo()
    const { client } = await openClient({ baseUrl: vendor.origin })

    const answer = await client.get('/x?keep=a%20b', {
      query: { n: 1, yes: true, list: ['a', 'b&c'], none: undefined },
    })

    expect(answer).toMatchObject({ path: '/x?keep=a%20b&n=1&yes=true&list=a&list=b%26c' })
  })

  test.each([
    ['an object', { a: 1 }, '{"a":1}', 'application/json'],
    ['null', null, 'null', 'application/json'],
    ['text', 'héllo', 'héllo', 'text/plain;charset=UTF-8'],
    ['a form', new URLSearchParams({ a: 'b c' }), 'a=b+c', 'application/x-www-form-urlencoded'],
    ['bytes', new TextEncoder().encode('raw'), 'raw', 'application/octet-stream'],
    ['nothing', undefined, '', undefined],
  ])('send %s', async (_name, body, expected, type) => {
    const vendor = await echo()
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await client.post('/', { body, reads: true })).toEqual({
      method: 'POST',
      path: '/',
      body: expected,
      type: type || undefined,
    })
  })

  test('let the caller name the type of the body, in any case', async () => {
    const vendor = await echo()
    const { client } = await openClient({ baseUrl: vendor.origin })

    const answer = await client.post('/', {
      body: { a: 1 },
      headers: { 'Content-Type': 'application/vnd.acme+json' },
      reads: true,
    })

    expect(answer).toMatchObject({ type: 'application/vnd.acme+json' })
  })

  test('give what the schema makes of the answer, or end as schema drift without its values', async () => {
    const vendor = await serve(() => ({ json: { id: 'SEKRET', mfa_enabled: true } }))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const good = z.object({ mfa_enabled: z.boolean() }).transform((wire) => ({ mfaEnabled: wire.mfa_enabled }))
    const bad = z.object({ id: z.number(), a: z.string(), b: z.string(), c: z.string() })

    const error = await catchError(client.get('/x', { schema: bad }))

    expect(await client.get('/x', { schema: good })).toEqual({ mfaEnabled: true })
    expect(error).toMatchObject({ name: 'CheckError', code: 'SCHEMA_DRIFT' })
    expect(error).toMatchObject({
      message: expect.stringMatching(/GET http:\S+\/x .*\(id: .*; a: .*; b: .*, and 1 more\)/),
    })
    expect((error as Error).message).not.toContain('SEKRET')
  })

  test('throw for every status outside 2xx', async () => {
    const vendor = await serve((request) => ({ status: Number(request.path.slice(1)), json: {} }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    for (const status of [300, 304, 400, 404, 500])
      expect(await catchError(client.get(`/${status}`, { retry: false }))).toMatchObject({
        name: 'VendorError',
        status,
      })
    for (const status of [200, 201, 206]) expect(await client.get(`/${status}`)).toEqual({})
  })
})

describe('client.fetch() is a WHATWG fetch', () => {
  test.each([
    ['text', 'héllo', 'héllo', 'text/plain;charset=UTF-8'],
    ['URLSearchParams', new URLSearchParams({ a: 'b c' }), 'a=b+c', 'application/x-www-form-urlencoded;charset=UTF-8'],
    ['bytes', new Uint8Array([104, 105]), 'hi', undefined],
    ['a Blob', new Blob(['blob'], { type: 'text/csv' }), 'blob', 'text/csv'],
    ['a stream', new Blob(['stream']).stream(), 'stream', undefined],
  ])('that sends %s', async (_name, body, expected, type) => {
    const vendor = await echo()
    const { client } = await openClient({ baseUrl: vendor.origin })

    const response = await client.fetch('/x', { method: 'POST', body, reads: true })

    expect(await response.json()).toEqual({ method: 'POST', path: '/x', body: expected, type: type || undefined })
  })

  test('that sends FormData with its boundary, and once more on a retry', async () => {
    const vendor = await serve((_request, _response, nth) => ({ status: nth === 1 ? 503 : 200, json: {} }))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const form = new FormData()
    form.append('file', new Blob(['content']), 'a.txt')

    await client.fetch('/x', { method: 'POST', body: form, reads: true, retry: true })

    const boundary = /boundary=(\S+)/.exec(vendor.seen[0]?.headers['content-type'] ?? '')?.[1]
    expect(vendor.seen[0]?.body).toContain(`--${boundary}`)
    expect(vendor.seen[0]?.body).toContain('filename="a.txt"')
    expect(vendor.seen[1]).toMatchObject({ body: vendor.seen[0]?.body })
  })

  test('that takes a Request, whose parts init replaces', async () => {
    const vendor = await serve((request) => ({
      json: [request.method, request.headers['x-a'], request.headers['content-type'], request.body],
    }))
    const { client } = await openClient({ baseUrl: vendor.origin }, { writes: true })
    const request = () =>
      new Request(`${vendor.origin}/x`, {
        method: 'PUT',
        headers: { 'X-A': '1', 'Content-Type': 'text/x' },
        body: 'body',
      })

    const whole = await client.fetch(request())
    const replaced = await client.fetch(request(), { method: 'POST', headers: { 'X-A': '2' } })

    expect(await whole.json()).toEqual(['PUT', '1', 'text/x', 'body'])
    expect(await replaced.json()).toEqual(['POST', '2', 'text/x', 'body'])
  })

  test.each([
    ['an object', { 'X-A': '1', 'x-b': '2' }],
    [
      'pairs',
      [
        ['X-A', '1'],
        ['x-b', '2'],
      ] as [string, string][],
    ],
    ['Headers', new Headers({ 'X-A': '1', 'x-b': '2' })],
  ])('that takes headers as %s', async (_name, headers) => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.fetch('/', { headers })

    expect(vendor.seen[0]?.headers).toMatchObject({ 'x-a': '1', 'x-b': '2' })
  })

  test('that joins a header which is given twice', async () => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.fetch('/', {
      headers: [
        ['x-a', '1'],
        ['X-A', '2'],
      ],
    })

    expect(vendor.seen[0]?.headers['x-a']).toBe('1, 2')
  })

  test.each([200, 204, 205, 304, 400, 404, 500])('that gives a Response for %i', async (status) => {
    const vendor = await serve(() => ({
      status,
      headers: { 'x-a': '1' },
      body: status !== 204 && status !== 205 && status !== 304 ? '{"a":1}' : undefined,
    }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const response = await client.fetch('/x?y=1', { retry: false })
    const copy = response.clone()

    expect(response).toBeInstanceOf(Response)
    expect([response.status, response.ok, response.headers.get('x-a')]).toEqual([status, status < 300, '1'])
    expect([response.url, copy.url, copy.clone().url]).toEqual(Array(3).fill(`${vendor.origin}/x?y=1`))
    expect(await response.text()).toBe(await copy.text())
  })

  test('that keeps several cookies apart', async () => {
    const vendor = await serve(() => ({ headers: { 'set-cookie': ['a=1', 'b=2'] } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const response = await client.fetch('/')

    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  test('that ends as an error for a status no Response can have', async () => {
    const vendor = await serve(() => ({ status: 999 }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(client.fetch('/'))).toMatchObject({ code: 'HTTP_UPSTREAM', status: 999 })
  })

  test('that obeys the signal of the Request, and of init before it', async () => {
    const vendor = await serve(() => undefined)
    const { client } = await openClient({ baseUrl: vendor.origin })
    const request = new Request(vendor.origin, { signal: AbortSignal.timeout(20) })

    expect(await catchError(client.fetch(request))).toMatchObject({ name: 'TimeoutError' })
    expect(
      await catchError(client.fetch(new Request(vendor.origin), { signal: AbortSignal.timeout(20) })),
    ).toMatchObject({
      name: 'TimeoutError',
    })
  })
})

describe('client.graphql()', () => {
  const open = async (answer: unknown, definition = {}, options = {}) => {
    const vendor = await serve(() => ({ json: answer }))
    return { vendor, ...(await openClient({ baseUrl: vendor.origin, ...definition }, options)) }
  }

  test('posts query and variables to graphqlPath and gives the data', async () => {
    const { client, vendor } = await open({ data: { viewer: { id: 1 } } }, { graphqlPath: '/api/graph' })

    const data = await client.graphql('query Q($a: Int) { viewer { id } }', { a: 1 })

    expect(data).toEqual({ viewer: { id: 1 } })
    expect(vendor.seen[0]).toMatchObject({ method: 'POST', path: '/api/graph' })
    expect(JSON.parse(vendor.seen[0]?.body ?? '')).toEqual({
      query: 'query Q($a: Int) { viewer { id } }',
      variables: { a: 1 },
    })
  })

  test('is retried like a read', async () => {
    const vendor = await serve((_request, _response, nth) => (nth === 1 ? { status: 503 } : { json: { data: 1 } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await client.graphql('{ a }')).toBe(1)
  })

  test('throws the first of its errors, redacted, even when there is data too', async () => {
    const message = 'field "x" is wrong,\nsesame-4711-open'
    const { client } = await open({ data: { a: 1 }, errors: [{ message }, { message: 'second' }] })

    const error = await catchError(client.graphql('{ a }'))

    expect(error).toMatchObject({
      code: 'GRAPHQL_ERRORS',
      kind: 'upstream',
      status: 200,
      message: 'Acme answered the GraphQL query with errors: field "x" is wrong, [redacted]',
    })
  })

  test('lets classify say what its errors mean', async () => {
    const { client } = await open(
      { errors: [{ message: 'no', type: 'FORBIDDEN' }] },
      {},
      {
        hooks: {
          classify: ({ body }: { body: unknown }) =>
            JSON.stringify(body).includes('FORBIDDEN')
              ? { kind: 'permission' as const, missingScopes: ['read:org'] }
              : undefined,
        },
      },
    )

    expect(await catchError(client.graphql('{ a }'))).toMatchObject({ kind: 'permission', missingScopes: ['read:org'] })
  })

  test.each<[unknown]>([[{ message: 'no' }], ['no'], [[{ message: 'no' }, null]]])(
    'throws for errors of another form than the list of GraphQL §7.1.2, beside data: %j',
    async (errors) => {
      const { client } = await open({ data: { a: 1 }, errors })

      const error = await catchError(client.graphql('{ a }'))

      expect(error).toMatchObject({ code: 'GRAPHQL_ERRORS', message: expect.stringMatching(/errors: no$/) })
    },
  )

  test.each<[unknown]>([[[]], [null], [{}], [''], [false]])('takes errors %j for none', async (errors) => {
    const { client } = await open({ data: { a: 1 }, errors })

    expect(await client.graphql('{ a }')).toEqual({ a: 1 })
  })

  test('gives null data, and refuses an answer with neither data nor errors', async () => {
    const empty = await open({ data: null, errors: [] })
    const strange = await open({ hello: 1 })

    expect(await empty.client.graphql('{ a }')).toBeNull()
    expect(await catchError(strange.client.graphql('{ a }'))).toMatchObject({ code: 'SCHEMA_DRIFT' })
  })

  test('refuses a mutation unless the check writes', async () => {
    const { client, vendor } = await open({ data: 1 })
    const writer = await open({ data: 1 }, {}, { writes: true })

    expect(await catchError(client.graphql('mutation { deleteAll }'))).toMatchObject({ code: 'HTTP_METHOD_REFUSED' })
    expect(await writer.client.graphql('mutation { deleteAll }')).toBe(1)
    expect(vendor.seen).toEqual([])
  })
})

describe('successPath', () => {
  const refusing = () =>
    serve(({ path }) => ({
      json: path.startsWith('/fine') ? { ok: true, list: [1] } : { ok: false, error: 'no_scope' },
    }))

  test('takes an answer of 200 for the refusal that its body says it is, everywhere', async () => {
    const vendor = await refusing()
    const { client } = await openClient({ baseUrl: vendor.origin, successPath: 'ok' })

    expect(await catchError(client.get('/x'))).toMatchObject({
      kind: 'upstream',
      status: 200,
      excerpt: expect.any(String),
    })
    expect(await catchError(client.post('/x', { reads: true }))).toMatchObject({ kind: 'upstream' })
    expect(await catchError(client.paginate('/x', { items: 'list', next: 'link' }).next())).toMatchObject({
      kind: 'upstream',
    })
    expect(await client.get('/fine')).toEqual({ ok: true, list: [1] })
  })

  test('says nothing where a connector does not declare it', async () => {
    const vendor = await refusing()
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await client.get('/x')).toEqual({ ok: false, error: 'no_scope' })
  })
})
