import { expect, test } from 'vitest'
import { vendorReview } from '../../../src/things/vendors/review.ts'
import { vendor } from '../../../src/things/vendors/thing.ts'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { admin, openPages } from '../../app/pages/world.ts'

const acme = { name: 'Acme Cloud', website: 'https://acme.example', criticality: 'high', reviewEveryDays: 365 }

/** An API whose clock stands at 2026-05-01, with a vendor. */
async function openWithVendor() {
  const world = await openApiHost()
  const { body } = await readAnswer(world.ask('POST', '/v1/vendors', { body: acme }))
  const state = async () =>
    (await readAnswer(world.ask('GET', `/v1/vendors/${body.id}`))).body as unknown as Readonly<Record<string, unknown>>
  return { ...world, id: String(body.id), state }
}

test('a vendor is never reviewed until a review is accepted, then reviewed, and due when its days are over', async () => {
  const { ask, id, state, runtime, clock } = await openWithVendor()
  const review = { subjectId: id, text: 'Looked at the SOC 2 report.', doneDay: '2026-04-30' }

  const before = await state()
  const stated = await readAnswer(ask('POST', '/v1/vendor-reviews', { body: review }))
  const waiting = await state()
  await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'admin' })
  await runtime.serviceOf(vendorReview).act.accept({ organizationId: 'acme', id: stated.body.id, userId: 'ada' })
  const reviewed = await state()
  clock.advance(366 * 86_400_000)
  const due = await state()

  expect([before.state, waiting.state]).toEqual(['never-reviewed', 'never-reviewed'])
  expect(stated).toMatchObject({ status: 201, body: { state: 'waiting' } })
  expect(reviewed).toMatchObject({ state: 'reviewed', reviewedDay: '2026-04-30', nextReviewDay: '2027-04-30' })
  expect(due.state).toBe('due')
})

test('nobody accepts their own review, unless nobody else may', async () => {
  const { id, runtime } = await openWithVendor()
  const organizationId = 'acme'
  for (const userId of ['ada', 'bob']) {
    await runtime.users.put({ organizationId, id: userId, name: userId, email: `${userId}@example.com` })
    await runtime.people.setRole({ organizationId, userId, role: 'admin' })
  }
  const reviews = runtime.serviceOf(vendorReview)
  const values = { subjectId: id, text: 'Fine.', doneDay: '2026-04-30' }
  const own = await reviews.create({ organizationId, userId: 'ada', values })

  await expect(reviews.act.accept({ organizationId, id: own.id, userId: 'ada' })).rejects.toMatchObject({
    code: 'API_FORBIDDEN',
  })
  await expect(reviews.act.accept({ organizationId, id: own.id })).rejects.toMatchObject({ code: 'API_FORBIDDEN' })
  await runtime.people.setRole({ organizationId, userId: 'bob', role: 'member' })
  const alone = await reviews.act.accept({ organizationId, id: own.id, userId: 'ada' })

  expect(alone).toMatchObject({ state: 'accepted', values: { decidedBy: 'ada', wasAlone: true } })
})

test('a document that has ended makes the vendor need somebody, until it is replaced; one without an end never does', async () => {
  const { ask, id, state, runtime } = await openWithVendor()
  const add = async (more: object) =>
    readAnswer(ask('POST', '/v1/vendor-documents', { body: { vendorId: id, title: 'Certificate', ...more } }))
  const values = { subjectId: id, text: 'Fine.', doneDay: '2026-04-30' }
  const review = await runtime.serviceOf(vendorReview).create({ organizationId: 'acme', userId: 'bob', values })
  await runtime.serviceOf(vendorReview).act.accept({ organizationId: 'acme', id: review.id, userId: 'ada' })

  await add({})
  const withoutEnd = await state()
  const ended = await add({ lastDay: '2026-04-30' })
  const afterEnd = await state()
  await ask('POST', `/v1/vendor-documents/${ended.body.id}/replace`)
  const replaced = await state()

  expect([withoutEnd.state, afterEnd.state, replaced.state]).toEqual(['reviewed', 'document-ended', 'reviewed'])
})

