import { createHash } from 'node:crypto'

/** Somebody has said that an account is not this person's, although a rule proposes it. */
export interface DismissedProposal {
  /** Of the account and the person. */
  readonly id: string
  readonly organizationId: string
  readonly connectionId: string
  /** Of the account. */
  readonly recordId: string
  readonly personId: string
  /** As `toReasonDigest` makes it, hexadecimal. */
  readonly reasonDigest: string
  /** Who dismissed it, for people. */
  readonly dismissedBy: string
  readonly dismissedAtMs: number
}

export interface DismissalStore {
  /** In the order of their ids, after one of them. */
  list(organizationId: string, after: string | undefined, limit: number): Promise<readonly DismissedProposal[]>
  /**
   * Puts each in the place of one of the same account and person, all or none.
   * @param max how many the organization may have with these, however many calls there are at once
   * @returns false, without a change, if there could be more
   */
  put(organizationId: string, dismissed: readonly DismissedProposal[], max: number): Promise<boolean>
  /** @returns false if there is none */
  delete(ref: { readonly id: string; readonly organizationId: string }): Promise<boolean>
}

/** The same account and person have the same id. */
export function toDismissalId(connectionId: string, recordId: string, personId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([connectionId, recordId, personId]))
    .digest('base64url')
    .slice(0, 22)
}

/**
 * What was dismissed: the reason, and how the account calls itself. With another one it is proposed again.
 * @param account its name and address, as the vendor tells them
 */
export function toReasonDigest(
  because: string,
  account: { readonly name?: unknown; readonly email?: unknown },
): string {
  return createHash('sha256')
    .update(JSON.stringify([because, account.name ?? null, account.email ?? null]))
    .digest('hex')
}
