import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { type FakeVendorOptions, fakeVendor } from '../../../../src/author/testing/vendor/fake-vendor.ts'
import { faults } from '../../../../src/author/testing/vendor/faults.ts'
import { fixedClock } from '../../../../src/author/testing/vendor/fixed-clock.ts'

/** A vendor that is closed when the test ends. */
async function vendorWith<const Route extends string>(options: FakeVendorOptions<Route>) {
  const vendor = await fakeVendor(options)
  onTestFinished(() => vendor.close())
  return vendor
}

describe('fakeVendor() routes', () => {
  test('answer with status, headers and json', async () => {
    const vendor = await vendorWith({
      routes: {
        'POST /users': { status: 201, headers: { Location: '/users/7', 'X-Two': ['a', 'b'] }, json: { id: 7 } },
      },
    })

    const response = await fetch(`${vendor.url}/users`, { method: 'POST' })

    expect(response.status).toBe(201)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('location')).toBe('/users/7')
    expect(response.headers.get('x-two')).toBe('a, b')
    expect(await response.json()).toEqual({ id: 7 })
  })

  test('answer with text or bytes, whose type a header may set', async () => {
    const bytes = Uint8Array.of(0, 255, 10)
    const vendor = await vendorWith({
      routes: {
        '/text': { text: 'grüezi' },
        '/xml': { text: '<a/>', headers: { 'Content-Type': 'application/xml' } },
        '/bytes': { body: bytes },
        '/nothing': { status: 204 },
      },
    })
    const get = (path: string) => fetch(`${vendor.url}${path}`)

    expect(await (await get('/text')).text()).toBe('grüezi')
    expect((await get('/xml')).headers.get('content-type')).toBe('application/xml')
    expect(await (await get('/bytes')).bytes()).toEqual(bytes)
    expect((await get('/nothing')).status).toBe(204)
  })

  test('hand the whole request to a handler', async () => {
    const vendor = await vendorWith({
      routes: {
        'PUT /orgs/:org/members/:user': (request) => ({
          json: {
            method: request.method,
            url: request.url.href,
            path: request.path,
            params: request.params,
            tags: request.query.getAll('tag'),
            accept: request.headers.accept,
            text: request.text(),
            json: request.json(),
            bodyBytes: request.body.length,
          },
        }),
      },
    })

    const response = await fetch(`${vendor.url}/orgs/a%2Fb/members/zo%C3%AB?tag=1&tag=2`, {
      method: 'PUT',
      headers: { Accept: 'text/x-any' },
      body: '{"role":"ädmin"}',
    })

    expect(await response.json()).toEqual({
      method: 'PUT',
      url: `${vendor.url}/orgs/a%2Fb/members/zo%C3%AB?tag=1&tag=2`,
      path: '/orgs/a%2Fb/members/zo%C3%AB',
      params: { org: 'a/b', user: 'zoë' },
      tags: ['1', '2'],
      accept: 'text/x-any',
      text: '{"role":"ädmin"}',
      json: { role: 'ädmin' },
      bodyBytes: 17,
    })
  })

  test('type the params of a handler by the route', async () => {
    await vendorWith({
      routes: {
        'GET /users/:id': ({ params }) => {
          expectTypeOf(params).toEqualTypeOf<{ readonly id: string }>()
          // @ts-expect-error the route has no :name
          return { text: `${params.id}${params.name}` }
        },
        '/files/:file.json/*': ({ params }) => {
          expectTypeOf(params).toEqualTypeOf<{ readonly file: string; readonly '*': string }>()
          return {}
        },
      },
    })
  })

  test('count in nth how often the handler was asked, each route for itself', async () => {
    const vendor = await vendorWith({
      routes: { '/a': ({ nth }) => ({ json: nth }), '/b': ({ nth }) => ({ json: nth }) },
    })
    const ask = async (path: string) => (await fetch(`${vendor.url}${path}`)).json()

    const counts = [await ask('/a'), await ask('/a'), await ask('/b')]
    vendor.reset()

    expect(counts).toEqual([1, 2, 1])
    expect(await ask('/a')).toBe(1)
  })

  test('answer HEAD by the GET route, with its headers and no body', async () => {
    const vendor = await vendorWith({ routes: { '/users': ({ method }) => ({ json: { method } }) } })

    const response = await fetch(`${vendor.url}/users`, { method: 'HEAD' })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String('{"method":"HEAD"}'.length))
    expect(await response.text()).toBe('')
  })

  test.each(['/nowhere', '/users/', '/', '//users'])(
    'do not fit %s, which is answered 404 with the known routes',
    async (path) => {
      const vendor = await vendorWith({ routes: { '/users': { json: [] }, 'POST /users': { json: {} } } })

      const response = await fetch(`${vendor.url}${path}`)

      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({
        error: 'not_found',
        message: `No route for GET ${path}.`,
        routes: ['GET /users', 'POST /users'],
      })
    },
  )
})

