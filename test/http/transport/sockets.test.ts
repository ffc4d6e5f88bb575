import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Collector } from '../../../src/http/transport/collector.ts'
import { Sockets } from '../../../src/http/transport/sockets.ts'
import type { TransportReply } from '../../../src/http/transport/transport.ts'
import { catchError } from '../support.ts'

/** A server that counts its sockets, and a way to it. */
async function opened(answer: RequestListener, socketsMax?: number) {
  const server = createServer(answer)
  let sockets = 0
  server.on('connection', () => sockets++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let emptied = 0
  const to = new Sockets(
    () => ({ client: new Client(origin, { pipelining: 1 }), hangUp: () => undefined }),
    () => emptied++,
    socketsMax,
  )
  onTestFinished(async () => {
    await to.destroy()
    server.closeAllConnections()
    server.close()
  })
  const get = (path: string, signal = new AbortController().signal, party?: string) =>
    new Promise<TransportReply>((resolve, reject) => {
      const request = { method: 'GET', url: new URL(path, origin), headers: {}, body: undefined, signal, party }
      to.send({ path, method: 'GET' }, new Collector({ ...request, bodyBytesMax: 1000 }, resolve, reject))
    })
  return { server, to, get, opened: () => sockets, emptied: () => emptied }
}

describe('Sockets', () => {
  test('use one for requests that follow each other', async () => {
    const { get, opened: sockets } = await opened((_request, response) => response.end('ok'))

    for (let index = 0; index < 20; index++) expect(String((await get(`/${index}`)).body)).toBe('ok')

    expect(sockets()).toBe(1)
  })

  test('are left free in part by one party, so that its slow requests keep nobody else waiting', async () => {
    const slow: ServerResponse[] = []
    const { get, opened: sockets } = await opened((request, response) => {
      if (request.url === '/slow') slow.push(response)
      else response.end('ok')
    }, 4)
    const { signal } = new AbortController()
    const held = Array.from({ length: 6 }, () => get('/slow', signal, 'acme'))
    while (slow.length < 3) await new Promise((resolve) => setTimeout(resolve, 5))

    const others = [await get('/', signal, 'other'), await get('/', signal)]
    const asked = slow.length
    for (let ended = 0; ended < 6; ended++) {
      while (slow.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      slow.shift()?.end('late')
    }

    expect(others.map(({ body }) => String(body))).toEqual(['ok', 'ok'])
    expect(asked).toBe(3)
    expect((await Promise.all(held)).map(({ body }) => String(body))).toEqual(Array(6).fill('late'))
    expect(sockets()).toBe(4)
  })

  test('are as many as requests at the same time, and no more than allowed', async () => {
    const { get, opened: sockets } = await opened((request, response) => {
      setTimeout(() => response.end(request.url), 20)
    }, 5)

    const three = await Promise.all(['/1', '/2', '/3'].map((path) => get(path)))
    const afterThree = sockets()
    const paths = Array.from({ length: 17 }, (_, index) => `/${index}`)
    const many = await Promise.all(paths.map((path) => get(path)))

    expect(three.map(({ body }) => String(body))).toEqual(['/1', '/2', '/3'])
    expect(afterThree).toBe(3)
    expect(many.map(({ body }) => String(body))).toEqual(paths)
    expect(sockets()).toBe(5)
  })

  test('go on to the next who waits when one fails, and skip who has given up waiting', async () => {
    const asked: string[] = []
    const { get } = await opened((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/broken') setTimeout(() => request.socket.destroy(), 20)
      else response.end('ok')
    }, 1)
    const gaveUp = new AbortController()

    const broken = catchError(get('/broken'))
    const skipped = catchError(get('/skipped', gaveUp.signal))
    const next = get('/next')
    gaveUp.abort(new Error('no longer wanted'))

    expect(await skipped).toMatchObject({ message: 'no longer wanted' })
    expect(await broken).toMatchObject({ code: 'HTTP_NETWORK' })
    expect(String((await next).body)).toBe('ok')
    expect(asked).toEqual(['/broken', '/next'])
  })

  test('break off what is under way and what waits when they are destroyed', async () => {
    let asked = 0
    const { to, get, opened: sockets } = await opened(() => asked++, 1)
    const errors = ['/under-way', '/waiting'].map((path) => catchError(get(path)))
    await expect.poll(() => asked).toBe(1)

    await to.destroy()

    expect(await Promise.all(errors)).toMatchObject([{ code: 'HTTP_NETWORK' }, { code: 'HTTP_NETWORK' }])
    expect([asked, sockets()]).toEqual([1, 1])
  })

  test('say when the last one is gone, and open another one after that', async () => {
    const { server, get, opened: sockets, emptied } = await opened((_request, response) => response.end('ok'))
    await get('/')

    server.closeAllConnections()
    await expect.poll(emptied).toBe(1)
    await get('/')

    expect(sockets()).toBe(2)
  })
})
