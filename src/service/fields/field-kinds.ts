import { formatDay, isCalendarDay } from '../../text/calendar-day.ts'
import { isBlank } from '../../text/is-blank.ts'
import { isLengthWithin } from '../../text/is-length-within.ts'
import type { FieldFacts, FieldKind } from './field.ts'

/** What a column holds. */
export type Cell = string | number

/** What is told once of a kind of fields. Values are never null here. */
export interface KindFacts {
  readonly column: 'text' | 'bigint' | 'integer'
  /** The end of a sentence that begins with the name: "must be a day, such as 2026-12-31". undefined: nothing is wrong. */
  findProblem(field: FieldFacts, value: unknown): string | undefined
  toCell(field: FieldFacts, value: never): Cell
  fromCell(field: FieldFacts, cell: Cell): unknown
  /** The JSON Schema of its wire form. */
  describe(field: FieldFacts): Readonly<Record<string, unknown>>
  /** As JSON has it. @default the value itself */
  toWire?(value: never): unknown
  /** What JSON has, as a value. What cannot be read stays, and `findProblem` refuses it. @default it itself */
  fromWire?(field: FieldFacts, wire: unknown): unknown
  /** What a person has typed, in the same way. @default the text itself */
  readText?(field: FieldFacts, text: string): unknown
}

const ofText = {
  column: 'text',
  toCell: (_: FieldFacts, value: string) => value,
  fromCell: (_: FieldFacts, cell: Cell) => String(cell),
} as const

