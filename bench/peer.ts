/** What a vendor says about a page's item; the server sends more. */
export interface Item {
  readonly id: number
  readonly name: string
}

/** What a peer declares of the vendor's limits, where it can. */
export interface Limits {
  readonly concurrency?: number
  readonly requestsPerSecond?: number
  readonly burst?: number
}

/** How a peer is opened for one measurement. */
export interface PeerOptions {
  /** Of the vendor: `http://127.0.0.1:<port>`. */
  readonly origin: string
  readonly limits: Limits
  /** Switch on what the library has against 429. */
  readonly patient: boolean
  /** Checks that run on a connection at the same time. */
  readonly checks: number
  /** Folder of the built package that is measured. */
  readonly packageFolder: string
}

/** One customer's use of the vendor. */
export interface Connection {
  readonly token: string
}

/** What one check asks the vendor with. */
export interface Asker {
  /** Parsed JSON of an authenticated GET. @throws on any status outside 2xx */
  get(path: string): Promise<unknown>
  /** Items of all pages of a list that goes on by a Link header. */
  list(path: string): AsyncIterable<Item>
  /** The library's own bounded parallel work, where it has one. */
  readonly each?: Each
  /** Reports the answer about a resource, where the library knows such a thing. */
  readonly verdict?: (id: string, fact: unknown) => void
}

export type Each = (items: AsyncIterable<Item>, work: (item: Item) => Promise<void>) => Promise<void>

export type Work = (asker: Asker) => Promise<void>

export interface OpenPeer {
  /** What is done once and long before: storing connections. Not measured. */
  prepare?(connections: readonly Connection[]): Promise<void>
  /** Does all works at the same time on one connection, as many as `PeerOptions.checks`. */
  connect(connection: Connection, works: readonly Work[]): Promise<void>
  close(): Promise<void>
}

export type OpenPeerWith = (options: PeerOptions) => Promise<OpenPeer>

/** Sockets of every peer that lets its caller choose. */
export const socketsMax = 64

/** A peer that has no notion of a connection beyond what it asks with. */
export function plainPeer(askerFor: (connection: Connection) => Asker, close: () => Promise<void>): OpenPeer {
  return {
    async connect(connection, works) {
      const asker = askerFor(connection)
      await Promise.all(works.map((work) => work(asker)))
    },
    close,
  }
}
