const wordsMax = 20
// PostgreSQL refuses a lexeme of more than 2,046 bytes, and nobody types one.
const charactersMax = 500

/**
 * The words of a search, in lower case: letters and digits of any script, each with its marks. What is between them has no meaning.
 * Scripts without spaces between words have pairs of letters instead, as `listStoredWords` does.
 */
export function parseSearchWords(text: string): readonly string[] {
  const words = splitRuns(text).flatMap((run) => (run.isUnspaced ? listPairs(run.letters) : [run.letters.join('')]))
  return [...new Set(words.map(cutWord))].slice(0, wordsMax)
}

/** All words of a text, for a store, which finds each by what it begins like. */
export function listStoredWords(text: string): readonly string[] {
  return [...new Set(listWords(text))]
}

/** The words of a text in its order. */
export function listWords(text: string): readonly string[] {
  const words = splitRuns(text).flatMap(({ letters, isUnspaced }) =>
    // The last letter alone, so that a search for one letter finds it there too.
    isUnspaced ? [...listPairs(letters), ...letters.slice(-1)] : [letters.join('')],
  )
  return words.map(cutWord)
}

interface LetterRun {
  /** Each with its marks: vowels of Hindi and Thai, points of Arabic, accents. */
  readonly letters: readonly string[]
  /** Whether the script has no spaces between words. */
  readonly isUnspaced: boolean
}

function splitRuns(text: string): readonly LetterRun[] {
  const runs = text.normalize('NFKC').toLowerCase().normalize('NFKC').match(letterRun) ?? []
  return runs.map((run) => ({ letters: run.match(letter) ?? [], isUnspaced: unspaced.test(run) }))
}

const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const unspacedLetter = `[${unspacedScripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join('')}]`
const letterRun = new RegExp(
  String.raw`(?:(?=${unspacedLetter})[\p{L}\p{N}]\p{M}*)+|(?:(?!${unspacedLetter})[\p{L}\p{N}]\p{M}*)+`,
  'gu',
)
const letter = /[\p{L}\p{N}]\p{M}*/gu
const unspaced = new RegExp(`^${unspacedLetter}`, 'u')

function listPairs(letters: readonly string[]): readonly string[] {
  return letters.length < 2 ? letters : letters.slice(1).map((each, before) => `${letters[before]}${each}`)
}

function cutWord(word: string): string {
  return word.length <= charactersMax ? word : Array.from(word).slice(0, charactersMax).join('')
}
