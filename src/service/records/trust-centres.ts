/** Which trust centre an address leads to. */
export interface TrustCentreStore {
  /** An open one, of any organization: its visitors have nothing but the address. */
  findBySlug(slug: string): Promise<{ readonly id: string; readonly organizationId: string } | undefined>
  /** Those that have one, open or not. */
  listOrganizations(): Promise<readonly string[]>
}
