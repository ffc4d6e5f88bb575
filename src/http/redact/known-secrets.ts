import { listSecretForms } from './secret-forms.ts'
import { redactedMark } from './secret-names.ts'

// Shorter values are replaced only as whole words, because replacing every "42" would destroy the text.
const shortest = 6

/** Finds secrets by value, in the encodings in which they are sent. */
export class KnownSecrets {
  readonly #secrets = new Set<string>()
  readonly #forms = new Set<string>()
  /** Forms that contain no other form. A text without any of them has no secret. */
  #needles: readonly string[] | undefined
  #pattern: RegExp | undefined

  /** Empty values are ignored. */
  add(secret: string): void {
    if (this.#secrets.has(secret) || secret.trim() === '') return
    this.#secrets.add(secret)
    for (const form of listSecretForms(secret)) this.#forms.add(form)
    this.#needles = undefined
    this.#pattern = undefined
  }

  get size(): number {
    return this.#secrets.size
  }

  /**
   * Whether the text may contain a secret. False is certain; true can also mean that a short one is part of a word.
   * Plain searches for a few texts take a tenth of the time of one pattern for all of them.
   */
  mayBeIn(text: string): boolean {
    this.#needles ??= listNeedles(this.#forms)
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
      [...this.#forms]
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

function listNeedles(forms: ReadonlySet<string>): readonly string[] {
  const needles: string[] = []
  for (const form of [...forms].sort((a, b) => a.length - b.length))
    if (!needles.some((needle) => form.includes(needle))) needles.push(form)
  return needles
}
