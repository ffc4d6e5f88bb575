import { cutWindows } from '../../text/cut-windows.ts'
import { escapePattern } from '../../text/escape-pattern.ts'
import type { WorkInPieces } from '../../text/work-in-pieces.ts'
import { decodeEscapes, decodeEscapesInPieces, findEscapedSpans, mayHoldEscapes, type TextSpan } from './escapes.ts'
import {
  type CaselessForm,
  listCaselessForms,
  listNestedForms,
  listSecretForms,
  mayHoldNestedForms,
} from './secret-forms.ts'
import { redactedMark } from './secret-names.ts'

// An escape may be escaped by something else: JSON in a URL in a page. Each time costs as much as the first at most.
const escapeDepthMax = 3

/** Characters around a form by which letters change between small and capital, or which tell that there is base64. */
const aroundMax = 256

// Shorter values are replaced only as whole words, because replacing every "42" would destroy the text.
const shortest = 6

/** Finds secrets by value, in the encodings in which they are sent. */
export class KnownSecrets {
  readonly #secrets = new Set<string>()
  /** Secrets without a plain one in them, and the plain ones of these. */
  readonly #inner: string[] = []
  readonly #plain: string[] = []
  #caseless: CaselessSearch | undefined
  /** Forms of inner secrets that contain no other form. A text without any of them, or a caseless one, has no secret. */
  #needles: readonly string[] | undefined
  /** The same of forms within base64. */
  #nestedNeedles: readonly string[] | undefined
  #isAscii = true
  #pattern: RegExp | undefined
  /** Secrets that are words or numbers. */
  readonly #ordinary = new Set<string>()
  #ordinaryPattern: RegExp | undefined
  #longest: number | undefined
  /** No form of a secret has fewer characters. */
  #shortest = Number.POSITIVE_INFINITY

