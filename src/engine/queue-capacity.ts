import { EngineError } from '../errors/index.ts'
import type { RunQueue } from './queue.ts'

const keptMs = 1_000

/** How full the queue is. Counted anew once a second at most, and before a run is refused. */
export class Room {
  readonly #queue: Pick<RunQueue, 'count'>
  readonly #max: number
  #count = 0
  #countedAtMs = Number.NEGATIVE_INFINITY
  #counting: Promise<void> | undefined

  constructor(queue: Pick<RunQueue, 'count'>, max: number) {
    this.#queue = queue
    this.#max = max
  }

  async has(): Promise<boolean> {
    if (performance.now() - this.#countedAtMs > keptMs || this.#count >= this.#max) {
      // One count for all who ask meanwhile, so that they come through in the order in which they came.
      this.#counting ??= this.#recount().finally(() => {
        this.#counting = undefined
      })
    }
    await this.#counting
    return this.#count < this.#max
  }

  /** @throws EngineError `QUEUE_FULL`, retryable */
  async take(): Promise<void> {
    if (!(await this.has())) {
      throw new EngineError(
        `${this.#max} runs wait already, which is as many as this queue takes. Start the run later, add workers, or raise queueMax.`,
        { code: 'QUEUE_FULL', retryable: true },
      )
    }
    this.#count++
  }

  async #recount(): Promise<void> {
    const count = await this.#queue.count()
    this.#count = count
    this.#countedAtMs = performance.now()
  }
}
