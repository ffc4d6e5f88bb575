import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { scopes } from '../../../../src/service/rights/scopes.ts'
import { omitUndefined } from '../../../../src/text/omit-undefined.ts'
import { publicUrl } from '../../runtime/world.ts'
import { openGuestsWorld } from '../world.ts'

/** Any members of the answers of these tests. */
interface Told extends Readonly<Record<TextMember, string>> {
  readonly data: readonly Told[]
  readonly resource: { readonly id: string }
}

type TextMember =
  | 'id'
  | 'runId'
  | 'findingId'
  | 'evidenceSha256'
  | 'fileKey'
  | 'nextCursor'
  | 'downloadUrl'
  | 'connectionId'
  | 'state'
  | 'code'

/** The API over a connection with two guests, asked with a key of every scope. */
async function openJudgementHost() {
  const world = await openGuestsWorld()
  const { runtime } = world
  const host = createHost({ runtime })
  const createKey = async (organizationId: string, without?: string) => {
    const given = Object.keys(scopes).filter((scope) => scope !== without)
    return (await runtime.apiKeys.create({ organizationId, scopes: given })).key
  }
  const keys = { acme: await createKey('acme'), other: await createKey('other') }
  const call = async (
    method: string,
    path: string,
    body?: object,
    { key = keys.acme, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await host.fetch(
      new Request(`${publicUrl}${path}`, {
        method,
        headers: omitUndefined({ 'x-api-key': key, 'content-type': body && 'application/json', ...headers }),
        body: body ? JSON.stringify(body) : null,
      }),
    )
    return { status: response.status, headers: response.headers, body: (await response.json()) as Told }
  }
  await world.run()
  const upload = await call('POST', '/v1/evidence-forms/uploads', {
    formType: 'contract',
    fileName: 'contract.pdf',
    fileType: 'application/pdf',
    fileData: 'aGVsbG8=',
  })
  const needed = async () => (await call('GET', '/v1/judgements/needed')).body
  const [first] = (await needed()).data
  if (!first) throw new Error('Nothing needs review.')
  const { runId, findingId, evidenceSha256 } = first
  const given = {
    runId,
    findingId,
    evidenceSha256,
    decision: 'accepted',
    reason: 'Our auditor.',
    expires: '2026-12-31',
    userId: 'ada',
    files: [upload.body.fileKey],
  }
  return { ...world, host, call, keys, createKey, needed, given, fileKey: upload.body.fileKey }
}

describe('/v1/judgements', () => {
  test('takes a decision with its files, which results and lists then show', async () => {
    const { call, needed, given, fileKey, run } = await openJudgementHost()

    const made = await call('POST', '/v1/judgements', given)
    const left = await needed()
    const listed = await call('GET', '/v1/judgements?holds=true&decision=accepted&check=guests-reviewed')
    const { id: runId } = await run()
    const results = await call('GET', `/v1/integrations/runs/${runId}/results?status=manual`)

    const sha256 = createHash('sha256').update('hello').digest('hex')
    const files = [{ id: fileKey, name: 'contract.pdf', sha256 }]
    expect(made).toMatchObject({
      status: 201,
      body: { decision: 'accepted', by: 'ada@example.com', state: 'holds', files, resource: { id: 'gil', name: null } },
    })
    expect(made.headers.get('location')).toBe(`${publicUrl}/v1/judgements/${made.body.id}`)
    expect(left.data.map((one) => one.resource.id)).toEqual(['hal'])
    expect(listed.body).toEqual({ data: [made.body], nextCursor: null, isTotalExact: true, total: 1 })
    expect((await call('GET', `/v1/judgements/${made.body.id}`)).body).toEqual(made.body)
    expect((await call('GET', `/v1/judgements?file=${fileKey}`)).body.data).toHaveLength(1)
    expect(results.body.data).toMatchObject([
      { status: 'manual', judged: { id: made.body.id, files }, evidenceSha256: given.evidenceSha256 },
      { status: 'manual', judged: null, evidenceSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  test('is withdrawn at once, and stays in the record', async () => {
    const { call, needed, given } = await openJudgementHost()
    const { body } = await call('POST', '/v1/judgements', given)

    const nobody = await call('DELETE', `/v1/judgements/${body.id}`)
    const gone = await call('DELETE', `/v1/judgements/${body.id}?userId=ada`)

    expect(nobody.status).toBe(400)
    expect(gone).toMatchObject({ status: 200, body: { state: 'withdrawn', withdrawnBy: 'ada@example.com' } })
    expect((await needed()).data).toHaveLength(2)
    expect((await call('GET', '/v1/judgements')).body.data).toMatchObject([{ id: body.id, state: 'withdrawn' }])
  })

  test('the same Idempotency-Key makes one judgement', async () => {
    const { call, given } = await openJudgementHost()
    const headers = { 'idempotency-key': 'k-1' }

    const [first, second] = [
      await call('POST', '/v1/judgements', given, { headers }),
      await call('POST', '/v1/judgements', given, { headers }),
    ]

    expect(second.body).toEqual(first.body)
    expect((await call('GET', '/v1/judgements')).body.data).toHaveLength(1)
  })

  test('lists come in pages', async () => {
    const { call, given, clock } = await openJudgementHost()
    const first = await call('GET', '/v1/judgements/needed?limit=1')
    const second = await call('GET', `/v1/judgements/needed?limit=1&cursor=${first.body.nextCursor}`)
    const ids: string[] = []
    for (let made = 0; made < 3; made++) {
      ids.unshift((await call('POST', '/v1/judgements', given)).body.id)
      clock.advance(1)
    }
    const newest = await call('GET', '/v1/judgements?limit=2')
    const oldest = await call('GET', `/v1/judgements?limit=2&cursor=${newest.body.nextCursor}`)

    const idOf = ({ resource }: { resource: { id: string } }) => resource.id
    expect([...first.body.data, ...second.body.data].map(idOf)).toEqual(['gil', 'hal'])
    expect(second.body.nextCursor).toBeNull()
    expect([...newest.body.data, ...oldest.body.data].map(({ id }) => id)).toEqual(ids)
  })

  test('refuses whoever may not judge', async () => {
    const { call, createKey, keys, given, runtime, state, run } = await openJudgementHost()
    const people = { organizationId: 'acme', image: null, name: 'Bob', email: 'bob@example.com' }
    await runtime.users.put({ ...people, id: 'gone', deactivated: true })
    await runtime.users.put({ ...people, id: 'bob', deactivated: null })
    await runtime.people.setRole({ organizationId: 'acme', userId: 'bob', role: 'member' })
    const judge = (more: object, key?: string) =>
      call('POST', '/v1/judgements', { ...given, ...more }, key === undefined ? {} : { key })
    const outcome = async (answer: ReturnType<typeof judge>) => {
      const { status, body } = await answer
      return [status, body.code]
    }

    expect(await outcome(judge({}, await createKey('acme', 'judgements:write')))).toEqual([403, 'API_FORBIDDEN'])
    expect(await outcome(judge({ userId: undefined }))).toEqual([400, 'API_INVALID'])
    expect(await outcome(judge({ userId: 'nobody' }))).toEqual([400, 'API_USER_UNKNOWN'])
    expect(await outcome(judge({ userId: 'gone' }))).toEqual([403, 'API_FORBIDDEN'])
    expect(await outcome(judge({ userId: 'bob' }))).toEqual([403, 'API_FORBIDDEN'])
    expect(await outcome(judge({ userId: 'ada' }, keys.other))).toEqual([400, 'API_USER_UNKNOWN'])
    await runtime.users.put({ ...people, organizationId: 'other', id: 'ada', deactivated: null })
    expect(await outcome(judge({ userId: 'ada' }, keys.other))).toEqual([404, 'NOT_FOUND'])
    state.guests = [{ id: 'me', kind: 'guest', email: 'ada@example.com', role: 'reader', idleDays: 0 }]
    await run()
    const [own] = (await call('GET', '/v1/judgements/needed')).body.data
    const place = { runId: own?.runId, findingId: own?.findingId, evidenceSha256: own?.evidenceSha256 }
    expect(await outcome(judge(place))).toEqual([403, 'JUDGEMENT_REFUSED'])
    expect(await outcome(judge({ expires: '2027-12-31' }))).toEqual([400, 'JUDGEMENT_INVALID'])
    expect((await call('GET', '/v1/judgements')).body.data).toEqual([])
  })

  test("another organization's judgement is 404", async () => {
    const { call, keys, given } = await openJudgementHost()
    const { body } = await call('POST', '/v1/judgements', given)

    for (const [method, path] of [
      ['GET', `/v1/judgements/${body.id}`],
      ['DELETE', `/v1/judgements/${body.id}?userId=ada`],
      ['GET', `/v1/judgements?connectionId=${body.connectionId}`],
      ['GET', `/v1/judgements/needed?connectionId=${body.connectionId}`],
    ] as const)
      expect([path, (await call(method, path, undefined, { key: keys.other })).status]).toEqual([path, 404])
    const list = await call('GET', `/v1/judgements?findingId=${body.findingId}`, undefined, { key: keys.other })
    expect(list.body.data).toEqual([])
    expect((await call('GET', `/v1/judgements/${body.id}`)).body.state).toBe('holds')
  })
})

describe('/v1/evidence-forms/uploads', () => {
  test('are listed and read, with a link to their bytes, by their own organization', async () => {
    const { call, host, keys, createKey, fileKey } = await openJudgementHost()
    const path = '/v1/evidence-forms/uploads'

    const list = await call('GET', `${path}?formType=contract`)
    const { body } = await call('GET', `${path}/${fileKey}`)
    const bytes = await host.fetch(new Request(body.downloadUrl))

    const facts = { formType: 'contract', fileName: 'contract.pdf', fileType: 'application/pdf', sizeBytes: 5 }
    expect(list.body).toMatchObject({ data: [{ id: fileKey, ...facts }], nextCursor: null })
    expect(body).toMatchObject({ id: fileKey, ...facts, sha256: createHash('sha256').update('hello').digest('hex') })
    expect(await bytes.text()).toBe('hello')
    expect((await call('GET', `${path}?formType=other`)).body.data).toEqual([])
    expect((await call('GET', path, undefined, { key: keys.other })).body.data).toEqual([])
    expect((await call('GET', `${path}/${fileKey}`, undefined, { key: keys.other })).status).toBe(404)
    const writer = await createKey('acme', 'evidence-forms:read')
    expect((await call('GET', path, undefined, { key: writer })).status).toBe(403)
  })

  test('have no form of their own for the evidence of runs, which is not listed among them', async () => {
    const { call, run, connectionId } = await openJudgementHost()
    await run(connectionId, { evidence: true })

    const refused = await call('POST', '/v1/evidence-forms/uploads', {
      formType: 'run-bundle',
      fileName: 'a.zip',
      fileType: 'application/zip',
      fileData: 'aGVsbG8=',
    })

    expect(refused.status).toBe(400)
    expect((await call('GET', '/v1/evidence-forms/uploads')).body.data).toHaveLength(1)
  })
})
