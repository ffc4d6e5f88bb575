import type { KeptRecord } from '../../inventory/parse-record.ts'

/** Shorter ones are words of every language. */
const partLengthMin = 4
/** A name has rarely more words. */
const wordsMax = 6

/**
 * Names and addresses of people, for finding them in other texts: in the name of a role, of a course, of a connection. Parts of names
 * count as well, so that some harmless texts are found, too.
 */
export class KnownWords {
  readonly #words = new Set<string>()

  addRecord(record: KeptRecord): void {
    const { name, email, aliases, ownerEmail, personEmail } = record
    if (typeof name === 'string') this.#addName(name)
    for (const address of [email, ownerEmail, personEmail, ...(Array.isArray(aliases) ? aliases : [])])
      if (typeof address === 'string') this.#addAddress(address)
  }

  /** Whether a text may name somebody. Everything with an `@` may. */
  isIn(text: string): boolean {
    if (text.includes('@')) return true
    const words = cutWords(text)
    return words.some((_, start) => {
      for (let end = start + 1; end <= Math.min(words.length, start + wordsMax); end++)
        if (this.#words.has(words.slice(start, end).join(' '))) return true
      return false
    })
  }

  #addName(name: string): void {
    const words = cutWords(name)
    if (words.length > 0) this.#words.add(words.slice(0, wordsMax).join(' '))
    for (const word of words) if (word.length >= partLengthMin) this.#words.add(word)
  }

  #addAddress(address: string): void {
    const words = cutWords(address.slice(0, Math.max(address.lastIndexOf('@'), 0)))
    if (words.length > 0) this.#words.add(words.slice(0, wordsMax).join(' '))
    for (const word of words) if (word.length >= partLengthMin) this.#words.add(word)
  }
}

function cutWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
