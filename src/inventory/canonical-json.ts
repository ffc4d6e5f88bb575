import { isObject } from '../define/index.ts'
import { escapeControls } from '../text/escape-controls.ts'

/** JSON with the members of every object in order of their names, so that the same facts give the same text. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  )
}

/** The same, as a line of a file: nothing in it acts on a terminal that shows it. */
export function toCanonicalLine(value: unknown): string {
  return escapeControls(toCanonicalJson(value))
}
