import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { trustAgreement, trustGrant, trustRequest } from '../../../src/things/trust-centre/requests.ts'
import { catchError } from '../../http/support.ts'
import { startMailServer } from '../notices/mail-server.ts'
import { dayMs, organizationId } from '../packages/audited-world.ts'
import { addTrustDocument, openTrustWorld } from './trust-world.ts'

const agreement = 'You keep it to yourself.'
const textSha256 = createHash('sha256').update(agreement).digest('hex')

async function openAttacked(domains?: readonly string[]) {
  const { mail, mails } = await startMailServer()
  const world = await openTrustWorld({ mail: { ...mail, domains }, worker: { pollMs: 10 } })
  const { runtime, centreId, centres, findPath, ask } = world
  await centres.change({ organizationId, id: centreId, changes: { agreement } })
  await world.act('open')
  const addDocument = (access: 'never' | 'request' | 'public', title = 'Report', centre = centreId) =>
    addTrustDocument({ runtime, centreId: centre }, access, title)
  const document = await addDocument('request')
  const at = await findPath()
  const send = (path: string, fields: readonly (readonly [string, string])[]) =>
    ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
    })
  const request = (email = 'grace@example.com', more: readonly (readonly [string, string])[] = []) =>
    send(`${at}/requests`, [['name', 'Grace Hopper'], ['email', email], ['document', document.id], ...more])
  const waitForLink = async (address: string) => {
    const find = () => mails.find(({ to }) => to.includes(address))
    await expect.poll(find, { timeout: 15_000 }).toBeDefined()
    const [link = ''] = /https:\/\/\S+/.exec(find()?.text ?? '') ?? []
    const url = new URL(link)
    return { path: url.pathname, whole: `${url.pathname}${url.search}`, key: url.searchParams.get('key') ?? '' }
  }
  const listRequests = () => runtime.serviceOf(trustRequest).list({ organizationId, limit: 100 })
  return { ...world, mails, document, at, addDocument, send, request, waitForLink, listRequests }
}

test('a request with a sign that no text may have, and with documents that are none, is stored without them', async () => {
  const { request, document, listRequests } = await openAttacked()
  const none = Array.from({ length: 30 }, (_, index) => ['document', `none-${index}`] as const)

  const { status } = await request('grace@example.com', [['reason', 'a\0b'], ...none])

  const [stored] = await listRequests()
  expect([status, stored?.values.reason, stored?.values.documents]).toEqual([200, 'ab', [document.id]])
})

test('a request for more documents than one may have is told so, and uses up no request of the day', async () => {
  const { request, addDocument, listRequests } = await openAttacked()
  const more = await Promise.all(Array.from({ length: 20 }, (_, index) => addDocument('request', `Report ${index}`)))
  const tooMany = more.map(({ id }) => ['document', id] as const)

  const statuses = []
  for (let number = 0; number < 4; number++) statuses.push((await request('grace@example.com', tooMany)).status)
  await request('grace@example.com')

  expect(statuses).toEqual([400, 400, 400, 400])
  expect(await listRequests()).toHaveLength(1)
})

test('names of strangers are stored without signs that turn or hide text', async () => {
  const { send, at, document, listRequests } = await openAttacked()

  await send(`${at}/requests`, [
    ['name', 'Grace\u202e reppoH\u001b[31m'],
    ['company', 'Ac\u200bme'],
    ['email', 'grace@example.com'],
    ['document', document.id],
  ])

  const [stored] = await listRequests()
  expect(stored?.values).toMatchObject({ name: 'Grace reppoH', company: 'Acme' })
})

test('a form with fifty thousand documents is answered as quickly as one with few', async () => {
  const { send, at, addDocument } = await openAttacked()
  for (let number = 0; number < 150; number++) await addDocument('request', `Report ${number}`)
  const fields = Array.from({ length: 36_000 }, () => ['document', ''] as const)
  const began = performance.now()

  await send(`${at}/requests`, fields)

  expect(performance.now() - began).toBeLessThan(1_000)
})

test('addresses that the operator lets nobody write to are told the same, and hold up no others', async () => {
  const { request, waitForLink, listRequests } = await openAttacked(['example.com'])
  const answers = []
  for (let number = 0; number < 60; number++) answers.push((await request(`person-${number}@other.example`)).status)

  const { status } = await request('grace@example.com')

  expect(new Set([status, ...answers])).toEqual(new Set([200]))
  expect(await waitForLink('grace@example.com')).toBeDefined()
  expect(await listRequests()).toHaveLength(1)
})

