import { lineOf } from '../lines.ts'
import type { Recording } from './recording.ts'

// As wide as a reviewer's screen shows two of them side by side.
const widthMax = 100

/** The recording as JSON that is read in reviews: what fits a line stands on one, so that a change is one line too. */
export function recordingText(recording: Recording): string {
  return `${laidOut(recording, '', 0)}\n`
}

/** @param begun characters of the line before it, its indentation aside */
function laidOut(value: unknown, indent: string, begun: number): string {
  if (typeof value !== 'object' || value === null) return lineOf(value)
  const line = oneLine(value, widthMax - indent.length - begun)
  if (line !== undefined) return line
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = membersOf(value).map(([name, each]) => `${deeper}${name}${laidOut(each, deeper, name.length)}`)
  return `${open}\n${members.join(',\n')}\n${indent}${close}`
}

/** Undefined for what is longer. Looks no further than that. */
function oneLine(value: object, width: number): string | undefined {
  const parts: string[] = []
  let length = 4
  for (const [name, each] of membersOf(value)) {
    const text = typeof each === 'object' && each !== null ? oneLine(each, width - length) : lineOf(each)
    if (text === undefined) return undefined
    length += name.length + text.length + 2
    if (length > width) return undefined
    parts.push(name + text)
  }
  if (Array.isArray(value)) return `[${parts.join(', ')}]`
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** Each with what stands before its value; nothing in a list. */
function membersOf(value: object): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((each) => ['', each])
  return Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[`${lineOf(name)}: `, each]]))
}
