import { formatJsonLine } from '../bundle/json-lines.ts'
import type { Recording } from './recording.ts'

// As wide as the code beside it, so that a formatter with that width finds nothing to change.
const widthMax = 120

/** The recording as JSON for reviews: a value that fits is on one line, so that a change is one line too. */
export function formatRecording(recording: Recording): string {
  return `${layOutValue(recording, '', 0)}\n`
}

/** @param taken characters of its line for what stands around it, without the indentation */
function layOutValue(value: unknown, indent: string, taken: number): string {
  if (typeof value !== 'object' || value === null) return formatJsonLine(value)
  const line = formatOneLine(value, widthMax - indent.length - taken)
  if (line !== undefined) return line
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = listLabelledMembers(value).map(([name, each], index, { length }) => {
    const comma = index < length - 1 ? 1 : 0
    return `${deeper}${name}${layOutValue(each, deeper, name.length + comma)}`
  })
  return `${open}\n${members.join(',\n')}\n${indent}${close}`
}

/** Undefined if it is longer. Stops reading there. */
function formatOneLine(value: object, width: number): string | undefined {
  const parts: string[] = []
  let length = Array.isArray(value) ? 2 : 4
  for (const [name, each] of listLabelledMembers(value)) {
    const text = typeof each === 'object' && each !== null ? formatOneLine(each, width - length) : formatJsonLine(each)
    if (text === undefined) return undefined
    length += name.length + text.length + (parts.length > 0 ? 2 : 0)
    if (length > width) return undefined
    parts.push(name + text)
  }
  if (Array.isArray(value)) return `[${parts.join(', ')}]`
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** Each with the text before its value; empty in a list. */
function listLabelledMembers(value: object): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((each) => ['', each])
  return Object.entries(value).flatMap(([name, each]) =>
    each === undefined ? [] : [[`${formatJsonLine(name)}: `, each]],
  )
}
