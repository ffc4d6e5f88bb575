/** A file of data that a connector was read from. An edited file is a new version, whatever its `version` says. */
export interface ConnectorSource {
  readonly format: 'connector/v1'
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string
}

/** A connector as runs, recordings and bundles name it. */
export interface ConnectorName {
  readonly id: string
  readonly version: string
  /** The file of a connector that is written as data. */
  readonly source?: ConnectorSource | undefined
}
