import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepBytes, yieldOnce } from '../../../src/service/files/keep-file.ts'
import { trustDocument } from '../../../src/things/trust-centre/documents.ts'
import { trustAgreement, trustGrant, trustRequest } from '../../../src/things/trust-centre/requests.ts'
import { trustCentre } from '../../../src/things/trust-centre/thing.ts'
import { saveUpload } from '../../../src/things/uploads/reading/uploads.ts'
import { startMailServer } from '../notices/mail-server.ts'
import { dayMs, organizationId } from '../packages/audited-world.ts'
import { createPdf, readPdf } from './marking/pdf-files.ts'
import { openTrustWorld, readWhole } from './trust-world.ts'

const agreement = 'You keep it to yourself.'
const textSha256 = createHash('sha256').update(agreement).digest('hex')

/** A file as somebody uploaded it. */
interface SentFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** An open trust centre with one document on request, a visitor and the letters that arrive. */
async function openRequests(
  { name, type, bytes }: SentFile = { name: 'report.txt', type: 'text/plain', bytes: Buffer.from('bytes') },
) {
  const { mail, mails } = await startMailServer()
  const world = await openTrustWorld({ mail, worker: { pollMs: 10 } })
  const { runtime, centreId, centres, findPath, ask } = world
  await centres.change({ organizationId, id: centreId, changes: { agreement } })
  await world.act('open')
  const { objects } = runtime.workspace
  const stored = await keepBytes(objects, organizationId, yieldOnce(bytes))
  const facts = { organizationId, userId: null, name, type, formType: 'record', stored }
  const { file } = await saveUpload({ runtime, objects }, facts)
  const values = { centreId, title: 'Report', access: 'request', kind: 'document', whenEnded: 'hide' } as const
  const document = await runtime
    .serviceOf(trustDocument)
    .create({ organizationId, values: { ...values, fileId: file.id } })
  const at = await findPath()
  const send = (path: string, fields: Readonly<Record<string, string>>) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields) })
  const request = (email = 'grace@example.com') =>
    send(`${at}/requests`, { name: 'Grace Hopper', email, document: document.id })
  const waitForLink = async (number: number) => {
    await expect.poll(() => mails.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(number)
    const [link = ''] = /https:\/\/\S+/.exec(mails[number - 1]?.text ?? '') ?? []
    const url = new URL(link)
    return { path: url.pathname, whole: `${url.pathname}${url.search}`, key: url.searchParams.get('key') ?? '' }
  }
  const listRequests = () => runtime.serviceOf(trustRequest).list({ organizationId, limit: 100 })
  /** Until somebody has a key that opens the document. */
  const grant = async (lastDay = '2026-01-20') => {
    await request()
    const link = await waitForLink(1)
    await send(link.path, { key: link.key, name: 'Grace Hopper', textSha256 })
    const [asked] = await listRequests()
    const of = { requestId: asked?.id ?? '', documentId: document.id, lastDay }
    const { id } = await runtime.serviceOf(trustGrant).create({ organizationId, userId: 'ada', values: of })
    return { id, ...(await waitForLink(2)) }
  }
  const listDownloads = async () => {
    const entries = await runtime.audit.list({ organizationId, limit: 100 })
    return entries.filter(({ action }) => action === 'trust-grant.download').map(({ status }) => status)
  }
  return { ...world, mails, document, at, send, request, waitForLink, listRequests, grant, listDownloads }
}