  /** Empty values are ignored. */
  add(secret: string): void {
    if (this.#secrets.has(secret) || secret.trim() === '') return
    this.#secrets.add(secret)
    // Hexadecimal digits may be written without the signs between them; no other form is shorter than the secret.
    this.#shortest = Math.min(this.#shortest, secret.replaceAll(/[-:]/g, '').length)
    this.#pattern = undefined
    if (ordinary.test(secret)) {
      this.#ordinary.add(secret)
      this.#ordinaryPattern = undefined
    }
    // Each form of "Bearer <token>" has a form of the token in it.
    if (this.#plain.some((inner) => secret.includes(inner))) return
    this.#inner.push(secret)
    this.#isAscii &&= ascii.test(secret)
    if (plain.test(secret)) this.#plain.push(secret)
    this.#caseless = undefined
    this.#needles = undefined
    this.#nestedNeedles = undefined
    this.#longest = undefined
  }

  get size(): number {
    return this.#secrets.size
  }

  /**
   * Whether the text may contain a secret. False is certain; true can also mean that a short one is part of a word.
   * Plain searches for a few texts take a tenth of the time of one pattern for all of them.
   */
  mayBeIn(text: string): boolean {
    return this.#mayBeInAny([text])
  }

  /** The same for a text that may be large. */
  *mayBeInPieces(text: string): WorkInPieces<boolean> {
    let reading = text
    for (let depth = 0; depth <= escapeDepthMax; depth++) {
      if (reading.length < this.#shortest) return false
      for (const window of cutWindows(reading, this.#longestForm() + aroundMax)) {
        if (this.#mayBeWrittenIn(window)) return true
        yield
      }
      const decoded = yield* decodeEscapesInPieces(reading)
      if (decoded === reading) return false
      reading = decoded
    }
    return false
  }

  isIn(text: string): boolean {
    return this.#findIn(text).length > 0
  }

  hideIn(text: string): string {
    if (this.size === 0) return text
    let shown = ''
    let from = 0
    for (const { start, end } of this.#findIn(text)) {
      shown += text.slice(from, start) + redactedMark
      from = end
    }
    return from === 0 ? text : shown + text.slice(from)
  }

  /** Whether the text has a secret that is a word or a number, so that it may mean something else there: "admin", 1234. */
  hasOrdinaryIn(text: string): boolean {
    if (this.#ordinary.size === 0) return false
    this.#ordinaryPattern ??= compilePattern(this.#ordinary)
    return text.search(this.#ordinaryPattern) >= 0
  }

  /** Characters of the longest form of a secret. */
  #longestForm(): number {
    this.#longest ??= Math.max(
      0,
      ...[listSecretForms, listNestedForms].flatMap((listForms) =>
        Array.from(listFormsOf(this.#inner, listForms), ({ length }) => length),
      ),
      ...this.#inner
        .map(listCaselessForms)
        .flatMap(({ spelled, encoded }) => [...spelled, ...encoded].map(({ small }) => small.length)),
    )
    return this.#longest
  }

  /** @param readings a text; what it is read as is added, each time decoded once more */
  #mayBeInAny(readings: string[]): boolean {
    for (let depth = 0; ; depth++) {
      const reading = readAt(readings, depth)
      // Most texts of a result are shorter than a token.
      if (reading === undefined || reading.length < this.#shortest) return false
      if (this.#mayBeWrittenIn(reading)) return true
    }
  }

  #mayBeWrittenIn(text: string): boolean {
    this.#caseless ??= createCaselessSearch(this.#inner)
    if (isCaselessIn(text, this.#caseless)) return true
    this.#needles ??= listNeedles(listOthers(listFormsOf(this.#inner), this.#caseless))
    for (const needle of this.#needles) if (text.includes(needle)) return true
    if (this.#isAscii && !mayHoldNestedForms(text)) return false
    this.#nestedNeedles ??= listNeedles(listFormsOf(this.#inner, listNestedForms))
    for (const needle of this.#nestedNeedles) if (text.includes(needle)) return true
    return false
  }

  /** In their order and without an overlap. */
  #findIn(text: string): readonly TextSpan[] {
    const readings = [text]
    return this.#mayBeInAny(readings) ? this.#findFrom(readings, 0) : []
  }

  #findFrom(readings: string[], depth: number): readonly TextSpan[] {
    const text = readAt(readings, depth)
    if (text === undefined) return []
    const written = this.#mayBeWrittenIn(text) ? this.#findWritten(text) : []
    const escaped = this.#findFrom(readings, depth + 1)
    return escaped.length === 0 ? written : mergeSpans([...written, ...findEscapedSpans(text, escaped)])
  }

  #findWritten(text: string): readonly TextSpan[] {
    return Array.from(text.matchAll(this.#compiled()), ({ 0: form, index }) => ({
      start: index,
      end: index + form.length,
    }))
  }

  #compiled(): RegExp {
    this.#pattern ??= compilePattern(
      new Set([...listFormsOf(this.#secrets), ...listFormsOf(this.#secrets, listNestedForms)]),
      [...this.#secrets].map(listCaselessForms).flatMap(({ spelled, encoded }) => [...spelled, ...encoded]),
    )
    return this.#pattern
  }
}

/**
 * A text whose escapes are decoded so often.
 * @param readings those before it; it is added, so that each is decoded once
 */
function readAt(readings: string[], depth: number): string | undefined {
  const before = readings[depth - 1]
  if (readings[depth] === undefined && before !== undefined && depth <= escapeDepthMax && mayHoldEscapes(before))
    readings[depth] = decodeEscapes(before)
  return readings[depth]
}

const ascii = /^[\t\n\r -~]*$/

const ordinary = /^(?:[A-Za-z]{1,20}|\d{1,10})$/

function compilePattern(forms: ReadonlySet<string>, caseless: readonly CaselessForm[] = []): RegExp {
  const exact = [...forms].map((form) => {
    const source = escapePattern(form)
    return {
      length: form.length,
      source: form.length < shortest ? `(?<![A-Za-z0-9])${source}(?![A-Za-z0-9])` : source,
    }
  })
  const others = caseless.map((form) => ({ length: form.small.length, source: formatCaseless(form) }))
  // Longest first, because a secret may be part of another.
  const sorted = [...exact, ...others].sort((a, b) => b.length - a.length)
  return new RegExp([...new Set(sorted.map(({ source }) => source))].join('|'), 'g')
}

function formatCaseless({ small, capital }: CaselessForm): string {
  return Array.from(small, (character, at) => {
    const other = capital[at] ?? character
    // Of two characters: a hyphen makes no range of them.
    return character === other ? escapePattern(character) : `[${escapePattern(character)}${escapePattern(other)}]`
  }).join('')
}

/** What tells soon whether a text may have a secret in any mix of small letters and capitals. */
interface CaselessSearch {
  /** One of these is in the text in small letters. */
  readonly spelled: readonly string[]
  /** Or one of these is in the text: parts of encoded forms that no letter changes. */
  readonly steady: readonly string[]
  /** And then one of these. */
  readonly encoded: RegExp | undefined
}

function createCaselessSearch(secrets: readonly string[]): CaselessSearch {
  const all = secrets.map(listCaselessForms)
  const encoded = all.flatMap((forms) => forms.encoded)
  return {
    spelled: listNeedles(new Set(all.flatMap(({ spelled }) => spelled.map(({ small }) => small)))),
    steady: listNeedles(new Set(encoded.map(findSteadyPart))),
    encoded: encoded.length === 0 ? undefined : new RegExp([...new Set(encoded.map(formatCaseless))].join('|')),
  }
}

/** The longest part that is the same with small letters and with capitals. */
function findSteadyPart({ small, capital }: CaselessForm): string {
  const marked = Array.from(small, (character, at) => (character === capital[at] ? character : ' ')).join('')
  return marked.split(' ').reduce((longest, part) => (part.length > longest.length ? part : longest))
}

function isCaselessIn(text: string, { spelled, steady, encoded }: CaselessSearch): boolean {
  if (spelled.length > 0) {
    const small = text.toLowerCase()
    for (const needle of spelled) if (small.includes(needle)) return true
  }
  return encoded !== undefined && steady.some((part) => text.includes(part)) && encoded.test(text)
}

/** Without those that a caseless search finds too. */
function listOthers(forms: ReadonlySet<string>, caseless: CaselessSearch): ReadonlySet<string> {
  return new Set([...forms].filter((form) => !isCaselessIn(form, caseless)))
}

// Letters, digits and the like look the same in every spelling. With so many of them, each encoding of a text around them has
// a part that depends on them alone.
const plain = /^[\w.-]{16,}$/

function mergeSpans(spans: readonly TextSpan[]): readonly TextSpan[] {
  const merged: TextSpan[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && span.start < last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else merged.push(span)
  }
  return merged
}

function listFormsOf(secrets: Iterable<string>, listForms = listSecretForms): ReadonlySet<string> {
  const forms = new Set<string>()
  for (const secret of secrets) for (const form of listForms(secret)) forms.add(form)
  return forms
}

function listNeedles(forms: ReadonlySet<string>): readonly string[] {
  const needles: string[] = []
  for (const form of [...forms].sort((a, b) => a.length - b.length))
    if (!needles.some((needle) => form.includes(needle))) needles.push(form)
  return needles
}
