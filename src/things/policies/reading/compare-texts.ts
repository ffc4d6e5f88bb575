/** A line of a difference: in both texts, in the older or in the newer one alone. */
export interface ComparedLine {
  readonly is: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Beyond so many pairs of lines, what differs is shown as one piece. */
const pairsMax = 4_000_000

/** The difference of two texts, line by line. */
export function compareTexts(older: string, newer: string): readonly ComparedLine[] {
  const [before, after] = [older.split('\n'), newer.split('\n')] as const
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  const mark = (is: ComparedLine['is']) => (text: string) => ({ is, text })
  return [
    ...before.slice(0, start).map(mark('same')),
    ...(removed.length * added.length > pairsMax
      ? [...removed.map(mark('removed')), ...added.map(mark('added'))]
      : compareLines(removed, added)),
    ...before.slice(before.length - end).map(mark('same')),
  ]
}

/** By the longest common subsequence. */
function compareLines(before: readonly string[], after: readonly string[]): readonly ComparedLine[] {
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0)
  const lines: ComparedLine[] = []
  for (let i = 0, j = 0; i < before.length || j < after.length; )
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ is: 'same', text: before[i++] ?? '' })
      j++
    } else if (
      j >= after.length ||
      (i < before.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    )
      lines.push({ is: 'removed', text: before[i++] ?? '' })
    else lines.push({ is: 'added', text: after[j++] ?? '' })
  return lines
}
