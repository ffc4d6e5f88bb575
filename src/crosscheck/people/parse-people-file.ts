import { setImmediate } from 'node:timers/promises'
import { DataFileError, type PlacedProblem } from '../../data/data-file.ts'
import { listMemberForms, listMemberWords } from '../../define/index.ts'
import { unwrapAddress } from '../../inventory/email-address.ts'
import { parseId, parseMember } from '../../inventory/member-value.ts'
import { parseRecord } from '../../inventory/parse-record.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { unescapeCsvCell } from '../../text/csv-row.ts'
import { decodeUtf8 } from '../../text/decode-utf8.ts'
import { blurColumn, CsvFault, type CsvRow, readCsvRows } from '../../text/read-csv-rows.ts'
import type { DirectorySource } from '../define/directory.ts'
import { peopleColumns, requiredColumns } from './people-columns.ts'
import { peopleFileBytesMax, peopleMax } from './people-file-limits.ts'

/** The people of a file, in the order of inventories, and the members that it has a column of. */
export interface PeopleFile {
  readonly people: readonly StoredRecord[]
  readonly tells: readonly string[]
}

export interface PeopleFileForm {
  /** The name of the file, for messages. */
  readonly name: string
  /** What the source covers. A file without the column `kind` lists only such people. */
  readonly covers: DirectorySource['covers']
  readonly now: Date
}

const columnsMax = 40
/** More than anybody mends before the next try. */
const problemsMax = 100

/** Of one person. */
const lineBytesMax = 64 * 1024
/** A whole file takes seconds, so others have their turn after so many people. */
const peopleAtOnce = 500

/** Says that there is none. An empty cell says nothing. */
const noneWord = 'none'

/**
 * Reads a file of people (CSV, RFC 4180; commas, semicolons or tabs). Nothing is guessed: one mistake refuses the whole file.
 * @throws DataFileError `PEOPLE_FILE_INVALID` that lists each mistake with its line and the number of its cell
 */
export async function parsePeopleFile(bytes: Uint8Array, form: PeopleFileForm): Promise<PeopleFile> {
  const file = new FileReader(form)
  if (bytes.length > peopleFileBytesMax) throw file.refuse(1, 1, '', 'The file has more than 10 MB.')
  if (isWorkbook(bytes)) throw file.refuse(1, 1, '', 'The file is a workbook. Save it as "CSV UTF-8".')
  const text = decodeUtf8(bytes)
  if (text === undefined) throw file.refuse(1, 1, '', 'The file is not UTF-8. Save it as "CSV UTF-8".')
  const [header, ...rows] = await file.readRows(bytes, text)
  if (!header)
    throw file.refuse(1, 1, '', `The file is empty. Its first line names the columns: ${requiredColumns.join(',')}.`)
  if (rows.length > peopleMax) throw file.refuse(peopleMax + 2, 1, '', `The file has more than ${peopleMax} people.`)
  file.readHeader(header)
  const people: StoredRecord[] = []
  for (const [index, row] of rows.entries()) {
    if (index % peopleAtOnce === 0) await setImmediate()
    const person = file.readPerson(row)
    if (person) people.push(person)
  }
  file.demandNoProblems()
  return { people: people.sort((one, other) => (one.id < other.id ? -1 : 1)), tells: file.tells }
}

class FileReader {
  readonly #form: PeopleFileForm
  readonly #problems: PlacedProblem[] = []
  /** Names of columns by their place. */
  #columns: readonly string[] = []
  readonly #lines = new Map<string, number>()

  constructor(form: PeopleFileForm) {
    this.#form = form
  }

  get tells(): readonly string[] {
    const forms = listMemberForms('person')
    return this.#columns.filter((column) => Object.hasOwn(forms, column))
  }

  refuse(line: number, column: number, path: string, message: string): DataFileError {
    return new DataFileError(
      this.#form.name,
      'file of people',
      [{ line, column, path, message }],
      'PEOPLE_FILE_INVALID',
    )
  }

