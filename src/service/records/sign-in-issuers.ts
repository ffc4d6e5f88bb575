/** An OpenID provider that signs people in to one organization. */
export interface SignInIssuerRecord {
  readonly id: string
  readonly organizationId: string
  /** Its name on the sign-in page. */
  readonly name: string
  /** Its issuer identifier, exactly as it publishes it. */
  readonly issuer: string
  readonly clientId: string
  /** null: a public client, which only PKCE protects. */
  readonly sealedSecret: string | null
  /** Domains whose verified addresses bind a person without an invitation; only an operator can set them. */
  readonly domains: readonly string[]
  readonly createdAtMs: number
  /** The person who added it. null: it was added on the machine, or by a key that was made there. */
  readonly createdBy: string | null
}

/** The identity of a person at an issuer: bound to a person once. */
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
  /** By id, which is the order of creation. */
  list(organizationId: string): Promise<SignInIssuerRecord[]>
  /** Also deletes every identity that it proved. @returns false if the organization has no such issuer */
  delete(organizationId: string, id: string): Promise<boolean>
  /** Binds once. @returns the present identity, or undefined if the person has another one at this issuer */
  bind(identity: SignInIdentityRecord): Promise<SignInIdentityRecord | undefined>
  findIdentity(issuerId: string, subject: string): Promise<SignInIdentityRecord | undefined>
  /** Those of one organization, by person. @param userIds only theirs; @default everybody's */
  listIdentities(organizationId: string, userIds?: readonly string[]): Promise<SignInIdentityRecord[]>
  /** Removes the identities of a person, so that a new invitation can bind another one. @param issuerId that of this issuer; @default all */
  unbind(organizationId: string, userId: string, issuerId?: string): Promise<void>
}
