/** A tenant: everything else belongs to one. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly createdAtMs: number
}

export interface OrganizationStore {
  /** @throws StoreError `STORE_CONFLICT` when the id exists */
  insert(organization: Organization): Promise<void>
  find(id: string): Promise<Organization | undefined>
  /** @returns false if there is no such organization */
  rename(id: string, name: string): Promise<boolean>
  /** By creation, oldest first. */
  list(): Promise<Organization[]>
}
