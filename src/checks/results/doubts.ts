import type { CheckError } from '../../errors/index.ts'

// More at the same time are not told apart. Each of the others stays, so that none is lost.
const doubtsMax = 1_000

/** Reasons why a check has no answer, in the order in which they came. */
export class Doubts {
  readonly #open = new Set<CheckError>()
  #other: CheckError | undefined

  get first(): CheckError | undefined {
    const [first] = this.#open
    return first ?? this.#other
  }

  add(doubt: CheckError): void {
    if (this.#open.size < doubtsMax) this.#open.add(doubt)
    else this.#other ??= doubt
  }

  remove(doubt: CheckError): void {
    this.#open.delete(doubt)
  }
}
