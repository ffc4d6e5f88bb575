import { finishAtOnce, pieceLength, type WorkInPieces } from '../../text/work-in-pieces.ts'

/** The text that replaces a secret. */
export const redactedMark = '[redacted]'

/**
 * Names that mark a secret anywhere: members, headers, parameters (RFC 6749, AWS STS, signed URLs). Spelling does not
 * matter: `access_token`, `accessToken` and `Access-Token` are one.
 */
const conventional = [
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'client_assertion',
  'code_verifier',
  'SecretAccessKey',
  'SessionToken',
  'password',
  'private_key',
  'secret',
  'api_key',
  'x-api-key',
  'x-auth-token',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-amz-signature',
  'x-amz-security-token',
  'x-amz-credential',
  'x-goog-signature',
  'x-goog-credential',
  'sig',
  'signature',
]

const userInformation = /(:\/\/)[^\s/?#@"']+@/g

// Answers repeat their names. A vendor that uses ids as names must not fill the memory.
const rememberedMax = 1_000
// V8 keeps longer parts of a text as a view, which would keep the whole text in memory.
const copiedFrom = 13

/** Finds secrets by their names. */
export class SecretNames {
  readonly #names: ReadonlySet<string>
  readonly #parameter: RegExp
  readonly #member: RegExp
  readonly #areWords: boolean
  readonly #remembered = new Map<string, boolean>()

  /** @param more names of a vendor */
  constructor(more: readonly string[]) {
    const all = [...conventional, ...more]
    this.#names = new Set(all.map(normalizeSecretName))
    const names = [...this.#names].map(buildSpellingPattern).join('|')
    this.#parameter = new RegExp(`(?<![\\w-])((?:${names})=)[^&;\\s"'<>\\\\]+`, 'gi')
    this.#member = new RegExp(`("(?:${names})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)+"`, 'gi')
    this.#areWords = [...this.#names].every((name) => /^\w+$/.test(name))
  }

  has(name: string): boolean {
    let known = this.#remembered.get(name)
    if (known === undefined) {
      known = this.#names.has(normalizeSecretName(name))
      if (this.#remembered.size === rememberedMax) this.#remembered.clear()
      this.#remembered.set(name.length < copiedFrom ? name : Buffer.from(name).toString(), known)
    }
    return known
  }

  /** Whether such a name, or user information of a URL, may occur in a JSON text or in a text within it. */
  mayBeIn(json: string): boolean {
    return finishAtOnce(this.mayBeInPieces(json))
  }

  /** The same for a text that may be large. */
  *mayBeInPieces(json: string): WorkInPieces<boolean> {
    if ((yield* this.#mayBeMember(json)) || (yield* this.#mayBeParameter(json))) return true
    return json.includes('@') && json.search(userInformation) >= 0
  }

  *#mayBeMember(json: string): WorkInPieces<boolean> {
    let worked = 0
    for (let colon = json.indexOf(':'); colon !== -1; colon = json.indexOf(':', colon + 1)) {
      if (colon - worked > pieceLength) {
        yield
        worked = colon
      }
      let end = colon - 1
      while (isSpace(json.charCodeAt(end))) end--
      if (json.charCodeAt(end) !== quote) continue
      const start = json.lastIndexOf('"', end - 1) + 1
      // The quotes of JSON within JSON are escaped.
      while (json.charCodeAt(end - 1) === backslash) end--
      if (this.has(json.slice(start, end))) return true
    }
    return false
  }

  *#mayBeParameter(json: string): WorkInPieces<boolean> {
    let worked = 0
    for (let equals = json.indexOf('='); equals !== -1; equals = json.indexOf('=', equals + 1)) {
      if (equals - worked > pieceLength) {
        yield
        worked = equals
      }
      if (!this.#areWords) return true
      let start = equals
      while (isWordCode(json.charCodeAt(start - 1))) start--
      if (start === equals) continue
      // Only its end, because the character before may be the letter of an escape, as in "\nsig=".
      const name = normalizeSecretName(json.slice(Math.max(start, equals - secretNameLengthMax), equals))
      for (const each of this.#names) if (name.endsWith(each)) return true
    }
    return false
  }

  /**
   * The text without the values after such names (`sig=…` as in URLs and forms, `"password": "…"` as in JSON) and
   * without the user information of URLs.
   */
  hideIn(text: string): string {
    let hidden = text
    if (hidden.includes('=')) hidden = hidden.replace(this.#parameter, `$1${redactedMark}`)
    if (hidden.includes('"')) hidden = hidden.replace(this.#member, `$1"${redactedMark}"`)
    if (hidden.includes('@')) hidden = hidden.replace(userInformation, `$1${redactedMark}@`)
    return hidden
  }
}

const quote = 0x22
const backslash = 0x5c
// Even with separators between all letters, a secret's name is not longer.
const secretNameLengthMax = 100

/** As `\s` in a pattern, plus every control character. */
function isSpace(code: number): boolean {
  return code <= 0x20 || (code > 0x7f && /\s/.test(String.fromCharCode(code)))
}

/** Letter, digit, `_` or `-`. */
function isWordCode(code: number): boolean {
  const letter = code | 0x20
  return (letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d
}

const conventionalNames = new SecretNames([])
const named = new WeakMap<readonly string[], SecretNames>()

/**
 * The conventional names, and those of a vendor. Shared, because every run of a connector has the same list.
 * @param more is not changed afterwards
 */
export function getSecretNames(more: readonly string[] = []): SecretNames {
  if (more.length === 0) return conventionalNames
  const names = named.get(more) ?? new SecretNames(more)
  named.set(more, names)
  return names
}

function normalizeSecretName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

function buildSpellingPattern(name: string): string {
  return [...name].map((character) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join('[_-]?')
}
