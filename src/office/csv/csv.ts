import { CsvError, parse } from 'csv-parse/sync'
import { createRefusal } from '../../received/refuse-file.ts'
import { escapeCsvFormula, quoteCsvCell } from '../../text/csv-row.ts'
import { decodeUtf8 } from '../../text/decode-utf8.ts'
import { cellTextMax } from '../limits.ts'
import { type CellPlace, type CellText, countCells, type FilledFile, type Table } from '../table.ts'

/** What the one table of a CSV file is called. */
const tableName = 'Rows'

/** The byte order mark. */
const mark = '\ufeff'

/** The rows of a CSV file. @throws CheckwrightError `IMPORT_REFUSED` */
export function readCsv(bytes: Uint8Array): readonly Table[] {
  const count = countCells()
  const rows = parseRecords(decodeCsv(bytes)).records.map(({ record }, index) => ({
    number: index + 1,
    cells: record.flatMap((cell, at) => {
      count()
      return cell.trim() === '' ? [] : [{ column: at + 1, text: cell, isFormula: false }]
    }),
  }))
  return [{ name: tableName, rows, merged: [] }]
}

/** The file with texts in some cells. Rows without one keep every byte. @throws CheckwrightError `IMPORT_REFUSED` */
export function writeCsv(bytes: Uint8Array, texts: readonly CellText[]): FilledFile {
  const text = decodeCsv(bytes)
  const { records, delimiter } = parseRecords(text)
  const unwritten: CellPlace[] = texts.filter(({ table, row }) => table !== tableName || records[row - 1] === undefined)
  const pieces = records.map(({ record, raw, end }, index) => {
    const own = texts.filter(({ table, row }) => table === tableName && row === index + 1)
    if (own.length === 0) return raw + end
    const width = Math.max(record.length, ...own.map(({ column }) => column))
    const cells = Array.from({ length: width }, (_, at) => {
      const answer = own.find(({ column }) => column === at + 1)?.text
      const cell = answer === undefined ? (record[at] ?? '') : escapeCsvFormula(answer)
      return quoteCsvCell(cell, cell.includes(delimiter))
    })
    return cells.join(delimiter) + end
  })
  return { bytes: Buffer.from((text.startsWith(mark) ? mark : '') + pieces.join('')), unwritten }
}

function decodeCsv(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes, { keepsMark: true })
  if (text === undefined || text.includes('\0'))
    throw createRefusal('The file is not UTF-8. Save it as "CSV UTF-8", and send the new one.')
  return text
}

interface CsvRecord {
  readonly record: readonly string[]
  /** As the file has it, without its end. */
  readonly raw: string
  /** The end of its line; with the last one it may be missing. */
  readonly end: string
}

function parseRecords(text: string): { readonly records: readonly CsvRecord[]; readonly delimiter: string } {
  const delimiter = findDelimiter(text)
  const records: CsvRecord[] = []
  let at = text.startsWith(mark) ? mark.length : 0
  const onRecord = (record: string[], { raw = '' }: { readonly raw: string | undefined }) => {
    // The parser leaves out a part of the end of a line.
    const body = raw.replace(/[\r\n]+$/, '')
    const [end = ''] = /^(?:\r\n|\n|\r)?/.exec(text.slice(at + body.length, at + body.length + 2)) ?? []
    records.push({ record, raw: body, end })
    at += body.length + end.length
    return null
  }
  try {
    const columns = { bom: true, delimiter, relax_column_count: true, raw: true, max_record_size: 16 * cellTextMax }
    // With `raw`, the parser hands over what it would return.
    parse(text, {
      ...columns,
      on_record: (found: string[] | { record: string[] }, context) =>
        onRecord('record' in found ? found.record : found, context),
    })
    return { records, delimiter }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw createRefusal(`Line ${error.lines ?? 1} of the file is not CSV. Save it again, and send the new one.`)
  }
}

/** The sign that stands most often outside of quotes in the first lines. */
function findDelimiter(text: string): string {
  const begin = text.slice(0, 20_000).replaceAll(/"[^"]*"/g, '')
  const [found = ','] = [',', ';', '\t'].toSorted((one, other) => begin.split(other).length - begin.split(one).length)
  return found
}
