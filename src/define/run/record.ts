/**
 * The records of inventories: what a vendor says of its accounts, persons, devices and so on, in the same members for all
 * vendors. `undefined` means that the vendor does not say. `null` means that the vendor says that there is none.
 */

/** ISO 8601 with its zone: `2026-05-04T10:00:00Z`. */
export type Time = string

/** `YYYY-MM-DD`. */
export type Day = string

/** Members of every record. */
export interface RecordHead {
  /** The vendor's own id, which stays when a person is renamed. */
  readonly id: string
  readonly name?: string | undefined
  /** The page at the vendor that shows it. */
  readonly url?: string | undefined
  /** Why members are `undefined`, where somebody knows it: by the name of the member. */
  readonly unknown?: { readonly [member: string]: string } | undefined
}

// Not `unknown`: the union of all kinds would be unknown too, and TypeScript would widen the words of what a list yields.
type NoWords = Readonly<Record<never, never>>

/** Members that every record of a kind has. */
export interface InventoryWords {
  readonly account: {
    /** `service` and `shared` come from what the vendor says, never from a name. */
    readonly kind: 'person' | 'guest' | 'service' | 'shared' | 'unknown'
    readonly status: 'active' | 'invited' | 'suspended' | 'deleted' | 'unknown'
  }
  readonly person: {
    readonly kind: 'employee' | 'contractor' | 'unknown'
    readonly status: 'active' | 'onLeave' | 'left' | 'future' | 'unknown'
  }
  readonly device: NoWords
  readonly credential: {
    readonly kind: 'apiKey' | 'token' | 'sshKey' | 'certificate' | 'secret' | undefined
  }
  readonly application: NoWords
  readonly vulnerability: {
    readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown'
    readonly status: 'open' | 'fixed' | 'dismissed' | 'unknown'
  }
  readonly training: {
    readonly status: 'assigned' | 'completed' | 'unknown'
  }
}

/** Members that an inventory names in `tells`, or has as a fact. */
export interface InventoryMembers {
  readonly account: AccountMembers
  readonly person: PersonMembers
  readonly device: DeviceMembers
  readonly credential: CredentialMembers
  readonly application: ApplicationMembers
  readonly vulnerability: VulnerabilityMembers
  readonly training: TrainingMembers
}

export interface AccountMembers {
  readonly email: string | null
  /** The vendor has made sure that the address is the person's. */
  readonly emailVerified: boolean
  /** Further e-mail addresses. */
  readonly aliases: readonly string[]
  /** The id of the account at the identity provider by which it signs in. */
  readonly ssoSubject: string
  /** As the vendor names them. */
  readonly roles: readonly string[]
  /** May manage members, roles or sign-in, directly or by a group. */
  readonly administrator: boolean
  /** Has enrolled a second factor other than e-mail and security questions. */
  readonly secondFactor: boolean
  /** No password of the app works: the account signs in by an identity provider only. */
  readonly singleSignOnOnly: boolean
  /** Of an identity provider: a second factor is demanded for every application. */
  readonly secondFactorDemanded: boolean
  readonly createdAt: Time
  /** Null: never signed in. */
  readonly lastActiveAt: Time | null
}

export interface PersonMembers {
  readonly email: string | null
  /** Further e-mail addresses. */
  readonly aliases: readonly string[]
  /** The `id` of another person. */
  readonly managerId: string | null
  readonly startsAt: Day | null
  readonly endsAt: Day | null
  readonly department: string
}

export interface DeviceMembers {
  readonly ownerEmail: string | null
  readonly serialNumber: string
  readonly os: string
  readonly osVersion: string
  readonly managed: boolean
  readonly diskEncrypted: boolean
  readonly screenLock: boolean
  readonly compliant: boolean
  readonly lastSeenAt: Time | null
  /** Since when the vendor manages it for the person who has it: another enrolment is another time. */
  readonly enrolledAt: Time
}

export interface CredentialMembers {
  readonly active: boolean
  /** The `id` of the account that it belongs to. */
  readonly ownerId: string | null
  readonly createdAt: Time
  /** Null: never expires. */
  readonly expiresAt: Time | null
  /** Null: never used. */
  readonly lastUsedAt: Time | null
  readonly scopes: readonly string[]
}

export interface ApplicationMembers {
  readonly publisher: string
  readonly scopes: readonly string[]
  /** How many people use it. */
  readonly users: number
  /** The vendor has verified the publisher. */
  readonly verified: boolean
  readonly grantedAt: Time | null
}

export interface VulnerabilityMembers {
  /** Where it is: a repository, an image, a host. */
  readonly resource: string
  readonly openedAt: Time
  readonly closedAt: Time | null
  readonly packageName: string
}

export interface TrainingMembers {
  /** The `id` of the person. */
  readonly personId: string
  readonly personEmail: string
  readonly course: string
  readonly dueAt: Time | null
  readonly completedAt: Time | null
}

/** What an inventory lists. */
export type InventoryKind = keyof InventoryMembers

/** Names of the members that an inventory of a kind can tell. */
export type InventoryMember<Of extends InventoryKind = InventoryKind> = Of extends unknown
  ? keyof InventoryMembers[Of] & string
  : never

/** A record as checks read it. A member that is told and not known is `undefined`. */
export type InventoryRecord<
  Of extends InventoryKind = InventoryKind,
  Tells extends string = InventoryMember<Of>,
> = RecordHead &
  InventoryWords[Of] & {
    readonly [Member in Tells & keyof InventoryMembers[Of]]: InventoryMembers[Of][Member] | undefined
  }

/** Members that hold the id of another record, which many vendors write as a number. */
type Reference = 'managerId' | 'ownerId' | 'personId' | 'ssoSubject'

/**
 * A record as `list` yields it. Each told member is there, and `undefined` where the vendor does not say. Numbers become text;
 * one above 2^53, which JavaScript has rounded, is not known.
 */
export type ListedRecord<Of extends InventoryKind, Tells extends string> = {
  readonly id: string | number
  readonly name?: string | null | undefined
  readonly url?: string | null | undefined
  readonly unknown?: { readonly [Member in Tells]?: string | undefined } | undefined
} & InventoryWords[Of] & {
    readonly [Member in Tells & keyof InventoryMembers[Of]]:
      | InventoryMembers[Of][Member]
      | (Member extends Reference ? number : never)
      | undefined
  }
