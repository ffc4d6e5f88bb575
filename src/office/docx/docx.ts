import { findMainPart, openOfficeArchive, readPart } from '../archive/office-archive.ts'
import { escapeXml, type Replacement, spliceText } from '../archive/splice-text.ts'
import { type CellPlace, type CellText, countCells, type FilledFile, type Table } from '../table.ts'
import { type DocumentCell, readDocumentTables } from './document-tables.ts'

/** The tables of a document, as `Table 1` and so on. @throws CheckwrightError `IMPORT_REFUSED` */
export async function readDocx(bytes: Uint8Array): Promise<readonly Table[]> {
  const archive = await openOfficeArchive(bytes)
  const { events } = await readPart(archive, await findMainPart(archive))
  return readDocumentTables(events, countCells()).map(({ rows, merged }, index) => ({
    name: nameTable(index),
    merged,
    rows: rows.map((cells, at) => ({
      number: at + 1,
      cells: cells.flatMap(({ column, text, isContinued }) =>
        text === '' || isContinued ? [] : [{ column, text, isFormula: false }],
      ),
    })),
  }))
}

/** The document with texts in some cells, in the formats of what they have now. @throws CheckwrightError `IMPORT_REFUSED` */
export async function writeDocx(bytes: Uint8Array, texts: readonly CellText[]): Promise<FilledFile> {
  const archive = await openOfficeArchive(bytes)
  const main = await findMainPart(archive)
  const { text: before, events } = await readPart(archive, main)
  const tables = readDocumentTables(events, countCells())
  const unwritten: CellPlace[] = []
  const replacements: Replacement[] = []
  for (const text of texts) {
    const table = tables.find((_, index) => nameTable(index) === text.table)
    const cell = table?.rows[text.row - 1]?.find(({ column }) => column === text.column)
    if (cell) replacements.push({ ...cell.content, text: formatParagraphs(cell, text.text, before) })
    else unwritten.push(text)
  }
  return { bytes: await archive.write(new Map([[main, spliceText(before, replacements)]])), unwritten }
}

function nameTable(index: number): string {
  return `Table ${index + 1}`
}

function formatParagraphs({ tag, paragraph, run }: DocumentCell, text: string, before: string): string {
  const prefix = tag.slice(0, tag.lastIndexOf(':') + 1)
  const ofParagraph = paragraph ? before.slice(paragraph.from, paragraph.to) : ''
  const ofRun = run ? before.slice(run.from, run.to) : ''
  const lines = text.split(/\r?\n/).map((line) => {
    const content = `<${prefix}t xml:space="preserve">${escapeXml(line)}</${prefix}t>`
    return `<${prefix}p>${ofParagraph}<${prefix}r>${ofRun}${content}</${prefix}r></${prefix}p>`
  })
  return lines.join('')
}
