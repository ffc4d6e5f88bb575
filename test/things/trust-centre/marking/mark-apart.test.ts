import { describe, expect, test } from 'vitest'
import { pdfBytesMax } from '../../../../src/things/trust-centre/limits.ts'
import { markApart } from '../../../../src/things/trust-centre/marking/mark-apart.ts'
import { createBomb, createPdf, readPdf } from './pdf-files.ts'

describe('markApart()', () => {
  test('marks one document after the other', async () => {
    const bytes = await createPdf()
    const marked = await Promise.all(['For Ada', 'For Grace'].map((mark) => markApart({ bytes, mark })))
    const read = await Promise.all(marked.map(readPdf))

    expect(read.map(({ pages }) => pages[0]?.text)).toEqual(['Confidential For Ada', 'Confidential For Grace'])
  })

  test('says why it refuses one', async () => {
    const bytes = await createPdf([0], (pdf) => pdf.encrypt({ ownerPassword: 'owner' }))

    await expect(markApart({ bytes, mark: 'For Ada' })).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      message: expect.stringContaining('encrypted'),
    })
  })

  test('ends a document that unpacks to more than it may, before it takes the memory of the service', async () => {
    const { rss } = process.memoryUsage()

    await expect(markApart({ bytes: createBomb(), mark: 'For Ada' })).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
    })

    expect(process.memoryUsage().rss - rss).toBeLessThan(1024 ** 3)
  })

  test('does not begin with one that is too large', async () => {
    const bytes = new Uint8Array(pdfBytesMax + 1)

    await expect(markApart({ bytes, mark: 'For Ada' })).rejects.toThrow('25 MB')
  })

  test('lets only so many wait', async () => {
    const bytes = await createPdf()
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => markApart({ bytes, mark: 'For Ada' }, 2)))

    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  })
})