test('a visitor asks, agrees by a link that their address got, is granted a document, and downloads it by a key', async () => {
  const { runtime, mails, at, get, send, request, waitForLink, listRequests, document, listDownloads } =
    await openRequests()

  const page = await get(at)
  const asked = await request()
  const link = await waitForLink(1)
  const [first] = await listRequests()
  const shown = await get(link.whole)
  const again = await get(link.whole)
  const agreed = await send(link.path, { key: link.key, name: 'Grace  Hopper ', textSha256 })
  const [waiting] = await listRequests()
  const values = { requestId: waiting?.id ?? '', documentId: document.id, lastDay: '2026-01-20' }
  await runtime.serviceOf(trustGrant).create({ organizationId, userId: 'ada', values })
  const key = await waitForLink(2)
  const looked = await get(key.whole)
  const downloaded = await send(key.path, { key: key.key })

  expect(page.text).toContain(`<form method="post" action="${at}/requests">`)
  expect([asked.status, shown.status, again.status, agreed.status]).toEqual([200, 200, 200, 200])
  expect(shown.text).toContain('<p>You keep it to yourself.</p>')
  expect([first?.state, waiting?.state]).toEqual([expect.stringMatching(/^(?:not-)?asked$/), 'waiting'])
  const [proof] = await runtime.serviceOf(trustAgreement).list({ organizationId, limit: 1 })
  expect(proof?.values).toMatchObject({
    name: 'Grace Hopper',
    textSha256,
  })
  expect(mails.map(({ to }) => to)).toEqual([['grace@example.com'], ['grace@example.com']])
  expect(looked.text).toContain('Report: you can download it until 2026-01-20.')
  expect(await downloaded.text()).toBe('bytes')
  expect(downloaded.headers.get('content-disposition')).toBe('attachment; filename=report.txt')
  expect(await listDownloads()).toEqual([200])
  for (const { headers } of [page, shown, looked, asked, agreed, downloaded]) expect(headers.getSetCookie()).toEqual([])
})

test('nobody agrees to a text that they were not shown', async () => {
  const { runtime, centres, centreId, send, request, waitForLink, get } = await openRequests()
  await request()
  const link = await waitForLink(1)
  await get(link.whole)
  await centres.change({ organizationId, id: centreId, changes: { agreement: 'You pay.' } })

  const shown = await (await send(link.path, { key: link.key, name: 'Grace', textSha256 })).text()

  expect(shown).toContain('<p>You pay.</p>')
  expect(await runtime.serviceOf(trustAgreement).list({ organizationId, limit: 1 })).toEqual([])
})

test('a link to agree works once, for three days, and not with the key of another request', async () => {
  const { clock, ask, send, request, waitForLink } = await openRequests()
  await request('grace@example.com')
  const one = await waitForLink(1)
  await request('ada@example.com')
  const other = await waitForLink(2)

  const swapped = await send(one.path, { key: other.key, name: 'Eve', textSha256 })
  await send(one.path, { key: one.key, name: 'Grace', textSha256 })
  const used = await send(one.path, { key: one.key, name: 'Grace', textSha256 })
  clock.advance(3 * dayMs)
  const old = await ask(other.whole)

  expect([swapped.status, used.status, old.status]).toEqual([404, 404, 404])
})

test('a key opens nothing after its end, its revocation, or when the request is declined, and the log says so', async () => {
  const { runtime, clock, ask, send, grant, listRequests, listDownloads, act } = await openRequests()
  const { id, path, whole, key } = await grant()
  const nothing = await readWhole(await ask(`${path}x?key=${key}`))
  const use = async () => readWhole(await send(path, { key }))
  const wrong = await readWhole(await send(path, { key: `${key.slice(0, -4)}AAAA` }))
  const [request] = await listRequests()

  await runtime.serviceOf(trustRequest).act.decline({ organizationId, id: request?.id ?? '' })
  const declined = await use()
  clock.advance(30 * dayMs)
  const ended = await use()
  await act('close')
  const closed = await use()

  expect(new Set([wrong, declined, ended, closed, nothing, await readWhole(await ask(whole))]).size).toBe(1)
  expect(nothing).toContain('[404,')
  expect(await listDownloads()).toEqual([404, 404, 404])
  expect(id).not.toBe('')
})

test('a grant is revoked at once', async () => {
  const { runtime, send, grant, listDownloads } = await openRequests()
  const { id, path, key } = await grant()
  const before = await send(path, { key })

  await runtime.serviceOf(trustGrant).act.revoke({ organizationId, id })

  const after = await send(path, { key })
  expect([before.status, after.status]).toEqual([200, 404])
  expect(await listDownloads()).toEqual([404, 200])
})

