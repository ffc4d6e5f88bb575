/**
 * Whether a whole text fits a pattern. `*` stands for any characters, also none, `/` or line breaks; `?` for exactly one;
 * everything else for itself, capitals included. Nothing else is special, because ids of resources hold brackets, braces,
 * backslashes and exclamation marks: `dependabot[bot]`, `CORP\jane`. Never slower than pattern times text.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const wanted = [...pattern]
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

/** Whether a pattern fits every text. */
export function matchesEverything(pattern: string): boolean {
  return /^\*+$/.test(pattern)
}

/** Whether a text has characters that stand for others. */
export function isGlob(text: string): boolean {
  return /[*?]/.test(text)
}
