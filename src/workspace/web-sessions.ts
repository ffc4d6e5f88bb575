import type { Period } from './memberships.ts'
import type { Role } from './permissions.ts'

/** Who a browser session belongs to. */
export interface WebPerson {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
  /** Of a viewer. @default no limit */
  readonly periodFrom?: Period['periodFrom'] | undefined
  readonly periodTo?: Period['periodTo'] | undefined
}

/** A link that signs a person in once. Its token is 256 random bits, and only its hash is kept. */
export interface SignInLinkRecord extends WebPerson {
  /** SHA-256 of the token, base64url. */
  readonly tokenHash: string
  readonly expiresAtMs: number
}

/** A browser that is signed in. Its id is 256 random bits, and only its hash is kept. */
export interface WebSessionRecord extends WebPerson {
  /** SHA-256 of the id in the cookie, base64url. */
  readonly idHash: string
  readonly createdAtMs: number
  /** When the person proved who they are. null: when the session was made. */
  readonly signedInAtMs?: number | null | undefined
  /**
   * 0: an issuer proved the person that an organization entered by itself. It could say of anybody that they are an
   * operator.
   */
  readonly mayOperate: 0 | 1
  readonly lastUsedAtMs: number
  /** However much it is used. */
  readonly expiresAtMs: number
}

export interface WebSessionStore {
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  putLink(link: SignInLinkRecord): Promise<void>
  /** Looks at it, and leaves it. */
  findLink(tokenHash: string): Promise<SignInLinkRecord | undefined>
  /** Deletes it: of any number of callers, in any process, one gets it. */
  takeLink(tokenHash: string): Promise<SignInLinkRecord | undefined>
  insert(session: WebSessionRecord): Promise<void>
  find(idHash: string): Promise<WebSessionRecord | undefined>
  /** Of one organization, newest first. */
  list(organizationId: string): Promise<WebSessionRecord[]>
  /** Notes the use. Never moves back. */
  touch(idHash: string, nowMs: number): Promise<void>
  /** Ends one. */
  delete(idHash: string): Promise<void>
  /** Ends all of a person. */
  deleteOf(person: Pick<WebPerson, 'organizationId' | 'userId'>): Promise<void>
  /** Links and sessions that are over, and sessions that nobody has used since. */
  deleteExpired(limits: { readonly nowMs: number; readonly unusedSinceMs: number }): Promise<void>
}
