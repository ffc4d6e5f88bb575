const begin =
  '<!-- checkwright docs: begin. Made from the connector; what you write yourself stays outside of these two lines. -->'
const end = '<!-- checkwright docs: end -->'

/** Begins the part of a page that is made, whatever else the line says. */
const beginMark = '<!-- checkwright docs: begin'

/**
 * A page with its made part made anew: the whole of one that does not exist yet, otherwise what stands between the two
 * marks. Undefined for a page that has none, which somebody wrote and wants to keep.
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

/** Where the made part is to stand in a page that somebody writes. */
export const partToCome = `${beginMark} -->\n${end}\n`
