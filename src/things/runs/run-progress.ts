import type { RunEvent } from '../../define/index.ts'
import type { QueuedRun, RunProgress, RunQueue } from '../../service/queue/queue.ts'

const pauseMs = 500
/** Enough for some 500 checks. Readers of a larger run see the rest when it has ended. */
const bytesMax = 256_000
/** Of requests and waits, some 200: all that was kept is written each time, and the checks must not lack the room. */
const requestBytesMax = 64_000

/** Keeps what happens in a run where other processes find it: its checks and first requests, twice a second at most. */
export class ProgressWriter {
  readonly #queue: Pick<RunQueue, 'saveProgress'>
  readonly #run: Pick<QueuedRun, 'runId' | 'attempt'>
  readonly #events: RunProgress[number][] = []
  #bytes = 0
  #requestBytes = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(queue: Pick<RunQueue, 'saveProgress'>, run: Pick<QueuedRun, 'runId' | 'attempt'>) {
    this.#queue = queue
    this.#run = run
  }

  readonly note = (event: RunEvent): void => {
    // The row of the run shows the end, and whoever ends the run is about to lock it.
    if (event.type === 'run.finished') this.close()
    const shown = shortenEvent(event)
    if (!shown || this.#isClosed) return
    const bytes = JSON.stringify(shown).length
    const isRequest = shown.type === 'request' || shown.type === 'wait'
    if (isRequest && this.#requestBytes + bytes > requestBytesMax) return
    if (isRequest) this.#requestBytes += bytes
    else this.#bytes += bytes
    if (this.#bytes > bytesMax) return
    this.#events.push(shown)
    this.#timer ??= setTimeout(() => void this.#save(), pauseMs).unref()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #save(): Promise<void> {
    const saved = this.#events.length
    // A lost update is harmless: readers get the next one, or the end.
    await this.#queue.saveProgress(this.#run.runId, this.#run.attempt, this.#events).catch(() => undefined)
    this.#timer = undefined
    if (this.#events.length > saved && !this.#isClosed)
      this.#timer = setTimeout(() => void this.#save(), pauseMs).unref()
  }
}

function shortenEvent(event: RunEvent): RunProgress[number] | undefined {
  switch (event.type) {
    case 'run.started':
    case 'check.started':
    case 'request':
    case 'wait':
      return event
    case 'check.finished':
      return { ...event, outcome: { ...event.outcome, exchanges: [], logs: [] } }
    default:
      return undefined
  }
}
