interface TurnLimits {
  /** Works of all owners at once. An owner has one of them. */
  readonly atOnceMax: number
  /** Works of one owner that wait. */
  readonly waitingMax: number
}

/** Gives each owner a turn, one after the other, however much some of them ask for. */
export class FairTurns {
  readonly #limits: TurnLimits
  readonly #running = new Set<string>()
  /** By owner, the one that waits longest first. */
  readonly #waiting = new Map<string, (() => Promise<unknown>)[]>()

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** The result of the work. Undefined if too much of this owner waits. */
  take<Result>(owner: string, work: () => Promise<Result>): Promise<Result> | undefined {
    const own = this.#waiting.get(owner) ?? []
    if (own.length >= this.#limits.waitingMax) return undefined
    return new Promise((resolve, reject) => {
      own.push(() => work().then(resolve, reject))
      this.#waiting.set(owner, own)
      this.#begin()
    })
  }

  #begin(): void {
    for (const [owner, own] of this.#waiting) {
      if (this.#running.size >= this.#limits.atOnceMax) return
      if (this.#running.has(owner)) continue
      const work = own.shift()
      // Behind all others that wait.
      this.#waiting.delete(owner)
      if (own.length > 0) this.#waiting.set(owner, own)
      if (!work) continue
      this.#running.add(owner)
      void work().finally(() => {
        this.#running.delete(owner)
        this.#begin()
      })
    }
  }
}
