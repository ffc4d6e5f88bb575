import type { Client, Dispatcher } from 'undici'

/**
 * Sockets to one origin at most. Every connection keeps to a limit of its own, 64 requests in flight if its connector
 * declares none, so that it takes many slow customers of one vendor to keep another one waiting.
 */
const socketsMaxDefault = 512

/** Whoever takes a socket for one request. */
export interface Rider extends Dispatcher.DispatchHandler {
  /** Nobody wants the answer any more. */
  readonly isOver: boolean
  /** To be called when the answer is over; `reusable` when it ended as it should. Set when a socket is there. */
  leave: ((reusable: boolean) => void) | undefined
  onUnsent(error: unknown): void
}

interface Waiting {
  readonly options: Dispatcher.DispatchOptions
  readonly rider: Rider
}

/**
 * The sockets to one origin, each for one request at a time. The one that was left last is taken first, so that no more
 * are open than are needed, and the others close when they have been idle for a while. undici's own pool takes a socket for
 * busy until a while after its answer: it opens a second one for requests that follow each other.
 */
export class Sockets {
  readonly #open: () => Client
  readonly #onEmpty: () => void
  readonly #socketsMax: number
  readonly #all = new Set<Client>()
  readonly #free: Client[] = []
  readonly #waiting: Waiting[] = []

  /**
   * @param open makes a client of one socket
   * @param onEmpty called when the last socket is gone
   */
  constructor(open: () => Client, onEmpty: () => void, socketsMax = socketsMaxDefault) {
    this.#open = open
    this.#onEmpty = onEmpty
    this.#socketsMax = socketsMax
  }

  send(options: Dispatcher.DispatchOptions, rider: Rider): void {
    const client = this.#free.pop() ?? this.#added()
    if (client) this.#ride(client, options, rider)
    else this.#waiting.push({ options, rider })
  }

  /** Breaks off what is under way. */
  async destroy(): Promise<void> {
    for (const { rider } of this.#waiting.splice(0)) rider.onUnsent(new Error('closed'))
    await Promise.all([...this.#all].map((client) => client.destroy()))
  }

  #ride(client: Client, options: Dispatcher.DispatchOptions, rider: Rider): void {
    rider.leave = (reusable) => {
      rider.leave = undefined
      if (reusable) this.#next(client)
      else this.#remove(client)
    }
    client.dispatch(options, rider)
  }

  #next(client: Client): void {
    const next = this.#awaited()
    if (next) this.#ride(client, next.options, next.rider)
    else this.#free.push(client)
  }

  #awaited(): Waiting | undefined {
    let next = this.#waiting.shift()
    while (next?.rider.isOver) next = this.#waiting.shift()
    return next
  }

  #added(): Client | undefined {
    if (this.#all.size >= this.#socketsMax) return undefined
    const client = this.#open()
    this.#all.add(client)
    client.on('disconnect', () => {
      const at = this.#free.indexOf(client)
      if (at === -1) return
      this.#free.splice(at, 1)
      this.#remove(client)
    })
    return client
  }

  #remove(client: Client): void {
    this.#all.delete(client)
    // One that is destroyed already says so by rejecting.
    client.close().catch(() => undefined)
    const next = this.#awaited()
    if (next) this.send(next.options, next.rider)
    else if (this.#all.size === 0) this.#onEmpty()
  }
}
