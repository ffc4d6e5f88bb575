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

export interface UserStore {
  /**
   * Inserts, or replaces the user of the same organization and id.
   * @throws StoreError `NOT_FOUND` when there is no such organization
   */
  put(user: User): Promise<void>
  find(organizationId: string, id: string): Promise<User | undefined>
  /** By id. */
  list(organizationId: string): Promise<User[]>
  /** A page of everybody whom the organization knows, by name and id, also of those who have a role and were never named. */
  listByName(page: {
    readonly organizationId: string
    readonly limit: number
    /** The last person before the page. @default the page is the first */
    readonly after?: Pick<User, 'id' | 'name'> | undefined
  }): Promise<KnownPerson[]>
}
