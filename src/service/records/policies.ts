/** A policy of which a version holds. */
export interface HoldingPolicy {
  readonly id: string
  readonly name: string
  readonly versionId: string
  readonly number: number
  readonly publishedAtMs: number
}

/** That somebody has acknowledged a version. */
export interface AcknowledgedVersion {
  readonly id: string
  readonly policyId: string
  readonly versionId: string
  /** null: they were signed in, and have no address here. */
  readonly email: string | null
  /** Who had it by the directory at that time; null: nobody knew. */
  readonly directoryId: string | null
  readonly acknowledgedAtMs: number
}

/** What others ask of policies. */
export interface PolicyStore {
  /** A request to acknowledge one, of any organization: who opens its link has nothing but its id and its token. */
  findRequest(id: string): Promise<{ readonly id: string; readonly organizationId: string } | undefined>
  /** Those with a published policy. */
  listOrganizations(): Promise<readonly string[]>
  /** In the order of their ids. */
  listHolding(organizationId: string): Promise<readonly HoldingPolicy[]>
  /** Of a version, in the order of their ids. @param after id of the last one before */
  listAcknowledgements(
    of: { readonly organizationId: string; readonly versionId: string },
    after: string | undefined,
    limit: number,
  ): Promise<readonly AcknowledgedVersion[]>
}