describe('fakeVendor().requests', () => {
  test('records what arrived, at the time of the clock', async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const vendor = await vendorWith({ routes: { 'POST /search': { json: [] } }, clock })

    await fetch(`${vendor.origin}/search?q=%41b`, { method: 'POST', headers: { 'X-Trace': '7' }, body: 'term' })
    await fetch(`${vendor.origin}/missing`)

    expect(vendor.requests).toEqual([
      {
        method: 'POST',
        path: '/search?q=%41b',
        headers: expect.objectContaining({ 'x-trace': '7' }),
        body: 'term',
        at: new Date('2026-05-01T12:00:00Z'),
      },
      expect.objectContaining({ method: 'GET', path: '/missing', body: '' }),
    ])
  })

  test('shows a header that was sent twice', async () => {
    const vendor = await vendorWith({ routes: { '/a': {} } })
    const { port } = new URL(vendor.url)
    const socket = connect(Number(port), '127.0.0.1')

    socket.write('GET /a HTTP/1.1\r\nHost: x\r\nAuthorization: one\r\nAuthorization: two\r\nConnection: close\r\n\r\n')
    await text(socket)

    expect(vendor.requests[0]?.headers.authorization).toBe('one, two')
  })

  test('is empty after reset()', async () => {
    const vendor = await vendorWith({ routes: { '/a': {} } })
    await fetch(`${vendor.url}/a`)

    vendor.reset()

    expect(vendor.requests).toEqual([])
  })
})

describe('fakeVendor().fail()', () => {
  test('hits the next request of a route once, and no other route', async () => {
    const vendor = await vendorWith({ routes: { '/a/:id': {}, '/b': {} } })
    const status = async (path: string) => (await fetch(`${vendor.url}${path}`)).status

    vendor.fail('GET /a/:id', faults.status(500))

    expect([await status('/b'), await status('/a/1'), await status('/a/1')]).toEqual([200, 500, 200])
  })

  test('hits as many requests as times says', async () => {
    const vendor = await vendorWith({ routes: { '/a': {}, '/b': {} } })
    const status = async (path: string) => (await fetch(`${vendor.url}${path}`)).status

    vendor.fail('*', faults.status(503), { times: 2 })
    vendor.fail('/b', faults.status(429), { times: Number.POSITIVE_INFINITY })

    expect([await status('/a'), await status('/b'), await status('/a')]).toEqual([503, 503, 200])
    expect([await status('/b'), await status('/b'), await status('/b')]).toEqual([429, 429, 429])
  })

  test('takes one path of a route, or an expression for path and query', async () => {
    const vendor = await vendorWith({ routes: { '/users/:id': {}, '/users': {} } })
    const status = async (path: string) => (await fetch(`${vendor.url}${path}`)).status

    vendor.fail('/users/7', faults.status(403), { times: 2 })
    vendor.fail(/[?&]page=2\b/g, faults.status(500), { times: 2 })

    expect([await status('/users/8'), await status('/users/7'), await status('/users/7')]).toEqual([200, 403, 403])
    expect([await status('/users?page=1'), await status('/users?page=2'), await status('/users?page=2')]).toEqual([
      200, 500, 500,
    ])
  })

  test('lets the faults of a route happen in the order they were asked for', async () => {
    const vendor = await vendorWith({ routes: { '/a': {} } })
    vendor.fail('/a', faults.status(429))
    vendor.fail('/a', faults.status(500))

    const statuses = []
    for (let count = 0; count < 3; count += 1) statuses.push((await fetch(`${vendor.url}/a`)).status)

    expect(statuses).toEqual([429, 500, 200])
  })

  test('leaves nth alone, because the handler was not asked', async () => {
    const vendor = await vendorWith({ routes: { '/a': ({ nth }) => ({ json: nth }) } })
    vendor.fail('/a', faults.status(500))

    await fetch(`${vendor.url}/a`)

    expect(await (await fetch(`${vendor.url}/a`)).json()).toBe(1)
  })

  test('is undone by reset()', async () => {
    const vendor = await vendorWith({ routes: { '/a': {} } })
    vendor.fail('/a', faults.status(500))

    vendor.reset()

    expect((await fetch(`${vendor.url}/a`)).status).toBe(200)
  })

  test('refuses a target that no route fits', async () => {
    const vendor = await vendorWith({ routes: { 'GET /users/:id': {} } })

    expect(() => vendor.fail('/user/7', faults.hang())).toThrow('no route fits "/user/7". Routes are GET /users/:id.')
    expect(() => vendor.fail('POST /users/7', faults.hang())).toThrow(TypeError)
  })

  test.each([0, -1, 1.5, Number.NaN])('refuses times: %s', async (times) => {
    const vendor = await vendorWith({ routes: { '/a': {} } })

    expect(() => vendor.fail('/a', faults.hang(), { times })).toThrow('times must be a whole number of at least 1')
  })
})

