/** An OpenID provider that signs people in to one organization. */
export interface SignInIssuerRecord {
  readonly id: string
  readonly organizationId: string
  /** As the sign-in page calls it. */
  readonly name: string
  /** Its issuer identifier, exactly as it says it itself. */
  readonly issuer: string
  readonly clientId: string
  /** null: a public client, which PKCE alone protects. */
  readonly sealedSecret: string | null
  /** Whose verified addresses bind a person without an invitation; an operator alone can say so. */
  readonly domains: readonly string[]
  readonly createdAtMs: number
}

/** Who somebody is at an issuer: bound to a person once. */
export interface SignInIdentityRecord {
  readonly issuerId: string
  /** The claim `sub`. */
  readonly subject: string
  readonly organizationId: string
  readonly userId: string
  readonly boundAtMs: number
}

export interface SignInIssuerStore {
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  insert(issuer: SignInIssuerRecord): Promise<void>
  find(id: string): Promise<SignInIssuerRecord | undefined>
  /** By id, which is the order of their making. */
  list(organizationId: string): Promise<SignInIssuerRecord[]>
  /** With every identity that it proved. @returns false where the organization has no such issuer */
  delete(organizationId: string, id: string): Promise<boolean>
  /** Binds once. @returns the identity that is bound now, or undefined where the person has another one at this issuer */
  bind(identity: SignInIdentityRecord): Promise<SignInIdentityRecord | undefined>
  findIdentity(issuerId: string, subject: string): Promise<SignInIdentityRecord | undefined>
  /** Lets go of every identity of a person, so that a new invitation can bind another one. */
  unbind(organizationId: string, userId: string): Promise<void>
}
