import type { Client, Dispatcher } from 'undici'

/**
 * Most sockets to one origin. Every connection keeps to a limit of its own, 64 requests in flight if its connector
 * declares none. Only many slow customers of one vendor can therefore make another one wait.
 */
const socketsMaxDefault = 512

/** Part of the sockets that one party may hold, so that some remain for parties with few requests. */
const partyShare = 3 / 4

/** A caller that needs a socket for one request. */
export interface Rider extends Dispatcher.DispatchHandler {
  /** The party of the request, if several share the process. No party holds more than its share of the sockets. */
  readonly party: string | undefined
  /** The caller no longer waits for the answer. */
  readonly isOver: boolean
  /** Set when there is a socket. Leave it once, when the answer is over. */
  seat: Seat | undefined
  onUnsent(error: unknown): void
}

/** A place on a socket. */
export interface Seat {
  /** @param reusable whether the answer ended as it should */
  leave(reusable: boolean): void
  /** Leaves before anything was sent, perhaps while it is still connecting. */
  abandon(): void
}

/** A client of one socket. */
export interface SocketLine {
  readonly client: Client
  /** Ends an attempt to connect. undici would continue for ten seconds, even after the client was destroyed. */
  hangUp(): void
  /** A request is about to be sent. @default nothing */
  onSend?(): void
}

interface WaitingDispatch {
  readonly options: Dispatcher.DispatchOptions
  readonly rider: Rider
}

/**
 * The sockets to one origin, each for one request at a time. The socket that was left last is used first, so that only
 * the necessary ones stay open, and the others close after an idle time. undici's own pool treats a socket as busy for
 * a while after its answer, and opens a second one for requests that follow each other.
 */
export class Sockets {
  readonly #open: () => SocketLine
  readonly #onEmpty: () => void
  readonly #socketsMax: number
  readonly #all = new Set<Socket>()
  readonly #free: Socket[] = []
  readonly #waiting: WaitingDispatch[] = []
  /** Sockets of each party. */
  readonly #count = new Map<string, number>()

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
    const socket = this.#isWithinShare(rider) ? (this.#free.pop() ?? this.#added()) : undefined
    if (socket) this.#seat(socket, { options, rider })
    else this.#waiting.push({ options, rider })
  }

  /** Aborts requests under way. */
  async destroy(): Promise<void> {
    for (const { rider } of this.#waiting.splice(0)) rider.onUnsent(new Error('closed'))
    await Promise.all([...this.#all].map((socket) => socket.destroy()))
  }

  #added(): Socket | undefined {
    if (this.#all.size >= this.#socketsMax) return undefined
    const socket: Socket = new Socket(this.#open(), (reusable) => this.#left(socket, reusable))
    this.#all.add(socket)
    socket.client.on('disconnect', () => {
      const at = this.#free.indexOf(socket)
      if (at === -1) return
      this.#free.splice(at, 1)
      this.#remove(socket)
    })
    return socket
  }

  #seat(socket: Socket, { options, rider }: WaitingDispatch): void {
    const { party } = rider
    if (party !== undefined) this.#count.set(party, (this.#count.get(party) ?? 0) + 1)
    socket.send(options, rider)
  }

  #left(socket: Socket, reusable: boolean): void {
    const { party } = socket
    const count = party === undefined ? 0 : (this.#count.get(party) ?? 0) - 1
    if (party !== undefined && count > 0) this.#count.set(party, count)
    else if (party !== undefined) this.#count.delete(party)
    if (reusable) this.#offer(socket)
    else this.#remove(socket)
  }

  #isWithinShare({ party }: Rider): boolean {
    if (party === undefined) return true
    return (this.#count.get(party) ?? 0) < Math.max(1, Math.floor(this.#socketsMax * partyShare))
  }

  #offer(socket: Socket): void {
    const next = this.#awaited()
    if (next) this.#seat(socket, next)
    else this.#free.push(socket)
  }

  #remove(socket: Socket): void {
    this.#all.delete(socket)
    // A client that is already destroyed rejects.
    socket.client.close().catch(() => undefined)
    const next = this.#awaited()
    if (next) this.send(next.options, next.rider)
    else if (this.#all.size === 0) this.#onEmpty()
  }

  /** The first that a caller still waits for and whose party may have another socket. */
  #awaited(): WaitingDispatch | undefined {
    while (this.#waiting[0]?.rider.isOver) this.#waiting.shift()
    if (this.#waiting.length === 0) return undefined
    const at = this.#waiting.findIndex(({ rider }) => !rider.isOver && this.#isWithinShare(rider))
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0]
  }
}

/**
 * One object for all its requests. When an old object gets new values for each of them, they survive many garbage
 * collections.
 */
class Socket implements Seat {
  readonly client: Client
  readonly #hangUp: () => void
  readonly #onSend: (() => void) | undefined
  readonly #onLeft: (reusable: boolean) => void
  /** The party of the present request. */
  party: string | undefined

  constructor({ client, hangUp, onSend }: SocketLine, onLeft: (reusable: boolean) => void) {
    this.client = client
    this.#hangUp = hangUp
    this.#onSend = onSend
    this.#onLeft = onLeft
  }

  send(options: Dispatcher.DispatchOptions, rider: Rider): void {
    rider.seat = this
    this.party = rider.party
    this.#onSend?.()
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
