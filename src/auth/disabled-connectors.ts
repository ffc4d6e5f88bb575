/** Connectors that an administrator of the platform has switched off for new connections. */
export interface DisabledConnectorStore {
  /** Their ids, in order. */
  list(): Promise<string[]>
  /** Does nothing if it is already disabled. */
  add(connectorId: string, nowMs: number): Promise<void>
  /** Does nothing if it is not disabled. */
  remove(connectorId: string): Promise<void>
}
