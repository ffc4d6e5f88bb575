import type { JsonValue } from '../../define/index.ts'
import { cutWindows } from '../../text/cut-windows.ts'
import { pieceLength, type WorkInPieces } from '../../text/work-in-pieces.ts'
import { KnownSecrets } from './known-secrets.ts'
import { Conversion, type OnHidden } from './redact-value.ts'
import { getSecretNames, redactedMark, type SecretNames } from './secret-names.ts'
import { hideSecretShapes, mayHoldSecretShape, shapeSignMax } from './secret-shapes.ts'

export { redactedMark } from './secret-names.ts'

/**
 * Takes secrets out of everything that leaves a run. By value: every known secret in the encodings in which it travels.
 * By name: members and parameters that hold secrets by convention. By form: tokens, webhooks and links that work for
 * anybody who has them.
 */
export class Redactor {
  readonly #names: SecretNames
  readonly #secrets = new KnownSecrets()

  constructor(sensitive?: readonly string[]) {
    this.#names = getSecretNames(sensitive)
  }

  /** Registers a secret; empty values are ignored. */
  add(secret: string): void {
    this.#secrets.add(secret)
  }

  /** Registers the pair as HTTP Basic sends it (RFC 7617). */
  addPair(username: string, password: string): void {
    if (password !== '') this.add(`${username}:${password}`)
  }

  /** How many secrets are registered. If the number has grown since, an earlier redaction may have missed one. */
  get known(): number {
    return this.#secrets.size
  }

  /** Whether a value with this name is a secret, whatever it holds. */
  hides(name: string): boolean {
    return this.#names.has(name)
  }

  /** Whether the text holds a registered secret in any encoding. */
  finds(text: string): boolean {
    return this.#secrets.isIn(text)
  }

  /** Whether the text has a registered secret that is a word or a number, so that it may mean something else there. */
  findsOrdinary(text: string): boolean {
    return this.#secrets.hasOrdinaryIn(text)
  }

  /**
   * Whether a text is free of secrets, by names too, also if it is JSON. Costs a fraction of a look at each string. False
   * can also mean that only such a look could decide.
   */
  isClean(text: string): boolean {
    // JSON can spell a text in several ways, so it would have to be parsed before a comparison.
    if (text.includes('\\u') || text.includes('\\/')) return false
    return !this.#secrets.mayBeIn(text) && !this.#names.mayBeIn(text) && !mayHoldSecretShape(text)
  }

  /** The same for a text that may be large. */
  *isCleanInPieces(text: string): WorkInPieces<boolean> {
    if (text.length <= pieceLength) return this.isClean(text)
    if (text.includes('\\u') || text.includes('\\/')) return false
    if (yield* this.#secrets.mayBeInPieces(text)) return false
    if (yield* this.#names.mayBeInPieces(text)) return false
    for (const window of cutWindows(text, shapeSignMax)) {
      if (mayHoldSecretShape(window)) return false
      yield
    }
    return true
  }

  /** The text without registered secrets, and without values that have a secret's name or form. */
  text(text: string): string {
    return hideSecretShapes(this.#names.hideIn(this.#secrets.hideIn(text)))
  }

  /** A URL without registered secrets and without the values of parameters that have a secret's name. */
  url(url: URL | string): string {
    const address = typeof url === 'string' ? new URL(url) : url
    const named =
      address.search === '' ? [] : [...new Set(address.searchParams.keys())].filter((name) => this.hides(name))
    // Writing a URL costs ten times as much as reading it, and most need no change.
    if (named.length === 0 && address.username === '' && address.password === '') return this.text(address.href)
    const shown = new URL(address)
    shown.username = ''
    shown.password = ''
    if (named.length > 0) shown.search = hideParameters(shown.searchParams, new Set(named)).toString()
    return this.text(shown.href.replaceAll(encodeURIComponent(redactedMark), redactedMark))
  }

  /**
   * A JSON value without secrets, by name and by value. A value that JSON cannot hold becomes a description of itself,
   * so that evidence of any shape can be kept.
   * @param onHidden called with each redacted place: `.users[].token`
   */
  json(value: unknown, onHidden?: OnHidden): JsonValue {
    return new Conversion(this.#names, (text) => this.text(text), onHidden).value(value)
  }

  /** Plain data without secrets, of the same form. Unlike `json()` it is for our own data, whose members are known. */
  data<T extends object>(plain: T): Redacted<T> {
    return this.json(plain) as Redacted<T>
  }
}

/** A text stays a text. A number that holds a secret becomes one. */
export type Redacted<T> = [JsonValue] extends [T]
  ? JsonValue
  : T extends number
    ? number | string
    : T extends object
      ? { readonly [Name in keyof T]: Redacted<T[Name]> }
      : T

/** Each name once, as if it were set; all at once, because setting one writes the whole URL anew. */
function hideParameters(address: URLSearchParams, named: ReadonlySet<string>): URLSearchParams {
  const hidden = new Set<string>()
  const shown = new URLSearchParams()
  for (const [name, value] of address) {
    if (!named.has(name)) shown.append(name, value)
    else if (!hidden.has(name)) shown.append(name, redactedMark)
    if (named.has(name)) hidden.add(name)
  }
  return shown
}
