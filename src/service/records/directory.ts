import type { User } from './users.ts'

const hostEntityTypes = ['task', 'vendor', 'risk', 'policy'] as const

/** The kinds of things that the host keeps. */
export type HostEntityType = (typeof hostEntityTypes)[number]

export const entityTypes = [...hostEntityTypes, 'finding', 'connection', 'pentest', 'questionnaire'] as const

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
    readonly entityType: HostEntityType
    readonly entityId: string
  }): Promise<boolean>
}

/** The same with our own findings and connections. */
export interface CommentedEntities {
  exists(ref: {
    readonly organizationId: string
    readonly entityType: EntityType
    readonly entityId: string
  }): Promise<boolean>
}
