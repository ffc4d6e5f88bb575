import type { RunEvent } from '../define/index.ts'

/** What happens in a run, kept from its start for any number of readers, who may come late. */
export class RunEvents implements AsyncIterable<RunEvent> {
  readonly #events: RunEvent[] = []
  #ended = false
  #wake = Promise.withResolvers<void>()

  readonly push = (event: RunEvent): void => {
    this.#events.push(event)
    this.#signal()
  }

  end(): void {
    this.#ended = true
    this.#signal()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, undefined> {
    for (let next = 0; ; next++) {
      while (next >= this.#events.length) {
        if (this.#ended) return
        await this.#wake.promise
      }
      const event = this.#events[next]
      if (event) yield event
    }
  }

  #signal(): void {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }
}
