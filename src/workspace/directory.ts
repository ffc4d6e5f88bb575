import type { User } from './users.ts'

export const entityTypes = ['task', 'vendor', 'risk', 'policy'] as const

/** The kinds of things that comments refer to. */
export type EntityType = (typeof entityTypes)[number]

/** The people of an organization, as the host knows them. */
export interface UserDirectory {
  /** undefined: no such person in this organization. */
  find(ref: {
    readonly organizationId: string
    readonly userId: string
  }): Promise<Omit<User, 'organizationId'> | undefined>
}

/** The tasks, vendors, risks and policies of an organization, which the host keeps. */
export interface EntityDirectory {
  exists(ref: {
    readonly organizationId: string
    readonly entityType: EntityType
    readonly entityId: string
  }): Promise<boolean>
}
