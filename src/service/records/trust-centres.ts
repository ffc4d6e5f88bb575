/** Which trust centre an address leads to. */
export interface TrustCentreStore {
  /** An open one, of any organization: its visitors have nothing but the address. */
  findBySlug(slug: string): Promise<{ readonly id: string; readonly organizationId: string } | undefined>
  /**
   * What changes as soon as a document, link, signed state or answer of one does.
   * @param of.answers ids of the answers that it shows
   */
  readVersion(of: {
    readonly organizationId: string
    readonly centreId: string
    readonly answers: readonly string[]
  }): Promise<string>
  /** Those that have one, open or not. */
  listOrganizations(): Promise<readonly string[]>
}
