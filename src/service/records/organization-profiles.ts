import type { JsonValue } from '../../define/index.ts'

/** The public profile of an organization. null: not set. */
export interface OrganizationProfile {
  readonly slug: string | null
  /** URL. */
  readonly logo: string | null
  /** URL. */
  readonly website: string | null
  /** CSS colour, such as `#0a7`. */
  readonly primaryColor: string | null
  /** Additional data of the host. */
  readonly metadata: Readonly<Record<string, JsonValue>> | null
}

export const emptyProfile: OrganizationProfile = {
  slug: null,
  logo: null,
  website: null,
  primaryColor: null,
  metadata: null,
}

export interface OrganizationProfileStore {
  find(organizationId: string): Promise<OrganizationProfile | undefined>
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  put(organizationId: string, profile: OrganizationProfile): Promise<void>
}
