import { deflateSync } from 'node:zlib'
import { degrees, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A document whose pages are shown turned by these angles. */
export async function createPdf(
  angles: readonly number[] = [0],
  change: (pdf: PDFDocument) => unknown = () => undefined,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  // The same bytes on each day, because tests change single ones.
  pdf.setCreationDate(new Date(0))
  pdf.setModificationDate(new Date(0))
  for (const angle of angles) {
    const page = pdf.addPage([400, 300])
    page.drawText('Confidential', { x: 50, y: 200 })
    page.setRotation(degrees(angle))
  }
  await change(pdf)
  return pdf.save()
}

/** What another library reads: the texts of each page with their places as people see it, and its details. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  const { info } = await pdf.getMetadata()
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1)
      const view = page.getViewport({ scale: 1 })
      const { items } = await page.getTextContent()
      const structure = await page.getStructTree()
      const texts = items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [a = 0, b = 0, , , e = 0, f = 0] = item.transform as number[]
        const [x = 0, y = 0] = view.convertToViewportPoint(e, f)
        const [endX = 0, endY = 0] = view.convertToViewportPoint(e + a, f + b)
        return [{ text: item.str, x, y, isUpright: endX > x && Math.abs(endY - y) < 0.01 }]
      })
      const text = texts.map((each) => each.text).join(' ')
      return { width: view.width, height: view.height, texts, text, structure: JSON.stringify(structure) }
    }),
  )
  await pdf.loadingTask.destroy()
  return { pages, info: info as Readonly<Record<string, unknown>> }
}

/** Objects as they stand in a file, without a table of where they are. */
export function writeObjects(objects: readonly (string | Uint8Array)[], trailer = '<</Root 1 0 R>>'): Uint8Array {
  const parts = objects.flatMap((object, index) => [`${index + 1} 0 obj\n`, object, '\nendobj\n'])
  return Buffer.concat(
    ['%PDF-1.7\n', ...parts, `trailer\n${trailer}\nstartxref\n0\n%%EOF`].map((part) => Buffer.from(part)),
  )
}

/** A page of 400 × 300 units that draws this. */
export function writePage(
  contents: Uint8Array,
  { entries = '', streamEntries = '', others = [] as readonly string[] } = {},
): Uint8Array {
  const stream = Buffer.concat([
    Buffer.from(`<<${streamEntries}/Length ${contents.length}>>\nstream\n`),
    contents,
    Buffer.from('\nendstream'),
  ])
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
  return writeObjects([
    `<</Type/Catalog/Pages 2 0 R${others.length > 0 ? '/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R' : ''}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 400 300]/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R${entries}>>`,
    stream,
    font,
    ...others,
  ])
}

/** Two megabytes that unpack to two thousand. */
export function createBomb(): Uint8Array {
  const packed = deflateSync(Buffer.alloc(2_000_000_000), { level: 1 })
  const stream = Buffer.concat([
    Buffer.from(`<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
  return writeObjects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>', stream])
}

/** As a signed document has it. */
export function addSignature({ context, catalog }: PDFDocument): void {
  const signature = context.register(context.obj({ Type: 'Sig', ByteRange: [0, 1, 2, 3] }))
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], SigFlags: 3, Own: signature }))
}
