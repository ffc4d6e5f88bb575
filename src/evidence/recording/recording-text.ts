import { formatJsonLine } from '../bundle/json-lines.ts'
import type { Recording } from './recording.ts'

// The width at which two of them fit side by side on a reviewer's screen.
const widthMax = 100

/** The recording as JSON for reviews: a value that fits is on one line, so that a change is one line too. */
export function formatRecording(recording: Recording): string {
  return `${layOutValue(recording, '', 0)}\n`
}

/** @param begun characters of the line before it, without its indentation */
function layOutValue(value: unknown, indent: string, begun: number): string {
  if (typeof value !== 'object' || value === null) return formatJsonLine(value)
  const line = formatOneLine(value, widthMax - indent.length - begun)
  if (line !== undefined) return line
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = listLabelledMembers(value).map(
    ([name, each]) => `${deeper}${name}${layOutValue(each, deeper, name.length)}`,
  )
  return `${open}\n${members.join(',\n')}\n${indent}${close}`
}

/** Undefined if it is longer. Stops reading there. */
function formatOneLine(value: object, width: number): string | undefined {
  const parts: string[] = []
  let length = 4
  for (const [name, each] of listLabelledMembers(value)) {
    const text = typeof each === 'object' && each !== null ? formatOneLine(each, width - length) : formatJsonLine(each)
    if (text === undefined) return undefined
    length += name.length + text.length + 2
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
