const part =
  /(?<refused>\\[1-9k]|\(\?<?[=!])|(?<opening>\((?:\?(?::|<[^>]+>))?)|(?<closing>\))|(?<or>\|)|(?<times>[*+?]|\{(?<min>\d+)(?<range>,(?<max>\d*))?\})\??|(?<one>\\.|\[(?:\\.|[^\\\]])*\]|.)/gsu

/** A group that is open, or the whole expression. */
interface Group {
  /** Ways of the alternatives before this one, */
  before: number
  /** of what stands in this one, */
  ways: number
  /** and of its last element, which may still be repeated. */
  last: number
}

/**
 * In how many ways an engine that goes back can try an expression on a text at most, so that what it takes is known before it is
 * tried. Infinity where that is not counted: lookaround, back-references, and groups that are repeated in many ways.
 * @param length of the text in UTF-16 units, which bounds `*` and `+`
 */
export function countWays(pattern: string, length: number): number {
  const outer: Group[] = []
  let group: Group = { before: 0, ways: 1, last: 1 }
  for (const { groups = {} } of pattern.matchAll(part)) {
    const { refused, opening, closing, or, times, one } = groups
    if (refused !== undefined) return Number.POSITIVE_INFINITY
    if (times !== undefined) {
      group.last = countRepeated(group.last, readTimes(times, groups, length))
      continue
    }
    if (closing !== undefined) {
      const { before, ways, last } = group
      group = outer.pop() ?? group
      group.last = before + ways * last
      continue
    }
    if (or !== undefined) {
      group = { before: group.before + group.ways * group.last, ways: 1, last: 1 }
      continue
    }
    group.ways *= group.last
    group.last = 1
    if (opening !== undefined) {
      outer.push(group)
      group = { before: 0, ways: 1, last: 1 }
    } else if (one === undefined) return Number.POSITIVE_INFINITY
  }
  return group.before + group.ways * group.last
}

function readTimes(
  times: string,
  { min = '0', range, max }: Readonly<Record<string, string | undefined>>,
  length: number,
): readonly [min: number, max: number] {
  if (times === '?') return [0, 1]
  if (times === '*' || times === '+') return [0, length]
  if (range === undefined) return [Number(min), Number(min)]
  return [Number(min), max === '' ? Number(min) + length : Number(max)]
}

function countRepeated(ways: number, [min, max]: readonly [min: number, max: number]): number {
  if (ways === 1) return max - min + 1
  let all = 0
  for (let count = min; count <= max && all < Number.POSITIVE_INFINITY; count++) all += ways ** count
  return all
}
