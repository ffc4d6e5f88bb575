import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { verifyStatus } from '../../../src/evidence/status/status-site.ts'
import { formatDay } from '../../../src/text/calendar-day.ts'
import { trustDocument } from '../../../src/things/trust-centre/documents.ts'
import { trustLink } from '../../../src/things/trust-centre/thing.ts'
import { catchError } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { organizationId } from '../packages/audited-world.ts'
import { addTrustDocument, openTrustWorld, readWhole } from './trust-world.ts'

const answer = {
  id: 'a1',
  organizationId,
  question: 'Do you encrypt?',
  answer: 'Yes.',
  tags: [],
  sourceQuestionnaireId: null,
  ownerId: null,
  expiresDay: null,
  createdAtMs: 0,
  updatedAtMs: 0,
}

test('a trust centre shows its named controls, answers and links when it is open, without a cookie or a script', async () => {
  const { runtime, centres, centreId, publish, findPath, act, get } = await openTrustWorld()
  const id = await runtime.workspace.manualAnswers.save({ ...answer, answer: 'Yes, <i>always</i>.' })
  await centres.change({ organizationId, id: centreId, changes: { answers: [id] } })
  const link = { centreId, title: 'Report something', url: 'https://acme.example/security' }
  await runtime.serviceOf(trustLink).create({ organizationId, values: link })
  await publish()
  await act('open')

  const { status, headers, text } = await get(await findPath())

  expect(status).toBe(200)
  expect(text).toContain('<h1>Acme Cloud</h1>\n<p>Hello.</p>\n<p>We are &lt;b&gt;Acme&lt;/b&gt;.</p>')
  expect(text).toContain('CC6.1')
  expect(text).toContain('CC6.6')
  expect(text).not.toContain('CC6.2')
  expect(text).toContain('<summary>Do you encrypt?</summary>\n<p>Yes, &lt;i&gt;always&lt;/i&gt;.</p>')
  expect(text).toContain(
    '<a href="https://acme.example/security" rel="noopener noreferrer nofollow">Report something</a>',
  )
  expect(text).not.toContain('<script')
  expect(headers.getSetCookie()).toEqual([])
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  )
})

test('a trust centre shows no answer after its last day', async () => {
  const { runtime, clock, centres, centreId, findPath, act, get } = await openTrustWorld()
  const today = formatDay(clock.nowMs())
  const id = await runtime.workspace.manualAnswers.save({ ...answer, expiresDay: today })
  await centres.change({ organizationId, id: centreId, changes: { answers: [id] } })
  await act('open')

  const { text: before } = await get(await findPath())
  clock.advance(86_400_000)
  const { text: after } = await get(await findPath())

  expect(before).toContain('Do you encrypt?')
  expect(after).not.toContain('Do you encrypt?')
})

test('a visitor sees each change of what a trust centre shows at once, also where no clock tells it from what was shown before', async () => {
  const { runtime, centres, centreId, publish, findPath, act, get } = await openTrustWorld()
  const { manualAnswers } = runtime.workspace
  const id = await manualAnswers.save(answer)
  const [links, documents] = [runtime.serviceOf(trustLink), runtime.serviceOf(trustDocument)]
  await centres.change({ organizationId, id: centreId, changes: { answers: [id] } })
  await act('open')
  const link = { centreId, title: 'Report something', url: 'https://acme.example/security' }
  const { id: linkId } = await links.create({ organizationId, values: link })
  const { id: documentId } = await addTrustDocument({ runtime, centreId }, 'public', 'Certificate')
  const changes: readonly (readonly [shown: string, gone: string, change: () => Promise<unknown>])[] = [
    ['Sometimes.', 'Yes.', () => manualAnswers.save({ ...answer, answer: 'Sometimes.' })],
    ['Tell us', 'Report something', () => links.change({ organizationId, id: linkId, changes: { title: 'Tell us' } })],
    ['', 'Tell us', () => links.delete({ organizationId, id: linkId })],
    ['Audit', '>Cert', () => documents.change({ organizationId, id: documentId, changes: { title: 'Audit' } })],
    ['', 'Audit', () => documents.change({ organizationId, id: documentId, changes: { access: 'never' } })],
    ['CC6.6', 'no such text', () => publish()],
    ['', 'CC6.6', () => centres.change({ organizationId, id: centreId, changes: { controls: ['CC6.1'] } })],
    ['#123456', 'no such text', () => runtime.appearance.set({ organizationId, changes: { colour: '#123456' } })],
  ]

  for (const [shown, gone, change] of changes) {
    await get(await findPath())
    await change()
    const { text } = await get(await findPath())

    expect(text).toContain(shown)
    expect(text).not.toContain(gone)
  }
  expect((await get(await findPath(), { 'accept-language': 'de' })).text).toContain('lang="de"')
})

test('the signed state of a trust centre verifies by the key of the store', async () => {
  const { runtime, publish, findPath, act, get } = await openTrustWorld()
  await publish()
  await act('open')
  const folder = createTempFolder()

  for (const name of ['index.html', 'status.json', 'statement.intoto.jsonl'])
    writeFileSync(join(folder, name), (await get(`${await findPath()}/status/${name}`)).text)

  const { publicKey } = await runtime.signing.signer()
  expect(await verifyStatus(folder, { keys: [publicKeyOf(publicKey)] })).toMatchObject({ verified: true })
})

test('a trust centre that is off, one that has another address and one that never was get the same answer', async () => {
  const { findPath, act, ask, publish } = await openTrustWorld()
  await publish()
  const off = await readWhole(await ask(await findPath()))
  await act('open')
  const before = await findPath()
  await act('renew-address')

  const renewed = await readWhole(await ask(before))
  const others = [
    '/trust',
    '/trust/',
    `/trust/${'a'.repeat(43)}`,
    '/trust/%00',
    '/trust/a/b/c',
    `${before}/status/index.html`,
  ]
  const unknown = await Promise.all(others.map(async (path) => readWhole(await ask(path))))
  const posted = await readWhole(await ask(before, { method: 'POST' }))

  expect(JSON.parse(off)[0]).toBe(404)
  expect(new Set([off, renewed, posted, ...unknown]).size).toBe(1)
  expect(off).not.toContain('set-cookie')
})

test('a signed state is hidden when one of its controls is named no longer', async () => {
  const { centres, centreId, publish, findPath, act, get } = await openTrustWorld()
  await publish()
  await act('open')

  await centres.change({ organizationId, id: centreId, changes: { controls: ['CC6.1'] } })

  expect((await get(await findPath())).text).not.toContain('CC6.')
  expect((await get(`${await findPath()}/status/status.json`)).status).toBe(404)
})

test('publishStatus() refuses a trust centre that names no control, and one that the package does not have', async () => {
  const { centres, centreId, publish } = await openTrustWorld()

  await centres.change({ organizationId, id: centreId, changes: { controls: ['CC99.9'] } })
  const unknown = await catchError(publish())
  await centres.change({ organizationId, id: centreId, changes: { controls: null } })
  const none = await catchError(publish())

  expect(unknown).toMatchObject({ code: 'RECORD_INVALID', message: expect.stringContaining('CC99.9') })
  expect(none).toMatchObject({ code: 'RECORD_INVALID', message: expect.stringContaining('names no controls') })
})
