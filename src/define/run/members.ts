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
  readonly isNullable?: true | undefined
}

type FormOf<Value> = Value extends readonly string[]
  ? 'texts' | 'emails'
  : [Value] extends [boolean]
    ? 'boolean'
    : [Value] extends [number]
      ? 'number'
      : Exclude<MemberForm, 'texts' | 'emails' | 'boolean' | 'number'>

/** With a question mark where the vendor can say that there is none. */
type WrittenForm<Value> = null extends Value ? `${FormOf<Exclude<Value, null>>}?` : FormOf<Value>

/** Every member that an inventory can tell, by kind. */
const inventoryMembers = {
  account: {
    email: 'email?',
    emailVerified: 'boolean',
    aliases: 'emails',
    ssoSubject: 'reference',
    roles: 'texts',
    administrator: 'boolean',
    secondFactor: 'boolean',
    singleSignOnOnly: 'boolean',
    secondFactorDemanded: 'boolean',
    createdAt: 'past',
    lastActiveAt: 'past?',
  },
  person: {
    email: 'email?',
    aliases: 'emails',
    managerId: 'reference?',
    startsAt: 'day?',
    endsAt: 'day?',
    department: 'text',
  },
  device: {
    ownerEmail: 'email?',
    serialNumber: 'text',
    os: 'text',
    osVersion: 'text',
    managed: 'boolean',
    diskEncrypted: 'boolean',
    screenLock: 'boolean',
    compliant: 'boolean',
    lastSeenAt: 'past?',
    enrolledAt: 'past',
  },
  credential: {
    active: 'boolean',
    ownerId: 'reference?',
    createdAt: 'past',
    expiresAt: 'future?',
    lastUsedAt: 'past?',
    scopes: 'texts',
  },
  application: {
    publisher: 'text',
    scopes: 'texts',
    users: 'number',
    verified: 'boolean',
    grantedAt: 'past?',
  },
  vulnerability: {
    resource: 'text',
    openedAt: 'past',
    closedAt: 'past?',
    packageName: 'text',
  },
  training: {
    personId: 'reference',
    personEmail: 'email',
    course: 'text',
    dueAt: 'future?',
    completedAt: 'past?',
  },
} as const satisfies {
  readonly [Of in InventoryKind]: {
    readonly [Member in InventoryMember<Of>]: WrittenForm<InventoryMembers[Of][Member & keyof InventoryMembers[Of]]>
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
  forms[of] ??= Object.fromEntries(
    Object.entries<string>(inventoryMembers[of]).map(([member, written]) => [
      member,
      { form: written.replace('?', '') as MemberForm, isNullable: written.endsWith('?') ? (true as const) : undefined },
    ]),
  )
  return forms[of]
}

// Asked for each record.
const forms: Partial<Record<InventoryKind, Readonly<Record<string, InventoryMemberForm>>>> = {}

/** The words of a kind's members that every record has, by name. */
export function listMemberWords(of: InventoryKind): Readonly<Record<string, readonly string[]>> {
  return inventoryWords[of]
}
