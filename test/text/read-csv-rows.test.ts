import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvFault, readCsvRows } from '../../src/text/read-csv-rows.ts'
import { catchError } from '../http/support.ts'

const limits = { rowsMax: 5, lineBytesMax: 1024 }
const read = async (text: string) => {
  const rows = await readCsvRows(Buffer.from(text), text.replace(/^\ufeff/, ''), limits)
  return rows.map(({ line, cells }) => [line, ...cells])
}

describe('readCsvRows()', () => {
  test.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons, a mark and line ends of Windows', '\ufeffa;b\r\n1;2\r\n'],
    ['tabs', 'a\tb\n1\t2'],
    ['line ends of old Macs', 'a,b\r1,2\r'],
  ])('reads %s', async (_what, text) => {
    expect(await read(text)).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ])
  })

  test('leaves blank rows out, takes "sep=" for the delimiter, and keeps the numbers of lines', async () => {
    expect(await read('sep=;\r\na;b\r\n;;\r\n\r\n"1\r\n2";3\r\n4;5\r\n')).toEqual([
      [2, 'a', 'b'],
      [5, '1\r\n2', '3'],
      [7, '4', '5'],
    ])
  })

  test('says where and why a text is no CSV', async () => {
    expect(await catchError(read('a,b\n1,"2\n'))).toMatchObject({ message: expect.stringContaining('no quote closes') })
    expect(await catchError(read(`a\n${'x'.repeat(2_000)}\n`))).toMatchObject({ line: 2 })
  })

  test('stops soon when there are more rows than it may have', async () => {
    const { length } = await read('a\n'.repeat(1_000_000))

    expect(length).toBeGreaterThan(5)
    expect(length).toBeLessThan(100_000)
  })

  test('ends in rows or in a fault, whatever the text', async () => {
    const pieces = fc.array(fc.constantFrom('a', ',', ';', '"', '\n', '\r\n', '\t', ' ', 'sep=;', '\ufeff'))
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        const rows = await read(parts.join('')).catch((error) => error)
        expect(Array.isArray(rows) || rows instanceof CsvFault).toBe(true)
      }),
    )
  })
})
