import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/define/index.ts'
import { type ClientScope, createVendorClient } from '../../../src/http/client.ts'
import { SharedGets } from '../../../src/http/requests/shared-gets.ts'
import { catchError, collectItems, type OpenOptions, openClient, type Server, serve } from '../support.ts'

/** Clients of several checks of one run. */
async function openChecks(vendor: Server, checks: number, options: OpenOptions = {}) {
  const { session } = await openClient({ baseUrl: vendor.origin, ...options })
  const sharing = new SharedGets({ checks })
  onTestFinished(() => sharing.close())
  return Array.from({ length: checks }, (_each, index) => {
    const told = { requests: [] as number[], shared: [] as number[] }
    const ended = new AbortController()
    const scope: ClientScope = {
      signal: ended.signal,
      checkId: `check-${index}`,
      writes: true,
      sharing,
      onRequest: ({ exchange }) => told.requests.push(exchange),
      onShared: (exchange) => told.shared.push(exchange),
      onWait: () => undefined,
      incomplete: () => undefined,
    }
    return { ...createVendorClient(session, scope), told, ended }
  })
}

type Client = Awaited<ReturnType<typeof openChecks>>[number]

async function pairOf(vendor: Server): Promise<readonly [Client, Client]> {
  const [a, b] = await openChecks(vendor, 2)
  if (!a || !b) throw new Error('There should be two.')
  return [a, b]
}

const slowly = (json: unknown = { ok: true }) =>
  serve(async () => {
    await systemClock.sleep(20)
    return { json }
  })

describe('GETs of several checks at the same time', () => {
  test('are sent once, and each check gets the answer and its exchange', async () => {
    const vendor = await slowly([1, 2])
    const checks = await openChecks(vendor, 20)

    const answers = await Promise.all(checks.map((check) => check.get('/users')))

    expect(vendor.seen).toHaveLength(1)
    expect(answers).toEqual(checks.map(() => [1, 2]))
    expect(checks.map(({ told }) => told.requests.length + told.shared.length)).toEqual(checks.map(() => 1))
    expect(checks.flatMap(({ told }) => told.requests)).toEqual([1])
  })

  test('give each check a value of its own', async () => {
    const vendor = await slowly({ list: [1] })
    const [a, b] = await pairOf(vendor)

    const [mine, other] = await Promise.all([a.get<{ list: number[] }>('/x'), b.get<{ list: number[] }>('/x')])
    mine.list.push(2)

    expect(other).toEqual({ list: [1] })
  })

  test('share retries too, also those before somebody joined', async () => {
    const vendor = await serve((_request, _response, nth) => (nth === 1 ? { status: 503 } : { json: 'ok' }))
    const [a, b] = await pairOf(vendor)
    const first = a.get('/x')
    while (a.told.requests.length === 0) await systemClock.sleep(1)

    const second = await b.get('/x')

    expect([await first, second]).toEqual(['ok', 'ok'])
    expect(a.told).toEqual({ requests: [1, 2], shared: [] })
    expect(b.told.shared).toEqual([1, 2])
  })

  test('fail together', async () => {
    const vendor = await serve(async () => {
      await systemClock.sleep(10)
      return { status: 404, json: {} }
    })
    const [a, b] = await pairOf(vendor)

    const errors = await Promise.all([catchError(a.get('/x')), catchError(b.get('/x'))])

    expect(errors).toMatchObject([{ status: 404 }, { status: 404 }])
    expect(vendor.seen).toHaveLength(1)
  })

  test('go on when the check that began gives up, and count for the next one', async () => {
    const vendor = await serve(async () => {
      await systemClock.sleep(40)
      return { json: 'late' }
    })
    const [a, b] = await pairOf(vendor)
    const first = catchError(a.get('/x'))
    const second = b.get('/x')
    await systemClock.sleep(5)

    a.ended.abort(new Error('enough'))

    expect(await first).toEqual(new Error('enough'))
    expect(await second).toBe('late')
    expect(vendor.seen).toHaveLength(1)
    expect([a.told.requests, b.told.requests]).toEqual([[], [1]])
  })

  test('are broken off when the last check has given up, and a later one gets an answer of its own', async () => {
    let closed = 0
    const vendor = await serve((_request, response, nth) => {
      response.on('close', () => closed++)
      return nth === 1 ? undefined : { json: 'second' }
    })
    const [a, b] = await pairOf(vendor)
    const both = [catchError(a.get('/x')), catchError(a.get('/x'))]
    while (vendor.seen.length === 0) await systemClock.sleep(1)

    a.ended.abort(new Error('enough'))

    await Promise.all(both)
    expect(await b.get('/x')).toBe('second')
    while (closed === 0) await systemClock.sleep(1)
    expect(vendor.seen).toHaveLength(2)
  })
})

