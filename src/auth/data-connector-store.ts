/** A connector that an operator of the platform added as a file. */
export interface DataConnectorRecord {
  readonly id: string
  /** Who writes its files. A file of another publisher is no version of it. */
  readonly publisher: string
  /** The version that new connections get; null: none is published yet. */
  readonly publishedSha256: string | null
  /** Since then nothing is asked of the vendor any more; null: it is in service. */
  readonly retiredAtMs: number | null
  /** null as long as it is in service, and of one that was retired before this was stored. */
  readonly retiredBy: string | null
  readonly createdAtMs: number
}

/** One file of a connector. */
export interface ConnectorVersionRecord {
  readonly connectorId: string
  /** Of the file's bytes, in hexadecimal digits. */
  readonly sha256: string
  /** As the file says. */
  readonly version: string
  /** The name that the operator's file had. */
  readonly fileName: string
  readonly text: string
  /** Where its secrets go (`destination.ts`). */
  readonly destination: string
  /** Paths that it may send POSTs to. Whoever publishes it confirms them. */
  readonly posts: readonly string[]
  /** Id of the person, or of the program. */
  readonly addedBy: string
  readonly addedAtMs: number
  readonly publishedBy: string | null
  readonly publishedAtMs: number | null
}

/** Connections that an operator took to another version at once. */
export interface ConnectorMove {
  readonly id: string
  readonly connectorId: string
  /** The version that they came to. */
  readonly sha256: string
  readonly connections: number
  readonly movedBy: string
  readonly movedAtMs: number
  readonly undoneBy: string | null
  readonly undoneAtMs: number | null
}

/** How many connections are on a version. */
export interface VersionUse {
  readonly connectorId: string
  readonly sha256: string
  readonly connections: number
}

/** What changed hands, by organization. */
export interface MovedConnections {
  readonly organizationId: string
  readonly connections: number
}

export interface DataConnectorStore {
  /** By id. */
  list(): Promise<DataConnectorRecord[]>
  find(id: string): Promise<DataConnectorRecord | undefined>
  /**
   * Adds a file, and its connector if that is new. The same file again changes nothing.
   * @throws StoreError `STORE_CONFLICT` when the connector has another publisher
   */
  addVersion(version: ConnectorVersionRecord, publisher: string): Promise<void>
  /** Without their text, the newest first. */
  listVersions(connectorId: string): Promise<Omit<ConnectorVersionRecord, 'text'>[]>
  findVersion(connectorId: string, sha256: string): Promise<ConnectorVersionRecord | undefined>
  /** Deletes a version that is neither published nor used by a connection. @returns whether it did */
  deleteVersion(connectorId: string, sha256: string): Promise<boolean>
  /** New connections get this version from now on. Ends a retirement. */
  publish(connectorId: string, sha256: string, by: string, nowMs: number): Promise<void>
  /** One that is retired stays as it is. */
  retire(connectorId: string, by: string, nowMs: number): Promise<void>
  /** Of connections that are not disconnected. */
  countUses(connectorId?: string): Promise<VersionUse[]>
  /** Takes every connection to a version whose secrets were entered for its destination. */
  moveConnections(
    move: Pick<ConnectorMove, 'id' | 'connectorId' | 'sha256' | 'movedBy' | 'movedAtMs'> & {
      readonly destination: string
    },
  ): Promise<MovedConnections[]>
  /**
   * Takes the connections of a move back to where each was, unless it has come elsewhere since.
   * @returns undefined: there is no such move, or it was undone
   */
  undoMove(
    move: Pick<ConnectorMove, 'id' | 'connectorId'>,
    by: string,
    nowMs: number,
  ): Promise<MovedConnections[] | undefined>
  /** The newest first. */
  listMoves(connectorId: string, limit: number): Promise<ConnectorMove[]>
}
