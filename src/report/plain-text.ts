import { safeLine, safeLines } from './safe-text.ts'

/** Text of somebody else for a field that holds one line and may not be empty. @default 1000 characters */
export function line(text: string, lengthMax = 1000): string {
  return safeLine(text, lengthMax) || '–'
}

/** Text of several lines, for fields that may hold them; never empty. */
export function lines(...texts: readonly (string | undefined | false)[]): string {
  const all = texts.flatMap((text) => (text ? safeLines(text, 4000) : []))
  return all.join('\n') || '–'
}
