import { expect, test } from 'vitest'
import { openBoxesWorld } from '../../../app/pages/boxes.ts'
import { member, openPages } from '../../../app/pages/world.ts'

/** Pages over one run, whose findings have hostile names. */
async function openWorld() {
  const world = await openBoxesWorld()
  await world.run()
  const list = () => world.runtime.findings.list({ organizationId: 'acme' })
  const [first] = await list()
  return { ...world, list, findingId: first?.id ?? '' }
}

const rowsOf = (text: string) => [...text.matchAll(/href="\/findings\/([0-9a-f-]{36})"/g)].map(([, id]) => id)

test('the list chooses by its form, counts each state, and has a file of the same', async () => {
  const { get, list, findingId, runtime } = await openWorld()
  const all = await list()
  await runtime.findings.update({ id: findingId, organizationId: 'acme', ownerId: 'ada' })

  const [open, mine, none, strange, file] = await Promise.all(
    ['', '?owner=ada', '?q=nothing+like+it', '?severity=x&sort=y&due=z&state=w', '.csv?owner=ada'].map((query) =>
      get(`/findings${query}`),
    ),
  )

  expect(new Set(rowsOf(open?.text ?? ''))).toEqual(new Set(all.map(({ id }) => id)))
  expect(rowsOf(mine?.text ?? '')).toEqual([findingId])
  expect(none?.text).toContain('No findings match these filters.')
  expect(rowsOf(strange?.text ?? '')).toHaveLength(all.length)
  expect(file?.headers.get('content-disposition')).toBe('attachment; filename=findings.csv')
  expect(file?.text.trimEnd().split('\r\n')).toEqual([
    expect.stringMatching(/^id,/),
    expect.stringContaining(findingId),
  ])
})

test('findings are shown by check, and whoever ticks a check assigns all of its open findings', async () => {
  const { get, post, list } = await openWorld()
  const checks = Map.groupBy(await list(), ({ connectorId, checkId }) => `${connectorId}/${checkId}`)
  const [[check, ofCheck] = ['', []]] = [...checks].toSorted(([, a], [, b]) => b.length - a.length)

  const { text } = await get('/findings?view=checks')
  const chosen = await get(`/findings/change?filter=view%3Dchecks&check=${encodeURIComponent(check)}`)
  const ids = [...chosen.text.matchAll(/name="finding" value="([^"]+)"/g)].map(([, id]) => id)
  const { status, headers } = await post(`/findings/${ofCheck[0]?.id}`, '/findings/change', {
    finding: ofCheck[0]?.id ?? '',
    owner: 'ada',
    filter: 'view=checks',
  })

  expect([...text.matchAll(/name="check" value="([^"]+)"/g)].map(([, value]) => value).toSorted()).toEqual(
    [...checks.keys()].toSorted(),
  )
  expect(text).toContain(`<span class="owner">${ofCheck.length} finding`)
  expect(ids.toSorted()).toEqual(ofCheck.map(({ id }) => id).toSorted())
  expect([status, headers.get('location')]).toEqual([303, `/findings/${ofCheck[0]?.id}?notice=finding-changed`])
})

test('checks and controls are chosen by their titles, and one that is no longer there stays chosen', async () => {
  const { get } = await openWorld()

  const { text } = await get('/findings?check=boxes-locked')
  const gone = (await get('/findings?check=gone-check')).text

  expect(text).toMatch(/<option value="boxes-locked" selected="">Boxes are locked/)
  expect(text).toMatch(/<option value="audits-kept">Audits are kept</)
  expect(text).toContain('<option value="soc2:CC6.1">SOC 2 CC6.1: Logical access security</option>')
  expect(gone).toContain('<option value="gone-check" selected="">gone-check</option>')
  expect(gone).toContain('No findings match these filters.')
})

