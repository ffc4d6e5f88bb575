/** One figure of a tree. */
export interface Figure {
  /** In JSON, to compare two trees. */
  readonly name: string
  /** What it says in one line. */
  readonly title: string
  /** The numbers that are compared, by what they count. */
  readonly numbers: Readonly<Record<string, number>>
  /** Where they come from, for people: the first lines are the heaviest. */
  readonly details: readonly string[]
}

/** How many details are printed without `--all`. */
const shownMax = 12

export function formatFigure({ title, numbers, details }: Figure, { all }: { readonly all: boolean }): string {
  const width = Math.max(...Object.keys(numbers).map(({ length }) => length))
  const lines = Object.entries(numbers).map(
    ([name, count]) => `  ${name.padEnd(width)}  ${count.toLocaleString('en').padStart(9)}`,
  )
  const shown = all ? details : details.slice(0, shownMax)
  const hidden = details.length - shown.length
  return [
    title,
    ...lines,
    ...shown.map((line) => `    ${line}`),
    ...(hidden > 0 ? [`    … and ${hidden} more (--all)`] : []),
    '',
  ].join('\n')
}

/** Entries with the largest numbers first, then by name. */
export function sortByCount(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
}

/** One more. */
export function count(counts: Map<string, number>, name: string, more = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + more)
}
