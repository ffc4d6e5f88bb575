import type { Redactor } from './redact/redact.ts'

/**
 * The URL of an attempt, as others may see it. It is redacted when somebody looks: nobody looks at most of them, and redaction
 * takes as long as parsing.
 */
export class ShownUrl {
  /** Before credentials were added. Not shown to anybody. */
  readonly target: URL
  readonly #redactor: Redactor
  #text: string | undefined

  constructor(target: URL, redactor: Redactor) {
    this.target = target
    this.#redactor = redactor
  }

  /** Redacted. */
  get text(): string {
    this.#text ??= this.#redactor.url(this.target)
    return this.#text
  }
}
