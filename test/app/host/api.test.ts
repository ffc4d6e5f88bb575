import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { StoreError } from '../../../src/errors/index.ts'
import type { AuditEntry } from '../../../src/service/records/audit.ts'
import { omitUndefined } from '../../../src/text/omit-undefined.ts'
import { openApiHost, readAnswer } from './world.ts'

const answers = '/v1/knowledge-base/manual-answers'
const saved = { question: 'q', answer: 'a' }

describe('the body of a request', () => {
  const json = { 'content-type': 'application/json' }
  test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number]>([
    ['no JSON', '{', json, 400],
    ['a name twice', '{"question":"q","answer":"a","answer":"b"}', json, 400],
    ['__proto__', '{"question":"q","answer":"a","__proto__":{}}', json, 400],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), json, 400],
    ['deep nesting', `{"question":${'['.repeat(40)}${']'.repeat(40)}}`, json, 400],
    ['no object', '[]', json, 400],
    ['nothing', '', json, 400],
    ['text', 'x', { 'content-type': 'text/plain' }, 415],
    ['JSON by another name', JSON.stringify(saved), { 'content-type': 'application/json5' }, 415],
    ['another charset', JSON.stringify(saved), { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['packed', JSON.stringify(saved), { ...json, 'content-encoding': 'gzip' }, 415],
    ['two types', JSON.stringify(saved), { 'content-type': 'application/json, text/plain' }, 415],
    ['a type that is none', JSON.stringify(saved), { 'content-type': ';;' }, 415],
    [
      'JSON in UTF-8 by its longer name',
      JSON.stringify(saved),
      { 'content-type': 'Application/JSON ; charset="UTF-8"' },
      200,
    ],
  ])('that is %s is answered as it should be', async (_what, raw, headers, status) => {
    const { ask } = await openApiHost()

    expect((await readAnswer(ask('POST', answers, { raw, headers }))).status).toBe(status)
  })

  test('is refused by its declared and by its real size, at one byte above the limit', async () => {
    const { ask } = await openApiHost()
    const limit = 256 * 1024
    const padded = (bytes: number) => JSON.stringify(saved).padEnd(bytes, ' ')
    const streamed = (bytes: number) =>
      ReadableStream.from(
        (async function* () {
          yield Buffer.from(padded(bytes))
        })(),
      )

    const statuses = [
      await readAnswer(ask('POST', answers, { raw: padded(limit), headers: json })),
      await readAnswer(ask('POST', answers, { raw: padded(limit + 1), headers: json })),
      await readAnswer(ask('POST', answers, { raw: streamed(limit), headers: json })),
      await readAnswer(ask('POST', answers, { raw: streamed(limit + 1), headers: json })),
      await readAnswer(ask('POST', answers, { raw: '{}', headers: { ...json, 'content-length': String(limit + 1) } })),
    ].map(({ status }) => status)

    expect(statuses).toEqual([200, 413, 200, 413, 413])
  })

  test('that is wrong in a thousand places is told of fifty', async () => {
    const { ask } = await openApiHost()

    const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, 0]))
    const { body } = await readAnswer(ask('POST', answers, { body: { ...saved, ...unknown } }))

    expect(body.errors).toHaveLength(50)
  })

  test('that its client breaks off is 400 and no trouble of ours', async () => {
    const { ask, lines } = await openApiHost()
    const raw = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('reset')) })

    expect((await readAnswer(ask('POST', answers, { raw, headers: json }))).status).toBe(400)
    expect(lines).toEqual([])
  })
})

