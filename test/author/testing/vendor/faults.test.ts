import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../../src/author/testing/vendor/fake-vendor.ts'
import { type Fault, faults } from '../../../../src/author/testing/vendor/faults.ts'

const items = { items: Array.from({ length: 200 }, (_, id) => ({ id })) }

async function failing(fault: Fault, route: { json?: unknown; status?: number } = { json: items }) {
  const vendor = await fakeVendor({ auth: { type: 'bearer', token: 'sesame' }, routes: { '/a': route } })
  onTestFinished(() => vendor.close())
  vendor.fail('/a', fault)
  return (init: RequestInit = {}) => fetch(`${vendor.url}/a`, { headers: { Authorization: 'Bearer sesame' }, ...init })
}

describe('faults.status()', () => {
  test.each([401, 403, 429, 500, 503])('answers %s once, then the route answers again', async (status) => {
    const ask = await failing(faults.status(status))

    const first = await ask()
    const second = await ask()

    expect([first.status, second.status]).toEqual([status, 200])
    expect(await first.json()).toEqual({ error: `fault_${status}` })
  })

  test('says when to come back, in seconds or as HTTP-date', async () => {
    const inSeconds = await (await failing(faults.status(429, { retryAfter: 1 })))()
    const atDate = await (await failing(faults.status(503, { retryAfter: new Date('2026-05-01T12:00:00Z') })))()

    expect(inSeconds.headers.get('retry-after')).toBe('1')
    expect(atDate.headers.get('retry-after')).toBe('Fri, 01 May 2026 12:00:00 GMT')
  })

  test('sends the given headers and body', async () => {
    const fault = faults.status(403, { headers: { 'X-RateLimit-Remaining': '0' }, json: { message: 'slow down' } })

    const response = await (await failing(fault))()

    expect(response.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(await response.json()).toEqual({ message: 'slow down' })
  })

  test('happens before credentials are looked at', async () => {
    const ask = await failing(faults.status(500))

    expect((await ask({ headers: {} })).status).toBe(500)
  })

  test('refuses what is no status, and misspelt options', () => {
    expect(() => faults.status(42)).toThrow('has status 42')
    expect(() => faults.status(429, JSON.parse('{"retryafter":1}'))).toThrow('"retryafter" is not an option')
    expect(() => faults.status(429, { retryAfter: 0.5 })).toThrow('retryAfter must be a whole number')
  })
})

test('faults.hang() answers nothing until the client gives up', async () => {
  const ask = await failing(faults.hang())

  await expect(ask({ signal: AbortSignal.timeout(60) })).rejects.toThrow('aborted due to timeout')
  expect((await ask()).status).toBe(200)
})

describe('faults.cut()', () => {
  test('sends status, headers and half a body, then breaks off', async () => {
    const response = await (await failing(faults.cut()))()
    const seen: Uint8Array[] = []
    const reading = (async () => {
      for await (const chunk of response.body ?? []) seen.push(chunk)
    })()

    expect(response.status).toBe(200)
    await expect(reading).rejects.toThrow('terminated')
    const text = Buffer.concat(seen).toString()
    expect(text.length).toBeGreaterThan(0)
    expect(JSON.stringify(items).startsWith(text)).toBe(true)
    expect(text.length).toBeLessThan(JSON.stringify(items).length)
  })

  test('breaks off a body of a single byte too', async () => {
    const response = await (await failing(faults.cut(), { json: 7 }))()

    await expect(response.text()).rejects.toThrow('terminated')
  })

  test('breaks off before the head where there is no body', async () => {
    const askNothing = await failing(faults.cut(), { status: 204 })
    const ask = await failing(faults.cut())

    await expect(askNothing()).rejects.toThrow('fetch failed')
    await expect(ask({ method: 'HEAD' })).rejects.toThrow('fetch failed')
  })
})

test('faults.wrongType() answers HTML with status 200', async () => {
  const response = await (await failing(faults.wrongType()))()

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  await expect(response.json()).rejects.toThrow(SyntaxError)
})

describe('faults.slowBody()', () => {
  test('sends the right body in pieces, with a pause before each', async () => {
    const ask = await failing(faults.slowBody({ pauseMs: 40, chunks: 4 }))
    const startedMs = performance.now()

    const response = await ask()
    const headMs = performance.now() - startedMs
    const json = await response.json()

    expect(json).toEqual(items)
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(155)
    expect(headMs).toBeLessThan(performance.now() - startedMs - 40)
  })

  test('stops when the client leaves', async () => {
    const ask = await failing(faults.slowBody({ pauseMs: 30, chunks: 3 }))
    const leaving = new AbortController()

    const response = await ask({ signal: leaving.signal })
    leaving.abort(new Error('seen enough'))

    await expect(response.text()).rejects.toThrow('seen enough')
    expect((await ask()).status).toBe(200)
  })

  test.each([{ pauseMs: -1 }, { chunks: 0 }])('refuses %j', (options) => {
    expect(() => faults.slowBody(options)).toThrow(TypeError)
  })
})
