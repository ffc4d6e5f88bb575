/** Work that has to finish before the store closes, such as tokens that a vendor is about to issue. */
export class UnfinishedWork {
  readonly #work = new Set<Promise<unknown>>()

  /** Returns the work unchanged. */
  track<T>(work: Promise<T>): Promise<T> {
    const done = () => this.#work.delete(work)
    this.#work.add(work)
    work.then(done, done)
    return work
  }

  /** Resolves when all work has ended, successfully or not. */
  async waitForAll(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work)
  }
}
