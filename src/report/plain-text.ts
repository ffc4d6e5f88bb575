import { cleanLine, cleanLines } from './safe-text.ts'

/** Text of somebody else for a field that holds one line and may not be empty. @default 1000 characters */
export function formatLine(text: string, lengthMax = 1000): string {
  return cleanLine(text, lengthMax) || '–'
}

/** Text of several lines, for fields that may hold them; never empty. */
export function formatLines(...texts: readonly (string | undefined | false)[]): string {
  const all = texts.flatMap((text) => (text ? cleanLines(text, 4000) : []))
  return all.join('\n') || '–'
}