test('two who sign by one link at once leave one agreement', async () => {
  const { runtime, request, waitForLink, send } = await openAttacked()
  await request()
  const { path, key } = await waitForLink('grace@example.com')

  const answers = await Promise.all(
    ['Grace', 'Eve', 'Mallory'].map((name) =>
      send(path, [
        ['key', key],
        ['name', name],
        ['textSha256', textSha256],
      ]),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  expect(await runtime.serviceOf(trustAgreement).list({ organizationId, limit: 10 })).toHaveLength(1)
})

test('a typed name that cannot be stored shows the form again, and agrees to nothing', async () => {
  const { runtime, request, waitForLink, send } = await openAttacked()
  await request()
  const { path, key } = await waitForLink('grace@example.com')
  const sign = (name: string) =>
    send(path, [
      ['key', key],
      ['name', name],
      ['textSha256', textSha256],
    ])

  const hidden = await sign('\u202e\u200b')
  const stored = await sign('Grace\0\u202eHopper')

  expect([hidden.status, stored.status]).toEqual([200, 200])
  const agreements = await runtime.serviceOf(trustAgreement).list({ organizationId, limit: 10 })
  expect(agreements.map(({ values }) => values.name)).toEqual(['GraceHopper'])
})

test('HEAD of a link, as mail scanners send it, uses it up as little as GET', async () => {
  const { request, waitForLink, ask, send } = await openAttacked()
  await request()
  const { path, whole, key } = await waitForLink('grace@example.com')

  for (const method of ['HEAD', 'GET', 'HEAD']) await ask(whole, { method })

  const fields = [['key', key] as const, ['name', 'Grace'] as const, ['textSha256', textSha256] as const]
  expect((await send(path, fields)).status).toBe(200)
})

test('requests that nobody confirmed are deleted in time, also when the trust centre is closed meanwhile', async () => {
  const { request, act, clock, listRequests, waitForLink } = await openAttacked()
  await request()
  await waitForLink('grace@example.com')
  await act('close')

  clock.advance(8 * dayMs)

  await expect.poll(async () => (await listRequests()).length, { timeout: 5_000 }).toBe(0)
})

test('hundreds of documents that are not shown hide none that is', async () => {
  const { addDocument, at, get } = await openAttacked()
  for (let number = 0; number < 200; number++) await addDocument('never', `Never ${number}`)

  const { text } = await get(at)

  expect(text).toContain('Report')
})

test('a grant that could never open anything is refused', async () => {
  const { runtime, request, listRequests, addDocument, document, centres } = await openAttacked()
  await request()
  const [asked] = await listRequests()
  const other = await centres.create({ organizationId, values: { name: 'Other' } })
  const theirs = await addDocument('request', 'Theirs', other.id)
  const grant = (documentId: string, lastDay = '2026-12-31') =>
    runtime
      .serviceOf(trustGrant)
      .create({ organizationId, userId: 'ada', values: { requestId: asked?.id ?? '', documentId, lastDay } })

  const refused = await Promise.all(
    [grant(theirs.id), grant(document.id, '2025-12-31')].map((each) => catchError(each)),
  )

  expect(refused).toMatchObject(Array.from({ length: 2 }, () => ({ code: 'RECORD_INVALID' })))
  expect(await grant(document.id)).toBeDefined()
})

test('no letter has a key that opens nothing, and what waits for that holds up no others', async () => {
  const { runtime, mails, request, listRequests, waitForLink, send, addDocument, document } = await openAttacked()
  await request()
  const { path, key } = await waitForLink('grace@example.com')
  await send(path, [
    ['key', key],
    ['name', 'Grace'],
    ['textSha256', textSha256],
  ])
  const hidden = await addDocument('never')
  const [asked] = await listRequests()
  const grants = runtime.serviceOf(trustGrant)
  const grant = (documentId: string) =>
    grants.create({
      organizationId,
      userId: 'ada',
      values: { requestId: asked?.id ?? '', documentId, lastDay: '2026-12-31' },
    })
  const useful = await grant(document.id)
  const waiting = await Promise.all(Array.from({ length: 60 }, () => grant(hidden.id)))

  await expect.poll(() => mails.length, { timeout: 15_000 }).toBe(2)

  const stateOf = async (id: string) => (await grants.get({ organizationId, id }))?.state
  await expect.poll(() => stateOf(useful.id)).toBe('valid')
  expect(await stateOf(waiting[0]?.id ?? '')).toBe('not-sent')
})
