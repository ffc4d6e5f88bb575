/**
 * Whether a whole text fits a pattern, as a function of the text. `*` stands for any characters, also none, `/` or line
 * breaks; `?` for exactly one; everything else for itself, capitals included. Nothing else is special, because ids of
 * resources hold brackets, braces, backslashes and exclamation marks: `dependabot[bot]`, `CORP\jane`. Never slower than
 * pattern times text.
 */
export function globOf(pattern: string): (text: string) => boolean {
  if (!isGlob(pattern)) return (text) => text === pattern
  return pattern.includes('?') ? characterwise([...pattern]) : piecewise(pattern.split('*'))
}

/** Whether a pattern fits every text. */
export function matchesEverything(pattern: string): boolean {
  return /^\*+$/.test(pattern)
}

/** Whether a text has characters that stand for others. */
export function isGlob(text: string): boolean {
  return /[*?]/.test(text)
}

/** Stars alone: what is between them has to come in this order, the first piece at the start, the last at the end. */
function piecewise(pieces: readonly string[]): (text: string) => boolean {
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  const between = pieces.slice(1, -1)
  return (text) => {
    const end = text.length - last.length
    if (first.length > end || !text.startsWith(first) || !text.endsWith(last)) return false
    let from = first.length
    for (const piece of between) {
      const at = text.indexOf(piece, from)
      if (at < 0 || at + piece.length > end) return false
      from = at + piece.length
    }
    return true
  }
}

function characterwise(wanted: readonly string[]): (text: string) => boolean {
  return (text) => {
    const given = [...text]
    let at = 0
    // Where to go on when what follows the last star does not fit: the star takes one character more.
    let star = -1
    let taken = 0
    for (let index = 0; index < given.length; ) {
      if (wanted[at] === '*') {
        star = at++
        taken = index
      } else if (wanted[at] === '?' || (at < wanted.length && wanted[at] === given[index])) {
        at++
        index++
      } else if (star >= 0) {
        at = star + 1
        index = ++taken
      } else return false
    }
    return wanted.slice(at).every((rest) => rest === '*')
  }
}
