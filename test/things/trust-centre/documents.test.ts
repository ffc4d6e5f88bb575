import { expect, test } from 'vitest'
import { keepBytes, yieldOnce } from '../../../src/service/files/keep-file.ts'
import { trustDocument } from '../../../src/things/trust-centre/documents.ts'
import { trustCentre } from '../../../src/things/trust-centre/thing.ts'
import { saveUpload } from '../../../src/things/uploads/reading/uploads.ts'
import { catchError } from '../../http/support.ts'
import { organizationId } from '../packages/audited-world.ts'
import { openTrustWorld, readWhole } from './trust-world.ts'

async function openDocuments() {
  const world = await openTrustWorld()
  const { runtime, centreId } = world
  const { objects } = runtime.workspace
  const upload = async (name: string, type: string, text: string) => {
    const stored = await keepBytes(objects, organizationId, yieldOnce(Buffer.from(text)))
    const facts = { organizationId, userId: null, name, type, formType: 'record', stored }
    return (await saveUpload({ runtime, objects }, facts)).file.id
  }
  const add = async (input: {
    title: string
    access: 'never' | 'request' | 'public'
    fileId?: string
    lastDay?: string
    whenEnded?: 'hide' | 'show'
  }) => {
    const values = { centreId, kind: 'document', whenEnded: 'hide', ...input } as const
    return (await runtime.serviceOf(trustDocument).create({ organizationId, values })).id
  }
  await world.act('open')
  return { ...world, upload, add }
}

test('a document is a download for everybody, a name, or nothing, as its access says', async () => {
  const { upload, add, findPath, ask, get } = await openDocuments()
  const fileId = await upload('report.pdf', 'application/pdf', 'bytes')
  const ids = await Promise.all(
    (['public', 'request', 'never'] as const).map((access) => add({ title: `The ${access} one`, access, fileId })),
  )
  const at = await findPath()

  const page = (await get(at)).text
  const answers = await Promise.all(ids.map((id) => ask(`${at}/documents/${id}`)))

  expect(page).toContain(`<a href="${at}/documents/${ids[0]}" download>The public one</a>`)
  expect(page).toContain('<li>The request one <small>on request</small></li>')
  expect(page).not.toContain('The never one')
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404])
  expect(await answers[0]?.text()).toBe('bytes')
})

test('an ended document is shown as ended or not at all, never as valid, and nobody gets it', async () => {
  const { upload, add, findPath, get, clock } = await openDocuments()
  const fileId = await upload('iso.pdf', 'application/pdf', 'bytes')
  const ends = { access: 'public', fileId, lastDay: '2026-01-10' } as const
  const shown = await add({ title: 'Shown', ...ends, whenEnded: 'show' })
  const hidden = await add({ title: 'Hidden', ...ends })
  const at = await findPath()
  const before = (await get(at)).text

  clock.advance(20 * 86_400_000)

  const after = (await get(at)).text
  expect(before).toContain('Shown</a> (valid until 2026-01-10)')
  expect(after).toContain('<li>Shown (ended on 2026-01-10)</li>')
  expect(after).not.toMatch(/valid until|Hidden/)
  for (const id of [shown, hidden]) expect((await get(`${at}/documents/${id}`)).status).toBe(404)
})

test('a certificate without a last day is refused', async () => {
  const { runtime, centreId } = await openDocuments()
  const values = { centreId, title: 'ISO', access: 'public', kind: 'certificate', whenEnded: 'show' } as const

  const refused = await catchError(runtime.serviceOf(trustDocument).create({ organizationId, values }))

  expect(refused).toMatchObject({ code: 'RECORD_INVALID' })
})

test.for<readonly [string, string, string]>([
  ['page.html', 'text/html', 'attachment; filename=page.html'],
  ['picture.svg', 'image/svg+xml', 'attachment; filename=picture.svg'],
  ['../../etc/passwd', 'text/plain', 'attachment; filename=passwd'],
  ['C:\\temp\\a.exe', 'text/plain', 'attachment; filename=a.exe'],
  ['a"\r\nset-cookie: x=1.pdf', 'application/pdf', 'attachment; filename="aset-cookie: x=1.pdf"'],
])('a document called %s is saved, and neither shown nor run', async ([name, type, disposition]) => {
  const { upload, add, findPath, ask } = await openDocuments()
  const id = await add({ title: 'It', access: 'public', fileId: await upload(name, type, '<script>alert(1)</script>') })

  const { headers } = await ask(`${await findPath()}/documents/${id}`)

  expect(headers.get('content-disposition')).toBe(disposition)
  expect(headers.get('content-type')).toBe(type === 'application/pdf' ? type : 'application/octet-stream')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.getSetCookie()).toEqual([])
})

test('documents of nobody, of another trust centre, and those that are not shown get the same answer', async () => {
  const { runtime, upload, add, findPath, ask } = await openDocuments()
  const fileId = await upload('report.pdf', 'application/pdf', 'bytes')
  const never = await add({ title: 'Never', access: 'never', fileId })
  const onRequest = await add({ title: 'On request', access: 'request', fileId })
  const other = await runtime.serviceOf(trustCentre).create({ organizationId, values: { name: 'Other' } })
  const values = {
    centreId: other.id,
    title: 'Theirs',
    access: 'public',
    kind: 'document',
    whenEnded: 'hide',
    fileId,
  } as const
  const { id: theirs } = await runtime.serviceOf(trustDocument).create({ organizationId, values })
  const at = await findPath()

  const answers = await Promise.all(
    [never, onRequest, theirs, 'nobody'].map(async (id) => readWhole(await ask(`${at}/documents/${id}`))),
  )

  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('[404,')
})
