/** Stands where a secret was. */
export const redactedMark = '[redacted]'

/**
 * Names whose values are secrets wherever they stand: members, headers, parameters (RFC 6749, AWS STS, signed URLs).
 * Spelling does not count: `access_token`, `accessToken` and `Access-Token` are one.
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

export class SecretNames {
  readonly #names: ReadonlySet<string>
  readonly #parameter: RegExp
  readonly #member: RegExp

  /** @param more names of a vendor's own */
  constructor(more: readonly string[] = []) {
    const all = [...conventional, ...more]
    this.#names = new Set(all.map(bare))
    const names = [...this.#names].map(anySpelling).join('|')
    this.#parameter = new RegExp(`(?<![\\w-])((?:${names})=)[^&;\\s"'<>\\\\]+`, 'gi')
    this.#member = new RegExp(`("(?:${names})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi')
  }

  has(name: string): boolean {
    return this.#names.has(bare(name))
  }

  /**
   * The text without the values that stand beside such names (`sig=…` as in URLs and forms, `"password": "…"` as in
   * JSON) and without the user information of URLs.
   */
  hideIn(text: string): string {
    let hidden = text
    if (hidden.includes('=')) hidden = hidden.replace(this.#parameter, `$1${redactedMark}`)
    if (hidden.includes('"')) hidden = hidden.replace(this.#member, `$1"${redactedMark}"`)
    if (hidden.includes('@')) hidden = hidden.replace(userInformation, `$1${redactedMark}@`)
    return hidden
  }
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

function anySpelling(name: string): string {
  return [...name].map((character) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join('[_-]?')
}
