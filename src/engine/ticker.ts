/** Work that is done now and then and when something asks for it, never twice at once. */
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

  /** From now on, at this interval. It keeps no process alive. Calling it again does nothing. */
  start(ms: number): void {
    if (this.#isStopped) return
    this.#timer ??= setInterval(() => this.trigger(), ms).unref()
  }

  /** At once; or once more, when it is under way. */
  trigger(): void {
    this.#isWanted = true
    this.#running ??= this.#run()
  }

  /** No more, and waits for what is under way. */
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
