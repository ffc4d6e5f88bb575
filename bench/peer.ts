/** The fields of a page's item; the server sends more. */
export interface Item {
  readonly id: number
  readonly name: string
}

/** The vendor's limits for a peer that can declare them. */
export interface Limits {
  readonly concurrency?: number
  readonly requestsPerSecond?: number
  readonly burst?: number
}

/** How a peer is opened for one measurement. */
export interface PeerOptions {
  /** URL of the vendor: `http://127.0.0.1:<port>`. */
  readonly origin: string
  readonly limits: Limits
  /** Switches on the library's handling of 429. */
  readonly patient: boolean
  /** Simultaneous checks on a connection. */
  readonly checks: number
  /** Folder of the built package to measure. */
  readonly packageFolder: string
}

/** One customer's use of the vendor. */
export interface Connection {
  readonly token: string
}

/** The requests of one check. */
export interface Asker {
  /** Parsed JSON of an authenticated GET. @throws on any status outside 2xx */
  get(path: string): Promise<unknown>
  /** Items of all pages of a list with a Link header. */
  list(path: string): AsyncIterable<Item>
  /** The library's own bounded parallel work, if it has one. */
  readonly each?: Each
  /** Reports the answer about a resource, if the library has that. */
  readonly verdict?: (id: string, fact: unknown) => void
}

export type Each = (items: AsyncIterable<Item>, work: (item: Item) => Promise<void>) => Promise<void>

export type Work = (asker: Asker) => Promise<void>

export interface OpenPeer {
  /** Preparation long before: storing connections. Not measured. */
  prepare?(connections: readonly Connection[]): Promise<void>
  /** Runs all works at the same time on one connection, up to `PeerOptions.checks`. */
  connect(connection: Connection, works: readonly Work[]): Promise<void>
  close(): Promise<void>
}

export type OpenPeerWith = (options: PeerOptions) => Promise<OpenPeer>

/** Sockets of every peer that lets its caller choose. */
export const socketsMax = 64

/** A peer without connections. */
export function plainPeer(askerFor: (connection: Connection) => Asker, close: () => Promise<void>): OpenPeer {
  return {
    async connect(connection, works) {
      const asker = askerFor(connection)
      await Promise.all(works.map((work) => work(asker)))
    },
    close,
  }
}
