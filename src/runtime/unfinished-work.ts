/** Work that has to reach its end before the store is closed, such as tokens that a vendor is about to hand out. */
export class UnfinishedWork {
  readonly #work = new Set<Promise<unknown>>()

  /** Gives the work back as it is. */
  track<T>(work: Promise<T>): Promise<T> {
    const done = () => this.#work.delete(work)
    this.#work.add(work)
    work.then(done, done)
    return work
  }

  /** Resolves when nothing is left, whatever came of it. */
  async waitForAll(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work)
  }
}
