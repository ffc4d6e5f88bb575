import { omitUndefined } from '../../text/omit-undefined.ts'

const widthMax = 118

/**
 * JSON-like data as TypeScript in the style of the project: on one line if it fits.
 * @param column used width of the first line
 */
export function renderSource(value: unknown, indent = 0, column = indent): string {
  if (typeof value === 'string') return renderString(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inline = renderInline(value)
  if (column + inline.length <= widthMax && !isTable(value)) return inline
  const deeper = indent + 2
  const pad = ' '.repeat(deeper)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Array.isArray(value)
    ? value.map((each) => renderSource(each, deeper))
    : listMembers(value).map(([name, each]) => renderMember(name, each, deeper))
  return `${open}\n${members.map((member) => `${pad}${member},\n`).join('')}${' '.repeat(indent)}${close}`
}

/** Rows of several members, which formatters keep on separate lines, even if they are short. */
function isTable(value: object): boolean {
  if (!Array.isArray(value))
    return Object.values(value).some((each) => typeof each === 'object' && each && isTable(each))
  const isRow = (each: unknown) => typeof each === 'object' && each !== null && listMembers(each).length > 1
  return value.length > 1 && value.every(isRow) && new Set(value.map(Array.isArray)).size === 1
}

/** The members that the text has. */
function listMembers(value: object): readonly [string, unknown][] {
  return Object.entries(omitUndefined(value))
}

/** The members of an object, one a line, as between its braces. */
export function renderMembers(members: object, indent: number): string {
  return listMembers(members)
    .map(([name, value]) => `${' '.repeat(indent)}${renderMember(name, value, indent)},\n`)
    .join('')
}

function renderMember(name: string, value: unknown, indent: number): string {
  const key = `${renderKey(name)}: `
  const text = renderSource(value, indent, indent + key.length)
  // A string that does not fit gets its own line.
  const isLong = typeof value === 'string' && indent + key.length + text.length > widthMax + 1
  return isLong ? `${key.trimEnd()}\n${' '.repeat(indent + 2)}${text}` : key + text
}

/** A string literal that typed text cannot end. */
export function renderString(text: string): string {
  // Line separators are legal in a literal and break lines in many editors. Direction marks make code look like other
  // code.
  const json = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[\p{Cf}\u2028\u2029]/gu, (mark) =>
      [...Array(mark.length).keys()].map((at) => escapeUnicode(mark, at)).join(''),
    )
  const unescaped = json.replaceAll('\\"', '"')
  return unescaped.includes("'") && !unescaped.includes('"') ? `"${json}"` : `'${unescaped.replaceAll("'", "\\'")}'`
}

function escapeUnicode(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
}

function renderInline(value: unknown): string {
  if (typeof value === 'string') return renderString(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(renderInline).join(', ')}]`
  const members = listMembers(value).map(([name, each]) => `${renderKey(name)}: ${renderInline(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A name as the key of a member. */
export function renderKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : renderString(name)
}
