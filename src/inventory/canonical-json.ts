import { escapeControls } from '../text/escape-controls.ts'
import { isObject } from '../text/is-object.ts'

/** JSON with the members of every object in order of their names, so that the same facts give the same text. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(sortMembers(value))
}

/** A copy, because JSON.stringify takes twice as long with a function that sees each member. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  // Who says themselves what they are as JSON, such as a date, has no members.
  if (!isObject(value) || typeof value.toJSON === 'function') return value
  const sorted: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const member = sortMembers(value[name])
    if (name in sorted) Object.defineProperty(sorted, name, { value: member, enumerable: true })
    else sorted[name] = member
  }
  return sorted
}

/** The same, as a line of a file: nothing in it acts on a terminal that shows it. */
export function toCanonicalLine(value: unknown): string {
  return escapeControls(toCanonicalJson(value))
}
