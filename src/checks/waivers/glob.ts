/**
 * Whether a whole text fits a pattern, as a function of the text. `*` matches any characters, also none, `/` or line
 * breaks; `?` matches exactly one; all others match themselves, with case. No other character is special, because ids
 * of resources contain brackets, braces, backslashes and exclamation marks: `dependabot[bot]`, `CORP\jane`. It takes
 * one step for each character of the text, times one for each 32 of the pattern.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  if (!isGlob(pattern)) return (text) => text === pattern
  const pieces = pattern.split('*').map((piece) => [...piece])
  const first = pieces[0] ?? []
  if (pieces.length === 1) return (text) => [...text].length === first.length && isFitAt(first, [...text], 0)
  const last = pieces.at(-1) ?? []
  // Between two stars, the first place that fits is as good as any later one.
  const between = pieces.slice(1, -1).flatMap((piece) => (piece.length === 0 ? [] : [compileFinder(piece)]))
  return (text) => {
    const characters = [...text]
    const end = characters.length - last.length
    if (first.length > end || !isFitAt(first, characters, 0) || !isFitAt(last, characters, end)) return false
    let from = first.length
    for (const find of between) {
      from = find(characters, from, end)
      if (from < 0) return false
    }
    return true
  }
}

/** Whether a text fits one of several patterns. Texts without wildcards, of which there may be thousands, are looked up. */
export function compileAnyGlob(patterns: readonly string[]): (text: string) => boolean {
  const literal = new Set(patterns.filter((pattern) => !isGlob(pattern)))
  const globs = patterns.filter(isGlob).map(compileGlob)
  return (text) => literal.has(text) || globs.some((fits) => fits(text))
}

/** Whether a text has wildcards. */
export function isGlob(text: string): boolean {
  return /[*?]/.test(text)
}

function isFitAt(piece: readonly string[], text: readonly string[], at: number): boolean {
  return piece.every((wanted, index) => wanted === '?' || wanted === text[at + index])
}

/** The end of the first match of a piece in a text, from a position on; -1 if there is none before the end. */
type Finder = (text: readonly string[], from: number, end: number) => number

/**
 * Searches for all beginnings of the piece at once, one bit for each (R. Baeza-Yates, G. Gonnet: A New Approach to Text
 * Searching, 1992). Going back after each mismatch would take text times pattern, and attackers choose both.
 */
function compileFinder(piece: readonly string[]): Finder {
  const words = Math.ceil(piece.length / 32)
  const anywhere = new Uint32Array(words)
  const places = new Map<string, Uint32Array>()
  const mark = (mask: Uint32Array, index: number) => {
    mask[index >>> 5] = ((mask[index >>> 5] ?? 0) | (1 << (index & 31))) >>> 0
  }
  for (const [index, wanted] of piece.entries()) if (wanted === '?') mark(anywhere, index)
  for (const [index, wanted] of piece.entries()) {
    if (wanted === '?') continue
    const mask = places.get(wanted) ?? anywhere.slice()
    mark(mask, index)
    places.set(wanted, mask)
  }
  const goal = 1 << ((piece.length - 1) & 31)
  return (text, from, end) => {
    const begun = new Uint32Array(words)
    for (let at = from; at < end; at++) {
      const mask = places.get(text[at] ?? '') ?? anywhere
      let carry = 1
      for (let word = 0; word < words; word++) {
        const before = begun[word] ?? 0
        begun[word] = ((before << 1) | carry) & (mask[word] ?? 0)
        carry = before >>> 31
      }
      if (((begun[words - 1] ?? 0) & goal) !== 0) return at + 1
    }
    return -1
  }
}
