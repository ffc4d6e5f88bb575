import { describe, expect, test } from 'vitest'
import { type Check, type CheckContext, systemClock } from '../../../src/define/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { catchError, createConnectorWith, openClient, serve } from '../support.ts'
import { formatHttpAnswer, openSilentPort, type RawServer, serveRaw, serveTls } from './servers.ts'

const begun = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n["'

/** The places where a vendor stops to answer, each time for good. */
const hangs: [string, () => Promise<{ readonly origin: string; readonly server?: RawServer }>][] = [
  ['connecting', async () => ({ origin: `http://127.0.0.1:${await openSilentPort()}` })],
  ['the TLS handshake', async () => hung(await serveRaw(() => undefined), 'https')],
  ['the headers', async () => hung(await serveRaw(() => undefined))],
  ['the middle of the headers', async () => hung(await serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nx-a')))],
  ['the body', async () => hung(await serveRaw((socket) => socket.write(begun)))],
  ['the body, over TLS', async () => hung(await serveTls((socket) => socket.write(begun)))],
  [
    'the body of a redirect',
    async () => hung(await serveRaw((socket) => socket.write(begun.replace('200 OK', '302 Found\r\nlocation: /b')))),
  ],
  ['the body of an error', async () => hung(await serveRaw((socket) => socket.write(begun.replace('200', '503'))))],
  [
    'a wait before the next attempt',
    async () => hung(await serveRaw((socket) => socket.write(formatHttpAnswer(429, { 'retry-after': '100' })))),
  ],
]

function hung(server: RawServer, scheme = new URL(server.origin).protocol.slice(0, -1)) {
  return { origin: `${scheme}://127.0.0.1:${server.port}`, server }
}

/** Runs one check. */
async function run(
  origin: string,
  work: (ctx: CheckContext) => Promise<void>,
  data: Partial<Check> = {},
  signal?: AbortSignal,
) {
  const check: Check = { id: 'ask', title: 'Ask', connectorId: 'acme', ...data, run: work }
  const startedAt = performance.now()
  const result = await runChecks(
    { ...createConnectorWith({ baseUrl: origin }), checks: [check] },
    { credentials: { api_key: 'sesame-4711-open' }, allowPrivateNetwork: true, signal },
  )
  return { outcome: result.checks[0], tookMs: performance.now() - startedAt }
}

/** Waits for a while until it is so. */
async function eventually(isSo: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 1_000 && !isSo(); tries++) await systemClock.sleep(10)
  return isSo()
}

describe.each(hangs)('a vendor that hangs at %s', (_name, hang) => {
  // After an answer, its socket is kept for the next run.
  const idle = _name.includes('wait') ? 1 : 0

  test('holds no cancelled run for a second, nor a socket after it', async () => {
    const { origin, server } = await hang()

    const { outcome, tookMs } = await run(origin, async (ctx) => ctx.get('/x'), {}, AbortSignal.timeout(200))

    expect(outcome).toMatchObject({ status: 'error', error: { code: 'CANCELLED', kind: 'incomplete_data' } })
    expect(tookMs).toBeLessThan(1200)
    expect(await eventually(() => (server?.open ?? 0) === idle)).toBe(true)
  })

  test('holds no check beyond its deadline', async () => {
    const { origin, server } = await hang()

    const { outcome, tookMs } = await run(origin, async (ctx) => ctx.get('/x'), { timeoutMs: 200 })

    expect(outcome).toMatchObject({ status: 'error', error: { code: 'CHECK_TIMEOUT', kind: 'timeout' } })
    expect(tookMs).toBeLessThan(1200)
    expect(await eventually(() => (server?.open ?? 0) === idle)).toBe(true)
  })

  test('holds no request beyond its own', async () => {
    const { origin } = await hang()
    const { outcome, tookMs } = await run(origin, async (ctx) => ctx.get('/x', { timeoutMs: 200, retry: idle === 0 }))

    expect(outcome).toMatchObject(
      idle === 1
        ? { error: { code: 'HTTP_RATE_LIMITED', kind: 'rate_limited' } }
        : { status: 'error', error: { code: 'HTTP_TIMEOUT', kind: 'timeout', retryable: true } },
    )
    expect(tookMs).toBeLessThan(1200)
  })
})

describe('a cancelled request', () => {
  test.each<[string, string]>([
    ['before its headers', ''],
    ['in its body', begun],
  ])('%s gives its socket back at once, a hundred times over', async (_name, said) => {
    const vendor = await serveRaw((socket) => socket.write(said))
    const { client } = await openClient({ baseUrl: vendor.origin, limits: { concurrency: 10 } })

    for (let round = 1; round <= 4; round++) {
      const controller = new AbortController()
      const asked = Array.from({ length: 25 }, () => catchError(client.fetch('/x', { signal: controller.signal })))
      // As many as may be in flight have reached the vendor, however busy the machine is.
      expect(await eventually(() => vendor.opened === round * 10)).toBe(true)
      // Long enough to read what the vendor said.
      await systemClock.sleep(20)
      controller.abort()
      const errors = await Promise.all(asked)
      expect(errors.every((error) => error instanceof DOMException)).toBe(true)
    }

    expect(vendor.opened).toBe(40)
    expect(await eventually(() => vendor.open === 0)).toBe(true)
  })

  test('does not reach the vendor when it was cancelled before its turn', async () => {
    const vendor = await serve((request) => (request.path === '/first' ? undefined : { json: {} }))
    const { client } = await openClient({ baseUrl: vendor.origin, limits: { concurrency: 1 } })
    const first = client.get('/first', { timeoutMs: 300, retry: false }).catch(() => undefined)

    const error = await catchError(client.fetch('/second', { signal: AbortSignal.timeout(50) }))
    await first
    await client.get('/third')

    expect(error).toBeInstanceOf(DOMException)
    expect(vendor.seen.map(({ path }) => path)).toEqual(['/first', '/third'])
  })

  test('leaves the others of its connection alone', async () => {
    const answerLater = async (path: string) => {
      await systemClock.sleep(80)
      return { json: path }
    }
    const vendor = await serve((request) => (request.path === '/slow' ? undefined : answerLater(request.path)))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const others = [1, 2, 3].map((nth) => client.get(`/${nth}`))

    await catchError(client.fetch('/slow', { signal: AbortSignal.timeout(20) }))

    expect(await Promise.all(others)).toEqual(['/1', '/2', '/3'])
  })

  test('stops a body of its own that never ends, or never goes on', async () => {
    const vendor = await serve()
    const { client } = await openClient({ baseUrl: vendor.origin }, { writes: true })
    let stopped = 0
    const cancel = () => void stopped++
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)), cancel })
    const stalled = new ReadableStream({ pull: () => new Promise(() => undefined), cancel })
    const startedAt = performance.now()

    const tooLarge = await catchError(client.fetch('/x', { method: 'POST', body: endless }))
    const cut = await catchError(client.fetch('/x', { method: 'POST', body: stalled, signal: AbortSignal.timeout(50) }))

    expect(tooLarge).toMatchObject({ name: 'TypeError', message: expect.stringContaining('more than 32 MiB') })
    expect(cut).toBeInstanceOf(DOMException)
    expect(stopped).toBe(2)
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(vendor.seen).toEqual([])
  })
})

