import type { JsonValue } from '../../define/index.ts'
import { KnownSecrets } from './known-secrets.ts'
import { Conversion, type OnHidden } from './redact-value.ts'
import { getSecretNames, redactedMark, type SecretNames } from './secret-names.ts'
import { hideSecretShapes, mayHoldSecretShape } from './secret-shapes.ts'

export { redactedMark } from './secret-names.ts'

/**
 * Takes secrets out of everything that leaves a run. By value: every known secret in the encodings in which it travels.
 * By name: members and parameters that hold secrets by convention. By form: tokens, webhooks and links that let in whoever has
 * them.
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

  /** How many secrets are registered; who finds it grown has redacted with too little knowledge. */
  get known(): number {
    return this.#secrets.size
  }

  /** Whether what is called so is a secret, whatever its value. */
  hides(name: string): boolean {
    return this.#names.has(name)
  }

  /** Whether the text holds a registered secret in any encoding. */
  finds(text: string): boolean {
    return this.#secrets.isIn(text)
  }

  /**
   * Whether a JSON text is free of anything to hide, names included. Costs a fraction of looking at each of its strings;
   * false also when only that would tell.
   */
  isClean(json: string): boolean {
    // What JSON can spell in several ways would have to be read before it is compared.
    if (json.includes('\\u') || json.includes('\\/')) return false
    return !this.#secrets.mayBeIn(json) && !this.#names.mayBeIn(json) && !mayHoldSecretShape(json)
  }

  /** The text without registered secrets, and without what is called a secret or has the form of one in it. */
  text(text: string): string {
    return hideSecretShapes(this.#names.hideIn(this.#secrets.hideIn(text)))
  }

  /** A URL without registered secrets and without the values of parameters that hold secrets by name. */
  url(url: URL | string): string {
    const given = typeof url === 'string' ? new URL(url) : url
    const named = given.search === '' ? [] : [...new Set(given.searchParams.keys())].filter((name) => this.hides(name))
    // Writing a URL costs ten times as much as reading it, and most are fit to be shown as they are.
    if (named.length === 0 && given.username === '' && given.password === '') return this.text(given.href)
    const shown = new URL(given)
    shown.username = ''
    shown.password = ''
    if (named.length > 0) shown.search = hideParameters(shown.searchParams, new Set(named)).toString()
    return this.text(shown.href.replaceAll(encodeURIComponent(redactedMark), redactedMark))
  }

  /**
   * A JSON value without secrets, by name and by value. What JSON cannot hold becomes a description of itself, so that
   * evidence of any shape can be kept.
   * @param onHidden told where something was taken out: `.users[].token`
   */
  json(value: unknown, onHidden?: OnHidden): JsonValue {
    return new Conversion(this.#names, (text) => this.text(text), onHidden).value(value)
  }
}

/** Each name once, as setting it would leave it; all at once, because setting one writes the whole URL anew. */
function hideParameters(given: URLSearchParams, named: ReadonlySet<string>): URLSearchParams {
  const hidden = new Set<string>()
  const shown = new URLSearchParams()
  for (const [name, value] of given) {
    if (!named.has(name)) shown.append(name, value)
    else if (!hidden.has(name)) shown.append(name, redactedMark)
    if (named.has(name)) hidden.add(name)
  }
  return shown
}
