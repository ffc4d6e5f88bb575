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

export interface UserStore {
  /**
   * Inserts, or replaces the user of the same organization and id.
   * @throws StoreError `NOT_FOUND` when there is no such organization
   */
  put(user: User): Promise<void>
  find(organizationId: string, id: string): Promise<User | undefined>
  /** By id. */
  list(organizationId: string): Promise<User[]>
}
