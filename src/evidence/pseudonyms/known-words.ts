import type { StoredRecord } from '../../inventory/stored-record.ts'
import { foldText, isUnspaced } from '../../text/fold-text.ts'

/** Shorter ones are words of every language, so that they count as they are written alone. */
const partLengthMin = 4
/** A name has rarely more words. */
const nameWordsMax = 6
/** Letters that an ending adds: "Mustermanns", "Петровой". */
const endingMax = 3
/** Characters of a name in a script without spaces. */
const unspacedMax = 8

/**
 * Names and addresses of people, for finding them in other texts: in the name of a role, of a course, of a connection. Parts of names
 * count as well, with endings, without accents, and joined as in "MaxBeispiel", so that some harmless texts are found, too.
 */
export class KnownWords {
  /** In one case, without accents. */
  readonly #words = new Set<string>()
  /** Short parts, as they are written. */
  readonly #short = new Set<string>()

  addRecord(record: StoredRecord): void {
    const { name, email, aliases, ownerEmail, personEmail } = record
    if (typeof name === 'string') this.#add(name)
    for (const address of [email, ownerEmail, personEmail, ...(Array.isArray(aliases) ? aliases : [])])
      if (typeof address === 'string') this.#add(address.slice(0, Math.max(address.lastIndexOf('@'), 0)))
  }

  /** Whether a text may name somebody. Everything with an `@` may. */
  isIn(text: string): boolean {
    if (text.includes('@')) return true
    const written = cutWords(text)
    const words = written.map(bareText)
    return words.some((word, start) => {
      for (let end = start + 1; end <= Math.min(words.length, start + nameWordsMax); end++)
        if (this.#words.has(words.slice(start, end).join(' '))) return true
      return this.#short.has(written[start] ?? '') || this.#isWithEnding(word) || this.#isAmid(word)
    })
  }

  #add(name: string): void {
    const written = cutWords(name)
    const words = written.map(bareText)
    if (words.length === 0) return
    this.#words.add(words.slice(0, nameWordsMax).join(' '))
    // Logins are made of names.
    this.#words.add(words.join('')).add(words.toReversed().join(''))
    for (const [at, word] of words.entries())
      if (word.length >= partLengthMin || (isUnspaced(word) && word.length > 1)) this.#words.add(word)
      else if (/^(?:\p{Lu}|\p{Lo})/u.test(written[at] ?? '')) this.#short.add(written[at] ?? '')
  }

  #isWithEnding(word: string): boolean {
    for (let cut = 1; cut <= endingMax && word.length - cut >= partLengthMin; cut++)
      if (this.#words.has(word.slice(0, word.length - cut))) return true
    return false
  }

  /** In a script without spaces, a name stands amid other letters. */
  #isAmid(word: string): boolean {
    if (!isUnspaced(word)) return false
    for (let start = 0; start < word.length; start++)
      for (let end = start + 2; end <= Math.min(word.length, start + unspacedMax); end++)
        if (this.#words.has(word.slice(start, end))) return true
    return false
  }
}

/** "MaxBeispiel" has two words. */
function cutWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

function bareText(text: string): string {
  const isAccented = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(text)
  const bare = isAccented ? text.normalize('NFKD').replaceAll(/\p{M}/gu, '') : text.normalize('NFKC')
  return foldText(bare).replaceAll('ß', 'ss').replaceAll('ł', 'l').replaceAll('ø', 'o')
}
