const begin =
  '<!-- checkwright docs: begin. Made from the connector; what you write yourself stays outside of these two lines. -->'
const end = '<!-- checkwright docs: end -->'

/** The beginning of a page's generated part, whatever else the line contains. */
const beginMark = '<!-- checkwright docs: begin'

/**
 * A page with a new generated part: the whole page if it does not exist yet, otherwise the text between the two marks.
 * Undefined for a page without marks, which somebody wrote and wants to keep.
 */
export function replaceGeneratedPart(page: string | undefined, made: string): string | undefined {
  const part = `${begin}\n\n${made}\n${end}\n`
  if (page === undefined || page.trim() === '') return part
  const from = page.indexOf(beginMark)
  const to = page.indexOf(end, from)
  if (from < 0 || to < 0) return undefined
  const rest = page.slice(to + end.length).replace(/^\r?\n/, '')
  return `${page.slice(0, from)}${part}${rest}`
}

/** The place of the generated part in a page that somebody writes. */
export const partToCome = `${beginMark} -->\n${end}\n`
