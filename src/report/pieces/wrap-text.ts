import stringWidth from 'fast-string-width'
import { breakLogCommands } from './safe-text.ts'

let graphemes: Intl.Segmenter | undefined

/** Columns that a text takes on a terminal: East Asian letters and emoji take two, combining marks none. */
export function countColumns(text: string): number {
  // Most texts of a command, and measuring a letter at a time would take a quarter of the time that "list" does.
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text)
}

/** Lines of at most `width` columns, broken at spaces; a word that is longer is broken inside. Not empty. None is a command of a log. */
export function wrapText(text: string, width: number): string[] {
  const room = Math.max(width, 1)
  if (!text.startsWith(' ') && countColumns(text) <= room) return [text]
  const lines: string[] = []
  let line = ''
  let columns = 0
  for (const word of text.split(' ').flatMap((each) => splitWord(each, room))) {
    const more = countColumns(word)
    if (line !== '' && columns + 1 + more <= room) {
      line += ` ${word}`
      columns += 1 + more
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    columns = more
  }
  return [...lines, line].map(breakLogCommands)
}

/** Lines of at most `width` columns. All except the first begin with `indent` spaces; the first keeps its own. */
export function wrapHanging(text: string, width: number, indent: number): string[] {
  const [first = '', ...rest] = wrapText(text.slice(indent), width - indent)
  return [text.slice(0, indent) + first, ...rest.map((line) => ' '.repeat(indent) + line)]
}

/** Columns before the text of a list item, which its further lines are indented by. */
export function measureLead(line: string): number {
  return /^\s*(?:(?:[-*]|\d+\.) )?\s*/.exec(line)?.[0].length ?? 0
}

/** The text if it fits, otherwise its beginning and "…". */
export function clipToWidth(text: string, width: number): string {
  if (countColumns(text) <= width) return text
  return `${splitWord(text, Math.max(width - 1, 1))[0] ?? ''}…`
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - countColumns(text)))
}

/** A word in parts that fit. */
function splitWord(word: string, width: number): string[] {
  if (countColumns(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  // Made for the first word that is too long: it takes longer than the rest of a short command.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && countColumns(part) + countColumns(segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}
