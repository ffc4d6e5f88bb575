/** The name that the author probably meant: at most a third of the letters differ, ignoring capitals. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const distances = known.map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
  const [best] = distances.sort((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= Math.max(word.length, best.name.length) / 3 ? best.name : undefined
}

/** Letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  // Names of hundreds of letters are skipped, because comparing them would take long.
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const swaps = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = swaps ? (beforeLast[column - 2] ?? 0) + 1 : replaced
      current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped))
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
