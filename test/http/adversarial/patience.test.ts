import { describe, expect, test } from 'vitest'
import { type FixedClock, fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { catchError, openClient, serve } from '../support.ts'
import { formatHttpAnswer, serveRaw } from './servers.ts'

const start = '2026-05-01T12:00:00Z'

/** A client whose waits take no time. */
async function open(origin: string) {
  const clock: FixedClock = fixedClock(start)
  const opened = await openClient({ baseUrl: origin }, { clock })
  return { ...opened, clock }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

// Values that a vendor should not send, and some do.
const garbage = [
  ...['soon', '', ' ', '-1', '-0', '+5', '1e3', '0x10', 'NaN', 'Infinity', '5s', '5;q=1', '7, 8', '1.2.3', '²'],
  ...[
    '9'.repeat(400),
    'Fri, 99 May 2026 12:00:00 GMT',
    'Fri, 01 May 2026',
    '2026-05-01T12:00:10Z',
    'null',
    '[object Object]',
  ],
]

describe('a vendor that says 429 for ever is left as rate limited,', () => {
  test.each([undefined, '0', '1', '60', ...garbage, 'Fri, 01 May 2020 12:00:00 GMT', 'Fri, 01 May 2026 12:00:30 GMT'])(
    'with the Retry-After %j, after minutes at most',
    async (value) => {
      const vendor = await serve(() => ({ status: 429, headers: value === undefined ? {} : { 'retry-after': value } }))
      const { client, clock } = await open(vendor.origin)

      const error = await catchError(client.get('/x'))

      expect(error).toMatchObject({ code: 'HTTP_RATE_LIMITED', kind: 'rate_limited', retryable: true })
      expect(sum(clock.slept)).toBeLessThan(5 * 60_000)
      expect(clock.slept.every((ms) => Number.isFinite(ms) && ms >= 0)).toBe(true)
      expect(vendor.seen.length).toBeLessThan(40)
    },
  )

  test.each(['3600', '86400', '99999999999', '1e309', 'Thu, 01 May 2036 12:00:00 GMT'])(
    'with the Retry-After %j, without waiting',
    async (value) => {
      const vendor = await serve(() => ({ status: 429, headers: { 'retry-after': value } }))
      const { client, clock } = await open(vendor.origin)

      expect(await catchError(client.get('/x'))).toMatchObject({ code: 'HTTP_RATE_LIMITED' })
      // A text that is not a number is not a Retry-After.
      if (value === '1e309') return
      expect(clock.slept).toEqual([])
      expect(vendor.seen).toHaveLength(1)
    },
  )
})

describe('what a vendor says of its quota in an answer that is fine', () => {
  test.each([
    ...garbage.map((value) => ({ 'x-ratelimit-remaining': value, 'x-ratelimit-reset': '60' })),
    ...garbage.map((value) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': value })),
    ...garbage.map((value) => ({ ratelimit: value, 'ratelimit-policy': value })),
    ...garbage.map((value) => ({ 'retry-after': value })),
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999999999999' },
    { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' },
    { ratelimit: '"default";r=0;t=-1', 'ratelimit-policy': '"default";q=0;w=0' },
    { ratelimit: `${'"a";r=0;t=1,'.repeat(500)}"z";r=0;t=1` },
  ])('never loses that answer, nor waits for long: %j', async (headers) => {
    const vendor = await serve(() => ({ json: { ok: true }, headers }))
    const { client, clock } = await open(vendor.origin)

    const first = await client.get('/a')
    const second = await client.get('/b').catch((error: unknown) => error)

    expect(first).toEqual({ ok: true })
    // A quota that is used up for longer than a run can wait ends the next request at once.
    if (second instanceof Error) expect(second).toMatchObject({ code: 'HTTP_RATE_LIMITED' })
    else expect(second).toEqual({ ok: true })
    expect(sum(clock.slept)).toBeLessThan(3 * 60_000)
  })
})

describe('a body that drips', () => {
  test('does not put off the deadline by its drops (slow loris)', async () => {
    const vendor = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      const drip = setInterval(() => socket.write('a'), 5)
      socket.on('close', () => clearInterval(drip))
    })
    const { client } = await open(vendor.origin)
    const startedAt = performance.now()

    const error = await catchError(client.get('/x', { timeoutMs: 100 }))

    expect(error).toMatchObject({ code: 'HTTP_TIMEOUT' })
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })

  test('nor by its headers, nor by hints without end', async () => {
    const drips: [string, string][] = [
      ['HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'],
      ['', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ]
    for (const [head, drop] of drips) {
      const vendor = await serveRaw((socket) => {
        socket.write(head)
        const drip = setInterval(() => socket.write(drop), 5)
        socket.on('close', () => clearInterval(drip))
      })
      const { client } = await open(vendor.origin)
      const startedAt = performance.now()

      expect(await catchError(client.get('/x', { timeoutMs: 100 }))).toMatchObject({ code: 'HTTP_TIMEOUT' })
      expect(performance.now() - startedAt).toBeLessThan(1000)
    }
  })
})

describe('what is not idempotent', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is sent once, however it fails', async (method) => {
    const failures = [
      formatHttpAnswer(503, { 'retry-after': '0' }),
      formatHttpAnswer(429, { 'retry-after': '0' }),
      undefined,
    ]
    for (const failure of failures) {
      const vendor = await serveRaw((socket) => (failure ? socket.write(failure) : socket.destroy()))
      const { client } = await open(vendor.origin)

      await client.fetch('/x', { method, reads: true, body: 'x' }).catch(() => undefined)

      expect(vendor.seen).toHaveLength(1)
    }
  })
})
