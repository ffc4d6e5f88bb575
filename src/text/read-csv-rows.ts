import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/** A row that has something in it. */
export interface CsvRow {
  /** Where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvLimits {
  /** Rows that are read; one more tells that there are more. */
  readonly rowsMax: number
  /** Of one row; a quote that is never closed would take the rest of the file for one cell. */
  readonly lineBytesMax: number
}

/** A place that is no CSV. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault'
  readonly line: number
  readonly column: number

  constructor({ line, column, message }: { readonly line: number; readonly column: number; readonly message: string }) {
    super(message)
    this.line = line
    this.column = column
  }
}

/** A whole file takes seconds, so others have their turn after so many bytes. */
const pieceBytes = 64 * 1024

/**
 * The rows of a file as spreadsheets write it (CSV, RFC 4180; commas, semicolons or tabs), without those that are blank.
 * @param text the same bytes, decoded
 * @throws CsvFault
 */
export async function readCsvRows(
  bytes: Uint8Array,
  text: string,
  { rowsMax, lineBytesMax }: CsvLimits,
): Promise<readonly CsvRow[]> {
  const long = findLongLine(bytes, lineBytesMax)
  const longMessage = `A line has more than ${lineBytesMax / 1024} KB. A quote may be open.`
  if (long !== undefined) throw new CsvFault({ line: long, column: 1, message: longMessage })
  // Spreadsheets take a first line such as "sep=;" for the delimiter, and show it to nobody.
  const [, named] = /^\ufeff?"?sep=([,;\t])"?\r?\n/.exec(text) ?? []
  const rows: CsvRow[] = []
  // The parser counts a line end of Windows within a cell as two.
  let countedTwice = 0
  const parser = parse({
    bom: true,
    delimiter: named ?? chooseDelimiter(text),
    from_line: named === undefined ? 1 : 2,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: lineBytesMax,
    on_record: (cells: readonly string[], { lines }) => {
      countedTwice += count(cells, /\r\n/g)
      // Spreadsheets write rows that were deleted as separators alone.
      if (cells.some((cell) => cell.trim() !== ''))
        rows.push({ line: lines - countedTwice - count(cells, /\r\n|\r|\n/g), cells })
      return null
    },
  })
  const ended = finished(parser.resume())
  ended.catch(() => undefined)
  for (let at = 0; at < bytes.length && parser.writable && rows.length <= rowsMax; at += pieceBytes) {
    parser.write(bytes.subarray(at, at + pieceBytes))
    await setImmediate()
  }
  try {
    if (rows.length <= rowsMax) {
      parser.end()
      await ended
    } else parser.destroy()
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { code, lines, column } = error
    const messages = { ...csvProblems, CSV_MAX_RECORD_SIZE: longMessage }
    throw new CsvFault({
      line: typeof lines === 'number' ? lines : 1,
      column: typeof column === 'number' ? column + 1 : 1,
      message: messages[code as keyof typeof messages] ?? 'The line is not CSV.',
    })
  }
}

const csvProblems = {
  CSV_INVALID_CLOSING_QUOTE: 'Text follows the quote that closes a cell. Write a quote within a cell twice.',
  CSV_QUOTE_NOT_CLOSED: 'A cell begins with a quote, and no quote closes it.',
  INVALID_OPENING_QUOTE: 'A quote is within a cell that does not begin with one. Write the cell in quotes.',
}

/** Programs of many countries write semicolons, because their numbers have commas. */
function chooseDelimiter(text: string): string {
  const header = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? ''
  return [',', ';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ','
}

function count(cells: readonly string[], breaks: RegExp): number {
  return cells.reduce((total, cell) => total + (cell.match(breaks)?.length ?? 0), 0)
}

/** `Starts at`, `starts_at` and `startsAt` name one column, and `On leave` and `onLeave` are one word. */
export function blurColumn(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/[\s_-]/g, '')
}

/** The number of a line that is longer than one may be, whatever stands in it. */
function findLongLine(bytes: Uint8Array, lineBytesMax: number): number | undefined {
  // Not indexOf(), which takes ten times as long where lines are short.
  for (let at = 0, start = 0, line = 1; at < bytes.length; at++) {
    if (bytes[at] === lineFeed) {
      start = at + 1
      line++
    } else if (at - start >= lineBytesMax) return line
  }
  return undefined
}

const lineFeed = 0x0a
