/** A person of an organization, as the host knows them: author of comments, owner of connections. */
export interface User {
  /** The host's own id; unique within the organization. */
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly email: string
  /** URL of a picture. */
  readonly image: string | null
  /** null: the host does not have it. */
  readonly deactivated: boolean | null
}

/** As much as is known of somebody: of a person whom nobody has named, the id alone. */
export type KnownPerson = Pick<User, 'id' | 'name' | 'email' | 'deactivated'>

/** Whom a list of people has. */
export interface PeopleChoice {
  readonly organizationId: string
  /** A part of the name or the address, in any case. @default any */
  readonly text?: string | undefined
  /**
   * Those who were removed and nobody else, or everybody else. Who is deactivated, has no role, and has no invitation that is valid at the time
   * was removed. @default both
   */
  readonly removed?: { readonly is: boolean; readonly atMs: number } | undefined
}

/** Where somebody is in a list by name. */
export type NamePlace = Pick<User, 'id' | 'name'>

export interface UserStore {
  /**
   * Inserts, or replaces the user of the same organization and id.
   * @throws StoreError `NOT_FOUND` when there is no such organization
   */
  put(user: User): Promise<void>
  find(organizationId: string, id: string): Promise<User | undefined>
  /** By id. @param ids only these; @default all */
  list(organizationId: string, ids?: readonly string[]): Promise<User[]>
  /** The first ones by name and id who are not deactivated. */
  listActive(choice: Omit<PeopleChoice, 'removed'> & { readonly limit: number }): Promise<KnownPerson[]>
  /** A page of everybody whom the organization knows, by name and id, also of those who have a role and were never named. */
  listByName(
    page: PeopleChoice & {
      readonly limit: number
      /** The last person before the page. @default the page is the first */
      readonly after?: NamePlace | undefined
    },
  ): Promise<KnownPerson[]>
  /** How many of these there are, at most one more than `countedMax`. @param choice.until the last one who is counted; @default all are */
  countByName(choice: PeopleChoice & { readonly until?: NamePlace | undefined }): Promise<number>
}