test.each([
  ['/v1/vendors', { ...acme, website: 'javascript:alert(1)' }, 'https URL'],
  ['/v1/vendors', { ...acme, website: 'http://acme.example' }, 'https URL'],
  ['/v1/vendors', { ...acme, ownerId: 'nobody' }, 'must be the id of a person'],
  [
    '/v1/vendor-documents',
    { title: 'A', firstDay: '2026-05-02', lastDay: '2026-05-01' },
    'must not be before firstDay',
  ],
  ['/v1/vendor-documents', { title: 'A', vendorId: 'none' }, 'must be the id of a vendor'],
])('POST %s of %j is refused and says why', async (path, body, why) => {
  const { ask, id } = await openWithVendor()

  const answer = await readAnswer(
    ask('POST', path, { body: path === '/v1/vendors' ? body : { vendorId: id, ...body } }),
  )

  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body)).toContain(why)
})

test('a file of vendors that was downloaded is imported again, and one mistake takes nothing of it', async () => {
  const { ask, runtime, id } = await openWithVendor()

  const file = await (await ask('GET', '/v1/vendors/file')).text()
  const changed = await readAnswer(
    ask('POST', '/v1/vendors/import', { body: { csv: `${file.replace('Acme Cloud', 'Acme')}` } }),
  )
  const owners = 'name,criticality,reviewEveryDays,ownerId\nA,low,365,B\nB,low,365,A\n'
  const cycle = await readAnswer(ask('POST', '/v1/vendors/import', { body: { csv: owners } }))
  const strange = await readAnswer(ask('POST', '/v1/vendors/import', { body: { csv: 'colour\nred\n' } }))
  const all = await runtime.serviceOf(vendor).list({ organizationId: 'acme', limit: 10 })

  expect(file.split('\r\n')[0]).toContain('id,name,website,purpose,data,criticality,ownerId')
  expect(changed).toMatchObject({ status: 200, body: { added: 0, changed: 1 } })
  expect(cycle.status).toBe(400)
  expect(cycle.body.detail).toContain('line 2: ownerId must be the id of a person of the organization; line 3')
  expect(strange.body.detail).toContain('there is no column "colour"')
  expect(all.map(({ id: each, values }) => [each, values.name])).toEqual([[id, 'Acme']])
})

test('a file of vendors is read as spreadsheets write it, and each mistake has the number of its line', async () => {
  const { ask } = await openWithVendor()
  const send = async (csv: string) => readAnswer(ask('POST', '/v1/vendors/import', { body: { csv } }))

  const excel = await send('\ufeffsep=;\r\nName;criticality;Review every days;;\r\nBeta;high;365;;\r\n;;;;\r\n')
  const mistakes = await send('name,criticality,reviewEveryDays\n\n,,\n"Ga\nmma",high,30\nDelta,high,1.000\n')
  const moved = await send('name,criticality,reviewEveryDays\nEta, Inc.,high,30\n')

  expect(excel).toMatchObject({ status: 200, body: { added: 1 } })
  expect(mistakes.body.detail).toContain('line 4: name must have one line; line 6: reviewEveryDays must be a whole')
  expect(moved.body.detail).toContain('line 2 has 4 cells, and the first line names 3 columns')
})

test('a file of vendors that nobody changed is imported without a change and without a version', async () => {
  const { ask, runtime, clock, id } = await openWithVendor()
  const file = await (await ask('GET', '/v1/vendors/file')).text()
  clock.advance(86_400_000)

  const again = await readAnswer(ask('POST', '/v1/vendors/import', { body: { csv: file } }))
  const versions = await runtime.serviceOf(vendor).versions({ organizationId: 'acme', id, atMs: clock.nowMs() })

  expect(again).toMatchObject({ status: 200, body: { added: 0, changed: 0 } })
  expect(versions).toHaveLength(1)
})

