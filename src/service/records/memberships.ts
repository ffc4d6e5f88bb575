import type { Role } from '../rights/permissions.ts'

/** Days, in UTC, that a viewer is limited to: `2026-01-31`. null: no limit. */
export interface Period {
  readonly periodFrom: string | null
  readonly periodTo: string | null
}

/** What an administrator grants a viewer. */
export interface ViewerGrant extends Period {
  /** 1: they may read evidence that names people. See `mayReadPeople`. */
  readonly readsPeople: 0 | 1
}

/**
 * The rights of a person in an organization. Operators are separate, because organizations do not decide about them.
 */
export interface Membership extends ViewerGrant {
  readonly organizationId: string
  readonly userId: string
  readonly role: Exclude<Role, 'operator'>
}

/** A link that binds a sign-in to a person, once. Its token is 256 random bits, and only its hash is stored. */
export interface InvitationRecord extends Membership {
  /** SHA-256 of the token, base64url. */
  readonly tokenHash: string
  readonly expiresAtMs: number
  /** The person whose rights gave it. null: it was made on the machine, or by a key that was. */
  readonly invitedBy: string | null
}

export interface MembershipStore {
  /** Creates or replaces. @throws StoreError `NOT_FOUND` when there is no such organization */
  put(membership: Membership): Promise<void>
  find(organizationId: string, userId: string): Promise<Membership | undefined>
  /** By user id. @param userIds only theirs; @default everybody's */
  list(organizationId: string, userIds?: readonly string[]): Promise<Membership[]>
  /** Ends the role of a person, and leaves what they own to nobody. @returns false if they had none */
  remove(person: { readonly organizationId: string; readonly userId: string; readonly atMs: number }): Promise<boolean>
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  putInvitation(invitation: InvitationRecord): Promise<void>
  findInvitation(tokenHash: string): Promise<InvitationRecord | undefined>
  /** Deletes it: one of many callers, in any process, gets it. */
  takeInvitation(tokenHash: string): Promise<InvitationRecord | undefined>
  /** Those of one organization, also expired ones, by user id. @param userIds only theirs; @default everybody's */
  listInvitations(organizationId: string, userIds?: readonly string[]): Promise<InvitationRecord[]>
  /** Deletes every invitation of a person. @returns false if there was none */
  deleteInvitations(organizationId: string, userId: string): Promise<boolean>
}

/** An operator of the platform. */
export interface OperatorRecord {
  readonly organizationId: string
  readonly userId: string
  readonly namedAtMs: number
}

export interface OperatorStore {
  /** The first entry stays. @throws StoreError `NOT_FOUND` when there is no such organization */
  add(operator: OperatorRecord): Promise<void>
  has(organizationId: string, userId: string): Promise<boolean>
  /** By organization and user id. */
  list(): Promise<OperatorRecord[]>
  /** @returns false if the person was not an operator */
  remove(organizationId: string, userId: string): Promise<boolean>
}
