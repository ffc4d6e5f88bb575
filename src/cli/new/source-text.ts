const widthMax = 118

/**
 * JSON-like data as TypeScript in the style of the project: what fits on a line stays on it.
 * @param column how much of the first line is taken
 */
export function sourceText(value: unknown, indent = 0, column = indent): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inline = inlineText(value)
  if (column + inline.length <= widthMax) return inline
  const deeper = indent + 2
  const pad = ' '.repeat(deeper)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Array.isArray(value)
    ? value.map((each) => sourceText(each, deeper))
    : Object.entries(value).map(([name, each]) => {
        const key = `${keyText(name)}: `
        return key + sourceText(each, deeper, deeper + key.length)
      })
  return `${open}\n${members.map((member) => `${pad}${member},\n`).join('')}${' '.repeat(indent)}${close}`
}

/** The members of an object, one a line, as they stand between its braces. */
export function membersText(members: object, indent: number): string {
  return Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const key = `${' '.repeat(indent)}${keyText(name)}: `
      return `${key}${sourceText(value, indent, key.length)},\n`
    })
    .join('')
}

/** A string literal: nothing that a person typed can end it. */
export function quoted(text: string): string {
  // The line separators are legal in a literal, and break lines in many editors.
  const json = JSON.stringify(text).slice(1, -1).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  const unescaped = json.replaceAll('\\"', '"')
  return unescaped.includes("'") && !unescaped.includes('"') ? `"${json}"` : `'${unescaped.replaceAll("'", "\\'")}'`
}

function inlineText(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(inlineText).join(', ')}]`
  const members = Object.entries(value).map(([name, each]) => `${keyText(name)}: ${inlineText(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}
