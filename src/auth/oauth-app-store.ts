/** Client registration at a vendor, entered by an administrator. */
export interface OAuthAppRecord {
  readonly id: string
  readonly connectorId: string
  /** null: used by every organization that has no app of its own. */
  readonly organizationId: string | null
  readonly clientId: string
  /** Custom settings that are no secrets. */
  readonly settings: Readonly<Record<string, string>>
  /** Sealed `client_secret` and custom settings of type password, by id. */
  readonly secrets: Readonly<Record<string, string>>
  /** When the client secret ends, epoch ms; null: never, or nobody knows. */
  readonly secretExpiresAtMs: number | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface OAuthAppStore {
  /**
   * Inserts, or replaces the app of the same connector and organization (keeping its id and creation time).
   * @returns the app as it is kept
   */
  put(record: OAuthAppRecord): Promise<OAuthAppRecord>
  /** The app of exactly this organization (null: the platform-wide one). */
  find(connectorId: string, organizationId: string | null): Promise<OAuthAppRecord | undefined>
  /** Of exactly this organization, by connector. */
  list(organizationId: string | null): Promise<OAuthAppRecord[]>
  /** @returns whether there was one */
  delete(connectorId: string, organizationId: string | null): Promise<boolean>
}
