import type { JsonValue } from '../define/index.ts'

export const redactedMark = '[redacted]'

// Members, headers and parameters whose values are secrets wherever they appear (RFC 6749, AWS STS, signed URLs).
const secretNames = new Set(
  [
    'access_token',
    'refresh_token',
    'id_token',
    'client_secret',
    'secretaccesskey',
    'sessiontoken',
    'password',
    'private_key',
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
  ].map((name) => name.toLowerCase()),
)

// Shorter values are replaced only where they stand alone: replacing every "42" would destroy the text.
const shortest = 6

/**
 * Takes secrets out of everything that leaves a run. By value: every known secret in the encodings in which it travels.
 * By name: members and parameters that hold secrets by convention.
 */
export class Redactor {
  readonly #names: ReadonlySet<string>
  readonly #forms = new Set<string>()
  #pattern: RegExp | undefined

  constructor(sensitive: readonly string[] = []) {
    this.#names = new Set([...secretNames, ...sensitive.map((name) => name.toLowerCase())])
  }

  /** Registers a secret; empty values are ignored. */
  add(secret: string): void {
    if (secret === '') return
    const bytes = Buffer.from(secret, 'utf8')
    const forms = [
      secret,
      encodeURIComponent(secret),
      // application/x-www-form-urlencoded differs from percent-encoding in "!'()*~" and in the space.
      new URLSearchParams({ '': secret }).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString('base64'),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ]
    for (const form of forms) this.#forms.add(form)
    this.#pattern = undefined
  }

  /** Registers the pair as HTTP Basic sends it (RFC 7617). */
  addPair(username: string, password: string): void {
    if (password !== '') this.add(`${username}:${password}`)
  }

  /** Whether the text holds a registered secret in any encoding. */
  finds(text: string): boolean {
    const pattern = this.#compiled()
    if (!pattern) return false
    pattern.lastIndex = 0
    return pattern.test(text)
  }

  /** The text without registered secrets. */
  text(text: string): string {
    const pattern = this.#compiled()
    return pattern ? text.replace(pattern, redactedMark) : text
  }

  /** A URL without registered secrets and without the values of parameters that hold secrets by name. */
  url(url: URL | string): string {
    const parsed = new URL(url)
    parsed.username = ''
    parsed.password = ''
    for (const name of new Set(parsed.searchParams.keys())) {
      if (this.#names.has(name.toLowerCase())) parsed.searchParams.set(name, redactedMark)
    }
    return this.text(parsed.href.replaceAll(encodeURIComponent(redactedMark), redactedMark))
  }

  /**
   * A JSON value without secrets, by name and by value. What JSON cannot hold becomes a description of itself, so that
   * evidence of any shape can be kept.
   */
  json(value: unknown): JsonValue {
    return this.#json(value, new Set(), 0)
  }

  #json(value: unknown, above: Set<object>, depth: number): JsonValue {
    switch (typeof value) {
      case 'string':
        return this.text(value)
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) ? value : String(value)
      case 'bigint':
        return String(value)
      case 'object':
        return value === null ? null : this.#object(value, above, depth)
      default:
        return value === undefined ? null : `[${typeof value}]`
    }
  }

  #object(value: object, above: Set<object>, depth: number): JsonValue {
    if (above.has(value)) return '[circular]'
    if (depth > 64) return '[too deep]'
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
    if (value instanceof URL) return this.url(value)
    if (value instanceof Error) return this.text(`${value.name}: ${value.message}`)
    if (value instanceof Map) return this.#json(Object.fromEntries(value), above, depth)
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
    above.add(value)
    try {
      if (Array.isArray(value) || value instanceof Set)
        return [...value].map((member) => this.#json(member, above, depth + 1))
      const entries = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
        if (member === undefined) return []
        const hidden = this.#names.has(name.toLowerCase()) && member !== null && typeof member !== 'boolean'
        return [[this.text(name), hidden ? redactedMark : this.#json(member, above, depth + 1)]]
      })
      return Object.fromEntries(entries)
    } finally {
      above.delete(value)
    }
  }

  #compiled(): RegExp | undefined {
    if (this.#pattern === undefined && this.#forms.size > 0) {
      // Longest first: a secret may be part of another.
      const sources = [...this.#forms]
        .sort((a, b) => b.length - a.length)
        .map((form) => {
          const source = form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
          return form.length < shortest ? `(?<![A-Za-z0-9])${source}(?![A-Za-z0-9])` : source
        })
      this.#pattern = new RegExp(sources.join('|'), 'g')
    }
    return this.#pattern
  }
}
