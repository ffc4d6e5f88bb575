import { timerMsMax } from '../../define/index.ts'

/** Keeps the process alive while a caller waits for a run, because the queue's own timers do not. */
export class Alive {
  readonly #waiting = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  add(runId: string): void {
    this.#waiting.add(runId)
    this.#timer ??= setInterval(() => undefined, timerMsMax)
  }

  delete(runId: string): void {
    this.#waiting.delete(runId)
    if (this.#waiting.size === 0) this.clear()
  }

  clear(): void {
    this.#waiting.clear()
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
