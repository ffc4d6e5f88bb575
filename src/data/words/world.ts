/** One way in which a vendor's answer may be, as far as a check's expressions ask. */
export interface World {
  /** Whether something is true that words do not decide. The same each time. */
  choose(name: string): boolean
  /** Whether a member is there. */
  hasMember(path: string): boolean
  /** Whether a member is a word, or a number that stands for one. Undefined where nobody can tell. */
  compareWord(path: string, word: Word): boolean | undefined
  /** A member is compared by its size, so that its numbers stand for no words. */
  measure(path: string): void
}

export type Word = string | number

/** Above this many, the expressions ask too much to try all of it. */
const worldsMax = 2_000

/**
 * Visits every way in which an answer may be. What is asked twice is answered the same, and a member is one word at a time.
 * @param visit gets the answers of one world, by a function for the word of the member that is looked at
 * @returns false if there are too many
 */
export function visitWorlds(
  visit: (choose: World['choose'], chooseWord: (path: string, word: Word) => boolean) => void,
): boolean {
  const script: boolean[] = []
  for (let count = 0; count < worldsMax; count++) {
    let asked = 0
    const chosen = new Map<string, boolean>()
    const words = new Map<string, Word>()
    const choose = (name: string) => {
      const known = chosen.get(name)
      if (known !== undefined) return known
      if (asked === script.length) script.push(false)
      const value = script[asked++] as boolean
      chosen.set(name, value)
      return value
    }
    visit(choose, (path, word) => {
      const other = words.get(path)
      if (other !== undefined) return other === word
      const is = choose(`${path} is ${JSON.stringify(word)}`)
      if (is) words.set(path, word)
      return is
    })
    script.length = asked
    while (script.at(-1) === true) script.pop()
    if (script.length === 0) return true
    script[script.length - 1] = true
  }
  return false
}
