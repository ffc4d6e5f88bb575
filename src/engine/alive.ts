import { timerMsMax } from '../define/index.ts'

/** Keeps the process from ending while somebody waits for a run: what looks after the queue does not. */
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
