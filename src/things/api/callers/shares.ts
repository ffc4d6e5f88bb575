import { ApiError } from '../../../errors/index.ts'

/** Seconds until another attempt makes sense. */
const retryAfterSeconds = 5

/** Current use of something in this process, by name. */
export class Shares {
  readonly #what: string
  readonly #max: number
  readonly #used = new Map<string, number>()

  /** @param what plain words for the message, such as `open event streams` */
  constructor(what: string, max: number) {
    this.#what = what
    this.#max = max
  }

  /** @throws ApiError 429 `API_QUOTA_EXCEEDED`, without a change */
  take(name: string, amount = 1): void {
    const used = (this.#used.get(name) ?? 0) + amount
    if (used > this.#max)
      throw new ApiError(
        `There are too many ${this.#what}: at most ${this.#max} are allowed at once. Try again in a moment.`,
        { code: 'API_QUOTA_EXCEEDED', status: 429, retryable: true, retryAfterSeconds },
      )
    this.#used.set(name, used)
  }

  give(name: string, amount = 1): void {
    const used = (this.#used.get(name) ?? 0) - amount
    // Parties without use are forgotten.
    if (used > 0) this.#used.set(name, used)
    else this.#used.delete(name)
  }
}
