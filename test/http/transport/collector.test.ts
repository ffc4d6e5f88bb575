import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createUndiciTransport } from '../../../src/http/transport/undici-transport.ts'
import { catchError, joinJson, openClient, serve } from '../support.ts'

const json = JSON.stringify({ name: 'Zoë', list: [1, 2, 3] })

describe('bodies', () => {
  test.each([
    ['gzip', gzipSync(json)],
    ['br', brotliCompressSync(json)],
    ['deflate', deflateSync(json)],
  ])('in %s are decoded, for get and for fetch', async (encoding, body) => {
    const vendor = await serve(() => ({ headers: { 'content-encoding': encoding }, body }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const response = await client.fetch('/')

    expect(await client.get('/')).toEqual(JSON.parse(json))
    expect(vendor.seen[0]?.headers['accept-encoding']).toBe('gzip, deflate, br')
    expect(response.headers.has('content-encoding')).toBe(false)
    expect(await response.json()).toEqual(JSON.parse(json))
  })

  test('of 204, of HEAD, and empty ones of 200 give undefined', async () => {
    const vendor = await serve((request) =>
      request.path === '/204' ? { status: 204 } : { headers: { 'content-encoding': 'gzip', 'content-length': '0' } },
    )
    const { client } = await openClient({ baseUrl: vendor.origin })

    const head = await client.fetch('/empty', { method: 'HEAD' })

    expect([await client.get('/204'), await client.get('/empty')]).toEqual([undefined, undefined])
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('may begin with a byte order mark', async () => {
    const vendor = await serve(() => ({ body: `\ufeff${json}` }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await client.get('/')).toEqual(JSON.parse(json))
  })

  test.each([
    ['text', 'SEKRET-in-the-body'],
    ['HTML', '<html><body>SEKRET-in-the-body</body></html>'],
    ['JSON that is cut', '{"token":"SEKRET-in-the-body'],
  ])('of %s where JSON should be are never quoted', async (_name, body) => {
    const vendor = await serve(() => ({ body }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/users?page=2'))

    expect(error).toMatchObject({ code: 'HTTP_NOT_JSON', status: 200, url: `${vendor.origin}/users?page=2` })
    expect(joinJson(error)).not.toContain('SEKRET')
  })

  test('that are cut off count as a network error, which a GET survives', async () => {
    const vendor = await serve((_request, response, nth) => {
      if (nth > 1) return { json: 'whole' }
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"a":')
      setTimeout(() => response.destroy(), 5)
      return undefined
    })
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await client.get('/')).toBe('whole')
  })

  test('that cannot be decoded count as a network error', async () => {
    const vendor = await serve(() => ({
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(json).subarray(0, 20),
    }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(client.get('/', { retry: false }))).toMatchObject({ code: 'HTTP_NETWORK', retryable: true })
  })

  test('above 32 MiB are refused, as sent and as decoded, and not asked for again', async () => {
    const size = 33 * 1024 * 1024
    const vendor = await serve((request, response) => {
      if (request.path === '/bomb')
        return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(size)) }
      response.writeHead(200)
      const chunk = Buffer.alloc(1024 * 1024)
      for (let sent = 0; sent < size; sent += chunk.length) response.write(chunk)
      return undefined
    })
    const { client } = await openClient({ baseUrl: vendor.origin })

    for (const path of ['/plain', '/bomb']) {
      const error = await catchError(client.get(path))

      expect(error).toMatchObject({ code: 'HTTP_BODY_TOO_LARGE', message: expect.stringContaining('32768 KiB') })
    }
    expect(vendor.seen).toHaveLength(2)
  })

  test('that are given up leave their socket to others', async () => {
    const vendor = await serve((request, response) => {
      if (request.path !== '/endless') return { json: 'ok' }
      response.write('[')
      return undefined
    })
    const { client } = await openClient({ baseUrl: vendor.origin, limits: { concurrency: 200 } })

    const errors = await Promise.all(
      Array.from({ length: 100 }, () => catchError(client.get('/endless', { timeoutMs: 60 }))),
    )

    expect(errors.every((error) => (error as { code: string }).code === 'HTTP_TIMEOUT')).toBe(true)
    expect(await client.get('/ok', { timeoutMs: 2000 })).toBe('ok')
  })
})

describe('createUndiciTransport()', () => {
  const request = (url: string) => ({
    method: 'GET',
    url: new URL(url),
    headers: {},
    body: undefined,
    signal: new AbortController().signal,
    bodyBytesMax: 10,
  })

  test('shows no query in its errors, which may hold a key, and hands on no cause', async () => {
    const transport = createUndiciTransport({ allowPrivateNetwork: true })

    const error = await catchError(transport.send(request('http://127.0.0.1:9/x?key=SEKRET')))

    expect(error).toMatchObject({ url: 'http://127.0.0.1:9/x' })
    expect(error).not.toHaveProperty('cause')
    expect(joinJson(error)).not.toContain('SEKRET')
    await transport.close()
  })

  test('ends what is under way when it is closed', async () => {
    const vendor = await serve(() => undefined)
    const transport = createUndiciTransport({ allowPrivateNetwork: true })
    const pending = catchError(transport.send(request(vendor.origin)))

    await transport.close()

    expect(await pending).toMatchObject({ code: 'HTTP_NETWORK' })
  })

  test('turns what a dispatcher throws into an error of ours', async () => {
    const { Agent } = await import('undici')
    class Broken extends Agent {
      override dispatch(): boolean {
        throw new Error('header x-api-key: SEKRET is bad')
      }
    }
    const transport = createUndiciTransport({ dispatcher: new Broken() })

    const error = await catchError(transport.send(request('https://api.acme.example/')))

    expect(error).toMatchObject({ code: 'HTTP_NETWORK' })
    expect(joinJson(error)).not.toContain('SEKRET')
  })
})