describe('a later GET', () => {
  test('of another check gets the same answer, without asking', async () => {
    const vendor = await serve(() => ({ json: { text: 'grün' }, headers: { 'x-a': ['1', '2'] } }))
    const [a, b] = await pairOf(vendor)
    const first = await a.fetch('/x')

    const second = await b.fetch('/x')

    expect(vendor.seen).toHaveLength(1)
    expect([...second.headers]).toEqual([...first.headers])
    expect([second.status, second.url]).toEqual([200, `${vendor.origin}/x`])
    expect(await second.json()).toEqual({ text: 'grün' })
    expect(b.told).toEqual({ requests: [], shared: [1] })
  })

  test('of the same check is sent again, as often as it likes', async () => {
    const vendor = await serve((_request, _response, nth) => ({ json: nth }))
    const [a, b] = await pairOf(vendor)

    const polled = [await a.get('/x'), await a.get('/x')]
    const later = await b.get('/x')
    const own = [await a.get('/x'), await b.get('/x')]

    expect(polled).toEqual([1, 2])
    expect(later).toBe(2)
    expect(own).toEqual([3, 4])
  })

  test.each([400, 404, 500])('is sent when the answer before was a %i', async (status) => {
    const vendor = await serve((_request, _response, nth) => (nth === 1 ? { status } : { json: 'now' }))
    const [a, b] = await pairOf(vendor)
    await catchError(a.get('/x', { retry: false }))

    expect(await b.get('/x', { retry: false })).toBe('now')
  })

  test('is sent when anything about it differs, or it opts out', async () => {
    const vendor = await serve((_request, _response, nth) => ({ json: nth }))
    const [a, b] = await pairOf(vendor)
    await a.get('/x?a=1')

    const answers = [
      await b.get('/x?a=2'),
      await b.get('/x?a=1', { headers: { 'x-a': '1' } }),
      await b.get('/x?a=1', { cache: 'no-store' }),
      await (await b.fetch('/x?a=1', { cache: 'no-store' })).json(),
      await (await b.fetch('/x?a=1', { cache: 'reload' })).json(),
      await b.post('/x?a=1', { reads: true }),
      await b.get(`${vendor.origin}/x`, { query: { a: 1 } }),
    ]

    // The last one says the same in other words.
    expect(answers).toEqual([2, 3, 4, 5, 6, 7, 1])
  })

  test('is sent after something was changed, and not after what only reads', async () => {
    const vendor = await serve((_request, _response, nth) => ({ json: nth }))
    const [a, b] = await pairOf(vendor)
    await a.get('/x')
    await a.post('/search', { reads: true })
    await a.fetch('/x', { method: 'HEAD' })
    const before = await b.get('/x')
    await a.get('/y')
    await a.post('/change')

    expect(before).toBe(1)
    expect(await b.get('/y')).toBe(6)
  })

  test('gets the answer also when it is far larger than what is kept in memory', async () => {
    const vendor = await serve(({ path }) => ({ json: path.repeat(15_000) }))
    const [a, b] = await pairOf(vendor)
    const paths = Array.from({ length: 30 }, (_each, index) => `/page-${index}`)
    for (const path of paths) await a.get(path)

    for (const path of [...paths].reverse()) expect(await b.get(path)).toBe(path.repeat(15_000))

    expect(vendor.seen).toHaveLength(30)
  })

  test('of pages is shared as well', async () => {
    const vendor = await serve(({ path }) => {
      const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1)
      return { json: [page], headers: page < 5 ? { link: `</list?page=${page + 1}>; rel="next"` } : {} }
    })
    const checks = await openChecks(vendor, 3)
    const [first, ...others] = checks.map((check) => () => collectItems(check.paginate('/list', { next: 'link' })))

    const lists = [await first?.(), ...(await Promise.all(others.map((read) => read())))]

    expect(lists).toEqual(checks.map(() => [1, 2, 3, 4, 5]))
    expect(vendor.seen).toHaveLength(5)
  })

  test('is never given an answer that was got with an authorization since renewed', async () => {
    let logins = 0
    const vendor = await serve(({ path, headers }) =>
      path === '/login' || headers.authorization === `Bearer token-number-${logins}`
        ? { json: `seen by ${headers.authorization}` }
        : { status: 401 },
    )
    const hooks = {
      authenticate: async () => ({ headers: { authorization: `Bearer token-number-${++logins}` } }),
    }
    const { session } = await openClient(
      { baseUrl: vendor.origin, auth: { type: 'custom', config: { description: 'x', credentialFields: [] } } },
      { hooks: hooks as never, credentials: {} },
    )
    const sharing = new SharedGets({ checks: 2 })
    onTestFinished(() => sharing.close())
    const clientOf = (checkId: string) =>
      createVendorClient(session, {
        signal: new AbortController().signal,
        checkId,
        writes: false,
        sharing,
        onRequest: () => undefined,
        onWait: () => undefined,
        incomplete: () => undefined,
      })
    const [a, b] = [clientOf('a'), clientOf('b')]
    const before = await a.get('/x')
    logins++
    await a.get('/other')

    expect(before).toBe('seen by Bearer token-number-1')
    expect(await b.get('/x')).toBe('seen by Bearer token-number-3')
  })
})

describe('a run of one check', () => {
  test('shares what it asks at the same time, and keeps nothing', async () => {
    const vendor = await slowly()
    const [check] = await openChecks(vendor, 1)

    await Promise.all([check?.get('/x'), check?.get('/x'), check?.fetch('/x', { signal: AbortSignal.timeout(5000) })])
    await check?.get('/x')

    // The one with a signal of its own could take the others down with it.
    expect(vendor.seen).toHaveLength(3)
    expect(check?.told.shared).toEqual([1])
    // The first two are sent at the same time, and either may be answered first.
    expect(check?.told.requests.toSorted()).toEqual([1, 2, 3])
  })
})
