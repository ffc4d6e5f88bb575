import { isObject } from '../../../text/is-object.ts'

/** How a text in an answer holds a value of its own: a table in base64, a document in JSON. */
export interface TextForm {
  readonly read: (text: string) => unknown
  readonly write: (value: unknown) => string
}

/** The forms of texts by their place in an answer, in which all items of a list are alike: `Report.Content`, `Policies[].Document`. */
export type TextForms = ReadonlyMap<string, TextForm>

/** Undefined for a text that is only a text. */
export function recognizeTextForm(text: string): TextForm | undefined {
  return forms.find(({ read }) => read(text) !== undefined)
}

/** The same answer with the values in place of the texts that hold them, and the forms by which `closeTexts()` writes them again. */
export function openTexts(answer: unknown): { readonly value: unknown; readonly forms: TextForms } {
  const found = new Map<string, TextForm>()
  const open = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => open(item, `${path}[]`))
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, open(each, `${path}.${name}`)]))
    const form = typeof value === 'string' ? recognizeTextForm(value) : undefined
    if (!form) return value
    found.set(path, form)
    return form.read(value as string)
  }
  return { value: open(answer, ''), forms: found }
}

export function closeTexts(answer: unknown, written: TextForms): unknown {
  const close = (value: unknown, path: string): unknown => {
    const form = typeof value === 'string' ? undefined : written.get(path)
    if (form) return form.write(value)
    if (Array.isArray(value)) return value.map((item) => close(item, `${path}[]`))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, close(each, `${path}.${name}`)]))
  }
  return close(answer, '')
}

const json: TextForm = {
  read: (text) => (/^\s*[[{]/.test(text) ? readJson(text) : undefined),
  write: (value) => JSON.stringify(value),
}

/** As in a URL (RFC 3986): a policy of AWS. */
const encodedJson: TextForm = {
  read: (text) => (/^%(?:7B|5B)/i.test(text) ? readJson(decodeUriText(text)) : undefined),
  write: (value) => encodeURIComponent(JSON.stringify(value)),
}

/** Rows by the names of their columns (RFC 4180): a report. */
const table: TextForm = { read: readTable, write: writeTable }

const encodedTable: TextForm = {
  read: (text) => {
    const isBase64 = /^[A-Za-z\d+/\s]{40,}={0,2}\s*$/.test(text)
    return isBase64 ? readTable(Buffer.from(text, 'base64').toString('utf8')) : undefined
  },
  write: (value) => Buffer.from(writeTable(value)).toString('base64'),
}

const forms: readonly TextForm[] = [json, encodedJson, encodedTable, table]

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function decodeUriText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const columnsLeast = 3

function readTable(text: string): unknown {
  const [head = [], ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(splitCells)
  const isTable = head.length >= columnsLeast && head.every((name) => /^\w+$/.test(name)) && lines.length > 0
  if (!isTable || lines.some(({ length }) => length !== head.length)) return undefined
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index]])))
}

function splitCells(line: string): readonly string[] {
  return [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}

function writeTable(value: unknown): string {
  const rows = [value].flat().filter(isObject)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => columns.map((name) => writeCell(row[name])).join(','))
  return [columns.join(','), ...lines].join('\n')
}

function writeCell(value: unknown): string {
  const text = String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
