import { describe, expect, test } from 'vitest'
import { fetchTransport } from '../../../src/http/transport/fetch-transport.ts'
import type { HostFetch } from '../../../src/http/transport/transport-options.ts'
import { catchError, joinJson, serve } from '../support.ts'

const request = {
  method: 'POST',
  url: new URL('https://api.acme.example/x?key=SEKRET'),
  headers: { 'x-a': '1' },
  body: 'data',
  signal: new AbortController().signal,
  bodyBytesMax: 10,
}

describe('fetchTransport()', () => {
  test('calls the fetch of the host with URL and the five members, redirects by hand', async () => {
    const calls: Parameters<HostFetch>[] = []
    const transport = fetchTransport(async (...call) => {
      calls.push(call)
      return new Response('hello', {
        status: 201,
        headers: [
          ['x-b', '2'],
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ],
      })
    })

    const reply = await transport.send(request)

    expect(calls[0]?.[0]).toBe('https://api.acme.example/x?key=SEKRET')
    const { signal, ...members } = calls[0]?.[1] ?? {}
    expect(signal).toBe(request.signal)
    expect(members).toEqual({ method: 'POST', headers: { 'x-a': '1' }, body: 'data', redirect: 'manual' })
    expect(reply).toMatchObject({ status: 201, headers: { 'x-b': '2', 'set-cookie': ['a=1', 'b=2'] } })
    expect(Buffer.from(reply.body).toString()).toBe('hello')
  })

  test('works with the fetch of Node', async () => {
    const vendor = await serve(() => ({ status: 302, headers: { location: '/b' }, body: 'go' }))
    const transport = fetchTransport(fetch, { allowPrivateNetwork: true })

    const reply = await transport.send({ ...request, url: new URL(vendor.origin) })

    expect([reply.status, reply.headers.location]).toEqual([302, '/b'])
    expect(vendor.seen[0]).toMatchObject({ method: 'POST', body: 'data', headers: { 'x-a': '1' } })
  })

  test('stops at the cap', async () => {
    const transport = fetchTransport(async () => new Response('12345678901'))

    expect(await catchError(transport.send(request))).toMatchObject({ code: 'HTTP_BODY_TOO_LARGE' })
  })

  test('refuses a fetch that followed or hid a redirect', async () => {
    const vendor = await serve((asked) => (asked.path === '/b' ? {} : { status: 302, headers: { location: '/b' } }))
    const following: HostFetch = (url, init) => fetch(url, { ...init, redirect: 'follow' })
    const hiding: HostFetch = async () => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' })

    for (const hostFetch of [following, hiding]) {
      const transport = fetchTransport(hostFetch, { allowPrivateNetwork: true })
      const error = await catchError(
        transport.send({ ...request, method: 'GET', body: undefined, url: new URL(vendor.origin) }),
      )

      expect(error).toMatchObject({
        code: 'HTTP_REDIRECT_REFUSED',
        message: expect.stringContaining('redirect: "manual"'),
      })
    }
  })

  test('turns its failures, and those of its bodies, into network errors without their words', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('SEKRET')) })
    const failures: HostFetch[] = [
      () =>
        Promise.reject(
          new TypeError('fetch failed: SEKRET', {
            cause: Object.assign(new Error('SEKRET'), { code: 'ECONNREFUSED' }),
          }),
        ),
      async () => new Response(broken),
    ]

    const errors = await Promise.all(failures.map((failing) => catchError(fetchTransport(failing).send(request))))

    expect(errors).toMatchObject([
      { code: 'HTTP_NETWORK', message: expect.stringContaining('refuses connections') },
      { code: 'HTTP_NETWORK' },
    ])
    expect(joinJson(...errors)).not.toContain('SEKRET')
  })

  test('does not wait for a body that never ends once the signal says so', async () => {
    const transport = fetchTransport(async () => new Response(new ReadableStream({})))

    const error = await catchError(transport.send({ ...request, signal: AbortSignal.timeout(20) }))

    expect(error).toMatchObject({ name: 'TimeoutError' })
  })
})
