import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Calls } from '../../../src/checks/context/unanswered-calls.ts'
import type { VendorClient } from '../../../src/define/index.ts'
import { openClient, serve } from '../../http/support.ts'

describe('Calls', () => {
  test('hands on what a call gives or throws', async () => {
    const calls = new Calls()

    expect(await calls.track(Promise.resolve(1))).toBe(1)
    await expect(calls.track(Promise.reject(new Error('no')))).rejects.toThrow('no')
    calls.end()
    expect(calls.abandoned).toBe(0)
  })

  test('counts what is running at the end, which then stays silent', async () => {
    const calls = new Calls()
    const settled: string[] = []
    let fail = (_error: Error) => {}
    calls.track(Promise.resolve()).then(() => settled.push('early'))
    calls.track(new Promise((_resolve, reject) => (fail = reject))).then(
      () => settled.push('given'),
      () => settled.push('thrown'),
    )
    await setImmediate()

    calls.end()
    fail(new Error('nobody handles this'))
    calls.end()
    await setImmediate()

    expect(calls.abandoned).toBe(1)
    expect(settled).toEqual(['early'])
  })

  test('keep a client as it is, each of whose calls they know', async () => {
    const vendor = await serve((request) => ({
      json: { data: 1, method: request.method, page: request.path === '/b' ? 2 : undefined },
      headers: { link: request.path === '/a' ? '</b>; rel=next' : '' },
    }))
    const { client: bare } = await openClient({ baseUrl: vendor.origin }, { writes: true })
    const calls = new Calls()
    const client = calls.client(bare)

    const answers = await Promise.all([
      client.get('/'),
      client.post('/'),
      client.put('/'),
      client.patch('/'),
      client.delete('/'),
    ])
    const response = await client.fetch('/')
    const pages = []
    for await (const item of client.paginate('/a', { next: 'link', items: (body) => [body] })) pages.push(item)
    const data = await client.graphql('{ a }')
    calls.end()

    expect(answers.map((answer) => (answer as { method: string }).method)).toEqual([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
    ])
    expect([response.status, pages.length, data, client.signal, calls.abandoned]).toEqual([200, 2, 1, bare.signal, 0])
  })

  test('count each kind of call that is left running, and not the page that is fetched ahead', async () => {
    const vendor = await serve((request) =>
      request.path === '/a' ? { json: [1], headers: { link: '</b>; rel=next' } } : undefined,
    )
    const { client: bare } = await openClient({ baseUrl: vendor.origin }, { writes: true })
    const left = (call: (client: VendorClient) => unknown) => {
      const calls = new Calls()
      call(calls.client(bare))
      calls.end()
      return calls.abandoned
    }
    const stopped = new Calls()
    for await (const _item of stopped.client(bare).paginate('/a', { next: 'link' })) break
    stopped.end()

    expect(left((client) => client.get('/x'))).toBe(1)
    expect(left((client) => client.fetch('/x'))).toBe(1)
    expect(left((client) => client.graphql('{ a }'))).toBe(1)
    expect(left((client) => client.paginate('/x', { next: 'link' }).next())).toBe(1)
    expect(left((client) => [client.get('/x'), client.post('/y')])).toBe(2)
    expect(stopped.abandoned).toBe(0)
  })
})
