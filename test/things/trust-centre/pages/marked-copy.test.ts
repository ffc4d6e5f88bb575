import { expect, test } from 'vitest'
import { keepBytes, yieldOnce } from '../../../../src/service/files/keep-file.ts'
import { trustDocument } from '../../../../src/things/trust-centre/documents.ts'
import { trustCentre } from '../../../../src/things/trust-centre/thing.ts'
import { saveUpload } from '../../../../src/things/uploads/reading/uploads.ts'
import { openPages } from '../../../app/pages/world.ts'
import { createPdf, readPdf } from '../marking/pdf-files.ts'

const organizationId = 'acme'

/** The page of a document on request whose file is this. */
async function openDocument(bytes: Uint8Array) {
  const world = await openPages()
  const { runtime } = world
  const { objects } = runtime.workspace
  const stored = await keepBytes(objects, organizationId, yieldOnce(bytes))
  const facts = {
    organizationId,
    userId: null,
    name: 'report.pdf',
    type: 'application/pdf',
    formType: 'record',
    stored,
  }
  const { file } = await saveUpload({ runtime, objects }, facts)
  const { id: centreId } = await runtime.serviceOf(trustCentre).create({ organizationId, values: { name: 'Acme' } })
  const values = { centreId, title: 'Report', access: 'request', kind: 'document', whenEnded: 'hide' } as const
  const { id } = await runtime
    .serviceOf(trustDocument)
    .create({ organizationId, values: { ...values, fileId: file.id } })
  return { ...world, at: `/trust-documents/${id}` }
}

test('the page of a document on request leads to a marked copy', async () => {
  const { get, ask, at } = await openDocument(await createPdf())

  const shown = await get(at)
  const copy = await ask(`${at}/marked`)

  expect(shown.text).toContain(`href="${at}/marked"`)
  const { pages } = await readPdf(new Uint8Array(await copy.arrayBuffer()))
  expect(pages[0]?.text).toContain('Given by Acme to Your name')
})

test('a document that cannot be marked says why there', async () => {
  const { get, at } = await openDocument(await createPdf([0], (pdf) => pdf.encrypt({ ownerPassword: 'owner' })))

  const { status, text } = await get(`${at}/marked`)

  expect(status).toBe(400)
  expect(text).toContain('The PDF is encrypted.')
})
