import type { Role } from '../rights/permissions.ts'
import type { Period } from './memberships.ts'

/** The person of a browser session. */
export interface WebPerson {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
  /** For a viewer. @default no limit */
  readonly periodFrom?: Period['periodFrom'] | undefined
  readonly periodTo?: Period['periodTo'] | undefined
}

/** A link that signs a person in once. Its token is 256 random bits, and only its hash is stored. */
export interface SignInLinkRecord extends WebPerson {
  /** SHA-256 of the token, base64url. */
  readonly tokenHash: string
  readonly expiresAtMs: number
  /** 0: an administrator made it on a page, so its session is never that of an operator. */
  readonly mayOperate: 0 | 1
  /** The administrator who made it on a page. null: it was made on the machine, or by your program. */
  readonly madeBy: string | null
}

/** A session that nobody used for so long is over. */
export const sessionIdleMs = 12 * 3_600_000

/** A browser that is signed in. Its id is 256 random bits, and only its hash is stored. */
export interface WebSessionRecord extends WebPerson {
  /** SHA-256 of the id in the cookie, base64url. */
  readonly idHash: string
  readonly createdAtMs: number
  /** When the person proved their identity. null: when the session was made. */
  readonly signedInAtMs?: number | null | undefined
  /**
   * 0: an issuer that the organization entered by itself proved the person. It could claim that anybody is an operator.
   */
  readonly mayOperate: 0 | 1
  readonly lastUsedAtMs: number
  /** Even if it is used all the time. */
  readonly expiresAtMs: number
}

export interface WebSessionStore {
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  putLink(link: SignInLinkRecord): Promise<void>
  /** Reads it, without using it up. */
  findLink(tokenHash: string): Promise<SignInLinkRecord | undefined>
  /** Deletes it: one of many callers, in any process, gets it. */
  takeLink(tokenHash: string): Promise<SignInLinkRecord | undefined>
  insert(session: WebSessionRecord): Promise<void>
  find(idHash: string): Promise<WebSessionRecord | undefined>
  /** Those of one organization, newest first. */
  list(organizationId: string): Promise<WebSessionRecord[]>
  /** When each person of an organization last used a session that is kept. @param userIds only theirs; @default everybody's */
  lastUses(
    organizationId: string,
    userIds?: readonly string[],
  ): Promise<readonly Pick<WebSessionRecord, 'userId' | 'lastUsedAtMs'>[]>
  /** Records the use. Does not move back. */
  touch(idHash: string, nowMs: number): Promise<void>
  /** Ends one. */
  delete(idHash: string): Promise<void>
  /** Ends all of a person: sessions, and links that nobody has opened yet. */
  deleteOf(person: Pick<WebPerson, 'organizationId' | 'userId'>): Promise<void>
}
