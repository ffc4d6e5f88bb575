import type { InventoryKind, InventoryMember, InventoryMembers, InventoryWords } from './record.ts'

/**
 * How a member is written:
 * - `text`, `email`, `boolean`, `number` (a whole one, not negative), `texts` and `emails` (lists);
 * - `reference`: the id of another record;
 * - `past` and `future`: a time that has been, or that may be still to come;
 * - `day`: a day that may be still to come.
 */
export type MemberForm =
  | 'text'
  | 'email'
  | 'texts'
  | 'emails'
  | 'boolean'
  | 'number'
  | 'reference'
  | 'past'
  | 'future'
  | 'day'

export interface InventoryMemberForm {
  readonly form: MemberForm
  /** The vendor can say that there is none. @default false */
  readonly isNullable?: true
}

type FormFor<Value> = (Value extends readonly string[]
  ? { readonly form: 'texts' | 'emails' }
  : [Exclude<Value, null>] extends [boolean]
    ? { readonly form: 'boolean' }
    : [Exclude<Value, null>] extends [number]
      ? { readonly form: 'number' }
      : { readonly form: Exclude<MemberForm, 'texts' | 'emails' | 'boolean' | 'number'> }) &
  (null extends Value ? { readonly isNullable: true } : { readonly isNullable?: never })

/** Every member that an inventory can tell, by kind. */
const inventoryMembers = {
  account: {
    email: { form: 'email', isNullable: true },
    emailVerified: { form: 'boolean' },
    aliases: { form: 'emails' },
    roles: { form: 'texts' },
    administrator: { form: 'boolean' },
    secondFactor: { form: 'boolean' },
    singleSignOnOnly: { form: 'boolean' },
    secondFactorDemanded: { form: 'boolean' },
    createdAt: { form: 'past' },
    lastActiveAt: { form: 'past', isNullable: true },
  },
  person: {
    email: { form: 'email', isNullable: true },
    aliases: { form: 'emails' },
    managerId: { form: 'reference', isNullable: true },
    startsAt: { form: 'day', isNullable: true },
    endsAt: { form: 'day', isNullable: true },
    department: { form: 'text' },
  },
  device: {
    ownerEmail: { form: 'email', isNullable: true },
    serialNumber: { form: 'text' },
    os: { form: 'text' },
    osVersion: { form: 'text' },
    managed: { form: 'boolean' },
    diskEncrypted: { form: 'boolean' },
    screenLock: { form: 'boolean' },
    compliant: { form: 'boolean' },
    lastSeenAt: { form: 'past', isNullable: true },
  },
  credential: {
    active: { form: 'boolean' },
    ownerId: { form: 'reference', isNullable: true },
    createdAt: { form: 'past' },
    expiresAt: { form: 'future', isNullable: true },
    lastUsedAt: { form: 'past', isNullable: true },
    scopes: { form: 'texts' },
  },
  application: {
    publisher: { form: 'text' },
    scopes: { form: 'texts' },
    users: { form: 'number' },
    verified: { form: 'boolean' },
    grantedAt: { form: 'past', isNullable: true },
  },
  vulnerability: {
    resource: { form: 'text' },
    openedAt: { form: 'past' },
    closedAt: { form: 'past', isNullable: true },
    packageName: { form: 'text' },
  },
  training: {
    personId: { form: 'reference' },
    personEmail: { form: 'email' },
    course: { form: 'text' },
    dueAt: { form: 'future', isNullable: true },
    completedAt: { form: 'past', isNullable: true },
  },
} as const satisfies {
  readonly [Of in InventoryKind]: {
    readonly [Member in InventoryMember<Of>]: FormFor<InventoryMembers[Of][Member & keyof InventoryMembers[Of]]>
  }
}

/** The members whose words every record of a kind has. Most have a word that says that nobody knows. */
const inventoryWords = {
  account: {
    kind: ['person', 'guest', 'service', 'shared', 'unknown'],
    status: ['active', 'invited', 'suspended', 'deleted', 'unknown'],
  },
  person: {
    kind: ['employee', 'contractor', 'unknown'],
    status: ['active', 'onLeave', 'left', 'future', 'unknown'],
  },
  device: {},
  credential: { kind: ['apiKey', 'token', 'sshKey', 'certificate', 'secret'] },
  application: {},
  vulnerability: {
    severity: ['critical', 'high', 'medium', 'low', 'unknown'],
    status: ['open', 'fixed', 'dismissed', 'unknown'],
  },
  training: { status: ['assigned', 'completed', 'unknown'] },
} as const satisfies {
  readonly [Of in InventoryKind]: {
    readonly [Member in keyof InventoryWords[Of]]: readonly Exclude<InventoryWords[Of][Member], undefined>[]
  }
}

export const inventoryKinds = Object.keys(inventoryMembers) as readonly InventoryKind[]

/** The forms of a kind's members, by name. */
export function listMemberForms(of: InventoryKind): Readonly<Record<string, InventoryMemberForm>> {
  return inventoryMembers[of]
}

/** The words of a kind's members that every record has, by name. */
export function listMemberWords(of: InventoryKind): Readonly<Record<string, readonly string[]>> {
  return inventoryWords[of]
}