test('a wrong cursor is a mistake of the caller, and no error of ours', async () => {
  const { get } = await openWorld()

  expect((await get('/findings?after=nonsense')).status).toBe(400)
})

test('a finding gets an owner, a day and comments by forms; a name in them stays text', async () => {
  const { get, post, findingId, runtime } = await openWorld()
  const at = `/findings/${findingId}`
  const change = (fields: Record<string, string>) => post(at, '/findings/change', { finding: findingId, ...fields })

  const answers = [
    await change({ owner: 'ada' }),
    await change({ due: '2999-01-01', reason: 'x' }),
    await change({ due: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10), reason: '<script>' }),
    await change({ owner: 'mallory' }),
    await post(at, `/comments/finding/${findingId}`, { content: '<img src=x>' }),
    await post(at, `/comments/finding/${findingId}`, { content: '  ' }),
    await post(at, '/comments/task/tsk_1', { content: 'x' }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([303, 400, 303, 400, 303, 400, 404])
  const { text } = await get(at)
  expect(text).toContain('&lt;img src=x&gt;')
  expect(text).not.toContain('<script>alert')
  expect(await runtime.findings.get({ id: findingId, organizationId: 'acme' })).toMatchObject({
    ownerId: 'ada',
    dueReason: '<script>',
  })
})

test('what was chosen for findings stays in the form when a part of it has to be corrected', async () => {
  const { post, findingId, runtime } = await openWorld()
  const at = `/findings/${findingId}`
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

  const changed = await post(at, '/findings/change', { finding: findingId, owner: 'ada', due: day, reason: ' ' })
  const past = await post(at, '/findings/change', {
    finding: findingId,
    owner: 'ada',
    due: '2020-01-01',
    reason: 'Asked.',
  })
  const accepted = await post(at, '/findings/accept', {
    finding: findingId,
    justification: 'Known.',
    approver: 'ada',
    expires: '2999-01-01',
    everywhere: 'yes',
  })

  expect([changed.status, past.status, accepted.status]).toEqual([400, 400, 400])
  expect(changed.text).toContain('reason must say why')
  expect(changed.text).toMatch(/<option value="ada" selected/)
  expect(changed.text).toMatch(new RegExp(`id="due"[^>]*value="${day}"`))
  expect(past.text).toMatch(/id="reason"[^>]*value="Asked\."/)
  expect(accepted.text).toMatch(/name="everywhere" value="yes" checked/)
  expect(await runtime.findings.get({ id: findingId, organizationId: 'acme' })).toMatchObject({ ownerId: null })
})

test('only the author deletes a comment', async () => {
  const { get, post, findingId, visitor, runtime } = await openWorld()
  const at = `/findings/${findingId}`
  await runtime.users.put({ organizationId: 'acme', id: 'bob', name: 'Bob', email: 'bob@example.com' })
  await post(at, `/comments/finding/${findingId}`, { content: 'Mine' })
  const id = /id="comment-([^"]+)"/.exec((await get(at)).text)?.[1] ?? ''
  const ada = visitor.person
  visitor.person = member

  const others = await post(at, `/comments/${id}/delete`)
  const shown = (await get(at)).text
  visitor.person = ada
  const own = await post(at, `/comments/${id}/delete`)

  expect([others.status, own.status]).toEqual([403, 303])
  expect(shown).toContain('Mine')
  expect(shown).not.toContain(`/comments/${id}/delete`)
  expect((await get(at)).text).not.toContain(`comment-${id}`)
})

