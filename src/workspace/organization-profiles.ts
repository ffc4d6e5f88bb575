import type { JsonValue } from '../define/index.ts'

/** How an organization presents itself. null: not told. */
export interface OrganizationProfile {
  readonly slug: string | null
  /** URL. */
  readonly logo: string | null
  /** URL. */
  readonly website: string | null
  /** CSS colour, such as `#0a7`. */
  readonly primaryColor: string | null
  /** Whatever the host keeps with it. */
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
