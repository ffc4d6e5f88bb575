import { structuredPatch } from 'diff'

/** Lines around what differs. */
const contextLines = 2
/** Of each run of lines that go or come: a page made anew differs everywhere, and nobody reads that. */
const runMax = 20
/** More than this is a page made anew, which need not be compared line by line. */
const editsMax = 2_000

/** What one text has that the other has not, as lines that begin with `-` and `+`, with some lines around. */
export function diffLines(before: string, after: string): string[] {
  const patch = structuredPatch('', '', before, after, '', '', { context: contextLines, maxEditLength: editsMax })
  if (!patch) return ['@@ nearly every line differs @@']
  return patch.hunks.flatMap(({ oldStart, lines }) => [
    `@@ line ${oldStart} @@`,
    ...shortenRuns(lines.filter((line) => !line.startsWith('\\')).map((line) => `${line[0]} ${line.slice(1)}`)),
  ])
}

/** Lines of which runs of the same sign are cut to what somebody reads. */
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