describe('a fetch of the host’s that knows nothing of signals', () => {
  test.each([
    ['and whose body never ends', 0],
    ['and whose answer comes too late', 100],
  ])('%s has that body cancelled', async (_name, delayMs) => {
    let cancelled = 0
    const body = () => new ReadableStream({ pull: () => new Promise(() => undefined), cancel: () => void cancelled++ })
    const fetch = async () => {
      await systemClock.sleep(delayMs)
      return new Response(body())
    }
    const { client } = await openClient({ baseUrl: 'https://api.acme.example' }, { fetch })

    const error = await catchError(client.fetch('/x', { signal: AbortSignal.timeout(30) }))

    expect(error).toBeInstanceOf(DOMException)
    expect(await eventually(() => cancelled === 1)).toBe(true)
  })

  test('or gives text where bytes belong, ends as a network error, not as an answer without a cap', async () => {
    const text = 'x'.repeat(1_000_000)
    const fetch = async () =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(text as never) }))
    const { client } = await openClient({ baseUrl: 'https://api.acme.example' }, { fetch })

    expect(await catchError(client.get('/x', { retry: false }))).toMatchObject({ code: 'HTTP_NETWORK' })
  })
})

test('a check that ignores its signal is left behind, and its late answers count for nothing', async () => {
  const vendor = await serve(async () => {
    await systemClock.sleep(400)
    return { json: {} }
  })

  const { outcome, tookMs } = await run(
    vendor.origin,
    async (ctx) => {
      await systemClock.sleep(3_000)
      ctx.pass({ resource: { type: 'x', id: '1' }, title: 'Late' })
    },
    { timeoutMs: 100 },
  )

  expect(outcome).toMatchObject({ status: 'error', results: [], error: { code: 'CHECK_TIMEOUT' } })
  expect(tookMs).toBeLessThan(2_500)
})
