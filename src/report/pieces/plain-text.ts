import { cleanLine, cleanLines } from './safe-text.ts'

/** Foreign text for a field that takes one non-empty line. @default 1000 characters */
export function formatLine(text: string, lengthMax = 1000): string {
  return cleanLine(text, lengthMax) || '–'
}

/** Text of several lines, for fields that accept them; not empty. */
export function formatLines(...texts: readonly (string | undefined | false)[]): string {
  const all = texts.flatMap((text) => (text ? cleanLines(text, 4000) : []))
  return all.join('\n') || '–'
}
