import { escapeHtml } from './html.ts'
import { cleanLine } from './safe-text.ts'

/**
 * Texts that GitHub or a Markdown renderer act on even in plain text: mentions, issue references, commit hashes,
 * addresses, emoji codes. A backslash does not stop all of them; a code span does.
 */
const acting = /[@#]|:\S|www\.|\bgh-\d|[0-9a-f]{7}/i

/** Foreign text as one line of Markdown that renders as exactly that text, also in a table's cell. */
export function escapeProse(text: string, lengthMax?: number): string {
  return (
    formatWords(text, lengthMax, formatCodeSpan, (word) => word.replace(/[\\`*_[\]<>&|~$]/g, '\\$&'))
      // At the beginning of a line these would begin a list, or turn the line before into a heading.
      .replace(/^[-+=]/, '\\$&')
      .replace(/^(\d+)([.)])/, '$1\\$2')
  )
}

/** The same inside HTML in Markdown, such as `<summary>`, where Markdown is not interpreted. */
export function escapeHtmlProse(text: string, lengthMax?: number): string {
  return formatWords(text, lengthMax, (word) => `<code>${escapeHtml(word)}</code>`, escapeHtml)
}

/**
 * A code span, whatever backticks the text has (CommonMark §6.1). A bar would end the cell of a table there too, and
 * its escape would show outside of one, so a look-alike replaces it.
 */
export function formatCodeSpan(text: string, lengthMax?: number): string {
  const clean = cleanLine(text, lengthMax).replaceAll('|', '¦')
  if (clean === '') return '–'
  const runs = clean.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  const pad = /^`|`$/.test(clean) ? ' ' : ''
  return `${fence}${pad}${clean}${pad}${fence}`
}

function formatWords(
  text: string,
  lengthMax: number | undefined,
  asCode: (word: string) => string,
  asText: (word: string) => string,
): string {
  return (cleanLine(text, lengthMax) || '–')
    .split(' ')
    .map((word) => {
      const [, before = '', core = word, after = ''] = /^(["'(]*)(.*?)([.,;:!?)"']*)$/.exec(word) ?? []
      return acting.test(core) ? asText(before) + asCode(core) + asText(after) : asText(word)
    })
    .join(' ')
}
