/** Lines around what differs. */
const contextLines = 2
/** Of each side: a page made anew differs everywhere, and nobody reads that. */
const shownMax = 20

/** What one text has that the other has not, as lines that begin with `-` and `+`; they differ from the first to the last. */
export function lineDifference(before: string, after: string): string[] {
  const [old, made] = [before.split('\n'), after.split('\n')]
  const start = commonLength(old, made)
  const end = commonLength(old.slice(start).reverse(), made.slice(start).reverse())
  const removed = old.slice(start, old.length - end)
  const added = made.slice(start, made.length - end)
  return [
    `@@ line ${start + 1} @@`,
    ...old.slice(Math.max(0, start - contextLines), start).map((line) => `  ${line}`),
    ...shown(removed, '-'),
    ...shown(added, '+'),
    ...old.slice(old.length - end, old.length - end + contextLines).map((line) => `  ${line}`),
  ]
}

function shown(lines: readonly string[], sign: string): string[] {
  const rest = lines.length - shownMax
  return [...lines.slice(0, shownMax).map((line) => `${sign} ${line}`), ...(rest > 0 ? [`${sign} … ${rest} more`] : [])]
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((line, index) => line !== other[index])
  return first < 0 ? Math.min(one.length, other.length) : first
}
