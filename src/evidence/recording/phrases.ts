import { decodePercent } from '../../text/decode-percent.ts'
/** Texts to search for in other texts: whole words only, ignoring case, as they are and in their URL form. */
export class Phrases {
  /** By the first word of each search text, longest first, so that a text is read once, however many there are. */
  readonly #byWord = new Map<string, PhraseForm[]>()
  readonly #known = new Set<string>()

  add(phrase: string, replacement: string): void {
    const text = phrase.toLowerCase()
    if (this.#known.has(text)) return
    this.#known.add(text)
    for (const spelling of spellings) {
      // Percent-encoding hides whether a letter beyond ASCII is the same in another case.
      for (const each of [text, phrase]) this.#addForm(spelling.write(each).toLowerCase(), replacement, spelling)
    }
  }

  /** @param spelt gives a replacement the case of the original */
  replaceIn(text: string, spelt: (found: string, replacement: string) => string): string {
    if (this.#byWord.size === 0) return text
    let shown = ''
    let from = 0
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (index < from) continue
      const match = this.#byWord.get(word.toLowerCase())?.find((form) => isWholePhrase(form, text, index, from))
      if (!match) continue
      const start = index - match.offset
      const end = start + match.form.length
      shown +=
        text.slice(from, start) +
        match.spelling.write(spelt(match.spelling.read(text.slice(start, end)), match.replacement))
      from = end
    }
    return shown + text.slice(from)
  }

  #addForm(form: string, replacement: string, spelling: Spelling): void {
    const first = /[\p{L}\p{N}]+/u.exec(form)
    if (!first) return
    const forms = this.#byWord.get(first[0]) ?? []
    if (forms.some((known) => known.form === form)) return
    forms.push({ form, replacement, offset: first.index, spelling })
    forms.sort((a, b) => b.form.length - a.form.length)
    this.#byWord.set(first[0], forms)
  }
}

interface Spelling {
  write(text: string): string
  read(spelt: string): string
}

/**
 * As it is; in a path and a query, which differ in the quote (WHATWG URL §1.3); and in a form
 * (application/x-www-form-urlencoded).
 */
const spellings: readonly Spelling[] = [
  { write: (text) => text, read: (spelt) => spelt },
  { write: encodeURIComponent, read: tryDecodePercent },
  { write: (text) => encodeURIComponent(text).replaceAll("'", '%27'), read: tryDecodePercent },
  {
    write: (text) => new URLSearchParams({ '': text }).toString().slice(1),
    read: (spelt) => tryDecodePercent(spelt.replaceAll('+', ' ')),
  },
]

/** Without percent-encoding, if it has that. */
export function tryDecodePercent(text: string): string {
  return decodePercent(text) ?? text
}

interface PhraseForm {
  /** In lower case. */
  readonly form: string
  readonly replacement: string
  readonly spelling: Spelling
  /** The position of its first word. */
  readonly offset: number
}

function isWholePhrase({ form, offset }: PhraseForm, text: string, index: number, from: number): boolean {
  const start = index - offset
  const end = start + form.length
  return (
    start >= from &&
    text.slice(start, end).toLowerCase() === form &&
    !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2)) &&
    (offset === 0 || !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start)))
  )
}
