import { type OfficeArchive, openOfficeArchive, readPart } from '../archive/office-archive.ts'
import { escapeXml, type Replacement, spliceText } from '../archive/splice-text.ts'
import { type CellPlace, type CellText, countCells, type FilledFile, formatColumn, type Table } from '../table.ts'
import { readSheetCells, type SheetCell, type SheetRow } from './sheet-cells.ts'
import { decodeEscapes, listSheets, readSharedTexts } from './workbook.ts'

/** The sheets of a workbook. @throws CheckwrightError `IMPORT_REFUSED` */
export async function readXlsx(bytes: Uint8Array): Promise<readonly Table[]> {
  const archive = await openOfficeArchive(bytes)
  const shared = await readSharedTexts(archive)
  const count = countCells()
  const tables: Table[] = []
  for (const { name, part } of await listSheets(archive)) {
    const { rows, merged } = readSheetCells((await readPart(archive, part)).events, count)
    const shown = rows.filter(({ isHidden }) => !isHidden)
    tables.push({
      name,
      merged,
      hiddenRows: rows.length - shown.length,
      rows: shown.map(({ number, cells }) => ({
        number,
        cells: cells.flatMap(({ column, isFormula, ...cell }) => {
          const text = readCellText(cell, shared)
          return text.trim() === '' && !isFormula ? [] : [{ column, text, isFormula }]
        }),
      })),
    })
  }
  return tables
}

/**
 * The workbook with texts in some cells. Each is a text also if it begins like a formula. Nothing but these cells changes.
 * @throws CheckwrightError `IMPORT_REFUSED`
 */
export async function writeXlsx(bytes: Uint8Array, texts: readonly CellText[]): Promise<FilledFile> {
  const archive = await openOfficeArchive(bytes)
  const unwritten: CellPlace[] = []
  const parts = new Map<string, string>()
  const sheets = await listSheets(archive)
  unwritten.push(...texts.filter(({ table }) => !sheets.some(({ name }) => name === table)))
  for (const { name, part } of sheets) {
    const own = texts.filter(({ table }) => table === name)
    if (own.length === 0) continue
    const written = await writeSheet(archive, part, own)
    parts.set(part, written.text)
    unwritten.push(...written.unwritten)
  }
  return { bytes: await archive.write(parts), unwritten }
}

async function writeSheet(archive: OfficeArchive, part: string, texts: readonly CellText[]) {
  const { text: before, events } = await readPart(archive, part)
  const rows = new Map(readSheetCells(events, countCells()).rows.map((row) => [row.number, row]))
  const replacements: Replacement[] = []
  const unwritten: CellPlace[] = []
  // Two texts for one place between cells go there in order of their columns.
  for (const text of texts.toSorted((one, other) => one.column - other.column)) {
    const replacement = replaceCell(rows.get(text.row), text)
    if (replacement) replacements.push(replacement)
    else unwritten.push(text)
  }
  return { text: spliceText(before, replacements), unwritten }
}

/** undefined: the cell takes no text. */
function replaceCell(row: SheetRow | undefined, { row: number, column, text }: CellText): Replacement | undefined {
  const [first] = row?.cells ?? []
  if (row === undefined || first === undefined) return undefined
  const cell = row.cells.find((each) => each.column === column)
  if (cell?.isFormula) return undefined
  const { tag, style } = cell ?? { tag: first.tag, style: undefined }
  const prefix = tag.slice(0, tag.lastIndexOf(':') + 1)
  const attributes = `r="${formatColumn(column)}${number}"${style === undefined ? '' : ` s="${escapeXml(style)}"`}`
  const content = `<${prefix}is><${prefix}t xml:space="preserve">${escapeXml(encodeEscapes(text))}</${prefix}t></${prefix}is>`
  const written = `<${tag} ${attributes} t="inlineStr">${content}</${tag}>`
  if (cell) return { from: cell.from, to: cell.to, text: written }
  const at = row.cells.find((each) => each.column > column)?.from ?? row.close.from
  return { from: at, to: at, text: written }
}

/** A text that looks like the escape of a character stays as it is. */
function encodeEscapes(text: string): string {
  return text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
}

function readCellText({ type, value }: Pick<SheetCell, 'type' | 'value'>, shared: readonly string[]): string {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return decodeEscapes(value)
}
