import { describe, expect, test } from 'vitest'
import { readOfficeFile, writeOfficeFile } from '../../src/office/files/office-file.ts'
import { listQuestions } from '../../src/office/questions/list-questions.ts'
import { parsePlace } from '../../src/office/table.ts'
import { escapeCsvFormula } from '../../src/text/csv-row.ts'
import { formatRows, formatTableRow, makeDocx, makeXlsx } from './make-files.ts'
import { findAll, readInlineText, unpack } from './open-by-others.ts'

interface Questionnaire {
  readonly name: string
  readonly file: string
  readonly bytes: Promise<Buffer> | Buffer
  /** Its questions, by the place of the answer. */
  readonly questions: Readonly<Record<string, string>>
}

const mfa = 'Do you require multi-factor authentication?'
const backups = 'How often are backups tested?'
const merges = (...refs: readonly string[]) =>
  `<mergeCells count="${refs.length}">${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
const prefixed = `<?xml version="1.0"?><x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>
  <x:row><x:c t="inlineStr"><x:is><x:t>Question</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Answer</x:t></x:is></x:c></x:row>
  <x:row><x:c t="inlineStr"><x:is><x:t>${mfa}</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`

const questionnaires: readonly Questionnaire[] = [
  {
    name: 'two columns of shared texts, one with several formats in it',
    file: 'a.xlsx',
    bytes: makeXlsx(
      [
        {
          name: 'Sheet1',
          xml: '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="7"/></row></sheetData>',
        },
      ],
      {
        shared: [
          '<t>Question</t>',
          '<t>Answer</t>',
          '<r><rPr><b/></rPr><t xml:space="preserve">Do you require </t></r><r><t>multi-factor authentication?</t></r><rPh sb="0" eb="1"><t>ignored</t></rPh>',
        ],
      },
    ),
    questions: { 'Sheet1!B2': mfa },
  },
  {
    name: 'a title, instructions and headings over all columns',
    file: 'b.xlsx',
    bytes: makeXlsx([
      {
        name: 'Assessment',
        xml: `${formatRows([
          ['Vendor security assessment 2026'],
          ['Please answer every question in column C.'],
          [],
          ['No.', 'Question', 'Your answer'],
          ['Access control'],
          ['1.1', mfa, ''],
          ['Resilience'],
          ['2.1', backups, ''],
        ])}${merges('A1:C1', 'A2:C2', 'A5:C5', 'A7:C7')}`,
      },
    ]),
    questions: { 'Assessment!C6': mfa, 'Assessment!C8': backups },
  },
  {
    name: 'a column of ids, an answer and comments',
    file: 'c.xlsx',
    bytes: makeXlsx([
      {
        name: 'SIG',
        xml: formatRows([
          ['Question ID', 'Question', 'Response (Yes/No)', 'Comments'],
          ['A.1', mfa, '', ''],
          ['A.2', backups, '', ''],
        ]),
      },
    ]),
    questions: { 'SIG!C2': mfa, 'SIG!C3': backups },
  },
  {
    name: 'no names of columns at all',
    file: 'd.xlsx',
    bytes: makeXlsx([
      {
        name: 'Q & A'.replace('&', '&amp;'),
        xml: formatRows(
          [
            ['1', mfa],
            ['2', backups],
            ['3', 'Describe your backups.'],
          ],
          3,
        ),
      },
    ]),
    questions: { 'Q & A!C3': mfa, 'Q & A!C4': backups, 'Q & A!C5': 'Describe your backups.' },
  },
  {
    name: 'German',
    file: 'e.xlsx',
    bytes: makeXlsx([
      {
        name: 'Fragebogen',
        xml: formatRows([
          ['Nr.', 'Frage', 'Antwort', 'Bemerkung'],
          ['1', 'Verlangen Sie eine Mehr-Faktor-Anmeldung?'],
        ]),
      },
    ]),
    questions: { 'Fragebogen!C2': 'Verlangen Sie eine Mehr-Faktor-Anmeldung?' },
  },
  {
    name: 'several sheets, of which one is hidden and one has instructions',
    file: 'f.xlsx',
    bytes: makeXlsx([
      { name: 'Read me', xml: formatRows([['Thank you for your time.'], ['Send it back by May.']]) },
      {
        name: 'Lists',
        xml: formatRows([
          ['Question', 'Answer'],
          ['Hidden?', ''],
        ]),
        state: 'hidden',
      },
      {
        name: 'Access',
        xml: formatRows([
          ['Question', 'Answer'],
          [mfa, ''],
        ]),
      },
      {
        name: 'Backup',
        xml: formatRows([
          ['Requirement', 'Vendor comments'],
          [backups, ''],
        ]),
      },
    ]),
    questions: { 'Access!B2': mfa, 'Backup!B2': backups },
  },
  {
    name: 'a row that is hidden, and one that a filter hides',
    file: 'r.xlsx',
    bytes: makeXlsx([
      {
        name: 'Access',
        xml: formatRows([
          ['Question', 'Answer'],
          [mfa, ''],
          ['Draft?', ''],
          [backups, ''],
          ['Not for you?', ''],
        ]).replaceAll(/<row r="(3|5)"/g, '<row r="$1" hidden="1"'),
      },
    ]),
    questions: { 'Access!B2': mfa, 'Access!B4': backups },
  },
  {
    name: 'tags with a prefix and cells without references',
    file: 'g.xlsx',
    bytes: makeXlsx([{ name: 'Export', xml: '', whole: prefixed }]),
    questions: { 'Export!B2': mfa },
  },
  {
    name: 'answers over several columns, and one cell for two questions',
    file: 'h.xlsx',
    bytes: makeXlsx([
      {
        name: 'Wide',
        xml: `${formatRows([
          ['Question', 'Answer', '', ''],
          [mfa, '', '', ''],
          [backups, '', '', ''],
          ['Who tests them?', '', '', ''],
        ])}${merges('B2:D2', 'B3:D4')}`,
      },
    ]),
    questions: { 'Wide!B2': mfa, 'Wide!B3': backups },
  },
  {
    name: 'formulas, a list of choices and colours by condition',
    file: 'i.xlsx',
    bytes: makeXlsx([
      {
        name: 'Scored',
        xml: `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>${formatRows(
          [
            ['Question', 'Answer', 'Score', 'Answered'],
            [mfa, '', '=IF(B2="Yes",1,0)', '=COUNTA(B2:B9)'],
            ['Is this row computed?', '=A2', '', ''],
            [backups, '', '=IF(B4="Yes",1,0)', ''],
          ],
        )}<conditionalFormatting sqref="B2:B4"><cfRule type="containsText" priority="1" operator="containsText" text="No"/></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="B2:B4"><formula1>"Yes,No,Partly"</formula1></dataValidation></dataValidations>`,
      },
    ]),
    questions: { 'Scored!B2': mfa, 'Scored!B4': backups },
  },
  {
    name: 'a document with two tables, one of them with wide cells',
    file: 'j.docx',
    bytes: makeDocx(
      `<w:p><w:r><w:t>Security questionnaire</w:t></w:r></w:p><w:tbl>${formatTableRow(['Name of the company', 'Acme'])}</w:tbl><w:tbl>${formatTableRow(['Question', 'Answer'])}<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>Access</w:t></w:r></w:p></w:tc></w:tr>${formatTableRow([mfa, ''])}${formatTableRow([backups, '[Enter text]'])}</w:tbl><w:sectPr/>`,
    ),
    questions: { 'Table 2!B3': mfa, 'Table 2!B4': backups },
  },
  {
    name: 'CSV with semicolons, a byte order mark and quoted cells',
    file: 'k.csv',
    bytes: Buffer.from(
      `\ufeffNo;Question;Answer\r\n1;"${mfa}";\r\n2;"How often;\r\nand by whom, are backups ""tested""?";""\r\n-;-;-\r\n`,
    ),
    questions: { 'Rows!C2': mfa, 'Rows!C3': 'How often;\r\nand by whom, are backups "tested"?' },
  },
  {
    name: 'columns beside the questions and answers, names that repeat, headings among the questions',
    file: 'l.xlsx',
    bytes: makeXlsx([
      {
        name: 'Security',
        xml: formatRows([
          ['Ref', 'Question category', 'Question', 'Answer options', 'Answer'],
          ['', '', '1. Access control'],
          ['A1', 'IAM', mfa, 'Yes/No', ''],
          ['', '', 'If yes, since when'],
          ['Ref', 'Question category', 'Question', 'Answer options', 'Answer'],
          ['', '', '2. Resilience'],
          ['B1', 'BCM', backups, 'Free text', 'Please select'],
        ]),
      },
    ]),
    questions: { 'Security!E3': mfa, 'Security!E4': 'If yes, since when', 'Security!E7': backups },
  },
  {
    name: 'German CSV with a line for the separator and a type of answer',
    file: 'm.csv',
    bytes: Buffer.from(
      '\ufeffsep=;\r\nNr.;Frage;Antworttyp;Antwort des Lieferanten\r\n1;"=HYPERLINK(""x"")";Text;\r\n2;Ist MFA Pflicht?;Ja/Nein;\r\n-;-;-;-\r\n',
    ),
    questions: { 'Rows!D3': '=HYPERLINK("x")', 'Rows!D4': 'Ist MFA Pflicht?' },
  },
  {
    name: 'a document without names of columns, in which cells say what to do',
    file: 'n.docx',
    bytes: makeDocx(
      `<w:tbl>${formatTableRow(['1', mfa, 'Click or tap here to enter text.'])}${formatTableRow(['2', backups, 'Choose an item.'])}</w:tbl><w:sectPr/>`,
    ),
    questions: { 'Table 1!C1': mfa, 'Table 1!C2': backups },
  },
]

const text = '=HYPERLINK("https://evil.example";"Yes, & <always>")\nSecond line _x0041_'

const bytesOf = async (name: string) => questionnaires.find(({ file }) => file === name)?.bytes ?? Buffer.alloc(0)

describe('questionnaires of many layouts', () => {
  test.for(questionnaires)(
    '$name: questions are found, and only answer cells change',
    async ({ file: name, bytes, questions }) => {
      const file = { name, bytes: await bytes }

      const found = listQuestions(await readOfficeFile(file))
      const texts = found.map(({ place }) => ({ ...demandPlace(place), text }))
      const written = await writeOfficeFile(file, texts)

      expect(Object.fromEntries(found.map(({ place, question }) => [place, question]))).toEqual(questions)
      expect(written.unwritten).toEqual([])
      const again = await readOfficeFile({ name, bytes: written.bytes })
      for (const { table, row, column } of texts)
        expect(readCell(again, table, row, column)).toBe(name.endsWith('.csv') ? escapeCsvFormula(text) : text)
      await demandRestUnchanged(file, written.bytes)
    },
  )

  test('a workbook opened by libxml2: formulas, merged cells, formats and choices are what they were', async () => {
    const before = await bytesOf('i.xlsx')
    const texts = ['B2', 'B4'].map((ref) => ({ ...demandPlace(`Scored!${ref}`), text }))

    const { bytes } = await writeOfficeFile({ name: 'i.xlsx', bytes: before }, texts)

    const [old, sheet] = [before, bytes].map(
      async (each) => (await unpack(each)).get('xl/worksheets/sheet1.xml') ?? Buffer.alloc(0),
    )
    const [oldSheet, newSheet] = [await old, await sheet].map((each) => each ?? Buffer.alloc(0))
    for (const path of [
      '//s:f',
      '//s:v',
      '//s:mergeCell/@ref',
      '//s:formula1',
      '//s:cfRule/@text',
      '//s:pane/@state',
      '//s:row/@ht',
    ])
      expect(findAll(newSheet ?? Buffer.alloc(0), path)).toEqual(findAll(oldSheet ?? Buffer.alloc(0), path))
    // As spreadsheets have an escape that is meant as text.
    expect(readInlineText(newSheet ?? Buffer.alloc(0), 'B2')).toBe(text.replace('_x0041_', '_x005F_x0041_'))
    expect(findAll(newSheet ?? Buffer.alloc(0), '//s:c[@r="B2"]/s:f')).toEqual([])
  })

  test('a document opened by libxml2: an answer has the formats of its cell, a paragraph for each line', async () => {
    const before = await bytesOf('j.docx')

    const { bytes } = await writeOfficeFile({ name: 'j.docx', bytes: before }, [
      { table: 'Table 2', row: 4, column: 2, text: 'Yes.\nMonthly.' },
    ])

    const xml = (await unpack(bytes)).get('word/document.xml') ?? Buffer.alloc(0)
    const cell = '(//w:tbl)[2]/w:tr[4]/w:tc[2]'
    expect(findAll(xml, `${cell}/w:p[w:pPr/w:jc]/w:r[w:rPr/w:i]/w:t`)).toEqual(['Yes.', 'Monthly.'])
    expect(findAll(xml, `${cell}/w:tcPr/w:shd/@w:fill`)).toEqual(['EEEEEE'])
    expect(findAll(xml, '//w:t').filter((each) => each === '[Enter text]')).toEqual([])
  })

  test('a cell with a formula and a cell that is not there take no text, and are named', async () => {
    const bytes = await bytesOf('i.xlsx')
    const places = ['Scored!C2', 'Scored!B70', 'Other!B2'].map(demandPlace)

    const { unwritten } = await writeOfficeFile(
      { name: 'i.xlsx', bytes },
      places.map((place) => ({ ...place, text: 'Yes' })),
    )

    expect(unwritten.map(({ table, row }) => `${table} ${row}`).toSorted()).toEqual([
      'Other 2',
      'Scored 2',
      'Scored 70',
    ])
  })
})

function demandPlace(place: string) {
  const found = parsePlace(place)
  if (found === undefined) throw new TypeError(place)
  return found
}

function readCell(tables: Awaited<ReturnType<typeof readOfficeFile>>, name: string, row: number, column: number) {
  const cells = tables.find((table) => table.name === name)?.rows.find(({ number }) => number === row)?.cells
  const cell = cells?.find((each) => each.column === column)
  return cell?.isFormula ? undefined : cell?.text
}

/** Parts without answers have every byte, and so have rows of CSV without answers. */
async function demandRestUnchanged(
  { name, bytes }: { name: string; bytes: Buffer },
  written: Uint8Array,
): Promise<void> {
  if (name.endsWith('.csv')) {
    const [old, filled] = [bytes, Buffer.from(written)].map((each) => each.toString().split('\r\n'))
    expect(filled?.[0]).toBe(old?.[0])
    expect(filled?.slice(-2)).toEqual(old?.slice(-2))
    return
  }
  const [before, after] = [await unpack(bytes), await unpack(written)]
  expect([...after.keys()]).toEqual([...before.keys()])
  const changed = [...before].filter(([part, content]) => !after.get(part)?.equals(content)).map(([part]) => part)
  expect(changed.every((part) => /^xl\/worksheets\/|^word\/document\.xml$/.test(part))).toBe(true)
}
