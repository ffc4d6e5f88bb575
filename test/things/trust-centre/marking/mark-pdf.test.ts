import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markPdf } from '../../../../src/things/trust-centre/marking/mark-pdf.ts'
import { addSignature, createPdf, readPdf, writeObjects } from './pdf-files.ts'

const mark = 'Given by Acme Cloud to Grace Hopper (Example Bank), grace@example.com, on 2026-01-03. Grant 019a4c1e'

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
    ['with too many pages', createPdf(Array.from({ length: 2_001 }, () => 0)), '2001 pages'],
  ])('refuses a document %s', async (_, made, message) => {
    await expect(markPdf(await made, mark)).rejects.toThrow(message)
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
      { numRuns: 60 },
    )
  })
})
