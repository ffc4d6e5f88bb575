import { randomUUID } from 'node:crypto'
import { emptyProfile, type OrganizationProfile } from '../../service/records/organization-profiles.ts'
import type { Organization, OrganizationSettings } from '../../service/records/organizations.ts'
import type { KnownPerson, User } from '../../service/records/users.ts'
import { isBlank } from '../../text/is-blank.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import { type Shreds, shredOrganization } from './shred.ts'

export interface OrganizationService {
  create(input: { readonly id?: string | undefined; readonly name: string }): Promise<Organization>
  get(id: string): Promise<Organization | undefined>
  /** The same with all that it has set, in one question to the store. */
  settings(id: string): Promise<OrganizationSettings | undefined>
  list(): Promise<readonly Organization[]>
  /** @throws StoreError `NOT_FOUND`; TypeError for a name that is empty */
  rename(id: string, name: string): Promise<Organization>
  /** The organization's profile. Every member is null until it is set. */
  profile(id: string): Promise<OrganizationProfile>
  /** Changes the given members. @throws StoreError `NOT_FOUND` */
  setProfile(id: string, changes: Partial<OrganizationProfile>): Promise<OrganizationProfile>
  /**
   * Makes every secret of the organization unreadable for ever (crypto-shredding), disconnects its connections without
   * requests to vendors, and deletes its OAuth apps, its inventories and the records of its log. Its runs stay. The secrets are gone
   * first. The rest takes minutes where there is much; if the process ends meanwhile, a second call goes on. See docs/security.md for
   * what backups still hold.
   * @throws StoreError `NOT_FOUND`
   */
  shred(id: string): Promise<void>
}

export interface UserService {
  /** Creates or replaces. */
  put(user: {
    readonly organizationId: string
    readonly id: string
    readonly name: string
    readonly email: string
    readonly image?: string | null | undefined
    readonly deactivated?: boolean | null | undefined
  }): Promise<User>
  find(ref: { readonly organizationId: string; readonly userId: string }): Promise<User | undefined>
  /** By id. */
  list(filter: { readonly organizationId: string }): Promise<readonly User[]>
  /** The first ones by name who are not deactivated. @param filter.text a part of their name or address, in any case */
  listActive(filter: {
    readonly organizationId: string
    readonly limit: number
    readonly text?: string | undefined
  }): Promise<readonly KnownPerson[]>
}

export function createOrganizationService(
  parts: Uses<'organizations' | 'organizationProfiles'> & Shreds,
): Declared<OrganizationService> {
  const { store, clock } = parts
  return {
    create: {
      change: async ({ id = randomUUID(), name }) => {
        for (const [member, value] of Object.entries({ id, name })) {
          if (typeof value !== 'string' || isBlank(value))
            throw new TypeError(`organizations.create: ${member} must be text that is not empty`)
        }
        const organization = { id, name, createdAtMs: clock.nowMs() }
        await store.organizations.insert(organization)
        return organization
      },
      audit: { action: 'organization.create', organizationAfter: ({ id }) => id, fields: (input) => input },
    },
    get: { read: (id) => store.organizations.find(id) },
    settings: { read: (id) => store.organizations.findSettings(id) },
    list: { read: () => store.organizations.list() },
    rename: {
      change: async (id, name) => {
        if (typeof name !== 'string' || isBlank(name))
          throw new TypeError('organizations.rename: name must be text that is not empty')
        await store.organizations.rename(id, name.trim())
        return requireFound(await store.organizations.find(id), `organization "${id}"`)
      },
      audit: {
        action: 'organization.rename',
        organization: (id) => id,
        fields: (_id, name) => ({ name }),
        target: (_done, id) => id,
      },
    },
    profile: { read: async (id) => (await store.organizationProfiles.find(id)) ?? emptyProfile },
    setProfile: {
      change: async (id, changes) => {
        const profile = { ...((await store.organizationProfiles.find(id)) ?? emptyProfile), ...changes }
        await store.organizationProfiles.put(id, profile)
        return profile
      },
      audit: {
        action: 'organization.update',
        organization: (id) => id,
        fields: (_id, changes) => changes,
        target: (_done, id) => id,
      },
    },
    shred: {
      change: async (id) => {
        requireFound(await store.organizations.find(id), `organization "${id}"`)
        await shredOrganization(parts, id)
      },
      audit: { action: 'organization.shred', organization: (id) => id, target: (_done, id) => id },
    },
  }
}

export function createUserService({ store }: Uses<'users'>): Declared<UserService> {
  return {
    put: {
      change: async ({ image = null, deactivated = null, ...user }) => {
        const complete = { ...user, image, deactivated }
        await store.users.put(complete)
        return complete
      },
      audit: { action: 'user.put', fields: (user) => user },
    },
    find: { read: ({ organizationId, userId }) => store.users.find(organizationId, userId) },
    list: { read: ({ organizationId }) => store.users.list(organizationId) },
    listActive: { read: (filter) => store.users.listActive(filter) },
  }
}
