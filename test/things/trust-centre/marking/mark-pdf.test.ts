import { deflateSync } from 'node:zlib'
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markPdf } from '../../../../src/things/trust-centre/marking/mark-pdf.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { addSignature, createPdf, readPdf, writeObjects, writePage } from './pdf-files.ts'

const mark = 'Given by Acme Cloud to Grace Hopper (Example Bank), grace@example.com, on 2026-01-03. Grant 019a4c1e'
const shown = 'BT /F1 12 Tf 50 200 Td (Confidential) Tj ET'

describe('markPdf()', () => {
  test('writes a line at the bottom of each page as people see it, also on turned ones, and keeps what stood there', async () => {
    const marked = await readPdf(await markPdf(await createPdf([0, 90, 180, 270]), mark))

    expect(marked.pages).toHaveLength(4)
    for (const { text, texts, height } of marked.pages) {
      expect(text).toContain('Confidential')
      expect(text.replace('Confidential', '').trim()).toBe(mark)
      const lines = texts.filter((each) => each.text !== 'Confidential')
      for (const line of lines) {
        expect(line.isUpright).toBe(true)
        expect(line.x).toBeCloseTo(12)
        expect(line.y).toBeGreaterThan(height - 50)
        expect(line.y).toBeLessThan(height)
      }
    }
  })

  test('notes it in the details of the document with all letters, and on the page with those that its font has', async () => {
    const { pages, info } = await readPdf(await markPdf(await createPdf(), 'For 山田花子, hanako@example.com'))

    expect(pages[0]?.text).toContain('For ????, hanako@example.com')
    expect(info.Custom).toEqual(new Map([['GivenTo', 'For 山田花子, hanako@example.com']]))
  })

  test('makes the letters smaller on a small page, and leaves none out', async () => {
    const small = await createPdf([], (pdf) => pdf.addPage([60, 40]))
    const { pages } = await readPdf(await markPdf(small, mark))

    expect(pages[0]?.text).toBe(mark)
  })

  test('is part of the only end that the file has', async () => {
    const marked = Buffer.from(await markPdf(await createPdf(), mark)).toString('latin1')

    expect(marked.split('%%EOF')).toHaveLength(2)
  })

  test.each([
    ['that is encrypted', createPdf([0], (pdf) => pdf.encrypt({ ownerPassword: 'owner' })), 'encrypted'],
    [
      'with a password',
      createPdf([0], (pdf) => pdf.encrypt({ userPassword: 'user', ownerPassword: 'owner' })),
      'encrypted',
    ],
    ['that is signed', createPdf([0], addSignature), 'digital signature'],
    ['with a file attached', createPdf([0], (pdf) => pdf.attach(Buffer.from('x'), 'x.pdf')), 'files attached'],
    [
      'without a page',
      Promise.resolve(writeObjects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'])),
      'no page',
    ],
    ['that is none', Promise.resolve(Buffer.from('%PDF-1.7\nnonsense')), 'PDF'],
    ['that is cut off', createPdf([0]).then((bytes) => bytes.subarray(0, 300)), 'PDF'],
    [
      'whose page is no page',
      Promise.resolve(writeObjects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '(text)'])),
      '',
    ],
    [
      'with a page that other readers take for one',
      createPdf([0, 90]).then((bytes) =>
        Buffer.from(Buffer.from(bytes).toString('latin1').replace('/Type /Page\n', '/Type /Paxe\n'), 'latin1'),
      ),
      'does not call itself one',
    ],
    [
      'with too many pages',
      Promise.resolve(
        writeObjects([
          '<</Type/Catalog/Pages 2 0 R>>',
          `<</Type/Pages/Kids[${'3 0 R '.repeat(2_001)}]/Count 2001>>`,
          '<</Type/Page/Parent 2 0 R>>',
        ]),
      ),
      '2001 pages',
    ],
    [
      'whose page is packed in a way that is not read here',
      Promise.resolve(
        writePage(Buffer.from(shown), { streamEntries: '/Filter/FlateDecode/DecodeParms<</Predictor 12>>' }),
      ),
      'contents cannot be read',
    ],
    [
      'whose page is packed in a way that nobody knows',
      Promise.resolve(writePage(Buffer.from(shown), { streamEntries: '/Filter/Unheard' })),
      'contents cannot be read',
    ],
    [
      'whose page stands in another file',
      Promise.resolve(writePage(Buffer.from(shown), { streamEntries: '/F(other.txt)' })),
      'contents cannot be read',
    ],
  ])('refuses a document %s', async (_, made, message) => {
    await expect(markPdf(await made, mark)).rejects.toThrow(message)
  })

  test.each([
    ['a text that does not end', `${shown} (`],
    ['a name of a picture that does not end', `${shown} BI /W 1 /H 1 ID `],
    ['states that it does not restore', `${shown} q q q 0 0 0 0 0 0 cm`],
    ['more states restored than it has saved', `${shown} Q Q Q 0 0 0 0 0 0 cm`],
    ['a part that is not to be seen', `/OC /Hidden BDC ${shown}`],
    ['an area that everything is cut to', `${shown} 0 0 0 0 re W n`],
    ['letters that are drawn as nothing', `${shown} BT 3 Tr`],
  ])('marks a page that ends in %s', async (_, contents) => {
    const { pages } = await readPdf(await markPdf(writePage(Buffer.from(contents)), mark))

    expect(pages[0]?.text).toBe(`Confidential ${mark}`)
  })

  test('keeps what a page inherits, and what is drawn in several parts', async () => {
    const parts = '[4 0 R 6 0 R]'
    const stream = '<</Length 5>>\nstream\nBT ET\nendstream'
    const bytes = Buffer.from(
      Buffer.from(writePage(Buffer.from(shown), { others: [stream] }))
        .toString('latin1')
        .replace('/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R', '')
        .replace('/Contents 4 0 R', `/Contents ${parts}`),
      'latin1',
    )

    const { pages } = await readPdf(await markPdf(bytes, mark))

    expect(pages[0]?.text).toBe(`Confidential ${mark}`)
  })

  test.each([
    ['0.1', 0.1],
    ['10', 10],
    ['-3', 1],
    ['/None', 1],
  ])('is as large as people see it on a page whose unit is %s points', async (unit, points) => {
    const { pages } = await readPdf(
      await markPdf(writePage(Buffer.from(shown), { entries: `/UserUnit ${unit}` }), mark),
    )
    const [page] = pages
    const last = page?.texts.at(-1)

    expect(page?.text).toBe(`Confidential ${mark}`)
    expect(page?.width).toBeCloseTo(400 * points)
    expect(last?.x).toBeCloseTo(12)
  })

  test('keeps what a tagged document says of its parts', async () => {
    const tagged = writePage(Buffer.from(`/H1 <</MCID 0>> BDC ${shown} EMC /P <</MCID 1>> BDC ${shown} EMC`), {
      entries: '/StructParents 0',
      others: [
        '<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0 [8 0 R 9 0 R]]>>>>',
        '<</Type/StructElem/S/Document/P 6 0 R/K[8 0 R 9 0 R]>>',
        '<</Type/StructElem/S/H1/P 7 0 R/Pg 3 0 R/K 0>>',
        '<</Type/StructElem/S/P/P 7 0 R/K[<</Type/MCR/Pg 3 0 R/MCID 1>>]>>',
      ],
    })

    const marked = await markPdf(tagged, mark)
    const pdf = await PDFDocument.load(marked)
    const elements = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, each]) => (each instanceof PDFDict && /\/S \/(H1|P)\b/.test(each.toString()) ? [each] : []))
    const form = pdf.context
      .enumerateIndirectObjects()
      .find(([, each]) => each instanceof PDFRawStream && each.dict.has(PDFName.of('StructParents')))

    expect(form).toBeDefined()
    expect(elements).toHaveLength(2)
    for (const element of elements) expect(element.toString()).toContain(`/Stm ${form?.[0]}`)
    const { pages } = await readPdf(marked)
    expect(pages[0]?.structure).toContain('"role":"H1"')
    expect(pages[0]?.text).toBe(`Confidential Confidential ${mark}`)
  })

  test('never shows what a packed page has without the mark, whatever bytes of it were changed', async () => {
    const packed = deflateSync(shown)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(packed.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 3 }),
        async (changes) => {
          const changed = Uint8Array.from(packed)
          for (const [at, byte] of changes) changed[at] = byte
          const marked = await markPdf(writePage(changed, { streamEntries: '/Filter/FlateDecode' }), mark).catch(
            () => undefined,
          )
          const read = marked && (await readPdf(marked))
          for (const page of read?.pages ?? []) expect(page.text).toContain('Grace Hopper')
        },
      ),
      { numRuns: isSoak ? 5_000 : 60 },
    )
  })

  test('never shows what stands in a document without the mark, whatever bytes were changed', async () => {
    const original = await createPdf([0, 90])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 20,
        }),
        async (changes) => {
          const changed = Uint8Array.from(original)
          for (const [at, byte] of changes) changed[at] = byte
          const marked = await markPdf(changed, mark).catch(() => undefined)
          if (marked === undefined) return
          const read = await readPdf(marked).catch(() => undefined)
          for (const page of read?.pages ?? [])
            if (page.text.includes('Confidential')) expect(page.text).toContain('Grace Hopper')
        },
      ),
      { numRuns: isSoak ? 5_000 : 60 },
    )
  })
})