export const fieldKinds: Readonly<Record<FieldKind, KindFacts>> = {
  text: {
    ...ofText,
    findProblem: ({ max = 0, hasLines }, value) => {
      if (typeof value !== 'string') return 'must be a text'
      if (!value.isWellFormed() || value.includes('\0')) return 'must not contain U+0000 or half of a surrogate pair'
      if (isBlank(value)) return 'must not be empty'
      if (!hasLines && /[\n\r]/.test(value)) return 'must have one line'
      return isLengthWithin(value, 0, max) ? undefined : `must have at most ${max} characters`
    },
    describe: ({ max }) => ({ type: 'string', minLength: 1, maxLength: max, pattern: '\\S' }),
  },
  link: {
    ...ofText,
    findProblem: ({ max = 0 }, value) =>
      typeof value === 'string' && value.length <= max && isHttpsUrl(value)
        ? undefined
        : 'must be an https URL without user and password, such as https://acme.example',
    describe: ({ max }) => ({ type: 'string', format: 'uri', maxLength: max }),
  },
  pattern: {
    ...ofText,
    findProblem: ({ max = 0 }, value) =>
      typeof value === 'string' && value.length <= max && /^[\w.:/*-]+$/.test(value)
        ? undefined
        : 'must be an id in which * may stand for any characters',
    describe: ({ max }) => ({ type: 'string', minLength: 1, maxLength: max }),
  },
  list: {
    column: 'text',
    findProblem: ({ max = 0, item }, value) => {
      if (!Array.isArray(value) || item === undefined) return 'must be a list'
      if (value.length === 0 || value.length > max) return `must have 1 to ${max} items`
      const problems = value.map((each) => findProblem(item, each))
      const index = problems.findIndex((problem) => problem !== undefined)
      return index === -1 ? undefined : `item ${index + 1} ${problems[index]}`
    },
    toCell: (_, value: readonly unknown[]) => JSON.stringify(value),
    fromCell: (_, cell) => JSON.parse(String(cell)),
    describe: ({ max, item }) => ({
      type: 'array',
      minItems: 1,
      maxItems: max,
      items: item && fieldKinds[item.kind].describe(item),
    }),
    toWire: (value: readonly unknown[]) => [...value],
    readText: ({ item }, text) => splitItems(text).map((part) => item && readText(item, part)),
  },
  day: {
    ...ofText,
    findProblem: (_, value) => {
      if (typeof value !== 'string' || !isCalendarDay(value)) return 'must be a day, such as 2026-12-31'
      // A spreadsheet made `0026` of a year with two digits.
      return value >= '1900' && value < '2200' ? undefined : 'must be a day of the years 1900 to 2199'
    },
    describe: () => ({ type: 'string', format: 'date' }),
  },
  time: {
    column: 'bigint',
    findProblem: (_, value) =>
      Number.isSafeInteger(value) ? undefined : 'must be a time of ISO 8601, such as 2026-12-31T12:00:00Z',
    toCell: (_, value: number) => value,
    fromCell: (_, cell) => Number(cell),
    describe: () => ({ type: 'string', format: 'date-time' }),
    toWire: (value: number) => new Date(value).toISOString(),
    fromWire: (_, wire) => parseIsoTime(wire),
    readText: (_, text) => parseIsoTime(text),
  },
  number: {
    column: 'bigint',
    findProblem: ({ min = 0, max = 0, decimals }, value) => {
      const isExact = typeof value === 'number' && Number(value.toFixed(decimals)) === value
      if (isExact && value >= min && value <= max) return undefined
      return `must be a ${decimals === 0 ? 'whole number' : 'number'} from ${min} to ${max}`
    },
    // Columns have whole numbers only, on both databases.
    toCell: ({ decimals }, value: number) => Math.round(value * 10 ** decimals),
    fromCell: ({ decimals }, cell) => Number(cell) / 10 ** decimals,
    describe: ({ min, max, decimals }) => ({
      type: decimals === 0 ? 'integer' : 'number',
      minimum: min,
      maximum: max,
    }),
    // `1.000` is one thousand in other countries, and a whole number has no other reason for a point.
    readText: ({ decimals }, text) =>
      (decimals === 0 ? /^-?\d+$/ : /^-?\d+(?:\.\d+)?$/).test(text) ? Number(text) : text,
  },
  choice: {
    ...ofText,
    findProblem: ({ choices }, value) =>
      choices.some((each) => each === value) ? undefined : `must be one of ${choices.join(', ')}`,
    describe: ({ choices }) => ({ type: 'string', enum: choices }),
  },
  flag: {
    column: 'integer',
    findProblem: (_, value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
    toCell: (_, value: boolean) => (value ? 1 : 0),
    fromCell: (_, cell) => Number(cell) === 1,
    describe: () => ({ type: 'boolean' }),
    readText: (_, text) => (text === 'true' ? true : text === 'false' ? false : text),
  },
  secret: {
    ...ofText,
    findProblem: ({ max = 0 }, value) => {
      if (typeof value !== 'string' || value.trim() === '') return 'must not be empty'
      // A header takes no others.
      if (!/^[\x21-\x7e]+$/.test(value)) return 'must have no spaces, line breaks or letters beyond ASCII'
      return value.length > max ? `must have at most ${max} characters` : undefined
    },
    describe: ({ max }) => ({ type: 'string', minLength: 1, maxLength: max, writeOnly: true }),
  },
  id: {
    ...ofText,
    findProblem: ({ names }, value) =>
      typeof value === 'string' && value.trim() !== '' && value.length <= 255 && !value.includes('\0')
        ? undefined
        : `must be the id of a ${names}`,
    describe: () => ({ type: 'string', minLength: 1, maxLength: 255 }),
  },
}

/** What is wrong with the value of a field, which may be null. */
export function findProblem(field: FieldFacts, value: unknown): string | undefined {
  if (value === null) return field.isNullable ? undefined : 'must not be null'
  return fieldKinds[field.kind].findProblem(field, value)
}

/** The value of what a person has typed; an empty text stands for no value. */
export function readText(field: FieldFacts, text: string): unknown {
  if (text === '' && field.isNullable) return null
  const { readText: read } = fieldKinds[field.kind]
  return read === undefined ? text : read(field, text)
}

/** The value of what JSON has. */
export function fromWireValue(field: FieldFacts, wire: unknown): unknown {
  const { fromWire } = fieldKinds[field.kind]
  return wire === null || fromWire === undefined ? wire : fromWire(field, wire)
}

/** The value as JSON has it. */
export function toWireValue({ kind }: FieldFacts, value: unknown): unknown {
  const { toWire } = fieldKinds[kind]
  return value === null || toWire === undefined ? value : toWire(value as never)
}

/** The value as a table or a form has it. `readText` reads it again, but for times. */
export function formatValue({ kind }: FieldFacts, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => formatItem(String(item))).join(', ')
  return kind === 'time' ? formatDay(value as number) : String(value)
}

/** Items stand between commas or line breaks. One that has such a sign itself stands in quotes, with its own quotes doubled, as in CSV. */
function splitItems(text: string): readonly string[] {
  const parts = Array.from(
    text.matchAll(/[^\S\n]*(?:"((?:[^"]|"")*)"(?=[^\S\n]*(?:[,\n]|$))|[^,\n]+)/g),
    ([part, quoted]) => (quoted === undefined ? part.trim() : quoted.replaceAll('""', '"')),
  )
  return parts.filter((part) => part !== '')
}

function formatItem(item: string): string {
  return /[",\n]|^\s|\s$/.test(item) ? `"${item.replaceAll('"', '""')}"` : item
}

function isHttpsUrl(value: string): boolean {
  if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return protocol === 'https:' && username === '' && password === ''
}

function parseIsoTime(input: unknown): unknown {
  const isTime = typeof input === 'string' && isoTime.test(input)
  return isTime ? Date.parse(input) : input
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/