test('a key works at the address of its own trust centre alone', async () => {
  const { runtime, send, grant, listDownloads } = await openRequests()
  const { path, key } = await grant()
  const other = await runtime.serviceOf(trustCentre).create({ organizationId, values: { name: 'Other' } })
  await runtime.serviceOf(trustCentre).act.open({ organizationId, id: other.id })
  const theirs = await runtime.serviceOf(trustCentre).create({ organizationId: 'other', values: { name: 'Theirs' } })
  await runtime.serviceOf(trustCentre).act.open({ organizationId: 'other', id: theirs.id })

  const answers = await Promise.all(
    [other, theirs].map(({ values }) => send(`/trust/${values.slug}/grants/${path.split('/').at(-1)}`, { key })),
  )

  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(await listDownloads()).toEqual([404])
})

test('requests by script are told the same, stored for a day as far as the limit goes, and bring few letters to an address', async () => {
  const { mails, request, listRequests, clock } = await openRequests()
  await request('victim@example.com')
  const known = await readWhole(await request('victim@example.com'))
  const over = await Promise.all(Array.from({ length: 8 }, async () => readWhole(await request('VICTIM@example.com'))))
  const others = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => readWhole(await request(`person-${number}@example.com`))),
  )

  expect(new Set([known, ...over, ...others]).size).toBe(1)
  const stored = await listRequests()
  expect(stored).toHaveLength(50)
  expect(stored.filter(({ values }) => /victim/i.test(values.email))).toHaveLength(2)
  await expect.poll(() => mails.length, { timeout: 15_000 }).toBe(30)
  expect(mails.filter(({ to }) => /victim/i.test(to.join())).length).toBeLessThanOrEqual(2)
  clock.advance(8 * dayMs)
  await expect.poll(async () => (await listRequests()).length, { timeout: 15_000 }).toBe(0)
})

test.for([
  { name: '' },
  { email: 'no address' },
  { email: 'a@example.com, b@example.com' },
  { email: 'a@example.com\r\nbcc: b@example.com' },
  { document: 'nobody' },
  { name: 'x'.repeat(101) },
])('a request with %j is refused, and brings no letter', async (change) => {
  const { send, at, document, listRequests } = await openRequests()

  const { status } = await send(`${at}/requests`, {
    name: 'Grace',
    email: 'grace@example.com',
    document: document.id,
    ...(change as Readonly<Record<string, string>>),
  })

  expect([status, await listRequests()]).toEqual([400, []])
})

test('a PDF that is downloaded by a key says on each page who got it, when and by which grant', async () => {
  const bytes = await createPdf([0, 90])
  const { grant, send, listDownloads, document, ...world } = await openRequests({
    name: 'report.pdf',
    type: 'application/pdf',
    bytes,
  })
  const { id, path, key } = await grant()

  const response = await send(path, { key })

  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=report.pdf')
  const { pages } = await readPdf(await response.bytes())
  expect(pages).toHaveLength(2)
  for (const { text } of pages)
    expect(text).toContain(`Given by Acme Cloud to Grace Hopper, grace@example.com, on 2026-01-02. Grant ${id}`)
  expect(await listDownloads()).toEqual([200])
  await world.runtime
    .serviceOf(trustDocument)
    .change({ organizationId, id: document.id, changes: { access: 'public' } })
  const open = await world.ask(`${world.at}/documents/${document.id}`)
  expect(Buffer.from(await open.bytes()).equals(bytes), 'nobody asked for it').toBe(true)
})

test.each([
  ['by its type', 'report.bin', 'application/pdf'],
  ['by its name', 'report.PDF', 'application/octet-stream'],
  ['by what stands in it', 'report.txt', 'text/plain'],
])('a PDF %s that cannot be marked is not sent, and the visitor and the log are told so', async (_, name, type) => {
  const bytes = await createPdf([0], (pdf) => pdf.encrypt({ ownerPassword: 'owner' }))
  const { grant, send, listDownloads } = await openRequests({ name, type, bytes })
  const { path, key } = await grant()

  const response = await send(path, { key })

  expect(response.status).toBe(409)
  expect(response.headers.get('content-type')).toMatch('text/html')
  expect(await response.text()).toContain('Not ready for download')
  expect(await listDownloads()).toEqual([409])
})
