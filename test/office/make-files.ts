import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** An archive of some parts. */
export async function makeArchive(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts))
    zip.addBuffer(typeof text === 'string' ? Buffer.from(text) : text, name, {
      mtime: new Date('2026-01-05T10:00:00'),
      // Of thousands of empty parts, each would wait for a compressor of its own.
      compressionLevel: text.length === 0 ? 0 : 1,
    })
  zip.end()
  return buffer(zip.outputStream as Readable)
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export function formatRelationships(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

export interface MadeSheet {
  readonly name: string
  /** What stands within `<worksheet>`. */
  readonly xml: string
  readonly state?: string
  /** The whole part. @default made of `xml` */
  readonly whole?: string
}

/** A workbook of sheets, with some formats and what is given beside. */
export async function makeXlsx(
  sheets: readonly MadeSheet[],
  {
    shared,
    others = {},
  }: { readonly shared?: readonly string[]; readonly others?: Readonly<Record<string, string>> } = {},
): Promise<Buffer> {
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  )
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': formatRelationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': formatRelationships([
      ...sheets.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['rId90', 'styles', 'styles.xml'],
      ...(shared ? [['rId91', 'sharedStrings', '/xl/sharedStrings.xml'] as const] : []),
    ]),
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="1"><font><b/><color rgb="FFCC0000"/></font></fonts></styleSheet>`,
  }
  if (shared)
    parts['xl/sharedStrings.xml'] =
      `${head}<sst xmlns="${main}" count="${shared.length}" uniqueCount="${shared.length}">${shared.map((text) => `<si>${text}</si>`).join('')}</sst>`
  for (const [index, { xml, whole }] of sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] = whole ?? `${head}<worksheet xmlns="${main}">${xml}</worksheet>`
  return makeArchive({ ...parts, ...others })
}

/** Rows of inline texts, as `<sheetData>`. '' is no cell; a text that begins with `=` is a formula. */
export function formatRows(rows: readonly (readonly string[])[], first = 1): string {
  const cell = (text: string, row: number, column: number) => {
    const ref = `${String.fromCharCode(65 + column)}${row}`
    if (text === '') return ''
    if (text.startsWith('=')) return `<c r="${ref}" s="2"><f>${text.slice(1)}</f><v>0</v></c>`
    return `<c r="${ref}" s="1" t="inlineStr"><is><t>${text}</t></is></c>`
  }
  const lines = rows.map(
    (cells, index) =>
      `<row r="${first + index}" ht="30" customHeight="1">${cells.map((text, column) => cell(text, first + index, column)).join('')}</row>`,
  )
  return `<sheetData>${lines.join('')}</sheetData>`
}

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A document with what stands within `<w:body>`. */
export async function makeDocx(body: string, others: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  return makeArchive({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': formatRelationships([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `${head}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    ...others,
  })
}

/** A row of a table in a document. */
export function formatTableRow(texts: readonly string[]): string {
  const cells = texts.map(
    (text) =>
      `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/><w:shd w:fill="EEEEEE"/></w:tcPr><w:p><w:pPr><w:jc w:val="left"/></w:pPr>${text === '' ? '' : `<w:r><w:rPr><w:i/></w:rPr><w:t>${text}</w:t></w:r>`}</w:p></w:tc>`,
  )
  return `<w:tr>${cells.join('')}</w:tr>`
}
