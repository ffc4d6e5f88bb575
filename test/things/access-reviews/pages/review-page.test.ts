import { describe, expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import type { SessionPerson } from '../../../../src/things/api/options/person.ts'
import { admin, createBrowserClient } from '../../../app/pages/world.ts'
import { decide, openReviewWorld, startReview } from '../world.ts'

const reviewer: SessionPerson = { userId: 'rita', organizationId: 'acme', role: 'member' }
const auditor: SessionPerson = { userId: 'eve', organizationId: 'acme', role: 'viewer' }

/** The pages over two systems, seen by whoever is chosen, without scripts. */
async function openReviewPages() {
  const world = await openReviewWorld()
  const visitor = { person: admin }
  const host = createHost({ runtime: world.runtime, session: { person: () => visitor.person } })
  return { ...world, visitor, ...createBrowserClient(host.fetch) }
}

describe('the pages of access reviews', () => {
  test('start one, decide in bulk, and finish it without a script', async () => {
    const { ask, get, post, ids, visitor, runtime } = await openReviewPages()
    const form = new URLSearchParams({ title: 'Second quarter', due: '2026-05-31', reviewer: 'rita' })
    const token = /name="_token" value="([^"]+)"/.exec((await get('/access/start')).text)?.[1] ?? ''
    for (const id of [ids.code, ids.chat]) form.append('connection', id)
    form.append('_token', token)
    const started = await ask('/access/start', {
      method: 'POST',
      body: form,
      headers: { origin: 'https://checks.example.com' },
    })
    const path = new URL(started.headers.get('location') ?? '', 'https://checks.example.com').pathname
    const id = path.split('/').at(-1) ?? ''

    visitor.person = reviewer
    const first = (await get(path)).text
    const body = new URLSearchParams({ decision: 'keep', reason: 'Needs it.', query: 'show=open' })
    for (const number of ['0', '1', '3', '4']) body.append('number', number)
    body.append('_token', /name="_token" value="([^"]+)"/.exec(first)?.[1] ?? '')
    const decided = await ask(`${path}/decide`, {
      method: 'POST',
      body,
      headers: { origin: 'https://checks.example.com' },
    })
    const removed = await post(path, `${path}/decide`, { decision: 'remove', reason: 'Left the team.', number: '1' })
    const refused = await post(path, `${path}/decide`, {
      decision: 'remove',
      reason: '',
      number: '4',
      query: 'show=all',
    })
    const own = await post(path, `${path}/decide`, { decision: 'keep', reason: 'Mine.', number: '2' })
    const notAllowed = await post(path, `${path}/finish`)
    visitor.person = admin
    const early = await post(path, `${path}/finish`)
    const wordy = await post(path, `${path}/finish`, { undecided: `Bo is away. ${'x'.repeat(2_000)}` })
    await post(path, `${path}/decide`, { decision: 'keep', reason: 'Reviewer.', number: '2' })
    const finished = await post(path, `${path}/finish`)

    expect(started.status).toBe(303)
    expect(first).toContain('This is your own account, so another reviewer decides.')
    expect(first).not.toContain('value="2"')
    expect(first).toMatch(/Ann[\s\S]*Administrator/)
    expect([decided.status, removed.status]).toEqual([303, 303])
    expect([refused.status, own.status, notAllowed.status, early.status]).toEqual([400, 400, 403, 400])
    expect(refused.text).toContain('The decision needs a reason.')
    expect(refused.text).toMatch(/value="4" checked/)
    expect(own.text).toContain('is your own')
    // Nothing of a long text is lost.
    expect(wordy.status).toBe(400)
    expect(wordy.text).toContain('value="Bo is away. xxx')
    expect(finished.status).toBe(303)
    expect(await runtime.accessReviews.get({ id, organizationId: 'acme' })).toMatchObject({
      state: 'finished',
      counts: { keep: 4, remove: 1, undecided: 0 },
    })
  })

  test('filter and sort; what a vendor tells is text on the page and in the file, and nothing more', async () => {
    const world = await openReviewPages()
    const { runtime, ids, get, code, run } = world
    code.accounts = [
      {
        id: 'x1',
        name: '<img src=x onerror=alert(1)>',
        email: '=cmd@example.com',
        roles: ['=1+1'],
        administrator: true,
      },
      ...code.accounts,
    ]
    await run(ids.code)
    const { id } = await startReview(runtime, ids)

    const all = (await get(`/access/${id}`)).text
    const guests = (await get(`/access/${id}?q=guest&sort=name`)).text
    const chat = (await get(`/access/${id}?system=${ids.chat}&sort=activity`)).text
    const csv = (await get(`/access/${id}/accounts.csv`)).text

    expect(all).not.toContain('<img')
    expect(guests).toContain('guy@partner.example')
    expect(guests).not.toContain('bob@example.com')
    expect(chat).not.toContain('bob@example.com')
    expect(csv).toContain(",'=cmd@example.com,")
    expect(csv.split('\r\n').length - 2).toBe(6)
  })

  test('decide about all that match a filter, on every page of it, and leave the own account out', async () => {
    const { runtime, ids, post, visitor } = await openReviewPages()
    const { id } = await startReview(runtime, ids)
    visitor.person = reviewer

    const all = { decision: 'keep', reason: 'Needed.', matching: 'yes' }
    await post(`/access/${id}`, `/access/${id}/decide`, { ...all, query: `system=${ids.code}` })

    expect((await runtime.accessReviews.get({ id, organizationId: 'acme' }))?.systemCounts).toMatchObject([
      ...[
        { keep: 2, undecided: 1 },
        { keep: 0, undecided: 2 },
      ],
    ])
  })

  test('never replace a decision that was made after the page was opened', async () => {
    const { runtime, ids, get, post, visitor } = await openReviewPages()
    const { id } = await startReview(runtime, ids)
    const at = `/access/${id}`
    visitor.person = reviewer
    const page = (await get(at)).text
    const seen = Object.fromEntries(
      [...page.matchAll(/name="(seen\.\d+)" value="([^"]*)"/g)].map(([, ...pair]) => pair),
    )
    const removal = { decision: 'remove', reason: 'Left the team.', number: '1' }
    const before = await post(at, `${at}/decide`, { ...seen, ...removal })
    const twice = await post(at, `${at}/decide`, { ...seen, ...removal })
    visitor.person = admin

    const late = await post(at, `${at}/decide`, { ...seen, decision: 'keep', reason: 'Needs it.', number: '1' })
    const other = await post(at, `${at}/decide`, { ...seen, decision: 'keep', reason: 'Needs it.', number: '0' })

    expect([before.status, twice.status, late.status, other.status]).toEqual([303, 303, 400, 303])
    expect(late.text).toContain('Somebody decided 1 account after you opened this page')
    expect(late.text).toMatch(/name="reason"[^>]*value="Needs it\."/)
    expect(await runtime.accessReviews.get({ id, organizationId: 'acme' })).toMatchObject({
      counts: { keep: 1, remove: 1 },
    })
  })

  test('show an auditor what is finished, with the evidence that leaves the lists out', async () => {
    const { runtime, ids, get, ask, visitor } = await openReviewPages()
    const { id } = await startReview(runtime, ids)
    await decide(runtime, id, ['c-ann', 'c-bob', 'h-ann', 'h-guy'], 'keep')
    visitor.person = auditor
    const before = [(await get('/access')).text, (await get(`/access/${id}`)).status]
    await runtime.accessReviews.finish({ id, organizationId: 'acme', by: 'ada', undecidedReason: 'Her own account.' })

    const list = (await get('/access')).text
    const page = (await get(`/access/${id}`)).text
    const evidence = await ask(`/access/${id}/evidence`)
    const accounts = await get(`/access/${id}/accounts.csv`)
    visitor.person = { ...auditor, periodFrom: '2025-01-01', periodTo: '2025-12-31' }
    const outside = [(await get('/access')).text.includes('Second quarter'), (await get(`/access/${id}`)).status]

    expect(before).toEqual([expect.stringContaining('No access reviews yet.'), 404])
    expect(list).toContain('Second quarter')
    expect(page).toContain('Her own account.')
    expect(page).not.toContain('guy@partner.example')
    expect(evidence.headers.get('content-disposition')).toContain('-results.zip')
    expect(Buffer.from(await evidence.arrayBuffer()).toString('latin1')).not.toContain('inventories/marks.jsonl{')
    expect(accounts.status).toBe(403)
    expect(outside).toEqual([false, 404])
  })

  test('show an auditor of a past period nothing that became of the removals after it', async () => {
    const { runtime, ids, get, ask, clock, run, visitor } = await openReviewPages()
    const { id } = await startReview(runtime, ids)
    await decide(runtime, id, ['c-ann', 'h-ann', 'h-guy'], 'keep')
    await decide(runtime, id, ['c-bob'], 'remove')
    await runtime.accessReviews.finish({ id, organizationId: 'acme', by: 'ada', undecidedReason: 'Her own account.' })
    clock.advance(40 * 86_400_000)
    await run(ids.code)
    const read = async () => [
      (await get('/access')).text,
      (await get(`/access/${id}`)).text,
      String((await ask(`/access/${id}/outcomes`)).status),
      String((await ask(`/access/${id}/evidence`)).status),
    ]

    visitor.person = auditor
    const all = await read()
    visitor.person = { ...auditor, periodFrom: '2026-04-01', periodTo: '2026-05-31' }
    const limited = await read()

    expect(all).toEqual([
      expect.stringContaining('1 removal open'),
      expect.stringMatching(/confirmed[\s\S]*\/outcomes/),
      ...['200', '200'],
    ])
    expect(limited).toEqual([
      expect.not.stringContaining('removal open'),
      expect.not.stringMatching(/confirmed|\/outcomes/),
      ...['404', '200'],
    ])
    expect(limited[1]).toContain('1 removal and 0 changes.')
  })

  test('are 404 for an administrator of another organization', async () => {
    const { runtime, ids, get, visitor } = await openReviewPages()
    const { id } = await startReview(runtime, ids)
    const own = (await get(`/access/${id}`)).status
    visitor.person = { ...admin, organizationId: 'other' }

    const paths = ['', '/evidence', '/accounts.csv'].map((part) => `/access/${id}${part}`)
    const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status))

    expect([own, ...statuses]).toEqual([200, 404, 404, 404])
    expect((await get('/access')).text).not.toContain(id)
  })

  test('say on the first page what is overdue', async () => {
    const { runtime, ids, get, clock } = await openReviewPages()
    await startReview(runtime, ids)
    clock.advance(31 * 86_400_000)

    expect((await get('/')).text).toContain('1 overdue access review')
  })
})
