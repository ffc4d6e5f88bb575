import { describe, expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import type { SessionPerson } from '../../../../src/things/api/options/person.ts'
import { admin, createBrowserClient, findToken, member } from '../../../app/pages/world.ts'
import { publicUrl } from '../../runtime/world.ts'
import { judgeGuest, openGuestsWorld } from '../world.ts'

const viewer: SessionPerson = { userId: 'vic', organizationId: 'acme', role: 'viewer' }
const stranger: SessionPerson = { userId: 'eve', organizationId: 'other', role: 'admin' }

/** Pages over a run with two results that need review. */
async function openReviewPages() {
  const world = await openGuestsWorld()
  const visitor = { person: admin as SessionPerson }
  const host = createHost({ runtime: world.runtime, session: { person: () => visitor.person } })
  const browser = createBrowserClient(host.fetch)
  const { id: runId } = await world.run()
  const [needed] = await world.runtime.judgements.listNeeded({ organizationId: 'acme' })
  if (!needed) throw new Error('Nothing needs review.')
  const place = { check: 'guests-reviewed', finding: needed.result.findingId, evidence: needed.evidenceSha256 }
  const formPath = `/runs/${runId}/judge?check=guests-reviewed&finding=${place.finding}`
  /** Sends the form as a browser without scripts does. */
  const send = async (
    fields: Readonly<Record<string, string>>,
    files: readonly File[] = [],
    to = `/runs/${runId}/judge`,
  ) => {
    const body = new FormData()
    body.set('_token', findToken((await browser.get(formPath)).text))
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    for (const file of files) body.append('upload', file)
    const response = await browser.ask(to, { method: 'POST', body, headers: { origin: publicUrl } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const uploads = () => world.runtime.workspace.evidenceUploads.list({ organizationId: 'acme' })
  return { ...world, ...browser, visitor, runId, place, formPath, send, uploads, host }
}

const accept = { decision: 'accepted', reason: 'Our auditor.', expires: '2026-12-31' }

describe('the form', () => {
  test('makes a judgement with the files that came with it', async () => {
    const { send, place, runtime, uploads } = await openReviewPages()

    const files = [new File(['one'], 'a.txt', { type: 'text/plain' }), new File(['two'], 'b "ä".pdf')]
    const { status, headers } = await send({ ...place, ...accept }, files)

    expect([status, headers.get('location')]).toEqual([303, '/judgements?notice=judged'])
    const [made] = await runtime.judgements.list({ organizationId: 'acme' })
    expect(made).toMatchObject({ decision: 'accepted', by: 'ada@example.com', state: 'holds' })
    expect(made?.files.map(({ name }) => name)).toEqual(['a.txt', 'b "ä".pdf'])
    expect((await uploads()).map(({ formType, file }) => [formType, file.name, file.userId])).toEqual([
      ['judgement', 'b "ä".pdf', 'ada'],
      ['judgement', 'a.txt', 'ada'],
    ])
    const entries = await runtime.audit.list({ organizationId: 'acme', limit: 5 })
    expect(entries.find(({ action }) => action === 'judgement.create')).toMatchObject({ target: made?.id })
  })

  test('says what is missing, and keeps what was entered and uploaded', async () => {
    const { send, place, uploads } = await openReviewPages()

    const late = await send({ ...place, ...accept, expires: '2028-01-01' }, [new File(['one'], 'a.txt')])
    const [upload] = await uploads()
    const undecided = await send({ ...place, ...accept, decision: '' })
    const fixed = await send({ ...place, ...accept, file: upload?.file.id ?? '' })

    expect(late.status).toBe(400)
    expect(late.text).toContain('The last day is more than a year ahead. Name 2027-05-01 or an earlier day')
    expect(late.text).toMatch(new RegExp(`value="${upload?.file.id}" checked`))
    expect(undecided.text).toContain('Choose whether to accept or refuse the result.')
    expect(fixed.status).toBe(303)
  })

  test.each(['../../etc/passwd', 'a\u202efdp.exe', 'C:\\x.txt', '..'])(
    'refuses a file that is called %j, and keeps nothing',
    async (name) => {
      const { send, place, uploads, runtime } = await openReviewPages()

      const { status } = await send({ ...place, ...accept }, [new File(['one'], name)])

      expect(status).toBe(400)
      expect(await uploads()).toEqual([])
      expect(await runtime.judgements.list({ organizationId: 'acme' })).toEqual([])
    },
  )

  test('takes nothing from another site, nor with the token of somebody else', async () => {
    const { ask, get, formPath, place, runId, uploads, visitor } = await openReviewPages()
    const token = findToken((await get(formPath)).text)
    const post = async (origin: string, value: string) => {
      const body = new FormData()
      for (const [name, each] of Object.entries({ _token: value, ...place, ...accept })) body.set(name, each)
      body.append('upload', new File(['one'], 'a.txt'))
      return (await ask(`/runs/${runId}/judge`, { method: 'POST', body, headers: { origin } })).status
    }

    expect(await post('https://evil.example', token)).toBe(403)
    expect(await post(publicUrl, 'wrong')).toBe(403)
    visitor.person = { ...admin, userId: 'bob' }
    expect(await post(publicUrl, token)).toBe(403)
    expect(await uploads()).toEqual([])
  })

  test('does not judge a result that passes, or that does not exist, and deletes the files that came', async () => {
    const { send, place, uploads, runtime, runId } = await openReviewPages()
    const kept = (await runtime.runs.get(runId))?.result
    const passing = kept?.checks[0]?.results.find(({ status }) => status === 'pass')?.findingId ?? ''

    for (const finding of [passing, 'nothing']) {
      const { status } = await send({ ...place, ...accept, finding }, [new File(['one'], 'a.txt')])
      expect(status).toBe(404)
    }

    expect(await uploads()).toEqual([])
  })
})

test('an auditor reads, a member reads, and only an administrator decides', async () => {
  const { get, visitor, formPath, runtime } = await openReviewPages()
  const made = await judgeGuest(runtime, 'hal', { reason: '<script>alert(1)</script>' })
  const seen: unknown[] = []
  for (const person of [viewer, member, admin]) {
    visitor.person = person
    const [list, history, form] = [await get('/judgements'), await get('/judgements/made'), await get(formPath)]
    expect(history.text).toContain('&lt;script&gt;alert(1)')
    seen.push([
      list.status,
      list.text.includes('gil is a guest'),
      list.text.includes('aria-label="Judge:'),
      history.text.includes(`/judgements/${made.id}/withdraw`),
      form.status,
    ])
  }

  expect(seen).toEqual([
    [200, true, false, false, 403],
    [200, true, false, false, 403],
    [200, true, true, true, 200],
  ])
})

test('the page of a run shows the judgement that holds now, and the one that held at the run', async () => {
  const { get, runtime, run, clock } = await openReviewPages()
  const first = await judgeGuest(runtime, 'gil', { reason: 'First reason.' })
  const { id: runId } = await run()
  clock.advance(1)
  const { findingId, evidenceSha256, organizationId } = first
  const judge = { userId: 'ada', name: 'Ada', email: 'ada@example.com' }
  await runtime.judgements.create({
    organizationId,
    runId,
    findingId,
    evidenceSha256,
    judge,
    decision: 'refused',
    reason: 'Second reason.',
    expires: '2026-06-30',
  })

  const { text } = await get(`/runs/${runId}?check=guests-reviewed`)

  expect(text.indexOf('Second reason.')).toBeLessThan(
    text.indexOf('At the time of the run, an earlier judgement was in force'),
  )
  expect(text).toContain('First reason.')
  expect(text).toContain('Judge again…')
})

test('results come in pages, each once', async () => {
  const { get, state, run } = await openReviewPages()
  state.guests = Array.from({ length: 120 }, (_, index) => ({
    id: `g${index}`,
    kind: 'guest',
    email: `g${index}@p.example`,
    role: 'r',
    idleDays: 1,
  }))
  await run()
  const seen: string[] = []

  for (let path: string | undefined = '/judgements'; path; ) {
    const { text } = await get(path)
    seen.push(...[...text.matchAll(/>(g\d+) is a guest</g)].map(([, id = '']) => id))
    path = /href="(\/judgements\?after=[^"]+)"/.exec(text)?.[1]
  }

  expect(seen).toEqual(state.guests.map(({ id }) => id))
})

test("another organization's result, judgement and file are 404", async () => {
  const { get, post, visitor, formPath, runtime, send, place, uploads } = await openReviewPages()
  await send({ ...place, ...accept }, [new File(['one'], 'a.txt')])
  const [[upload], [made]] = [await uploads(), await runtime.judgements.list({ organizationId: 'acme' })]
  visitor.person = stranger

  expect((await get(formPath)).status).toBe(404)
  expect((await get(`/evidence/${upload?.file.id}`)).status).toBe(404)
  expect((await get(`/evidence/${upload?.file.id}/download`)).status).toBe(404)
  expect((await post('/evidence', `/judgements/${made?.id}/withdraw`)).status).toBe(404)
  for (const path of ['/judgements', '/judgements/made', '/evidence'])
    expect((await get(path)).text).not.toMatch(/gil|a\.txt/)
  expect(await runtime.judgements.get({ id: made?.id ?? '', organizationId: 'acme' })).toMatchObject({ state: 'holds' })
})

test('a file is a download that a browser does not run, whatever it is', async () => {
  const { ask, send, place, uploads, get } = await openReviewPages()
  const page = new File(['<script>alert(1)</script>'], 'x.html', { type: 'text/html' })
  await send({ ...place, ...accept }, [page])
  const [upload] = await uploads()

  const response = await ask(`/evidence/${upload?.file.id}/download`)

  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-disposition': 'attachment; filename=x.html',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(await response.text()).toBe('<script>alert(1)</script>')
  expect((await get(`/evidence/${upload?.file.id}`)).text).toContain('gil is a guest')
})

test('a viewer of a period sees what was judged and uploaded by its end', async () => {
  const { get, visitor, clock, send, place, uploads, runtime } = await openReviewPages()
  await send({ ...place, ...accept }, [new File(['one'], 'a.txt')])
  const [[upload], [made]] = [await uploads(), await runtime.judgements.list({ organizationId: 'acme' })]
  clock.advance(10 * 86_400_000)
  await runtime.judgements.withdraw({ id: made?.id ?? '', organizationId: 'acme', by: 'ada@example.com' })
  const see = async (period: Pick<SessionPerson, 'periodFrom' | 'periodTo'>) => {
    visitor.person = { ...viewer, ...period }
    const [made, files, file] = [
      await get('/judgements/made'),
      await get('/evidence'),
      await get(`/evidence/${upload?.file.id}/download`),
    ]
    return [/in force|withdrawn/.exec(made.text)?.[0], files.text.includes('a.txt'), file.status]
  }

  expect(await see({})).toEqual(['withdrawn', true, 200])
  expect(await see({ periodTo: '2026-05-05' })).toEqual(['in force', true, 200])
  expect(await see({ periodFrom: '2026-05-03', periodTo: '2026-05-05' })).toEqual(['in force', false, 200])
  expect(await see({ periodTo: '2026-04-30' })).toEqual([undefined, false, 404])
})

test('the overview says that results wait for a person, also where another result of their check fails', async () => {
  const { get, state, run, runtime } = await openReviewPages()
  const needsReview = 'Results that need review'
  const alone = (await get('/')).text
  state.guests = [
    { id: 'gil', kind: 'guest', role: 'reader', idleDays: 3 },
    { id: 'zoe', kind: 'banned', role: 'reader', idleDays: 3 },
  ]
  await run()
  const mixed = (await get('/')).text
  const waiting = await runtime.judgements.listNeeded({ organizationId: 'acme' })
  state.guests = [{ id: 'zoe', kind: 'banned', role: 'reader', idleDays: 3 }]
  await run()

  expect(alone).toContain(needsReview)
  expect(waiting).toHaveLength(1)
  expect(mixed).toContain(needsReview)
  expect((await get('/')).text).not.toContain(needsReview)
})

describe('several results', () => {
  test('are judged each on its own, by the evidence that was shown', async () => {
    const { get, ask, runtime } = await openReviewPages()
    const needed = await runtime.judgements.listNeeded({ organizationId: 'acme' })
    const results = needed.map(({ runId, check, result }) => `${runId}/${check.id}/${result.findingId}`)
    const path = `/judgements/judge?${new URLSearchParams(results.map((each): [string, string] => ['result', each]))}`

    const list = (await get('/judgements')).text
    const form = (await get(path)).text
    const shown = [...form.matchAll(/name="(result|evidence)" value="([^"]+)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    )
    const body = new URLSearchParams([['_token', findToken(form)], ...shown, ...Object.entries(accept)])
    const { status, headers } = await ask('/judgements/judge', { method: 'POST', body, headers: { origin: publicUrl } })
    const made = await runtime.judgements.list({ organizationId: 'acme' })
    const [entry] = (await runtime.audit.list({ organizationId: 'acme', limit: 1 })) ?? []

    expect(list.match(/<input type="checkbox" name="result"/g)).toHaveLength(results.length)
    expect(results.length).toBeGreaterThan(1)
    expect([status, headers.get('location')]).toEqual([303, '/judgements?notice=judged'])
    expect(made.map(({ evidenceSha256 }) => evidenceSha256).toSorted()).toEqual(
      needed.map(({ evidenceSha256 }) => evidenceSha256).toSorted(),
    )
    expect(
      made.every(
        ({ decision, by, reason }) => decision === 'accepted' && by === 'ada@example.com' && reason === accept.reason,
      ),
    ).toBe(true)
    expect(entry?.target?.split(' ').toSorted()).toEqual(made.map(({ id }) => id).toSorted())
  })

  test('the first that may not be judged stops, and those before it are said to be saved', async () => {
    const { get, ask, runtime } = await openReviewPages()
    const needed = await runtime.judgements.listNeeded({ organizationId: 'acme' })
    const results = needed.map(({ runId, check, result }) => `${runId}/${check.id}/${result.findingId}`)
    const form = (
      await get(`/judgements/judge?${new URLSearchParams(results.map((each): [string, string] => ['result', each]))}`)
    ).text
    const digests = needed.map(({ evidenceSha256 }, index) => (index === 0 ? evidenceSha256 : 'f'.repeat(64)))
    const pairs = results.flatMap((each, index): [string, string][] => [
      ['result', each],
      ['evidence', digests[index] ?? ''],
    ])
    const body = new URLSearchParams([['_token', findToken(form)], ...pairs, ...Object.entries(accept)])

    const answer = await ask('/judgements/judge', { method: 'POST', body, headers: { origin: publicUrl } })

    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('1 saved. The rest is not')
    expect(await runtime.judgements.list({ organizationId: 'acme' })).toHaveLength(1)
  })
})
