/** Work that runs at intervals and on request, but not twice at once. */
export class Ticker {
  readonly #work: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isWanted = false
  #isStopped = false

  constructor(work: () => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work
    this.#onError = onError
  }

  /** Starts, with this interval. It does not keep the process alive. Calling it again does nothing. */
  start(ms: number): void {
    if (this.#isStopped) return
    this.#timer ??= setInterval(() => this.trigger(), ms).unref()
  }

  /** Runs at once; if it is running, once more afterwards. */
  trigger(): void {
    this.#isWanted = true
    this.#running ??= this.#run()
  }

  /** Stops, and waits for running work. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      try {
        await this.#work()
      } catch (error) {
        this.#onError(error)
      }
    }
    this.#running = undefined
  }
}