test('what a vendor had on an earlier day stands in its versions, also after it was deleted with its documents', async () => {
  const { ask, id, runtime, clock } = await openWithVendor()
  const firstMs = clock.nowMs()
  await ask('POST', '/v1/vendor-documents', { body: { vendorId: id, title: 'Certificate' } })
  clock.advance(86_400_000)
  await ask('PATCH', `/v1/vendors/${id}`, { body: { criticality: 'low' } })
  clock.advance(86_400_000)
  await ask('DELETE', `/v1/vendors/${id}`)

  const service = runtime.serviceOf(vendor)
  const then = await service.versions({ organizationId: 'acme', id, atMs: firstMs })
  const now = await service.versions({ organizationId: 'acme', id, atMs: clock.nowMs() })
  const documents = await readAnswer(ask('GET', `/v1/vendor-documents?vendorId=${id}`))

  expect(then.at(-1)?.values).toMatchObject({ criticality: 'high' })
  expect(now.map(({ values }) => values?.criticality).slice(-2)).toEqual(['low', undefined])
  expect(documents.body.data).toEqual([])
})

test('a person adds a vendor, its document and review on pages, and another one accepts it', async () => {
  const { get, post, runtime } = await openPages()
  await post('/vendors', '/vendors', { name: 'Acme', criticality: 'low', reviewEveryDays: '30' })
  const [made] = await runtime.serviceOf(vendor).list({ organizationId: 'acme', limit: 1 })
  const page = `/vendors/${made?.id}`

  const refused = await post('/vendors', '/vendors', {
    name: 'Evil',
    website: 'javascript:alert(1)',
    criticality: 'low',
    reviewEveryDays: '30',
  })
  await post(page, '/vendor-reviews', { subjectId: made?.id ?? '', text: 'Looked at it.', doneDay: '2026-04-30' })
  const shown = await get(page)
  const [review] = await runtime.serviceOf(vendorReview).list({ organizationId: 'acme', limit: 1 })
  await post(page, `/vendor-reviews/${review?.id}/accept`)
  const after = await get('/vendors')

  expect(refused.text).toContain('must be an https URL')
  expect(refused.text).toContain('value="javascript:alert(1)"')
  expect(shown.text).toContain('Looked at it.')
  expect(shown.text).toContain('Comments')
  expect(after.text).toContain('Reviewed')
})

test('a viewer reads vendors and gets no form', async () => {
  const { get, runtime } = await openPages({}, { ...admin, role: 'viewer' })
  const values = { ...acme, criticality: 'high' as const }
  const { id } = await runtime.serviceOf(vendor).create({ organizationId: 'acme', values })

  const { status, text } = await get(`/vendors/${id}`)

  expect(status).toBe(200)
  expect(text).toContain('https://acme.example')
  expect(text).not.toContain(`/vendors/${id}/change`)
})

test('a review on a day that has not come yet is refused when it is stated', async () => {
  const { runtime, clock } = await openApiHost()
  const organizationId = 'acme'
  const { id: subjectId } = await runtime.serviceOf(vendor).create({
    organizationId,
    values: { name: 'Acme', criticality: 'low', reviewEveryDays: 30 },
  })
  const state = (ahead: number) => {
    const doneDay = new Date(clock.nowMs() + ahead * 86_400_000).toISOString().slice(0, 10)
    return runtime.serviceOf(vendorReview).create({ organizationId, values: { text: 'Fine.', subjectId, doneDay } })
  }

  await expect(state(2)).rejects.toThrow('doneDay must not be a day that has not come yet')
  // In the east it is tomorrow already.
  expect((await state(1)).state).toBe('waiting')
})

test('a list of vendors in one state says that none is in it, and not that there are none', async () => {
  const { get, runtime } = await openPages()
  const values = { name: 'Acme', criticality: 'low', reviewEveryDays: 30 } as const
  await runtime.serviceOf(vendor).create({ organizationId: 'acme', values })

  const { text } = await get('/vendors?state=due')

  expect(text).toContain('None in this state.')
  expect(text).not.toContain('No vendors.')
})
