/** Client registration at a vendor, entered by an administrator. */
export interface OAuthAppRecord {
  readonly id: string
  readonly connectorId: string
  /** null: for every organization without its own app. */
  readonly organizationId: string | null
  /** Origin of the server at which it registered itself (RFC 7591); '': a person entered it. */
  readonly issuer: string
  readonly clientId: string
  /** Custom settings that are not secret. */
  readonly settings: Readonly<Record<string, string>>
  /** Sealed `client_secret` and custom settings of type password, by id. */
  readonly secrets: Readonly<Record<string, string>>
  /** When the client secret expires, epoch ms; null: it does not, or unknown. */
  readonly secretExpiresAtMs: number | null
  /** The host that its secrets were first sent to, among those that an organization chooses; null: none yet. */
  readonly destination: string | null
  /** For a platform app: the organization that it serves even if an organization's values choose host or identity. */
  readonly boundTo: string | null
  /** Destination of the connector as data that it was entered for (`destination.ts`); '': a connector as code. */
  readonly connectorDestination: string
  /** 1: its redirect URI ends in the connector's id (RFC 9700 §4.4.2.2); 0: all connectors share it. */
  readonly ownCallback: 0 | 1
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface OAuthAppStore {
  /**
   * Inserts, or replaces the app of the same connector, destination, organization and issuer (keeping its id and creation
   * time).
   * @returns the stored app
   */
  put(record: OAuthAppRecord): Promise<OAuthAppRecord>
  /**
   * The app of exactly this organization (null: the platform-wide one).
   * @param issuer default: a person entered it
   * @param connectorDestination default: of a connector as code
   */
  find(
    connectorId: string,
    organizationId: string | null,
    issuer?: string,
    connectorDestination?: string,
  ): Promise<OAuthAppRecord | undefined>
  /** For exactly this organization, by connector and issuer. */
  list(organizationId: string | null): Promise<OAuthAppRecord[]>
  /** Also deletes those that registered themselves, and those for other destinations. @returns whether there was one */
  delete(connectorId: string, organizationId: string | null): Promise<boolean>
}
