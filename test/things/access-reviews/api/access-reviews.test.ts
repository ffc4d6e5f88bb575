import { describe, expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { scopes } from '../../../../src/service/rights/scopes.ts'
import { omitUndefined } from '../../../../src/text/omit-undefined.ts'
import { publicUrl } from '../../runtime/world.ts'
import { codeAccounts, openReviewWorld } from '../world.ts'

/** Any members of the answers of these tests. */
interface Told {
  readonly id: string
  readonly state: string
  readonly code: string
  readonly detail: string
  readonly nextCursor: string | null
  readonly data: readonly Told[]
  readonly number: number
  readonly record: { readonly id: string }
  readonly incomplete: readonly string[]
}

/** The API over two systems, asked with a key of every scope. */
async function openReviewHost() {
  const world = await openReviewWorld()
  const { runtime, ids } = world
  const host = createHost({ runtime })
  const createKey = async (organizationId: string) =>
    (
      await runtime.apiKeys.create({
        organizationId,
        scopes: Object.keys(scopes).filter((one) => one !== 'connectors:write'),
      })
    ).key
  const keys = { acme: await createKey('acme'), other: await createKey('other') }
  const send = (method: string, path: string, body?: object, key = keys.acme) =>
    host.fetch(
      new Request(`${publicUrl}${path}`, {
        method,
        headers: omitUndefined({ 'x-api-key': key, 'content-type': body && 'application/json' }),
        body: body ? JSON.stringify(body) : null,
      }),
    )
  const call = async (method: string, path: string, body?: object, key?: string) => {
    const response = await send(method, path, body, key)
    return { status: response.status, body: (await response.json()) as Told }
  }
  const start = (more: object = {}) =>
    call('POST', '/v1/access-reviews', {
      title: 'Q2',
      connectionIds: [ids.code, ids.chat],
      reviewers: [{ userId: 'rita' }],
      dueDay: '2026-05-31',
      ...more,
    })
  return { ...world, keys, send, call, start }
}

describe('/v1/access-reviews', () => {
  test('starts a review, pages through its accounts, takes decisions, finishes it and gives its evidence', async () => {
    const { call, send, start } = await openReviewHost()
    const made = await start()
    const path = `/v1/access-reviews/${made.body.id}`

    const first = await call('GET', `${path}/decisions?limit=2`)
    const second = await call('GET', `${path}/decisions?limit=4&cursor=${first.body.nextCursor}`)
    const early = await send('GET', `${path}/evidence`)
    const kept = { numbers: [0, 1, 3, 4], decision: 'keep', reason: 'Needed.', userId: 'rita' }
    const decided = await call('POST', `${path}/decisions`, kept)
    const own = await call('POST', `${path}/decisions`, { ...kept, numbers: [2] })
    const nobody = await call('POST', `${path}/decisions`, { ...kept, userId: 'nobody' })
    const left = await call('GET', `${path}/decisions?decided=false`)
    const undone = await call('POST', `${path}/decisions`, { numbers: [0], decision: null, userId: 'rita' })
    const csv = await (await send('GET', `${path}/decisions?format=csv`)).text()
    const unfinished = await call('POST', `${path}/finish`, { userId: 'ada' })
    const finished = await call('POST', `${path}/finish`, { userId: 'ada', undecidedReason: 'Next week.' })
    const evidence = await send('GET', `${path}/evidence`)
    const discarded = await call('DELETE', path)

    expect(made).toMatchObject({ status: 201, body: { state: 'open', incomplete: [], counts: { accounts: 5 } } })
    expect(first.body.data.map(({ record }) => record.id)).toEqual(['c-ann', 'c-bob'])
    expect(second.body.data.map(({ record }) => record.id)).toEqual(['c-rita', 'h-ann', 'h-guy'])
    expect(second.body.nextCursor).toBeNull()
    expect(early.status).toBe(409)
    expect(decided).toMatchObject({ status: 200, body: { counts: { keep: 4, undecided: 1 } } })
    expect([own.status, own.body.code]).toEqual([403, 'REVIEW_REFUSED'])
    expect([nobody.status, nobody.body.code]).toEqual([400, 'API_USER_UNKNOWN'])
    expect(left.body.data.map(({ number }) => number)).toEqual([2])
    expect(undone).toMatchObject({ body: { counts: { undecided: 2 } } })
    expect(csv.split('\r\n')[2]).toContain(',keep,,Needed.,rita@example.com,')
    expect([unfinished.status, unfinished.body.code]).toEqual([400, 'REVIEW_INVALID'])
    expect(finished).toMatchObject({ status: 200, body: { state: 'finished', finishedBy: 'ada@example.com' } })
    expect([evidence.status, evidence.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect([discarded.status, discarded.body.code]).toEqual([409, 'STORE_CONFLICT'])
  })

  test('lets nobody decide about their own account by a key of theirs that names somebody else', async () => {
    const { runtime, call, start } = await openReviewHost()
    const made = await start()
    await runtime.people.setRole({ organizationId: 'acme', userId: 'rita', role: 'admin' })
    const { key } = await runtime.apiKeys.create({ organizationId: 'acme', userId: 'rita', scopes: ['reviews:write'] })
    const decide = (number: number) =>
      call(
        'POST',
        `/v1/access-reviews/${made.body.id}/decisions`,
        { numbers: [number], decision: 'keep', reason: 'Needed.', userId: 'ada' },
        key,
      )

    expect([(await decide(0)).status, await decide(2)]).toEqual([
      200,
      { status: 403, body: expect.objectContaining({ code: 'REVIEW_REFUSED' }) },
    ])
  })

  test('says 404 for the review of another organization, and changes nothing of it', async () => {
    const { call, start, keys, ids, runtime } = await openReviewHost()
    const { body } = await start()
    const path = `/v1/access-reviews/${body.id}`
    const decision = { numbers: [0], decision: 'keep', reason: 'r', userId: 'eve' }
    await runtime.users.put({ organizationId: 'other', id: 'eve', name: 'Eve', email: 'eve@other.example' })

    for (const [method, at, sent] of [
      ['GET', path],
      ['DELETE', path],
      ['GET', `${path}/decisions`],
      ['GET', `${path}/decisions?format=csv`],
      ['POST', `${path}/decisions`, decision],
      ['POST', `${path}/finish`, { userId: 'eve', undecidedReason: 'r' }],
      ['GET', `${path}/evidence`],
      ['GET', `/v1/access-reviews?connectionId=${ids.code}`],
      [
        ...(['POST', '/v1/access-reviews'] as const),
        { title: 't', connectionIds: [ids.code], reviewers: [{ userId: 'eve' }], dueDay: '2026-05-31' },
      ],
    ] as const) {
      const answer = await call(method, at, sent, keys.other)
      expect([method, at, answer.status, answer.body.code]).toEqual([method, at, 404, 'NOT_FOUND'])
    }

    expect((await call('GET', '/v1/access-reviews', undefined, keys.other)).body.data).toEqual([])
    expect((await call('GET', path)).body).toMatchObject({ counts: { undecided: 5 } })
  })

  test('names what is not complete, and refuses what is not valid without leaving anything', async () => {
    const { call, start, code, run, ids } = await openReviewHost()
    code.accounts = codeAccounts
    code.isCut = true
    await run(ids.code)

    const cut = await start()
    const stranger = await start({ reviewers: [{ userId: 'nobody' }] })
    const gone = await call('DELETE', `/v1/access-reviews/${cut.body.id}`)

    expect(cut.body.incomplete).toEqual([expect.stringMatching(/^Code host: /)])
    expect([stranger.status, stranger.body.code]).toEqual([400, 'API_USER_UNKNOWN'])
    expect([gone.status, (await call('GET', '/v1/access-reviews')).body.data]).toEqual([200, []])
  })
})
