/** What an admin has answered to the question whether a domain is the organization's, so that a system may vouch for its addresses. */
export interface DomainAnswer {
  readonly connectionId: string
  /** In the form in which domains are compared. */
  readonly domain: string
  /** Whether the vendor's word for an address of it counts. */
  readonly isOurs: boolean
  /** For people. */
  readonly answeredBy: string
  readonly answeredAtMs: number
}

export interface DomainAnswerStore {
  /** By connection and domain. */
  list(organizationId: string): Promise<readonly DomainAnswer[]>
  /** Takes the place of an earlier one. Without a yes, the links of the connection that rest on a domain end. @throws StoreError `NOT_FOUND` */
  put(organizationId: string, answer: DomainAnswer): Promise<void>
  /**
   * The links of the connection that rest on a domain end; those of its other domains are found again.
   * @returns false if there is no such answer
   */
  delete(
    organizationId: string,
    of: Pick<DomainAnswer, 'connectionId' | 'domain'>,
    at: { readonly atMs: number; readonly by: string },
  ): Promise<boolean>
  /** Which of the domains another organization has as its own: by an answer, in the settings of a system, or by an operator's word for an issuer. */
  listUsedElsewhere(organizationId: string, domains: readonly string[]): Promise<readonly string[]>
}
