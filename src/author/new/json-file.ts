const widthMax = 120

/** JSON as formatters write it: an object on lines of its own, a list on one where it fits. */
export function formatJsonFile(value: unknown): string {
  return `${formatJsonValue(value, 0, 0)}\n`
}

/** @param column how much of the first line is taken */
function formatJsonValue(value: unknown, indent: number, column: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pad = ' '.repeat(indent + 2)
  if (Array.isArray(value)) {
    const inline = `[${value.map((each) => JSON.stringify(each)).join(', ')}]`
    const isFlat = value.every((each) => typeof each !== 'object' || each === null)
    if (isFlat && column + inline.length + 1 <= widthMax) return inline
    const items = value.map((each) => `${pad}${formatJsonValue(each, indent + 2, indent + 2)}`)
    return `[\n${items.join(',\n')}\n${' '.repeat(indent)}]`
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => {
      const key = `${pad}${JSON.stringify(name)}: `
      return key + formatJsonValue(member, indent + 2, key.length)
    })
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${' '.repeat(indent)}}`
}