describe('fakeVendor().close()', () => {
  test('throws what a handler threw, which the client saw as a 500', async () => {
    const mistake = new Error('no such user in the test data')
    const vendor = await fakeVendor({
      routes: {
        '/a': () => {
          throw mistake
        },
      },
    })

    const response = await fetch(`${vendor.url}/a`)

    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('test data')
    await expect(vendor.close()).rejects.toBe(mistake)
    await expect(vendor.close()).resolves.toBeUndefined()
  })

  test('throws several errors as one', async () => {
    const vendor = await fakeVendor({
      routes: { '/a': async ({ nth }) => Promise.reject(new Error(`mistake ${nth}`)) },
    })
    await fetch(`${vendor.url}/a`)
    await fetch(`${vendor.url}/a`)

    const error = await vendor.close().catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(AggregateError)
    expect(error).toMatchObject({ errors: [new Error('mistake 1'), new Error('mistake 2')] })
    expect(String(error)).toContain('  - mistake 2')
  })

  test.each([
    ['an answer with a misspelt member', { jsno: 1 }, '"jsno" is not an option'],
    ['an answer with two bodies', { json: 1, text: '' }, 'has json and text'],
    ['an answer without a value for json', { json: undefined }, 'json that JSON cannot represent'],
    ['a body with status 204', { status: 204, json: {} }, 'has a body, which status 204 cannot carry'],
    ['an impossible status', { status: 42 }, 'has status 42'],
    ['no answer', undefined, 'takes an object'],
  ])('throws for a handler that gives %s', async (_name, answer, message) => {
    const vendor = await fakeVendor({ routes: { '/a': () => answer as {} } })

    const response = await fetch(`${vendor.url}/a`)

    expect(response.status).toBe(500)
    await expect(vendor.close()).rejects.toThrow(message)
  })

  test('throws when a handler reads a body as JSON that is none', async () => {
    const vendor = await fakeVendor({ routes: { 'POST /a': (request) => ({ json: request.json() }) } })

    await fetch(`${vendor.url}/a`, { method: 'POST', body: '{' })

    await expect(vendor.close()).rejects.toThrow(SyntaxError)
  })

  test('ends hanging requests and idle connections promptly', async () => {
    const vendor = await fakeVendor({ routes: { '/a': {}, '/never': () => new Promise(() => {}) } })
    await (await fetch(`${vendor.url}/a`)).text()
    vendor.fail('/a', faults.hang())
    const hanging = [fetch(`${vendor.url}/a`), fetch(`${vendor.url}/never`)].map((one) =>
      one.catch((error: unknown) => error),
    )
    while (vendor.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
    const startedMs = performance.now()

    await vendor.close()

    expect(performance.now() - startedMs).toBeLessThan(4_000)
    expect(await Promise.all(hanging)).toEqual([expect.any(TypeError), expect.any(TypeError)])
    await expect(fetch(`${vendor.url}/a`)).rejects.toThrow('fetch failed')
  })

  test('is what "await using" does at the end', async () => {
    let url = ''
    {
      await using vendor = await fakeVendor({ routes: { '/a': {} } })
      url = vendor.url
      expect((await fetch(`${url}/a`)).status).toBe(200)
    }

    await expect(fetch(`${url}/a`)).rejects.toThrow('fetch failed')
  })

  test('does not blame the vendor for a client that leaves', async () => {
    const vendor = await fakeVendor({ routes: { 'POST /a': {} } })
    const leaving = rawRequest(`${vendor.url}/a`, { method: 'POST', headers: { 'content-length': 100 } })
    const left = new Promise((resolve) => leaving.on('error', resolve))
    await new Promise((resolve) => leaving.write('half', resolve))
    await new Promise((resolve) => setTimeout(resolve, 20))

    leaving.destroy(new Error('changed my mind'))
    await left
    await new Promise((resolve) => setTimeout(resolve, 20))

    await expect(vendor.close()).resolves.toBeUndefined()
    expect(vendor.requests).toEqual([])
  })
})

describe('fakeVendor() options', () => {
  const options = (given: unknown) => given as FakeVendorOptions

  test.each([
    ['a misspelt option', { rotues: {} }, 'fakeVendor(): "rotues" is not an option'],
    ['no routes', {}, 'fakeVendor() needs routes'],
    ['no object', 7, 'fakeVendor() takes an object, not 7'],
    ['a path without slash', { routes: { users: {} } }, 'The route "users" has a path that does not begin with "/"'],
    ['an unknown method', { routes: { 'GTE /users': {} } }, 'has the unknown method GTE'],
    ['a method in small letters', { routes: { 'get /users': {} } }, 'has the unknown method get'],
    ['a route with a query', { routes: { '/users?a=1': {} } }, 'has a query or fragment'],
    ['a param twice', { routes: { '/:id/:id': {} } }, 'has the parameter :id twice'],
    ['an unreadable param', { routes: { '/:1': {} } }, 'has the unreadable part ":1"'],
    ['a star in the middle', { routes: { '/*/a': {} } }, 'has a "*" before its end'],
    ['a route of too many words', { routes: { 'GET /a b': {} } }, 'is not a method and a path'],
    ['the same route twice', { routes: { '/a': {}, 'GET /a': {} } }, 'fit the same requests'],
    ['two routes that cannot be told apart', { routes: { '/a/:id': {}, '/a/:name': {} } }, 'fit the same requests'],
    [
      'an answer with a misspelt member',
      { routes: { '/a': { stauts: 200 } } },
      'The answer of GET /a: "stauts" is not an option',
    ],
    [
      'an unknown public route',
      { routes: { '/a': {} }, publicRoutes: ['/b'] },
      'publicRoutes has "GET /b", which is not a route',
    ],
  ])('refuse %s', async (_name, given, message) => {
    await expect(fakeVendor(options(given))).rejects.toThrow(message)
    await expect(fakeVendor(options(given))).rejects.toThrow(TypeError)
  })
})

describe('fakeVendor() with a port', () => {
  test('listens there, and says so when the port is taken', async () => {
    const first = await fakeVendor({ routes: {} })
    const port = Number(new URL(first.url).port)
    await expect(fakeVendor({ routes: {}, port })).rejects.toThrow(/EADDRINUSE/)
    await first.close()

    await using second = await fakeVendor({ routes: {}, port })

    expect(second.url).toBe(`http://127.0.0.1:${port}`)
  })
})
