import { listSecretForms } from './secret-forms.ts'
import { redactedMark } from './secret-names.ts'

// Shorter values are replaced only as whole words, because replacing every "42" would destroy the text.
const shortest = 6

/** Finds secrets by value, in the encodings in which they are sent. */
export class KnownSecrets {
  readonly #secrets = new Set<string>()
  /** Secrets without a plain one in them, and the plain ones of these. */
  readonly #inner: string[] = []
  readonly #plain: string[] = []
  /** Forms of inner secrets that contain no other form. A text without any of them has no secret. */
  #needles: readonly string[] | undefined
  #pattern: RegExp | undefined
  /** Length of the shortest secret. */
  #shortest = Number.POSITIVE_INFINITY

  /** Empty values are ignored. */
  add(secret: string): void {
    if (this.#secrets.has(secret) || secret.trim() === '') return
    this.#secrets.add(secret)
    this.#shortest = Math.min(this.#shortest, secret.length)
    this.#pattern = undefined
    // Each form of "Bearer <token>" has a form of the token in it.
    if (this.#plain.some((inner) => secret.includes(inner))) return
    this.#inner.push(secret)
    if (plain.test(secret)) this.#plain.push(secret)
    this.#needles = undefined
  }

  get size(): number {
    return this.#secrets.size
  }

  /**
   * Whether the text may contain a secret. False is certain; true can also mean that a short one is part of a word.
   * Plain searches for a few texts take a tenth of the time of one pattern for all of them.
   */
  mayBeIn(text: string): boolean {
    // No form of a secret is shorter than the secret, and most texts of a result are shorter than a token.
    if (text.length < this.#shortest) return false
    this.#needles ??= listNeedles(listFormsOf(this.#inner))
    for (const needle of this.#needles) if (text.includes(needle)) return true
    return false
  }

  isIn(text: string): boolean {
    if (!this.mayBeIn(text)) return false
    const pattern = this.#compiled()
    pattern.lastIndex = 0
    return pattern.test(text)
  }

  hideIn(text: string): string {
    return this.mayBeIn(text) ? text.replace(this.#compiled(), redactedMark) : text
  }

  #compiled(): RegExp {
    // Longest first, because a secret may be part of another.
    this.#pattern ??= new RegExp(
      [...listFormsOf(this.#secrets)]
        .sort((a, b) => b.length - a.length)
        .map((form) => {
          const source = form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
          return form.length < shortest ? `(?<![A-Za-z0-9])${source}(?![A-Za-z0-9])` : source
        })
        .join('|'),
      'g',
    )
    return this.#pattern
  }
}

// Letters, digits and the like look the same in every spelling. With so many of them, each encoding of a text around them has
// a part that depends on them alone.
const plain = /^[\w.-]{16,}$/

function listFormsOf(secrets: Iterable<string>): ReadonlySet<string> {
  const forms = new Set<string>()
  for (const secret of secrets) for (const form of listSecretForms(secret)) forms.add(form)
  return forms
}

function listNeedles(forms: ReadonlySet<string>): readonly string[] {
  const needles: string[] = []
  for (const form of [...forms].sort((a, b) => a.length - b.length))
    if (!needles.some((needle) => form.includes(needle))) needles.push(form)
  return needles
}