test('a member changes owners and accepts nothing; a viewer changes nothing and reads no comments', async () => {
  const { get, post, findingId, visitor } = await openWorld()
  const at = `/findings/${findingId}`
  await post(at, `/comments/finding/${findingId}`, { content: 'For colleagues' })
  const see = async () => {
    const [list, page] = [(await get('/findings')).text, (await get(at)).text]
    return [
      list.includes('type="checkbox"'),
      page.includes('Set owner'),
      page.includes('Accept this risk'),
      page.includes('For colleagues'),
      page.includes('<form method="post"'),
    ]
  }

  const asAdmin = await see()
  visitor.person = member
  const asMember = await see()
  visitor.person = { userId: 'aud', organizationId: 'acme', role: 'viewer' }
  const asViewer = await see()

  expect(asAdmin).toEqual([true, true, true, true, true])
  expect(asMember).toEqual([true, true, false, true, true])
  expect(asViewer).toEqual([false, false, false, false, false])
})

test('an auditor of a period sees a finding as it was, and none that came later', async () => {
  const { get, list, findingId, visitor, runtime } = await openWorld()
  await runtime.findings.update({ id: findingId, organizationId: 'acme', ownerId: 'ada' })
  const all = await list()
  const person = { userId: 'aud', organizationId: 'acme', role: 'viewer' } as const

  visitor.person = { ...person, periodTo: '2020-01-01' }
  const before = [(await get(`/findings/${findingId}`)).status, rowsOf((await get('/findings')).text)]
  visitor.person = { ...person, periodFrom: '2020-01-01' }
  const after = [(await get(`/findings/${findingId}`)).status, rowsOf((await get('/findings')).text).toSorted()]

  expect(before).toEqual([404, []])
  expect(after).toEqual([200, all.map(({ id }) => id).toSorted()])
})

test('several risks are accepted at once, as one waiver for each check, at most a year ahead', async () => {
  const { get, ask, list, runtime, cookies } = await openWorld()
  const ids = (await list()).map(({ id }) => id)
  const query = new URLSearchParams(ids.map((id): [string, string] => ['finding', id]))
  const form = await get(`/findings/accept?${query}`)
  const token = /name="_token" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
  const send = (fields: Record<string, string>) => {
    const body = new URLSearchParams({ _token: token, ...fields })
    for (const id of ids) body.append('finding', id)
    return ask('/findings/accept', { method: 'POST', body, headers: { origin: 'https://checks.example.com' } })
  }
  const given = { justification: 'Known.', approver: 'ada@example.com' }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  const tooFar = await send({ ...given, expires: inDays(500) })
  const done = await send({ ...given, expires: inDays(100) })

  expect(cookies.size).toBeGreaterThan(0)
  expect([tooFar.status, done.status]).toEqual([400, 303])
  expect(await tooFar.text()).toContain('more than a year ahead')
  const waivers = await runtime.waivers.list({ organizationId: 'acme' })
  expect(waivers).toHaveLength(1)
  expect(waivers[0]?.waiver).toMatchObject({ check: 'boxes-locked', connection: expect.any(String) })
  expect((await list()).every(({ waived }) => waived)).toBe(true)
  // What is accepted is not accepted again.
  expect((await get(`/findings/accept?${query}`)).text).toContain('Select a finding first')
})

test('the pages for nothing chosen, unknown findings and due days answer as pages do', async () => {
  const { get, post, runtime } = await openWorld()

  expect((await get('/findings/accept?finding=nobodys')).text).toContain('Select a finding first')
  expect((await get('/findings/nobodys')).status).toBe(404)
  const days = { critical: '1', high: '2', medium: '3', low: '4', info: '5' }
  expect((await post('/findings/due-days', '/findings/due-days', days)).status).toBe(303)
  expect((await post('/findings/due-days', '/findings/due-days', { ...days, low: 'many' })).status).toBe(400)
  expect(await runtime.findings.dueDays({ organizationId: 'acme' })).toEqual({
    critical: 1,
    high: 2,
    medium: 3,
    low: 4,
    info: 5,
  })
})

test('without one run the list says so, and not that the checks that have run found nothing', async () => {
  const { get } = await openPages()

  for (const query of ['', '?state=resolved', '?severity=high'])
    expect((await get(`/findings${query}`)).text).toContain('No check has run yet, so it is not known what fails.')
})
