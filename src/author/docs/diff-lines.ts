import { structuredPatch } from 'diff'

/** Lines around what differs. */
const contextLines = 2
/** Limit for each run of removed or added lines: a rewritten page differs everywhere, and nobody reads that. */
const runMax = 20
/** A larger text was rewritten and need not be compared line by line. */
const editsMax = 2_000

/** The differences between two texts, as lines that begin with `-` and `+`, with some lines around. */
export function diffLines(before: string, after: string): string[] {
  const patch = structuredPatch('', '', before, after, '', '', { context: contextLines, maxEditLength: editsMax })
  if (!patch) return ['@@ nearly every line differs @@']
  return patch.hunks.flatMap(({ oldStart, lines }) => [
    `@@ line ${oldStart} @@`,
    ...shortenRuns(lines.filter((line) => !line.startsWith('\\')).map((line) => `${line[0]} ${line.slice(1)}`)),
  ])
}

/** Lines, with each run of the same sign cut to a readable length. */
function shortenRuns(lines: readonly string[]): string[] {
  const shown: string[] = []
  for (let from = 0; from < lines.length; ) {
    const sign = lines[from]?.[0] ?? ''
    const end = lines.findIndex((line, at) => at > from && line[0] !== sign)
    const run = lines.slice(from, end < 0 ? undefined : end)
    const rest = run.length - runMax
    shown.push(...run.slice(0, runMax), ...(rest > 0 ? [`${sign} … ${rest} more`] : []))
    from += run.length
  }
  return shown
}
