import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createFixedTokenSource } from '../../src/auth/strategies/oauth2.ts'
import { HttpError } from '../../src/errors/index.ts'
import { Redactor } from '../../src/http/redact/redact.ts'
import { countRuns } from '../setup/count-runs.ts'
import { catchError, collectItems, joinJson, openClient, secretKey, serve } from './support.ts'

const inQuery = { type: 'api_key', config: { in: 'query', name: 'key' } } as const

describe('credentials go', () => {
  test.each([
    [
      'an API key in a header',
      { auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } } },
      'x-api-key',
      secretKey,
    ],
    [
      'a prefix before the key, exactly as written',
      { auth: { type: 'api_key', config: { in: 'header', name: 'Authorization', prefix: 'SSWS ' } } },
      'authorization',
      `SSWS ${secretKey}`,
    ],
  ] as const)('with %s', async (_name, definition, header, value) => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: `${vendor.origin}/api`, ...definition })

    await client.get('/users')

    expect(vendor.seen[0]?.path).toBe('/api/users')
    expect(vendor.seen[0]?.headers[header]).toBe(value)
  })

  test('as a query parameter with its prefix, after all others and encoded', async () => {
    const vendor = await serve()
    const auth = { type: 'api_key', config: { in: 'query', name: 'key', prefix: 'T ' } } as const
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth, query: { v: '7' } },
      { credentials: { api_key: 'a&b' } },
    )

    await client.get('/users?b=%20x', { query: { c: ['1', '2'] } })

    expect(vendor.seen[0]?.path).toBe('/users?b=%20x&c=1&c=2&v=7&key=T+a%26b')
  })

  test('as a bearer token, or where the connector says that the vendor wants it', async () => {
    const vendor = await serve()
    const config = { authorizeUrl: 'https://acme.example/a', tokenUrl: 'https://acme.example/t', scopes: [] }
    const tokens = createFixedTokenSource('token-abcdef')
    const plain = await openClient({ baseUrl: vendor.origin, auth: { type: 'oauth2', config } }, { tokens })
    const placed = await openClient(
      {
        baseUrl: vendor.origin,
        auth: { type: 'oauth2', config: { ...config, tokenPlacement: { header: 'X-Token', prefix: 'v2:' } } },
      },
      { tokens },
    )

    await plain.client.get('/')
    await placed.client.get('/')

    expect(vendor.seen[0]?.headers.authorization).toBe('Bearer token-abcdef')
    expect(vendor.seen[1]?.headers['x-token']).toBe('v2:token-abcdef')
    expect(vendor.seen[1]?.headers.authorization).toBeUndefined()
  })

  test('as HTTP Basic of the UTF-8 bytes (RFC 7617)', async () => {
    const vendor = await serve()
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: { type: 'basic', config: {} } },
      { credentials: { username: 'test', password: '123£' } },
    )

    await client.get('/')

    // The example of RFC 7617 §2.1.
    expect(vendor.seen[0]?.headers.authorization).toBe('Basic dGVzdDoxMjPCow==')
  })

  test('to the hosts of allowedHosts too, and there alone', async () => {
    const [vendor, uploads, stranger] = [await serve(), await serve(), await serve()]
    const { client } = await openClient({ baseUrl: vendor.origin, allowedHosts: [`127.0.0.1:${uploads.port}`] })

    await client.get(`${uploads.origin}/file`)
    await client.get(`${stranger.origin}/file`)

    expect(uploads.seen[0]?.headers['x-api-key']).toBe(secretKey)
    expect(JSON.stringify(stranger.seen)).not.toContain(secretKey)
  })

  test('over whatever the caller wrote into the same header', async () => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.get('/', { headers: { 'X-API-KEY': 'mine' } })

    expect(vendor.seen[0]?.headers['x-api-key']).toBe(secretKey)
  })
})

