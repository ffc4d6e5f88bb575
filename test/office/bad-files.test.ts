import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CheckwrightError } from '../../src/errors/index.ts'
import { readOfficeFile, writeOfficeFile } from '../../src/office/files/office-file.ts'
import { readTables, writeTexts } from '../../src/office/files/use-apart.ts'
import { officeBytesMax } from '../../src/office/limits.ts'
import { listQuestions, outlineTables } from '../../src/office/questions/list-questions.ts'
import { escapeCsvFormula } from '../../src/text/csv-row.ts'
import { formatRelationships, formatRows, makeArchive, makeDocx, makeXlsx } from './make-files.ts'

const sheet = {
  name: 'Sheet1',
  xml: formatRows([
    ['Question', 'Answer'],
    ['Do you test backups?', ''],
  ]),
}
const external = (type: string) => ({
  'xl/worksheets/_rels/sheet1.xml.rels': formatRelationships([['rId1', type, 'https://evil.example/x']]).replace(
    'Target=',
    'TargetMode="External" Target=',
  ),
})
const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>'

describe('files that are refused, with what to do', () => {
  test.for<readonly [name: string, file: string, bytes: () => Promise<Buffer> | Buffer, message: RegExp]>([
    [
      'a workbook with macros by its name',
      'a.xlsm',
      () => makeXlsx([sheet]),
      /\.xlsm, which can have macros\. Save it as \.xlsx/,
    ],
    [
      'a workbook with macros in it',
      'a.xlsx',
      () => makeXlsx([sheet], { others: { 'xl/vbaProject.bin': 'x' } }),
      /xl\/vbaProject\.bin has macros\. Save/,
    ],
    [
      'a document with macros in it',
      'a.docx',
      () => makeDocx('', { 'word/vbaProject.bin': 'x' }),
      /word\/vbaProject\.bin has macros/,
    ],
    [
      'a link to another workbook',
      'a.xlsx',
      () => makeXlsx([sheet], { others: { 'xl/externalLinks/externalLink1.xml': '<x/>' } }),
      /externalLink1\.xml is a link to another workbook\. Break the link/,
    ],
    [
      'a picture from elsewhere',
      'a.xlsx',
      () => makeXlsx([sheet], { others: external('image') }),
      /sheet1\.xml names another file \(image: https:\/\/evil\.example\/x\)\. Break/,
    ],
    [
      'a template from elsewhere',
      'a.docx',
      () =>
        makeDocx('', {
          'word/_rels/settings.xml.rels': formatRelationships([
            ['r', 'attachedTemplate', 'https://evil.example/t.dotm'],
          ]).replace('Target=', 'TargetMode="External" Target='),
        }),
      /settings\.xml names another file/,
    ],
    [
      'a connection to data',
      'a.xlsx',
      () => makeXlsx([sheet], { others: { 'xl/connections.xml': '<x/>' } }),
      /connections\.xml is a connection to other data/,
    ],
    [
      'entities',
      'a.xlsx',
      () => makeXlsx([{ ...sheet, whole: `${entity}<worksheet>&a;</worksheet>` }]),
      /sheet1\.xml: The file has a document type/,
    ],
    [
      'entities in a document',
      'a.docx',
      () => makeDocx('', { 'word/document.xml': `${entity}<x>&b;</x>` }),
      /document\.xml: The file has a document type/,
    ],
    [
      'a part that unpacks to more than it may',
      'a.xlsx',
      () => makeXlsx([{ ...sheet, whole: ' '.repeat(41 * 1024 ** 2) }]),
      /sheet1\.xml has more than 40 MB/,
    ],
    [
      'much that is packed small',
      'a.xlsx',
      () => makeXlsx([sheet], { others: { 'xl/media/a': ' '.repeat(201 * 1024 ** 2) } }),
      /more than 200 MB when it is unpacked/,
    ],
    ['100 MB', 'a.xlsx', () => Buffer.alloc(100 * 1024 ** 2), /has 100 MB\. Files up to 20 MB can be read/],
    [
      'many parts',
      'a.xlsx',
      () => makeArchive(Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`x${index}`, '']))),
      /more than 5000 parts/,
    ],
    [
      'a password',
      'a.xlsx',
      () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      /has a password, or the format of before 2007/,
    ],
    ['an old format', 'a.xls', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /are \.xlsx, \.docx or \.csv/],
    ['a picture', 'a.xlsx', () => Buffer.from('89504e470d0a1a0a', 'hex'), /no \.xlsx and no \.docx, or it is cut off/],
    ['a file that is cut off', 'a.xlsx', async () => (await makeXlsx([sheet])).subarray(0, 700), /cut off/],
    [
      'an archive of something else',
      'a.xlsx',
      () => makeArchive({ 'a.txt': 'x' }),
      /does not say where its content is/,
    ],
    [
      'deep XML',
      'a.xlsx',
      () => makeXlsx([{ ...sheet, whole: '<a>'.repeat(300) }]),
      /more than 200 tags within each other/,
    ],
    ['CSV in another charset', 'a.csv', () => Buffer.from([0x46, 0xfc, 0x72]), /Save it as "CSV UTF-8"/],
    ['CSV that is none', 'a.csv', () => Buffer.from('Question,Answer\n"a,b\n'), /Line \d of the file is not CSV/],
    ['a name that belongs to an object', 'a.constructor', () => Buffer.from('x'), /are \.xlsx, \.docx or \.csv/],
  ])('%s', async ([, name, make, message]) => {
    const bytes = await make()

    const error = await readOfficeFile({ name, bytes }).catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(CheckwrightError)
    expect(error).toMatchObject({ code: 'IMPORT_REFUSED', message: expect.stringMatching(message) })
  })

  test('a sheet without questions says what was looked at, and what to do', async () => {
    const bytes = await makeXlsx([
      {
        name: 'Prices',
        xml: formatRows([
          ['Item', 'Price'],
          ['Chair', '10'],
        ]),
      },
    ])
    const tables = await readOfficeFile({ name: 'a.xlsx', bytes })

    expect(() => listQuestions(tables)).toThrow(/no questions: looked at "Prices" with 2 rows\. Name the columns/)
  })

  test('a hyperlink is no file that is fetched', async () => {
    const bytes = await makeXlsx([sheet], { others: external('hyperlink') })

    await expect(readOfficeFile({ name: 'a.xlsx', bytes })).resolves.toHaveLength(1)
  })
})

