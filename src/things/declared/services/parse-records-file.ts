import { CsvError, parse } from 'csv-parse/sync'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import { readText } from '../../../service/fields/field-kinds.ts'
import type { ChangesOf, InputOf } from '../../../service/fields/field-types.ts'
import { unescapeCsvCell } from '../../../text/csv-row.ts'
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
export function parseRecordsFile(thing: Thing, csv: string): readonly RecordLine[] {
  const [header = [], ...rows] = parseRows(csv)
  const columns = header.map((cell) => cell.trim())
  const known = listFileColumns(thing)
  const aside = [...Object.keys(thing.kept), 'state', 'createdAt', 'createdBy', 'changedAt']
  const strange = columns.find((name) => name !== 'id' && !known.includes(name) && !aside.includes(name))
  if (strange !== undefined)
    throw createFileError(`there is no column "${strange.slice(0, 100)}". The columns are id, ${known.join(', ')}`)
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) throw createFileError(`the column "${twice}" is there twice`)
  if (rows.length === 0) throw createFileError('it has no line below the names of its columns')
  if (rows.length > rowsMax) throw createFileError(`it has more than ${rowsMax} lines. Cut it into several`)
  const ids = new Set<string>()
  return rows.map((cells, index) => {
    // The first line names the columns.
    const place = `line ${index + 2}`
    const cellOf = (name: string) => unescapeCsvCell(cells[columns.indexOf(name)] ?? '').trim()
    const id = columns.includes('id') && cellOf('id') !== '' ? cellOf('id') : undefined
    if (id !== undefined && ids.has(id)) throw createFileError(`${place} names ${id} once more`)
    if (id !== undefined) ids.add(id)
    const given = known.filter((name) => columns.includes(name))
    const input = given.map((name) => {
      const field = thing.fields[name]
      return [name, field === undefined ? undefined : readText(field, cellOf(name))]
    })
    return { place, id, input: Object.fromEntries(input) }
  })
}

function parseRows(csv: string): readonly string[][] {
  try {
    const [firstLine = ''] = csv.split(/\r?\n/, 1)
    const [delimiter = ','] = [',', ';', '\t'].toSorted((one, other) => count(firstLine, other) - count(firstLine, one))
    return parse(csv, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: lineBytesMax,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw createFileError(`line ${error.lines ?? 1} is not CSV`)
  }
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}