describe('another host', () => {
  test('gets neither credentials nor the headers of the connector', async () => {
    const [vendor, stranger] = [await serve(), await serve()]
    const { client } = await openClient({
      baseUrl: vendor.origin,
      headers: { 'X-Tenant': 'blue' },
      query: { tenant: 'blue' },
    })

    await client.get(`${stranger.origin}/list?a=1`, { headers: { 'X-Own': 'yes' } })

    const [seen] = stranger.seen
    expect(seen?.path).toBe('/list?a=1')
    expect(seen?.headers).toMatchObject({ 'x-own': 'yes', accept: '*/*' })
    expect(Object.keys(seen?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-tenant']))
    expect(JSON.stringify(seen)).not.toContain(secretKey)
  })

  test('is what //host means, and not what /\\host means', async () => {
    const vendor = await serve()
    const { client, told } = await openClient({ baseUrl: `${vendor.origin}/base` })

    await client.get('/\\evil.example/x')
    const error = await catchError(client.get('//evil.invalid/x', { retry: false }))

    expect(vendor.seen.map(({ path }) => path)).toEqual(['/base//evil.example/x'])
    expect(error).toMatchObject({ code: 'HTTP_NETWORK', url: 'https://evil.invalid/x' })
    expect(told.requests[1]?.url).toBe('https://evil.invalid/x')
  })

  test.each([
    '@evil.invalid/',
    '.evil.invalid/',
    ':80@evil.invalid',
    '\\\\evil.invalid',
    ';@evil.invalid',
    '\t//evil.invalid',
  ])('is not reached by the path %j', async (path) => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.get(path)

    expect(vendor.seen).toHaveLength(1)
  })

  test('can never be reached with credentials by any path (property)', async () => {
    const asked: { readonly url: string; readonly headers: Record<string, string> }[] = []
    const { client } = await openClient(
      { baseUrl: 'https://api.acme.example/v1' },
      {
        allowPrivateNetwork: false,
        fetch: async (url, { headers }) => {
          asked.push({ url, headers })
          return Response.json({})
        },
      },
    )
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '@',
      ':',
      '.',
      '..',
      '#',
      '?',
      '%2f',
      'https:',
      'evil.example',
      'a',
      '\t',
      '\n',
      ' ',
    )

    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        asked.length = 0
        await client.get(pieces.join('')).catch((error: unknown) => expect(error).toBeInstanceOf(HttpError))

        for (const { url, headers } of asked) {
          const isOwn = new URL(url).origin === 'https://api.acme.example'
          expect('x-api-key' in headers).toBe(isOwn)
        }
      }),
      { numRuns: countRuns(500) },
    )
  })

  test.each([
    ['a URL with a user name', 'https://user:pass@api.acme.example/x', 'HTTP_URL_INVALID'],
    ['plain http', 'http://other.example/x', 'HTTP_HOST_REFUSED'],
    ['plain http of the own host', 'http://api.acme.example/x', 'HTTP_HOST_REFUSED'],
    ['a data URL', 'data:text/plain,x', 'HTTP_HOST_REFUSED'],
    ['a file URL', 'file:///etc/passwd', 'HTTP_HOST_REFUSED'],
    ['a URL that is none', 'https://[::1', 'HTTP_URL_INVALID'],
  ])('refuses %s without asking', async (_name, url, code) => {
    const fetch = vi.fn(async () => Response.json({}))
    const { client } = await openClient({ baseUrl: 'https://api.acme.example' }, { allowPrivateNetwork: false, fetch })

    const error = await catchError(client.get(url))

    expect(error).toMatchObject({ name: 'HttpError', code })
    expect(joinJson(error)).not.toContain('pass@')
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('a caller cannot send a known secret elsewhere', () => {
  const password = 'pässwörd+/=1'
  const stolen: Record<string, (url: string) => [string, Record<string, unknown>]> = {
    'in a header': (url) => [url, { headers: { 'x-note': `key ${password}` } }],
    'in the name of a header': (url) => [url, { headers: { [`x-${'plainkey99'}`]: '1' } }],
    'in a query option': (url) => [url, { query: { q: password } }],
    'in the URL': (url) => [`${url}?q=${encodeURIComponent(password)}`, {}],
    'in the URL with small hexadecimal digits': (url) => [`${url}?q=${encodeURIComponent(password).toLowerCase()}`, {}],
    'in the URL with needless escapes': (url) => [`${url}?q=%70lainkey99`, {}],
    'in the path': (url) => [`${url}/${password}`, {}],
    'in a JSON body': (url) => [url, { body: { deep: [{ note: password }] }, reads: true }],
    'in a body of bytes': (url) => [url, { body: new TextEncoder().encode(`x${password}`), reads: true }],
    'in a form': (url) => [url, { body: new URLSearchParams({ a: password }), reads: true }],
    'in base64': (url) => [url, { headers: { 'x-note': Buffer.from(password).toString('base64') } }],
    'as HTTP Basic': (url) => [
      url,
      { headers: { authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` } },
    ],
  }

  test.each(Object.entries(stolen))('%s', async (_name, request) => {
    const [vendor, stranger] = [await serve(), await serve()]
    const { client } = await openClient(
      {
        baseUrl: vendor.origin,
        auth: {
          type: 'custom',
          config: {
            credentialFields: [
              { id: 'password', label: 'Password', type: 'password', required: true },
              { id: 'key', label: 'Key', type: 'password', required: true },
            ],
          },
        },
      },
      { credentials: { password, key: 'plainkey99' } },
    )
    const [url, options] = request(stranger.origin)

    const error = await catchError('body' in options ? client.post(url, options) : client.get(url, options))

    expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(joinJson(error)).not.toContain(password)
    expect(stranger.seen).toEqual([])
  })
})

describe('redirects', () => {
  test('to elsewhere are refused, and what is said there decides nothing', async () => {
    const stranger = await serve(() => ({ json: { secure: true } }))
    const vendor = await serve(() => ({ status: 302, headers: { location: `${stranger.origin}/file?sig=1` } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    for (const ask of [() => client.get('/a'), () => client.fetch('/a'), () => client.graphql('{ a }')])
      expect(await catchError(ask())).toMatchObject({
        code: 'HTTP_REDIRECT_REFUSED',
        message: expect.stringContaining(`"${stranger.origin}", which is not a host of this connector`),
      })
    expect(stranger.seen).toEqual([])
  })

  test('to elsewhere are followed where the request says so, without credentials, headers and body', async () => {
    const stranger = await serve()
    const vendor = await serve(() => ({ status: 302, headers: { location: `${stranger.origin}/file?sig=1` } }))
    const { client, told } = await openClient({ baseUrl: vendor.origin, headers: { 'X-Tenant': 'blue' } })

    await client.post('/export', { body: { a: 1 }, headers: { 'X-Own': 'mine' }, reads: true, redirects: 'anywhere' })

    const [seen] = stranger.seen
    expect(seen).toMatchObject({ method: 'GET', path: '/file?sig=1', body: '' })
    expect(Object.keys(seen?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
    expect(told.requests.map(({ status }) => status)).toEqual([302, 200])
  })

  test('to another own host carry credentials, and no headers of the caller', async () => {
    const other = await serve()
    const vendor = await serve(() => ({ status: 307, headers: { location: `${other.origin}/x` } }))
    const { client } = await openClient({ baseUrl: vendor.origin, allowedHosts: [`127.0.0.1:${other.port}`] })

    await client.get('/', { headers: { 'X-Own': 'mine' } })

    expect(other.seen[0]?.headers).toMatchObject({ 'x-api-key': secretKey })
    expect(other.seen[0]?.headers).not.toHaveProperty('x-own')
  })

  test('back from elsewhere carry no credentials: a stranger would choose what is asked with them', async () => {
    const stranger = await serve(() => ({ status: 302, headers: { location: `${vendor.origin}/end` } }))
    const vendor = await serve((request) =>
      request.path === '/end' ? { json: 1 } : { status: 302, headers: { location: `${stranger.origin}/hop` } },
    )
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.get('/start', { redirects: 'anywhere' })

    expect(vendor.seen.map((seen) => seen.headers['x-api-key'])).toEqual([secretKey, undefined])
    expect(JSON.stringify(stranger.seen)).not.toContain(secretKey)
  })

  test('that would carry the key to elsewhere are refused, without showing it', async () => {
    const stranger = await serve()
    const vendor = await serve(() => ({ status: 302, headers: { location: `${stranger.origin}/?k=${secretKey}` } }))
    const { client, told } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/', { redirects: 'anywhere' }))

    expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(joinJson(error, told)).not.toContain(secretKey)
    expect(stranger.seen).toEqual([])
  })

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [303, 'HEAD', 'HEAD', ''],
    [302, 'PUT', 'PUT', 'data'],
    [307, 'POST', 'POST', 'data'],
    [308, 'PATCH', 'PATCH', 'data'],
  ])('of %i turn %s into %s on the same origin', async (status, method, following, body) => {
    const vendor = await serve((request) =>
      request.path === '/a' ? { status, headers: { location: 'b?x=1' } } : { json: {} },
    )
    const { client } = await openClient({ baseUrl: vendor.origin }, { writes: true })

    await client.fetch('/a', { method, body: method === 'HEAD' ? null : 'data' })

    expect(vendor.seen[1]).toMatchObject({ method: following, path: '/b?x=1', body })
    expect(vendor.seen[1]?.headers['x-api-key']).toBe(secretKey)
    expect('content-type' in (vendor.seen[1]?.headers ?? {})).toBe(body !== '')
  })

  test('of a 307 POST to another origin are refused', async () => {
    const stranger = await serve()
    const vendor = await serve(() => ({ status: 307, headers: { location: stranger.origin } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.post('/', { body: { secret: 1 }, reads: true }))

    expect(error).toMatchObject({ code: 'HTTP_REDIRECT_REFUSED' })
    expect(stranger.seen).toEqual([])
  })

  test('are followed five times and no more', async () => {
    const vendor = await serve((request) => ({
      status: 302,
      headers: { location: `/${Number(request.path.slice(1)) + 1}` },
    }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/0'))

    expect(error).toMatchObject({
      code: 'HTTP_REDIRECT_REFUSED',
      message: expect.stringContaining('more than 5 times'),
    })
    expect(vendor.seen).toHaveLength(6)
  })

  test.each([
    ['from https to http', 'http://api.acme.example/x'],
    ['to a user name', 'https://a:b@api.acme.example/x'],
    ['to another scheme', 'javascript:alert(1)'],
    ['to no URL', 'https://['],
  ])('%s are refused', async (_name, location) => {
    const fetch = vi.fn(async () => new Response(null, { status: 302, headers: { location } }))
    const { client } = await openClient({ baseUrl: 'https://api.acme.example' }, { allowPrivateNetwork: false, fetch })

    expect(await catchError(client.get('/'))).toMatchObject({ code: 'HTTP_REDIRECT_REFUSED' })
    expect(fetch).toHaveBeenCalledOnce()
  })

  test('to a private address are refused', async () => {
    const { client } = await openClient(
      { baseUrl: 'https://api.acme.example' },
      {
        allowPrivateNetwork: false,
        fetch: async () =>
          new Response(null, { status: 302, headers: { location: 'https://169.254.169.254/latest/meta-data' } }),
      },
    )

    expect(await catchError(client.get('/', { redirects: 'anywhere' }))).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
  })

  test.each([300, 304, 305])('are not what a Location of a %i means', async (status) => {
    const vendor = await serve(() => ({ status, headers: { location: '/b' } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const response = await client.fetch('/')

    expect(response.status).toBe(status)
    expect(vendor.seen).toHaveLength(1)
  })

  test('are handed out by redirect: "manual" and refused by redirect: "error"', async () => {
    const vendor = await serve(() => ({ status: 302, headers: { location: '/b' } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const response = await client.fetch('/', { redirect: 'manual' })
    const error = await catchError(client.fetch('/', { redirect: 'error' }))

    expect([response.status, response.headers.get('location')]).toEqual([302, '/b'])
    expect(error).toMatchObject({ code: 'HTTP_REDIRECT_REFUSED' })
    expect(vendor.seen).toHaveLength(2)
  })
})

describe('a key in the query', () => {
  test('is in no URL that anyone sees', async () => {
    const vendor = await serve((request) =>
      request.path.startsWith('/fail')
        ? { status: 500, json: { message: `bad ${request.path}` } }
        : {
            json: {
              next: request.path.includes('page') ? null : `${vendor.origin}/list?page=2&key=${secretKey}`,
              items: [1],
            },
          },
    )
    const { client, told, redactor } = await openClient({ baseUrl: vendor.origin, auth: inQuery })

    const response = await client.fetch('/list')
    const items = await collectItems(client.paginate('/list', { items: 'items', next: { url: 'next' } }))
    const error = await catchError(client.get('/fail', { retry: false }))

    expect(vendor.seen.every(({ path }) => path.includes(`key=${secretKey}`))).toBe(true)
    expect(vendor.seen[2]?.path).toBe(`/list?page=2&key=${secretKey}`)
    expect(items).toEqual([1, 1])
    expect(response.url).toBe(`${vendor.origin}/list`)
    expect(response.clone().url).toBe(response.url)
    expect(joinJson(error, told, response.url)).not.toContain(secretKey)
    expect(redactor.url(`${vendor.origin}/?key=${secretKey}`)).not.toContain(secretKey)
  })

  test('is not in the error of a vendor that cannot be reached', async () => {
    const { client, told } = await openClient({ baseUrl: 'http://127.0.0.1:9', auth: inQuery })

    const error = await catchError(client.get('/x', { retry: false }))

    expect(error).toMatchObject({ code: 'HTTP_NETWORK', url: 'http://127.0.0.1:9/x' })
    expect(joinJson(error, told)).not.toContain(secretKey)
  })

  test('in the path of the base URL is in no error either', async () => {
    const definition = {
      baseUrl: 'http://127.0.0.1:9/bot{token}',
      auth: {
        type: 'custom',
        config: { credentialFields: [{ id: 'token', label: 'Token', type: 'password', required: true }] },
      },
    } as const
    const { client, told } = await openClient(definition, { credentials: { token: secretKey } })

    const error = await catchError(client.get('/getMe', { retry: false }))

    expect(error).toMatchObject({ code: 'HTTP_NETWORK', url: 'http://127.0.0.1:9/bot[redacted]/getMe' })
    expect(joinJson(error, told)).not.toContain(secretKey)
  })
})

describe('headers of the caller', () => {
  const bad: [string, string][] = [
    ['a line break', 'a\r\nx-evil: SECRET1'],
    ['a trailing line break', 'SECRET1\n'],
    ['NUL', 'a\0SECRET1'],
    ['a character beyond Latin-1', 'SECRET1→'],
  ]

  test.each(bad)('with %s are refused by name alone, by get and by fetch', async (_name, value) => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    const errors = [
      await catchError(client.get('/', { headers: { 'X-Note': value } })),
      await catchError(client.fetch('/', { headers: { 'X-Note': value } })),
      await catchError(client.fetch('/', { headers: [['X-Note', value]] })),
    ]

    for (const error of errors) {
      expect(error).toMatchObject({ code: 'HTTP_HEADER_INVALID', message: expect.stringContaining('"x-note"') })
      expect(joinJson(error)).not.toContain('SECRET1')
    }
    expect(vendor.seen).toEqual([])
  })

  test('with a bad name are refused', async () => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    for (const name of ['a b', 'a:b', 'a\r\nb', '', 'ä'])
      expect(await catchError(client.get('/', { headers: { [name]: '1' } }))).toMatchObject({
        code: 'HTTP_HEADER_INVALID',
      })
    expect(vendor.seen).toEqual([])
  })

  test('that describe the connection are dropped, and another Host is refused', async () => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.post('/', {
      headers: {
        Host: `127.0.0.1:${vendor.port}`,
        'Content-Length': '999',
        'Transfer-Encoding': 'chunked',
        Connection: 'upgrade',
      },
      body: 'abc',
      reads: true,
    })
    const error = await catchError(client.get('/', { headers: { Host: 'other-tenant.example' } }))

    expect(vendor.seen).toHaveLength(1)
    expect(vendor.seen[0]).toMatchObject({ body: 'abc', headers: { 'content-length': '3', connection: 'keep-alive' } })
    expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
  })

  test('replace those of the connector, whatever their case', async () => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin, headers: { Accept: 'application/vnd.acme+json' } })

    await client.get('/a')
    await client.get('/b', { headers: { ACCEPT: 'text/csv' } })

    expect(vendor.seen.map(({ headers }) => headers.accept)).toEqual(['application/vnd.acme+json', 'text/csv'])
  })

  test('a credential that no header can carry is the credential’s fault', async () => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin }, { credentials: { api_key: 'key–with–dashes' } })

    const error = await catchError(client.get('/'))

    expect(error).toMatchObject({
      name: 'CredentialError',
      code: 'CREDENTIAL_INVALID',
      message: expect.stringContaining('"x-api-key"'),
    })
    expect(joinJson(error)).not.toContain('dashes')
    expect(vendor.seen).toEqual([])
  })
})

describe('methods', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s is refused, and sent when it reads or the check writes',
    async (method) => {
      const vendor = await serve()
      const reader = await openClient({ baseUrl: vendor.origin })
      const writer = await openClient({ baseUrl: vendor.origin }, { writes: true })

      const error = await catchError(reader.client.fetch('/', { method }))
      await reader.client.fetch('/', { method, reads: true })
      await writer.client.fetch('/', { method })

      expect(error).toMatchObject({ code: 'HTTP_METHOD_REFUSED', message: expect.stringContaining(method) })
      expect(vendor.seen).toHaveLength(2)
    },
  )

  test.each(['GET', 'HEAD', 'OPTIONS'])('%s is sent', async (method) => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.fetch('/', { method })

    expect(vendor.seen[0]?.method).toBe(method)
  })
})

test('the address of a request is redacted only when somebody looks', async () => {
  const { origin: baseUrl } = await serve()
  const redactor = new (class extends Redactor {
    looks = 0
    override url(url: URL | string): string {
      this.looks++
      return super.url(url)
    }
  })()
  const { client, told } = await openClient({ baseUrl }, { redactor })

  await client.get('/users')

  expect(redactor.looks).toBe(0)
  expect(told.requests[0]?.url).toBe(`${baseUrl}/users`)
  expect(redactor.looks).toBe(1)
})
