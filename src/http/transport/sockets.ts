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
  /** Set when a socket is there; to be left once, when the answer is over. */
  seat: Seat | undefined
  onUnsent(error: unknown): void
}

/** A place on a socket. */
export interface Seat {
  /** @param reusable whether the answer ended as it should */
  leave(reusable: boolean): void
  /** Leaves before anything was sent, maybe while it is still connecting. */
  abandon(): void
}

/** A client of one socket. */
export interface SocketLine {
  readonly client: Client
  /** Ends an attempt to connect; undici goes on with it for ten seconds, also after the client was destroyed. */
  hangUp(): void
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
  readonly #open: () => SocketLine
  readonly #onEmpty: () => void
  readonly #socketsMax: number
  readonly #all = new Set<Socket>()
  readonly #free: Socket[] = []
  readonly #waiting: Waiting[] = []

  /**
   * @param open makes one of them
   * @param onEmpty called when the last socket is gone
   */
  constructor(open: () => SocketLine, onEmpty: () => void, socketsMax = socketsMaxDefault) {
    this.#open = open
    this.#onEmpty = onEmpty
    this.#socketsMax = socketsMax
  }

  send(options: Dispatcher.DispatchOptions, rider: Rider): void {
    const socket = this.#free.pop() ?? this.#added()
    if (socket) socket.send(options, rider)
    else this.#waiting.push({ options, rider })
  }

  /** Breaks off what is under way. */
  async destroy(): Promise<void> {
    for (const { rider } of this.#waiting.splice(0)) rider.onUnsent(new Error('closed'))
    await Promise.all([...this.#all].map((socket) => socket.destroy()))
  }

  #added(): Socket | undefined {
    if (this.#all.size >= this.#socketsMax) return undefined
    const socket: Socket = new Socket(this.#open(), (reusable) =>
      reusable ? this.#offer(socket) : this.#remove(socket),
    )
    this.#all.add(socket)
    socket.client.on('disconnect', () => {
      const at = this.#free.indexOf(socket)
      if (at === -1) return
      this.#free.splice(at, 1)
      this.#remove(socket)
    })
    return socket
  }

  #offer(socket: Socket): void {
    const next = this.#awaited()
    if (next) socket.send(next.options, next.rider)
    else this.#free.push(socket)
  }

  #remove(socket: Socket): void {
    this.#all.delete(socket)
    // One that is destroyed already says so by rejecting.
    socket.client.close().catch(() => undefined)
    const next = this.#awaited()
    if (next) this.send(next.options, next.rider)
    else if (this.#all.size === 0) this.#onEmpty()
  }

  #awaited(): Waiting | undefined {
    let next = this.#waiting.shift()
    while (next?.rider.isOver) next = this.#waiting.shift()
    return next
  }
}

/** One for all its requests: whatever an old object is given anew for each of them outlives many a garbage collection. */
class Socket implements Seat {
  readonly client: Client
  readonly #hangUp: () => void
  readonly #onLeft: (reusable: boolean) => void

  constructor({ client, hangUp }: SocketLine, onLeft: (reusable: boolean) => void) {
    this.client = client
    this.#hangUp = hangUp
    this.#onLeft = onLeft
  }

  send(options: Dispatcher.DispatchOptions, rider: Rider): void {
    rider.seat = this
    this.client.dispatch(options, rider)
  }

  leave(reusable: boolean): void {
    this.#onLeft(reusable)
  }

  abandon(): void {
    this.destroy().catch(() => undefined)
    this.#onLeft(false)
  }

  destroy(): Promise<void> {
    this.#hangUp()
    return this.client.destroy()
  }
}