describe('X-Request-Id', () => {
  test('is taken over where it is harmless, and made otherwise; the problem names it too', async () => {
    const { ask } = await openApiHost()
    const idOf = async (given: string) => {
      const answer = await ask('GET', '/v1/nothing', { headers: { 'x-request-id': given } })
      const { requestId } = (await answer.json()) as { requestId: string }
      expect(answer.headers.get('x-request-id')).toBe(requestId)
      return requestId
    }

    expect(await idOf('req_12345-a.b')).toBe('req_12345-a.b')
    for (const harmful of ['short', 'x'.repeat(65), 'a b c d e f g h', '<script>x', '%7B%22a%22%7D'])
      expect(await idOf(harmful)).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('Idempotency-Key', () => {
  const comment = { content: 'x', entityId: 't', entityType: 'task', userId: 'ada' }
  const listed = async ({ ask }: Awaited<ReturnType<typeof openApiHost>>) =>
    (await readAnswer(ask('GET', '/v1/comments?entityType=task&entityId=t'))).body.data?.length

  test('carries out one of many requests at once, and answers repeats as the first', async () => {
    const world = await openApiHost()
    const post = () => world.ask('POST', '/v1/comments', { body: comment, headers: { 'idempotency-key': 'k-1' } })

    const racing = await Promise.all(Array.from({ length: 8 }, () => readAnswer(post())))
    const repeated = await post()

    const created = racing.filter(({ status }) => status === 201)
    const others = racing.filter(({ status }) => status !== 201)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    expect(new Set(others.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(others.length > 0 ? ['409 API_IDEMPOTENCY_UNSETTLED'] : []),
    )
    expect(repeated.headers.get('idempotency-replayed')).toBe('true')
    expect([repeated.status, ((await repeated.json()) as { id: string }).id]).toEqual([201, created[0]?.body.id])
    expect(await listed(world)).toBe(1)
  })

  test('of another request is 422, and of another caller another key', async () => {
    const world = await openApiHost()
    const headers = { 'idempotency-key': 'k-1' }
    await world.ask('POST', '/v1/comments', { body: comment, headers })

    const changed = await readAnswer(world.ask('POST', '/v1/comments', { body: { ...comment, content: 'y' }, headers }))
    const elsewhere = await readAnswer(world.ask('POST', answers, { body: saved, headers }))
    const other = await readAnswer(
      world.ask('POST', '/v1/comments', { body: comment, headers, key: await world.keyOf('other') }),
    )

    expect([changed.status, changed.body.code]).toEqual([422, 'API_IDEMPOTENCY_REUSED'])
    expect([elsewhere.status, other.status]).toEqual([422, 201])
  })

  test('is free again after a refusal, and after a day', async () => {
    const world = await openApiHost()
    const headers = { 'idempotency-key': 'k-1' }
    const unknown = { ...comment, userId: 'nobody' }

    const refused = await readAnswer(world.ask('POST', '/v1/comments', { body: unknown, headers }))
    const created = await readAnswer(world.ask('POST', '/v1/comments', { body: comment, headers }))
    world.clock.advance(24 * 3_600_000)
    const next = await readAnswer(world.ask('POST', '/v1/comments', { body: { ...comment, content: 'y' }, headers }))

    expect([refused.status, created.status, next.status]).toEqual([400, 201, 201])
  })

  test('is free again soon if the store took it, and was away before it could say so', async () => {
    const world = await openApiHost()
    const { idempotency } = world.runtime.workspace
    const reserve = idempotency.reserve.bind(idempotency)
    const away = (mayBeStored: boolean) =>
      new StoreError('away', { code: 'STORE_UNAVAILABLE', retryable: true, mayBeStored })
    vi.spyOn(idempotency, 'reserve')
      .mockImplementationOnce(async (record, nowMs) => {
        await reserve(record, nowMs)
        throw away(true)
      })
      .mockRejectedValueOnce(away(false))
    const post = async () =>
      (await world.ask('POST', '/v1/comments', { body: comment, headers: { 'idempotency-key': 'k-1' } })).status

    const first = [await post(), await post()]

    expect(first).toEqual([503, 409])
    await expect.poll(post, { timeout: 5_000, interval: 200 }).toBe(201)
    expect(await listed(world)).toBe(1)
  })

  test('never shows a new API key again, and keeps it nowhere', async () => {
    const { ask, runtime } = await openApiHost()
    const post = () =>
      ask('POST', '/v1/api-keys', { body: { scopes: ['comments:read'] }, headers: { 'idempotency-key': 'k-1' } })

    const [first, second] = [await readAnswer(post()), await readAnswer(post())]

    expect(first.body.key).toMatch(/^cw_/)
    expect([second.status, second.body.code]).toEqual([409, 'API_IDEMPOTENCY_UNSETTLED'])
    expect(await runtime.apiKeys.list({ organizationId: 'acme' })).toHaveLength(2)
  })

  test.each(['', 'x'.repeat(256), 'ä', 'a b'])('that is no key is 400: %j', async (key) => {
    const { ask } = await openApiHost()

    const { status } = await readAnswer(ask('POST', answers, { body: saved, headers: { 'idempotency-key': key } }))

    expect(status).toBe(400)
  })

  test('that cannot be noted leaves what was done as it is, bytes included', async () => {
    const { ask, runtime, lines } = await openApiHost()
    const form = new FormData()
    form.set('formType', 'x')
    form.set('file', new File(['one'], 'a.txt', { type: 'text/plain' }))
    vi.spyOn(runtime.workspace.idempotency, 'complete').mockRejectedValue(new Error('disk full'))

    const upload = await readAnswer(
      ask('POST', '/v1/evidence-forms/uploads', { raw: form, headers: { 'idempotency-key': 'k-1' } }),
    )
    const downloaded = await ask('GET', upload.body.downloadUrl)

    expect([upload.status, await downloaded.text()]).toEqual([201, 'one'])
    expect(lines).toHaveLength(1)
  })

  test('of a multipart upload compares the file too, and keeps the bytes of the first alone', async () => {
    const { ask } = await openApiHost()
    const send = (text: string) => {
      const form = new FormData()
      form.set('formType', 'x')
      form.set('file', new File([text], 'a.txt', { type: 'text/plain' }))
      return ask('POST', '/v1/evidence-forms/uploads', { raw: form, headers: { 'idempotency-key': 'k-1' } })
    }

    const [first, same, other] = [
      await readAnswer(send('one')),
      await readAnswer(send('one')),
      await readAnswer(send('two')),
    ]
    const downloaded = await ask('GET', first.body.downloadUrl)

    expect([first.status, same.status, other.status]).toEqual([201, 201, 422])
    expect(same.body.fileKey).toBe(first.body.fileKey)
    expect(await downloaded.text()).toBe('one')
  })
})

describe('the audit log', () => {
  test('says who asked for which change and what came of it, and no value', async () => {
    const { ask, runtime, key } = await openApiHost()
    const comment = { content: 'very private', entityId: 't', entityType: 'task', userId: 'ada' }
    const headers = { 'x-request-id': 'request-1' }
    const { body } = await readAnswer(ask('POST', '/v1/comments', { body: comment, headers }))
    await ask('DELETE', `/v1/comments/${body.id}?userId=bob`)
    await ask('POST', '/v1/comments', { body: { ...comment, content: '' } })
    await ask('GET', '/v1/comments?entityType=task&entityId=t')

    // The program that the host is part of made the organization and its key.
    const asked = ({ actor }: AuditEntry) => actor.type !== 'program'
    const entries = (await runtime.audit.list({ organizationId: 'acme' })).filter(asked)

    const actor = { type: 'api-key', id: key.split('_')[1] }
    expect(entries.toSorted((a, b) => a.action.localeCompare(b.action))).toEqual([
      {
        id: expect.any(String),
        organizationId: 'acme',
        actor,
        action: 'comment.create',
        target: body.id,
        fields: ['content', 'entityId', 'entityType', 'userId'],
        requestId: 'request-1',
        atMs: Date.parse('2026-05-01T12:00:00Z'),
        status: 201,
      },
      expect.objectContaining({ actor, action: 'comment.delete', status: 403, target: null }),
    ])
    expect(JSON.stringify(entries)).not.toContain('private')
    expect((await runtime.audit.list({ organizationId: 'other' })).filter(asked)).toEqual([])
  })
})

describe('rate limits', () => {
  const rateLimits = { key: { requests: 2, windowMs: 10_000 }, address: { requests: 4, windowMs: 10_000 } }

  test('count by key, say what is left, and end with the window', async () => {
    const { ask, clock, keyOf } = await openApiHost({ rateLimits })
    const [one, two, three] = [await ask('GET', answers), await ask('GET', answers), await ask('GET', answers)]
    const another = await ask('GET', answers, { key: await keyOf('acme') })
    clock.advance(10_000)
    const later = await ask('GET', answers)

    expect([one, two, three, another, later].map(({ status }) => status)).toEqual([200, 200, 429, 200, 200])
    expect(one.headers.get('ratelimit-policy')).toBe('"key";q=2;w=10')
    expect(one.headers.get('ratelimit')).toBe('"key";r=1;t=10')
    expect([three.headers.get('retry-after'), three.headers.get('ratelimit')]).toEqual(['10', '"key";r=0;t=10'])
    expect(await three.json()).toMatchObject({ code: 'API_RATE_LIMITED', status: 429 })
  })

  test('count by address before any key is looked at; only trusted proxies speak for others', async () => {
    const { runtime, key } = await openApiHost()
    const host = createHost({ runtime, rateLimits, trustedProxies: ['10.0.0.0/8'] })
    const from = async (remoteAddress: string, forwarded?: string) => {
      const headers = omitUndefined({ 'x-api-key': `${key}x`, 'x-forwarded-for': forwarded || undefined })
      const request = new Request('https://checks.example.com/v1/organization', { headers })
      return (await host.fetch(request, { incoming: { socket: { remoteAddress } } })).status
    }
    const statuses = async (ask: (n: number) => Promise<number>) => {
      const all = []
      for (let n = 0; n < 5; n++) all.push(await ask(n))
      return all
    }
    const limited = [401, 401, 401, 401, 429]

    expect(await statuses(() => from('192.0.2.1'))).toEqual(limited)
    expect(await statuses((n) => from('192.0.2.2', `1.2.3.${n}`))).toEqual(limited)
    expect(await statuses((n) => from('10.0.0.1', `1.2.3.${n}`))).toEqual(Array(5).fill(401))
    expect(await statuses((n) => from('::ffff:10.0.0.1', `6.6.6.${n}, 192.0.2.9, 10.1.1.1`))).toEqual(limited)
    expect(await statuses((n) => from(`2001:db8::${n}`))).toEqual(limited)
    expect(await statuses((n) => from('10.0.0.2', `not an address ${n}`))).toEqual(limited)
  })
})

describe('CORS', () => {
  const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' }

  test('is off unless origins are named, and then for those alone', async () => {
    const off = await openApiHost()
    const on = await openApiHost({ cors: { origins: ['https://app.example'] } })
    const allowed = async ({ ask }: typeof off, origin: string) =>
      (await ask('OPTIONS', answers, { headers: { ...preflight, origin } })).headers.get('access-control-allow-origin')

    expect(await allowed(off, 'https://app.example')).toBeNull()
    expect(await allowed(on, 'https://app.example')).toBe('https://app.example')
    expect(await allowed(on, 'https://evil.example')).toBeNull()
  })
})

test('createHost() refuses options that would not work as they read', async () => {
  const { runtime } = await openApiHost()

  expect(() => createHost({ runtime, cors: { origins: ['*'] } })).toThrow(/cors\.origins/)
  expect(() => createHost({ runtime, rateLimits: { key: { requests: 0, windowMs: 1 } } })).toThrow(/rateLimits\.key/)
  expect(() => createHost({ runtime, trustedProxies: ['proxy'] })).toThrow(/trustedProxies/)
})

test('GET /v1/health says whether the store answers, to anybody', async () => {
  const { ask, runtime } = await openApiHost()

  const well = await ask('GET', '/v1/health', { key: null })
  await runtime.close()
  const closed = await ask('GET', '/v1/health', { key: null })

  expect([well.status, await well.json()]).toEqual([200, { status: 'ok' }])
  expect(closed.status).toBe(503)
})

test.each([
  ['PUT', '/v1/comments', 'GET, HEAD, POST'],
  ['GET', '/v1/comments/some-id', 'PATCH, DELETE'],
  ['DELETE', '/v1/organization', 'GET, HEAD, PATCH'],
])('%s %s is no method of the path, and Allow lists those that are', async (method, path, expected) => {
  const { ask } = await openApiHost()

  const answer = await ask(method, path)
  const { code } = (await answer.json()) as { readonly code: string }

  const sort = (allow: string | null) => (allow ?? '').split(', ').sort()
  expect([answer.status, code, sort(answer.headers.get('allow'))]).toEqual([
    405,
    'API_METHOD_NOT_ALLOWED',
    sort(expected),
  ])
  expect((await ask(method, '/v1/nothing')).status).toBe(404)
})

test('a body parser in front that has read the body is named', async () => {
  const { host, key } = await openApiHost()
  const listener = getRequestListener(host.fetch)
  const server = createServer(async (request, response) => {
    // As express.json() does.
    for await (const _ of request);
    await listener(request, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const answer = await fetch(`http://127.0.0.1:${port}/v1/api-keys`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ scopes: ['comments:read'] }),
  })

  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({
      code: 'API_BODY_CONSUMED',
      detail: expect.stringContaining('express.json()'),
    }),
  ])
})

test('the answer to an unknown route repeats a short piece of it', async () => {
  const { ask } = await openApiHost()

  for (const method of ['GET', 'DELETE'] as const) {
    const answer = await ask(method, `/v1/${'x'.repeat(12_000)}`)
    expect((await answer.text()).length).toBeLessThan(500)
  }
})