describe('a process of its own', () => {
  test('writeTexts() writes there', async () => {
    const bytes = await makeXlsx([sheet])

    const { bytes: filled } = await writeTexts({ name: 'a.xlsx', bytes }, [
      { table: 'Sheet1', row: 2, column: 2, text: 'Yes.' },
    ])

    const [table] = await readTables({ name: 'a.xlsx', bytes: filled })
    expect(table?.rows[1]?.cells[1]?.text).toBe('Yes.')
  })

  test('columns that somebody chose go before those that were found', async () => {
    const [table] = await readTables({
      name: 'a.csv',
      bytes: Buffer.from('Text,Other,Free\nDo you test backups?,x,\n'),
    })
    const layout = { table: 'Rows', questionColumn: 1, answerColumn: 3, firstRow: 2 }

    expect(listQuestions(table ? [table] : [], [layout])).toMatchObject([{ place: 'Rows!C2' }])
    expect(() => listQuestions(table ? [table] : [], [{ ...layout, table: 'Sheet9' }])).toThrow(/no table "Sheet9"/)
  })

  test('readTables() reads there, and says what it refuses', async () => {
    const bytes = await makeXlsx([sheet])

    const tables = await readTables({ name: 'a.xlsx', bytes })
    const refused = readTables({ name: 'a.xlsx', bytes: Buffer.from('nothing') })

    expect(outlineTables(tables)[0]).toMatchObject({
      columns: [{ name: 'A', texts: ['Question', 'Do you test backups?'] }, { name: 'B' }],
      layout: { questionColumn: 1, answerColumn: 2, firstRow: 2 },
    })
    expect(listQuestions(tables)).toEqual([
      { question: 'Do you test backups?', section: undefined, place: 'Sheet1!B2' },
    ])
    await expect(refused).rejects.toMatchObject({ code: 'IMPORT_REFUSED' })
    await expect(readTables({ name: 'a.csv', bytes: Buffer.alloc(officeBytesMax + 1) })).rejects.toThrow(/21 MB/)
  })
})

describe('any text', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '=', '+', '-', '@', '<', '&', '"', "'", ';', ',', '\n', '\t', '_x0041_', 'ä', '😀', '|'),
  })

  test('comes back from a cell of a workbook and of CSV as it was written', async () => {
    const files = [
      { name: 'a.xlsx', bytes: await makeXlsx([sheet]), table: 'Sheet1' },
      { name: 'a.csv', bytes: Buffer.from('Question;Answer\nDo you test backups?;\n'), table: 'Rows' },
    ]
    await fc.assert(
      fc.asyncProperty(
        text.filter((each) => each.trim() !== ''),
        async (answer) => {
          for (const { table, ...file } of files) {
            const { bytes } = await writeOfficeFile(file, [{ table, row: 2, column: 2, text: answer }])
            const [read] = await readOfficeFile({ ...file, bytes })
            const shown = table === 'Rows' ? escapeCsvFormula(answer) : answer
            expect(read?.rows[1]?.cells[1]).toEqual({ column: 2, text: shown, isFormula: false })
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('of which CSV is made keeps every byte when nothing is written', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 1, maxLength: 3 })),
        fc.constantFrom('\n', '\r\n'),
        async (rows, end) => {
          const lines = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
          const bytes = Buffer.from(lines.map((line) => line + end).join(''))

          const written = await writeOfficeFile({ name: 'a.csv', bytes }, [])

          expect(Buffer.from(written.bytes).toString()).toBe(bytes.toString())
        },
      ),
      { numRuns: 100 },
    ))
})
