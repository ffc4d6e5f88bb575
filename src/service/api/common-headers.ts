/**
 * Headers that every answer to one request has. An answer made with them (`extend`) needs no change afterwards, which costs more than
 * the rest of a small answer's headers together.
 */
export class CommonHeaders {
  readonly #values: Record<string, string>
  #isUsed = false

  constructor(values: Readonly<Record<string, string>>) {
    this.#values = { ...values }
  }

  set(name: string, value: string): void {
    this.#values[name] = value
  }

  /** Together with the answer's own, for the only answer to the request. */
  extend(own: Readonly<Record<string, string>>): Record<string, string> {
    this.#isUsed = true
    return { ...own, ...this.#values }
  }

  /** Adds them to an answer that was made without them. */
  addTo(response: Response): void {
    if (this.#isUsed) return
    for (const [name, value] of Object.entries(this.#values)) response.headers.set(name, value)
  }
}
