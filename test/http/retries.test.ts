import { describe, expect, test } from 'vitest'
import { type FixedClock, fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import { systemClock } from '../../src/define/index.ts'
import { catchError, openClient, serve } from './support.ts'

/** A vendor that fails the first `times` requests. */
function failing(times: number, status: number, headers = {}) {
  return serve((_request, _response, nth) => (nth <= times ? { status, headers, json: {} } : { json: { nth } }))
}

async function openWithClock(origin: string, options: Parameters<typeof openClient>[1] = {}, extras = {}) {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const opened = await openClient({ baseUrl: origin, ...extras }, { clock, ...options })
  return { ...opened, clock: opened.clock as FixedClock }
}

describe('retries', () => {
  test.each([408, 429, 502, 503, 504])('happen after %i, with full jitter that doubles', async (status) => {
    const vendor = await failing(3, status)
    const { client, clock, told } = await openWithClock(vendor.origin, { random: () => 0.5 })

    const answer = await client.get('/')

    expect(answer).toEqual({ nth: 4 })
    expect(clock.slept).toEqual([250, 500, 1000])
    expect(told.waits).toEqual([250, 500, 1000].map((delayMs) => ({ reason: 'retry', delayMs })))
    expect(told.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
  })

  test('end after three', async () => {
    const vendor = await failing(9, 503)
    const { client } = await openWithClock(vendor.origin)

    const error = await catchError(client.get('/'))

    expect(error).toMatchObject({ code: 'HTTP_UPSTREAM', status: 503, retryable: true })
    expect(vendor.seen).toHaveLength(4)
  })

  test.each([400, 401, 403, 404, 409, 422, 500, 501])('do not happen after %i', async (status) => {
    const vendor = await failing(9, status)
    const { client } = await openWithClock(vendor.origin)

    await catchError(client.get('/'))

    expect(vendor.seen).toHaveLength(1)
  })

  test('happen after a network error of a GET', async () => {
    const vendor = await serve((_request, response, nth) => {
      if (nth > 2) return { json: 'ok' }
      response.destroy()
      return undefined
    })
    const { client, clock } = await openWithClock(vendor.origin)

    expect(await client.get('/')).toBe('ok')
    expect(clock.slept).toEqual([250, 500])
  })

  test('end after three network errors, with one that names host and reason', async () => {
    const vendor = await serve((_request, response) => void response.destroy())
    const { client, told } = await openWithClock(vendor.origin)

    const error = await catchError(client.get('/users'))

    expect(error).toMatchObject({ code: 'HTTP_NETWORK', method: 'GET', url: `${vendor.origin}/users`, retryable: true })
    expect(error).toMatchObject({
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ cannot be reached: it closed the connection/),
    })
    expect(told.requests.map(({ status }) => status)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('happen for POST only when it says so, and not for GET when it forbids them', async () => {
    const vendor = await failing(1, 503)
    const { client } = await openWithClock(vendor.origin)

    const plain = await catchError(client.post('/', { reads: true }))
    const asked = await client.post('/', { reads: true, retry: true })
    const other = await failing(1, 503)
    const forbidden = await openWithClock(other.origin)
    const error = await catchError(forbidden.client.get('/', { retry: false }))

    expect([plain, error]).toMatchObject([{ status: 503 }, { status: 503 }])
    expect(asked).toEqual({ nth: 2 })
  })

  test('send the same body again', async () => {
    const vendor = await failing(1, 503)
    const { client } = await openWithClock(vendor.origin)

    await client.post('/', { body: { a: 1 }, reads: true, retry: true })

    expect(vendor.seen.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}'])
  })

  test('obey the signal while they wait', async () => {
    const vendor = await failing(9, 503)
    const { client } = await openClient({ baseUrl: vendor.origin }, { clock: systemClock, random: () => 0.999 })
    const startedAt = performance.now()

    const error = await catchError(client.fetch('/', { signal: AbortSignal.timeout(50) }))

    expect(error).toMatchObject({ name: 'TimeoutError' })
    expect(performance.now() - startedAt).toBeLessThan(450)
  })
})

describe('Retry-After', () => {
  test.each([
    ['seconds', '7', 7000],
    ['a date', 'Fri, 01 May 2026 12:00:07 GMT', 7000],
    ['a past date', 'Fri, 01 May 2020 12:00:07 GMT', 0],
    ['garbage', 'soon', 0],
    ['a negative number', '-7', 0],
  ])('as %s is waited for', async (_name, value, expected) => {
    const vendor = await failing(1, 429, { 'retry-after': value })
    const { client, clock } = await openWithClock(vendor.origin, { random: () => 0 })

    await client.get('/')

    expect(clock.slept).toEqual([expected])
  })

  test('that is huge ends the request as rate limited at once, and those after it without asking', async () => {
    const vendor = await failing(1, 429, { 'retry-after': '86400' })
    const { client, clock } = await openWithClock(vendor.origin)

    const first = await catchError(client.get('/a'))
    const second = await catchError(client.get('/b'))

    expect(first).toMatchObject({ code: 'HTTP_RATE_LIMITED', kind: 'rate_limited', retryAfterMs: 86_400_000 })
    expect(second).toMatchObject({
      code: 'HTTP_RATE_LIMITED',
      kind: 'rate_limited',
      message: 'Acme asks for a pause of 3600 s, so GET /b was not sent. Run again after that.',
    })
    expect(vendor.seen).toHaveLength(1)
    expect(clock.slept).toEqual([])
  })

  test('of a 403 is a rate limit too (GitHub’s secondary limits), and a 403 without it is none', async () => {
    const limited = await failing(1, 403, { 'retry-after': '1' })
    const forbidden = await failing(1, 403)
    const first = await openWithClock(limited.origin)
    const second = await openWithClock(forbidden.origin)

    expect(await first.client.get('/')).toEqual({ nth: 2 })
    expect(await catchError(second.client.get('/'))).toMatchObject({ kind: 'permission' })
  })

  test('holds the other requests of the connection too', async () => {
    const vendor = await failing(1, 429, { 'retry-after': '5' })
    const { client, clock, told } = await openWithClock(vendor.origin)
    const error = await catchError(client.get('/a', { retry: false }))

    await client.get('/b')

    expect(error).toMatchObject({ kind: 'rate_limited', retryAfterMs: 5000 })
    expect(clock.slept).toEqual([5000])
    expect(told.waits).toEqual([{ reason: 'rate_limit', delayMs: 5000 }])
  })

  test('of a 202 or of another host says nothing about the connection', async () => {
    const stranger = await failing(9, 429, { 'retry-after': '60' })
    const vendor = await failing(1, 202, { 'retry-after': '60' })
    const { client, clock } = await openWithClock(vendor.origin)

    await client.get('/job', { notMore: ['202'] })
    await catchError(client.get(stranger.origin, { retry: false }))
    await client.get('/other')

    expect(clock.slept).toEqual([])
  })

  test('an exhausted quota is waited for before the vendor refuses', async () => {
    const vendor = await serve(() => ({
      json: {},
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' },
    }))
    const { client, clock } = await openWithClock(vendor.origin)

    await client.get('/a')
    await client.get('/b')

    expect(clock.slept).toEqual([9000])
  })
})

describe('429', () => {
  test('is no failure as long as patience solves it, however often it comes', async () => {
    const vendor = await failing(12, 429, { 'retry-after': '5' })
    const { client, told } = await openWithClock(vendor.origin, { random: () => 0 })

    expect(await client.get('/')).toEqual({ nth: 13 })
    expect(told.requests).toHaveLength(13)
  })

  test('ends a request as rate limited when it has waited for as long as a run can', async () => {
    const vendor = await failing(1000, 429, { 'retry-after': '50' })
    const { client, clock } = await openWithClock(vendor.origin, { random: () => 0 })

    expect(await catchError(client.get('/'))).toMatchObject({ code: 'HTTP_RATE_LIMITED', status: 429 })
    expect(clock.slept).toEqual([50_000, 50_000])
  })

  test('ends a request as rate limited also when the vendor says each time that now is the time', async () => {
    const vendor = await serve((_request, _response, nth) =>
      nth > 500 ? { json: {} } : { status: 429, headers: { 'retry-after': '0' }, json: {} },
    )
    const { client } = await openWithClock(vendor.origin, { random: () => 0 })

    expect(await catchError(client.get('/'))).toMatchObject({ code: 'HTTP_RATE_LIMITED', status: 429 })
    expect(vendor.seen.length).toBeLessThanOrEqual(121)
  })

  test('is waited for also by the last attempt', async () => {
    const statuses = [503, 503, 503, 429, 429, 200]
    const vendor = await serve((_request, _response, nth) => ({ status: statuses[nth - 1] ?? 500, json: { nth } }))
    const { client } = await openWithClock(vendor.origin)

    expect(await client.get('/')).toEqual({ nth: 6 })
  })

  test('waits and asks again where the vendor says to slow down by another status, three times and no more', async () => {
    const vendor = await serve((request, _response, nth) =>
      request.path === '/once' && nth > 1 ? { json: { ok: true } } : { status: 400, json: { code: 'Throttling' } },
    )
    const hooks = { classify: ({ status }: { status: number }) => (status === 400 ? 'rate_limited' : undefined) }
    const { client } = await openClient({ baseUrl: vendor.origin }, { hooks: hooks as never })

    const answer = await client.get('/once')
    const error = await catchError(client.get('/always'))

    expect(answer).toEqual({ ok: true })
    expect(error).toMatchObject({ kind: 'rate_limited', status: 400 })
    expect(vendor.seen.filter(({ path }) => path === '/always')).toHaveLength(4)
  })

  test('does not use up the attempts of other failures', async () => {
    const statuses = [429, 503, 429, 503, 429, 503, 200]
    const vendor = await serve((_request, _response, nth) => ({ status: statuses[nth - 1] ?? 500, json: { nth } }))
    const { client } = await openWithClock(vendor.origin)

    expect(await client.get('/')).toEqual({ nth: 7 })
  })
})

describe('limits', () => {
  test('hold for all requests of the connection together, retries included', async () => {
    let inFlight = 0
    let most = 0
    const vendor = await serve(async () => {
      most = Math.max(most, ++inFlight)
      await systemClock.sleep(2)
      inFlight--
      return { json: {} }
    })
    const { client } = await openWithClock(vendor.origin, {}, { limits: { concurrency: 3 } })

    await Promise.all(Array.from({ length: 20 }, (_each, index) => client.get(`/${index}`)))

    expect(most).toBe(3)
  })

  test('free their slot when a request fails, is refused or is given up', async () => {
    const vendor = await serve((request, response) => {
      if (request.path === '/ok') return { json: 'ok' }
      if (request.path === '/cut') response.destroy()
      return undefined
    })
    const { client } = await openWithClock(vendor.origin, {}, { limits: { concurrency: 1 } })

    await catchError(client.get('/cut', { retry: false }))
    await catchError(client.get('/hang', { timeoutMs: 20 }))
    await catchError(client.fetch('/hang', { signal: AbortSignal.timeout(20) }))
    await catchError(client.get('/', { headers: { 'x-a': '\n' } }))

    expect(await client.get('/ok')).toBe('ok')
  })

  test('count what they make the check wait', async () => {
    const vendor = await serve()
    const { client, told, clock } = await openWithClock(
      vendor.origin,
      {},
      { limits: { requestsPerSecond: 2, burst: 1 } },
    )

    for (const path of ['/a', '/b', '/c']) await client.get(path)

    expect(clock.slept).toEqual([500, 500])
    expect(told.waits).toEqual([500, 500].map((delayMs) => ({ reason: 'rate_limit', delayMs })))
  })
})

describe('deadlines', () => {
  test('hold for each attempt, its body included', async () => {
    const vendor = await serve((request, response) => {
      if (request.path === '/drip') {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('[1,')
      }
      return undefined
    })
    const { client } = await openWithClock(vendor.origin)

    for (const path of ['/silent', '/drip']) {
      const error = await catchError(client.get(path, { timeoutMs: 40 }))

      expect(error).toMatchObject({ code: 'HTTP_TIMEOUT', url: `${vendor.origin}${path}`, retryable: true })
      expect(error).toMatchObject({ message: expect.stringContaining(`did not answer GET ${path} within 0.04 s`) })
    }
    expect(vendor.seen).toHaveLength(2)
  })

  test.each([0, -1, Number.NaN])('of %d ms are refused as a mistake', async (timeoutMs) => {
    const vendor = await serve()
    const { client } = await openWithClock(vendor.origin)

    expect(await catchError(client.get('/', { timeoutMs }))).toBeInstanceOf(TypeError)
  })

  test('longer than a timer can be do not fire at once', async () => {
    const vendor = await serve()
    const { client } = await openWithClock(vendor.origin)

    expect(await client.get('/', { timeoutMs: Number.POSITIVE_INFINITY })).toEqual({ ok: true })
  })
})

describe('a signal ends a request soon', () => {
  test.each([
    ['while the vendor is silent', {}, '/hang'],
    ['while the body drips', {}, '/drip'],
    ['while it waits for a slot', { concurrency: 1 }, '/hang'],
    ['while it waits for a token', { requestsPerSecond: 0.01, burst: 1 }, '/hang'],
  ] as const)('%s', async (_name, limits, path) => {
    const vendor = await serve((request, response) => {
      if (request.path === '/first') return limits && 'concurrency' in limits ? undefined : { json: {} }
      if (request.path === '/drip') response.write('{')
      return undefined
    })
    const outer = new AbortController()
    const { client } = await openClient(
      { baseUrl: vendor.origin, limits },
      { clock: systemClock, signal: outer.signal },
    )
    const first = client.get('/first').catch(() => undefined)
    if (!('concurrency' in limits)) await first
    const startedAt = performance.now()
    const pending = catchError(client.get(path))

    setTimeout(() => outer.abort(new Error('enough')), 20)
    const error = await pending

    expect(error).toEqual(new Error('enough'))
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })

  test('also when the fetch of the host knows nothing of signals', async () => {
    const { client } = await openClient({ baseUrl: 'https://api.acme.example' }, { fetch: () => new Promise(() => {}) })

    const error = await catchError(client.fetch('/', { signal: AbortSignal.timeout(20) }))

    expect(error).toMatchObject({ name: 'TimeoutError' })
  })

  test('and one that is aborted before sends nothing', async () => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(client.fetch('/', { signal: AbortSignal.abort(new Error('gone')) }))).toEqual(
      new Error('gone'),
    )
    expect(vendor.seen).toEqual([])
  })

  test('leaves no listener on the signal of the check', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin })

    await Promise.all(Array.from({ length: 60 }, (_each, index) => client.get(`/${index}`)))
    await systemClock.sleep(5)

    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})
