import { decodePercent } from '../../text/decode-percent.ts'
import { foldText, isUnspaced, listFoldedForms } from '../../text/fold-text.ts'
import { parseJson } from '../../text/parse-json.ts'

/**
 * Texts to search for in other texts: whole words only, ignoring case, accents and how letters are composed, as they are, in their URL
 * form and escaped as in JSON. In scripts without spaces a word is whole wherever it stands.
 */
export class Phrases {
  /** By the first word of each search text, longest first, so that a text is read once, however many there are. */
  readonly #byWord = new Map<string, PhraseForm[]>()
  /** Those of scripts without spaces, by themselves. */
  readonly #unspaced = new Map<string, string>()
  /** Their lengths by the first character, longest first. */
  readonly #lengths = new Map<string, number[]>()
  readonly #known = new Set<string>()
  readonly #stays: (word: string) => boolean

  /** @param stays whether a word is kept although a name is in it: `Grants`, where somebody is called Grant. @default none */
  constructor(stays: (word: string) => boolean = () => false) {
    this.#stays = stays
  }

  add(phrase: string, replacement: string): void {
    for (const text of listFoldedForms(phrase)) {
      if (this.#known.has(text)) continue
      this.#known.add(text)
      if (isUnspaced(text)) this.#addUnspaced(text, replacement)
      for (const spelling of spellings) this.#addForm(foldText(spelling.write(text)), replacement, spelling)
    }
    // Percent-encoding hides whether a letter beyond ASCII is the same in another case.
    for (const written of new Set([phrase.normalize('NFC'), phrase.normalize('NFD')]))
      for (const spelling of spellings.slice(1)) this.#addForm(foldText(spelling.write(written)), replacement, spelling)
  }

  /** Whether one of them is in the text. */
  isIn(text: string): boolean {
    return this.replaceIn(text, (found) => `${found}\0`) !== text
  }

  /** @param spelt gives a replacement the case of the original */
  replaceIn(text: string, spelt: (found: string, replacement: string) => string): string {
    if (this.#byWord.size === 0) return text
    const folded = foldText(text)
    let shown = ''
    let from = 0
    const take = (start: number, end: number, write: string) => {
      shown += text.slice(from, start) + write
      from = end
    }
    for (const { 0: word, index } of folded.matchAll(wordPattern)) {
      if (index < from || word.startsWith('%')) continue
      const match = this.#byWord.get(word)?.find((form) => isWholePhrase(form, folded, index, from))
      if (match) {
        const start = index - match.offset
        const end = start + match.form.length
        take(start, end, match.spelling.write(spelt(match.spelling.read(text.slice(start, end)), match.replacement)))
        continue
      }
      if (this.#unspaced.size > 0 && isUnspaced(word))
        for (const { start, end, replacement } of this.#findUnspaced(word))
          take(index + start, index + end, spelt(text.slice(index + start, index + end), replacement))
      const inflected = this.#findInflected(word, text.slice(index, index + word.length))
      if (inflected)
        take(index, index + inflected.length, spelt(text.slice(index, index + inflected.length), inflected.replacement))
    }
    return shown + text.slice(from)
  }

  #addUnspaced(text: string, replacement: string): void {
    this.#unspaced.set(text, replacement)
    const first = String.fromCodePoint(text.codePointAt(0) ?? 0)
    const lengths = new Set([...(this.#lengths.get(first) ?? []), text.length])
    this.#lengths.set(
      first,
      [...lengths].sort((a, b) => b - a),
    )
  }

  /** Names amid other letters. One of a single character counts beside another name, or before a title. */
  #findUnspaced(word: string) {
    const found: { readonly start: number; readonly end: number; readonly replacement: string }[] = []
    for (let at = 0; at < word.length; ) {
      const first = String.fromCodePoint(word.codePointAt(at) ?? 0)
      const length = this.#lengths.get(first)?.find((each) => {
        const text = word.slice(at, at + each)
        if (!this.#unspaced.has(text)) return false
        return text !== first || found.at(-1)?.end === at || this.#isNameAt(word, at + each)
      })
      if (length === undefined) at += first.length
      else {
        const text = word.slice(at, at + length)
        found.push({ start: at, end: at + length, replacement: this.#unspaced.get(text) ?? text })
        at += length
      }
    }
    return found
  }

  #isNameAt(word: string, at: number): boolean {
    const rest = word.slice(at)
    if (/^(?:先生|女士|小姐|さん|様|氏|くん|씨|님|$)/u.test(rest)) return true
    const first = String.fromCodePoint(rest.codePointAt(0) ?? 0)
    return this.#lengths.get(first)?.some((length) => this.#unspaced.has(rest.slice(0, length))) === true
  }

  /** A name with an ending: "Mustermanns", "Петрова". */
  #findInflected(word: string, written: string): { readonly length: number; readonly replacement: string } | undefined {
    if (word.length < inflectedMin || !/^\p{Lu}/u.test(written) || this.#stays(word)) return undefined
    const endings = /^[\p{Script=Latin}\p{M}]+$/u.test(word)
      ? word.endsWith('s')
        ? 1
        : 0
      : /^[\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+$/u.test(word)
        ? 3
        : 0
    for (let cut = 1; cut <= endings && word.length - cut >= inflectedMin - 1; cut++) {
      const length = word.length - cut
      const form = this.#byWord.get(word.slice(0, length))?.find((each) => each.form === word.slice(0, length))
      if (form) return { length, replacement: form.replacement }
    }
    return undefined
  }

  #addForm(form: string, replacement: string, spelling: Spelling): void {
    const first = [...form.matchAll(wordPattern)].find(([word]) => !word.startsWith('%'))
    if (!first) return
    const forms = this.#byWord.get(first[0]) ?? []
    if (forms.some((known) => known.form === form)) return
    forms.push({ form, replacement, offset: first.index, spelling })
    forms.sort((a, b) => b.form.length - a.form.length)
    this.#byWord.set(first[0], forms)
  }
}

/** A word, or an escape of a character between words: the digits of `%20` belong to none. */
const wordPattern = /%[0-7][0-9a-f]|[\p{L}\p{M}\p{N}]+/gu

/** Shorter names with an ending are other words. */
const inflectedMin = 6

interface Spelling {
  write(text: string): string
  read(spelt: string): string
}

/**
 * As it is; in a path and a query, which differ in the quote (WHATWG URL §1.3); in a form (application/x-www-form-urlencoded); and with
 * escapes, as in JSON that is a text (RFC 8259 §7) and in markup (HTML §13.5).
 */
const spellings: readonly Spelling[] = [
  { write: (text) => text, read: (spelt) => spelt },
  { write: encodeWellFormed, read: tryDecodePercent },
  { write: (text) => encodeWellFormed(text).replaceAll("'", '%27'), read: tryDecodePercent },
  {
    write: (text) => new URLSearchParams({ '': text }).toString().slice(1),
    read: (spelt) => tryDecodePercent(spelt.replaceAll('+', ' ')),
  },
  { write: escapeAsJson, read: unescapeJson },
  {
    write: (text) =>
      escapeAsJson(text).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    read: unescapeJson,
  },
  {
    write: (text) => text.replaceAll(/[^\0-\x7f]|['"&<>]/gu, (letter) => `&#${letter.codePointAt(0)};`),
    read: (spelt) =>
      spelt.replaceAll(/&#(\d{1,7});/g, (written, code: string) =>
        Number(code) > 0x10ffff ? written : String.fromCodePoint(Number(code)),
      ),
  },
]

function escapeAsJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function unescapeJson(spelt: string): string {
  const text = parseJson(`"${spelt}"`)
  return typeof text === 'string' ? text : spelt
}

function encodeWellFormed(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Without percent-encoding, if it has that. */
export function tryDecodePercent(text: string): string {
  return decodePercent(text) ?? text
}

interface PhraseForm {
  /** In one case. */
  readonly form: string
  readonly replacement: string
  readonly spelling: Spelling
  /** The position of its first word. */
  readonly offset: number
}

function isWholePhrase({ form, offset }: PhraseForm, folded: string, index: number, from: number): boolean {
  const start = index - offset
  const end = start + form.length
  return (
    start >= from &&
    folded.startsWith(form, start) &&
    !/^[\p{L}\p{M}\p{N}]/u.test(folded.slice(end, end + 2)) &&
    (offset === 0 || !/(?<!%[0-7])[\p{L}\p{M}\p{N}]$/u.test(folded.slice(Math.max(0, start - 3), start)))
  )
}
