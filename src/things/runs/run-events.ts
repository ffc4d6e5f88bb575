import type { RunEvent } from '../../define/index.ts'

/** An event and its number in the run, which is the same for every reader. */
export interface NumberedEvent {
  /** From 1. Numbers are missing if old requests and waits were dropped. */
  readonly number: number
  readonly event: RunEvent
}

interface Link {
  readonly number: number
  readonly event: RunEvent | undefined
  next: Link | undefined
}

// A run can send millions of requests and report as many results, and all of them would wait for a reader who may not
// come. A late reader finds results and log in the result of the run.
const noiseMax = 10_000

/**
 * The events of a run, kept from its start for any number of readers, who may come late. Old requests, waits, results
 * and log entries are dropped.
 */
export class RunEvents implements AsyncIterable<RunEvent> {
  /** Before the first event. Readers hold their own link, and continue from it even if it was removed. */
  readonly #start: Link = { number: 0, event: undefined, next: undefined }
  #last = this.#start
  #noise = 0
  #ended = false
  #wake = Promise.withResolvers<void>()

  readonly push = (event: RunEvent): void => {
    const link = { number: this.#last.number + 1, event, next: undefined }
    this.#last.next = link
    this.#last = link
    if (isNoise(event) && ++this.#noise >= 2 * noiseMax) this.#thinOut()
    this.#signal()
  }

  end(): void {
    this.#ended = true
    this.#signal()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, undefined> {
    for await (const { event } of this.readNumbered()) yield event
  }

  /** @param after number of the last event that the reader got. @default from the start */
  async *readNumbered(after = 0): AsyncGenerator<NumberedEvent, void, undefined> {
    for (let link = this.#start; ; ) {
      while (link.next === undefined) {
        if (this.#ended) return
        await this.#wake.promise
      }
      link = link.next
      const { number, event } = link
      if (event && number > after) yield { number, event }
    }
  }

  /** Removes the older half of the events that may be dropped. */
  #thinOut(): void {
    let before = this.#start
    for (let link = before.next; link?.event && this.#noise > noiseMax; link = link.next) {
      if (isNoise(link.event)) {
        before.next = link.next
        this.#noise--
      } else before = link
    }
  }

  #signal(): void {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }
}

function isNoise({ type }: RunEvent): boolean {
  return type === 'request' || type === 'wait' || type === 'result' || type === 'log'
}