  demandNoProblems(): void {
    if (this.#problems.length > 0)
      throw new DataFileError(this.#form.name, 'file of people', this.#problems, 'PEOPLE_FILE_INVALID')
  }

  async readRows(bytes: Uint8Array, text: string): Promise<readonly CsvRow[]> {
    try {
      return await readCsvRows(bytes, text, { rowsMax: peopleMax + 1, lineBytesMax })
    } catch (error) {
      if (error instanceof CsvFault) throw this.refuse(error.line, error.column, '', error.message)
      throw error
    }
  }

  /** @throws DataFileError when a column is unknown, missing or there twice */
  readHeader({ line, cells }: CsvRow): void {
    const named = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
    if (named.length > columnsMax) throw this.refuse(line, columnsMax + 1, '', 'The file has too many columns.')
    this.#columns = named.map((cell, index) => {
      const name = peopleColumns.find((column) => column.toLowerCase() === blurColumn(cell))
      if (name === undefined)
        this.#note(line, index, '', `"${cell.slice(0, 50)}" is no column. Columns are ${peopleColumns.join(', ')}.`)
      return name ?? ''
    })
    for (const [index, name] of this.#columns.entries())
      if (name !== '' && this.#columns.indexOf(name) < index) this.#note(line, index, name, 'is there twice.')
    const needed = this.#form.covers === 'both' ? [...requiredColumns, 'kind'] : requiredColumns
    for (const name of needed)
      if (!this.#columns.includes(name)) this.#note(line, named.length, name, 'is missing. Add the column.')
    this.demandNoProblems()
  }

  readPerson({ line, cells }: CsvRow): StoredRecord | undefined {
    const isLonger = cells.slice(this.#columns.length).some((cell) => cell.trim() !== '')
    if (cells.length < this.#columns.length || isLonger) {
      const message = `The line has ${cells.length} cells, and the first line names ${this.#columns.length} columns.`
      this.#note(line, Math.min(cells.length, this.#columns.length), '', message)
      return undefined
    }
    const before = this.#problems.length
    const record: Record<string, unknown> = {}
    for (const [index, column] of this.#columns.entries()) record[column] = this.#readCell(line, index, column, cells)
    if (this.#problems.length > before) return undefined
    const { covers, now } = this.#form
    if (!this.#columns.includes('kind')) record.kind = covers === 'contractors' ? 'contractor' : 'employee'
    return parseRecord({ of: 'person', tells: this.tells, now }, record)?.record
  }

  #readCell(line: number, index: number, column: string, cells: readonly string[]): unknown {
    const text = unescapeCsvCell((cells[index] ?? '').trim())
    const note = (message: string) => this.#note(line, index, column, message)
    if (column === 'id') return this.#readId(line, index, text)
    if (column === 'name') return text
    const words = listMemberWords('person')[column]
    if (words) {
      const word = words.find((each) => blurColumn(each) === blurColumn(text))
      if (word === undefined) note(`is none of ${words.join(', ')}`)
      return word
    }
    const form = listMemberForms('person')[column]
    if (!form) return undefined
    const isList = form.form === 'emails'
    const value = isList
      ? text
          .split(/[;\s]+/)
          .filter((each) => each !== '')
          .map(unwrapAddress)
      : form.form === 'email'
        ? unwrapAddress(text)
        : text
    if (text === noneWord && (form.isNullable || isList)) return isList ? [] : null
    if (text === '') return undefined
    const parsed = parseMember(form, value, this.#form.now)
    if ('bad' in parsed) note(parsed.bad)
    return value
  }

  #readId(line: number, index: number, text: string): string | undefined {
    const id = parseId(text)
    if (id === undefined || hasControls.test(id))
      this.#note(line, index, 'id', 'is not an id of at most 2,048 characters')
    else {
      const first = this.#lines.get(id)
      if (first === undefined) this.#lines.set(id, line)
      else this.#note(line, index, 'id', `is that of line ${first}, too. Each person has an id of their own.`)
    }
    return id
  }

  #note(line: number, index: number, path: string, message: string): void {
    this.#problems.push({ line, column: index + 1, path, message })
    if (this.#problems.length >= problemsMax) this.demandNoProblems()
  }
}

const hasControls = /[\p{Cc}\p{Cs}\u2028\u2029\p{Bidi_Control}]/u

/** Of Excel: a ZIP archive, or the compound file of before. */
function isWorkbook(bytes: Uint8Array): boolean {
  return workbookMarks.some((mark) => mark.every((byte, at) => bytes[at] === byte))
}

const workbookMarks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
