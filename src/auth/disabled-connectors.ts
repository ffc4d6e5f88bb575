/** Connectors that nobody connects anew for now, as an administrator of the platform wants it. */
export interface DisabledConnectorStore {
  /** Their ids, in order. */
  list(): Promise<string[]>
  /** Does nothing where it is disabled already. */
  add(connectorId: string, nowMs: number): Promise<void>
  /** Does nothing where it is not. */
  remove(connectorId: string): Promise<void>
}
