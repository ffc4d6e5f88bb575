/** Client registration at a vendor, entered by an administrator. */
export interface OAuthAppRecord {
  readonly id: string
  readonly connectorId: string
  /** null: used by every organization that has no app of its own. */
  readonly organizationId: string | null
  /** Origin of the server at which it registered itself (RFC 7591); '': a person entered it. */
  readonly issuer: string
  readonly clientId: string
  /** Custom settings that are no secrets. */
  readonly settings: Readonly<Record<string, string>>
  /** Sealed `client_secret` and custom settings of type password, by id. */
  readonly secrets: Readonly<Record<string, string>>
  /** When the client secret ends, epoch ms; null: never, or nobody knows. */
  readonly secretExpiresAtMs: number | null
  /** Where its secrets were first sent, of the hosts that an organization chooses; null: nowhere yet. */
  readonly destination: string | null
  /** Of a platform app: the organization that it serves even where an organization's values choose host or identity. */
  readonly boundTo: string | null
  /** 1: its redirect URI ends in the connector's id (RFC 9700 §4.4.2.2); 0: it is the one that all connectors share. */
  readonly ownCallback: 0 | 1
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface OAuthAppStore {
  /**
   * Inserts, or replaces the app of the same connector, organization and issuer (keeping its id and creation time).
   * @returns the app as it is kept
   */
  put(record: OAuthAppRecord): Promise<OAuthAppRecord>
  /** The app of exactly this organization (null: the platform-wide one). @param issuer default: a person entered it */
  find(connectorId: string, organizationId: string | null, issuer?: string): Promise<OAuthAppRecord | undefined>
  /** Says where the secrets of an app go, if nobody has said so. @returns where they go */
  bindDestination(id: string, destination: string): Promise<string | undefined>
  /** Of exactly this organization, by connector and issuer. */
  list(organizationId: string | null): Promise<OAuthAppRecord[]>
  /** Also those that registered themselves. @returns whether there was one */
  delete(connectorId: string, organizationId: string | null): Promise<boolean>
}
