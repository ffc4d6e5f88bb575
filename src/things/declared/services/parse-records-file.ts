import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import { readText } from '../../../service/fields/field-kinds.ts'
import type { ChangesOf, InputOf } from '../../../service/fields/field-types.ts'
import { unescapeCsvCell } from '../../../text/csv-row.ts'
import { blurColumn, CsvFault, type CsvRow, readCsvRows } from '../../../text/read-csv-rows.ts'
import { lineBytesMax, rowsMax } from './limits.ts'
import { createFileError } from './refuse-file.ts'

/** One record of a file. */
export interface RecordLine {
  /** Where it stands in the file: `line 2`. */
  readonly place: string
  /** Of the record that it changes; undefined: it is a new one. */
  readonly id: string | undefined
  readonly input: InputOf<ThingFields> | ChangesOf<ThingFields>
}

/** The columns of a file of records: what the API calls its members. */
export function listFileColumns({ fields }: Pick<Thing, 'fields'>): readonly string[] {
  return Object.entries(fields).flatMap(([name, { isHidden }]) => (isHidden ? [] : [name]))
}

/**
 * The records of a file of CSV. Columns of what follows from others are left aside, so that a file that was written comes back.
 * @throws CheckwrightError `RECORD_INVALID` for a file or a column that cannot be read
 */
export async function parseRecordsFile(
  thing: Pick<Thing, 'fields' | 'systemFields'>,
  csv: string,
): Promise<readonly RecordLine[]> {
  const [header, ...rows] = await readRows(csv)
  const known = listFileColumns(thing)
  const columns = readColumns(thing, known, header?.cells ?? [])
  if (rows.length === 0) throw createFileError('it has no line below the names of its columns')
  if (rows.length > rowsMax) throw createFileError(`it has more than ${rowsMax} lines. Cut it into several`)
  const ids = new Set<string>()
  return rows.map(({ line, cells }) => {
    const place = `line ${line}`
    // A comma that is not quoted moves what stands behind it.
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      throw createFileError(`${place} has ${cells.length} cells, and the first line names ${columns.length} columns`)
    const cellOf = (name: string) => unescapeCsvCell(cells[columns.indexOf(name)] ?? '').trim()
    const id = columns.includes('id') && cellOf('id') !== '' ? cellOf('id') : undefined
    if (id !== undefined && ids.has(id)) throw createFileError(`${place} names ${id} once more`)
    if (id !== undefined) ids.add(id)
    const present = known.filter((name) => columns.includes(name))
    const input = present.map((name) => {
      const field = thing.fields[name]
      return [name, field === undefined ? undefined : readText(field, cellOf(name))]
    })
    return { place, id, input: Object.fromEntries(input) }
  })
}

/** More than a thing has members; spreadsheets write empty ones behind them. */
const columnsMax = 100

function readColumns(
  { systemFields }: Pick<Thing, 'systemFields'>,
  known: readonly string[],
  header: readonly string[],
): readonly string[] {
  const named = header.slice(0, header.findLastIndex((cell) => cell.trim() !== '') + 1)
  if (named.length > columnsMax) throw createFileError(`it has more than ${columnsMax} columns`)
  const all = ['id', ...known, ...Object.keys(systemFields), 'state', 'createdAt', 'createdBy', 'changedAt']
  const columns = named.map((cell) => {
    const name = all.find((each) => blurColumn(each) === blurColumn(cell))
    if (name !== undefined) return name
    throw createFileError(`there is no column "${cell.trim().slice(0, 100)}". The columns are id, ${known.join(', ')}`)
  })
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) throw createFileError(`the column "${twice}" is there twice`)
  return columns
}

async function readRows(csv: string): Promise<readonly CsvRow[]> {
  try {
    return await readCsvRows(Buffer.from(csv), csv, { rowsMax: rowsMax + 1, lineBytesMax })
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    throw createFileError(`line ${error.line} is not CSV: ${error.message}`)
  }
}
