import type { DueDays } from '../../checks/findings/due.ts'
import type { OrganizationProfile } from './organization-profiles.ts'

/** A tenant: everything else belongs to one. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly createdAtMs: number
}

/** An organization with all that it has set. */
export interface OrganizationSettings {
  readonly organization: Organization
  readonly profile: OrganizationProfile
  readonly keepsInventories: boolean
  readonly dueDays: DueDays
  /** Name of a time zone. */
  readonly timeZone: string
}

export interface OrganizationStore {
  /** @throws StoreError `STORE_CONFLICT` when the id exists */
  insert(organization: Organization): Promise<void>
  find(id: string): Promise<Organization | undefined>
  findSettings(id: string): Promise<OrganizationSettings | undefined>
  /** @returns false if there is no such organization */
  rename(id: string, name: string): Promise<boolean>
  /** By creation, oldest first. */
  list(): Promise<Organization[]>
}
