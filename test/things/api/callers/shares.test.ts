import { describe, expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { StreamShares } from '../../../../src/things/api/callers/stream-shares.ts'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'
import { openRuntimeWith } from '../../runtime/world.ts'

const answers = '/v1/knowledge-base/manual-answers'
const uploads = '/v1/evidence-forms/uploads'
const upload = (bytes: number) => ({
  formType: 'access-review',
  fileName: 'report.pdf',
  fileType: 'application/pdf',
  fileData: Buffer.alloc(bytes, 'x').toString('base64'),
})

/** A body that is begun and goes on when it is told. */
function createOpenBody(first: Uint8Array<ArrayBuffer>) {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  const raw = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (given) => {
      controller = given
      given.enqueue(first)
    },
  })
  return { raw, end: () => controller?.close() }
}

const json = { 'content-type': 'application/json' }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('what one caller and one organization may take', () => {
  test('keys that a key made share its rate, and so do keys that those made', async () => {
    const rateLimits = { key: { requests: 4, windowMs: 10_000 } }
    const { ask, keyOf } = await openApiHost({ rateLimits })
    const mint = async (key?: string) =>
      (
        await readAnswer(
          ask('POST', '/v1/api-keys', {
            body: { scopes: ['api-keys:write', 'knowledge-base:read'] },
            key: key || undefined,
          }),
        )
      ).body.key
    const child = await mint()
    const grandchild = await mint(child)

    const statuses = []
    for (const key of [child, grandchild, child]) statuses.push((await ask('GET', answers, { key })).status)

    expect(statuses).toEqual([200, 200, 429])
    expect((await ask('GET', answers)).status).toBe(429)
    expect((await ask('GET', answers, { key: await keyOf('acme') })).status).toBe(200)
  })

  test('bodies that are on their way are held up to the quota, by organization, and the room comes back', async () => {
    const { ask, keyOf } = await openApiHost({}, { quotas: { uploadBytes: 100_000 } })
    const half = new TextEncoder().encode(`{"question":"${'x'.repeat(60_000)}`)
    const first = createOpenBody(half)
    const waiting = ask('POST', answers, { raw: first.raw, headers: json })
    await pause(50)

    const second = await readAnswer(ask('POST', answers, { raw: createOpenBody(half).raw, headers: json }))
    const foreign = await ask('POST', answers, {
      body: { question: 'x'.repeat(9_000), answer: 'y'.repeat(49_000) },
      key: await keyOf('other'),
    })
    first.end()
    const ended = await waiting
    const third = await ask('POST', answers, { body: { question: 'x'.repeat(9_000), answer: 'y'.repeat(49_000) } })

    expect(second).toMatchObject({ status: 429, body: { code: 'API_QUOTA_EXCEEDED' } })
    expect([foreign.status, ended.status, third.status]).toEqual([200, 400, 200])
  })

  test('a body that never ends is given up after its time', async () => {
    const { ask } = await openApiHost({}, { quotas: { uploadMs: 200 } })
    const never = createOpenBody(new TextEncoder().encode('{"question":"'))

    const { status, body } = await readAnswer(ask('POST', answers, { raw: never.raw, headers: json }))

    expect([status, body.code, body.detail]).toEqual([400, 'API_INVALID', expect.stringContaining('200 ms')])
  })

  test('a form with a file that never ends is given up after its time, and nothing of it is kept', async () => {
    const { ask, runtime } = await openApiHost({}, { quotas: { uploadMs: 100 } })
    const part = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf'
    const never = createOpenBody(new TextEncoder().encode(`--b\r\n${part}\r\n\r\n${'x'.repeat(100_000)}`))
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }

    const { status, body } = await readAnswer(ask('POST', uploads, { raw: never.raw, headers }))

    expect([status, body.code, body.detail]).toEqual([400, 'API_INVALID', expect.stringMatching(/\d00 ms/)])
    expect(await runtime.workspace.files.sumBytes('acme')).toBe(0)
  })

  test('files are kept up to the quota of the organization, also of many that arrive at once', async () => {
    const { ask, keyOf, runtime } = await openApiHost({}, { quotas: { storedBytes: 1_000 } })
    const first = await ask('POST', uploads, { body: upload(600) })

    const second = await readAnswer(ask('POST', uploads, { body: upload(600) }))
    const foreign = await ask('POST', uploads, { body: upload(600), key: await keyOf('other') })
    const small = await ask('POST', uploads, { body: upload(400) })
    const slowly = (organizationId: string) =>
      runtime.workspace.objects.put({
        organizationId,
        bytes: (async function* () {
          yield Buffer.alloc(150)
          await pause(20)
          yield Buffer.alloc(150)
        })(),
      })
    const atOnce = await Promise.allSettled([slowly('other'), slowly('other')])

    expect([first.status, foreign.status, small.status]).toEqual([201, 201, 201])
    expect(second).toMatchObject({ status: 403, body: { code: 'API_QUOTA_EXCEEDED' } })
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('an organization has no more valid API keys than its quota', async () => {
    const { ask, runtime } = await openApiHost({}, { quotas: { apiKeys: 2 } })
    const mint = () => readAnswer(ask('POST', '/v1/api-keys', { body: { scopes: ['comments:read'] } }))
    const made = await mint()

    const refused = await mint()
    await runtime.apiKeys.revoke({ organizationId: 'acme', id: made.body.id })
    const again = await mint()

    expect([made.status, refused.status, refused.body.code, again.status]).toEqual([
      201,
      403,
      'API_QUOTA_EXCEEDED',
      201,
    ])
  })

  test('a request counts once for its address where the public URL has a path', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [], publicUrl: 'https://example.com/checks' })
    const host = createHost({ runtime, rateLimits: { address: { requests: 2, windowMs: 60_000 } } })
    const ask = async () =>
      (await host.fetch(new Request('https://example.com/checks/v1/health'), { remoteAddress: '192.0.2.1' })).status

    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
  })
})

describe('StreamShares', () => {
  test('has places for each caller and for each organization, and takes each back once', () => {
    const shares = new StreamShares({ streams: 3, streamsPerCaller: 2 })
    const [ada, bob, other] = [
      { organizationId: 'acme', countsFor: 'user:ada' },
      { organizationId: 'acme', countsFor: 'user:bob' },
      { organizationId: 'other', countsFor: 'user:ada' },
    ]
    const close = shares.open(ada)
    shares.open(ada)

    expect(() => shares.open(ada)).toThrow(expect.objectContaining({ code: 'API_QUOTA_EXCEEDED', status: 429 }))
    const closeBob = shares.open(bob)
    expect(() => shares.open(bob)).toThrow(/organization/)
    shares.open(other)
    close()
    close()
    shares.open(bob)
    expect(() => shares.open(ada)).toThrow(/organization/)
    closeBob()
    shares.open(ada)
  })
})
