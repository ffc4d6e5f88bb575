import type { CrossCheckConnection, CrossCheckRecord } from '../../crosscheck/define/cross-check.ts'
import { type Employment, judgeEmployment } from '../../crosscheck/define/judge-employment.ts'
import type { Owner, Proposal } from '../../crosscheck/define/owner.ts'
import type { Person, PersonRecord } from '../../crosscheck/define/person.ts'
import { toDismissalId, toReasonDigest } from '../../crosscheck/links/dismissal-store.ts'
import type { ViewList } from '../../crosscheck/people/people-view-store.ts'

/** Whose an account, a device or a training is, as a page shows it. */
export interface ShownOwner {
  readonly is: Owner['is']
  /** The person, or the owner of a service. */
  readonly personId?: string | undefined
  readonly personName?: string | undefined
  /** What says so. */
  readonly by?: string | undefined
  readonly because?: string | undefined
  /** People whom it may belong to, and why. Nothing is linked by that. */
  readonly proposals?: readonly ShownProposal[] | undefined
}

export interface ShownProposal extends Proposal {
  readonly personName?: string | undefined
  /** By which it is dismissed; undefined: somebody has to decide. */
  readonly digest?: string | undefined
}

/** true, false, or nobody knows. */
export type YesNoUnknown = 'yes' | 'no' | 'unknown'

export interface AccountView {
  readonly connectionId: string
  readonly id: string
  readonly name?: string | undefined
  readonly email?: string | null | undefined
  readonly kind: string
  readonly status: string
  readonly administrator: YesNoUnknown
  readonly secondFactor: YesNoUnknown
  readonly createdAt?: string | undefined
  readonly lastActiveAt?: string | null | undefined
  readonly owner: ShownOwner
}

export interface DeviceView {
  readonly connectionId: string
  readonly id: string
  readonly name?: string | undefined
  readonly serialNumber?: string | undefined
  readonly os?: string | undefined
  readonly osVersion?: string | undefined
  readonly ownerEmail?: string | null | undefined
  readonly managed: YesNoUnknown
  readonly diskEncrypted: YesNoUnknown
  readonly screenLock: YesNoUnknown
  readonly lastSeenAt?: string | null | undefined
  readonly owner: ShownOwner
}

export interface TrainingView {
  readonly connectionId: string
  readonly id: string
  readonly course?: string | undefined
  readonly status: string
  readonly dueAt?: string | null | undefined
  readonly completedAt?: string | null | undefined
  readonly owner: ShownOwner
}

/** A person, and where their accounts, devices and trainings are in the lists of the view. */
export interface PersonView {
  /** For URLs, where no id of a vendor may be. */
  readonly key: string
  readonly id: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly kind: PersonRecord['kind']
  readonly status: PersonRecord['status']
  /** Whether they belong to the organization, by the newest reading. */
  readonly employment: Employment
  readonly sourceId: string
  readonly startsAt?: string | null | undefined
  readonly endsAt?: string | null | undefined
  /** Ids of their records in other sources. */
  readonly others: readonly string[]
  /** Each a position, and what is seen of it in the list of people. */
  readonly accounts: readonly (readonly [position: number, marks: number])[]
  /** Accounts that may be theirs, and that wait for somebody to decide, by their positions. */
  readonly waiting: readonly number[]
  readonly devices: readonly number[]
  readonly trainings: readonly number[]
}

/** What lists are filtered by. */
export type ViewMark =
  | 'leaver'
  | 'noSecondFactor'
  | 'administrator'
  | 'nobody'
  | 'proposed'
  | 'active'
  | 'closed'
  | 'secondFactor'

/** One bit each. */
export const viewMarks = {
  leaver: 1,
  noSecondFactor: 2,
  administrator: 4,
  nobody: 8,
  proposed: 16,
  active: 32,
  closed: 64,
  secondFactor: 128,
} as const satisfies Readonly<Record<ViewMark, number>>

/** The marks that have lists of their own. */
export const listedMarks = {
  person: ['leaver', 'noSecondFactor', 'administrator'],
  account: ['leaver', 'noSecondFactor', 'administrator', 'nobody', 'proposed'],
  device: ['nobody'],
} as const satisfies Partial<Readonly<Record<ViewList, readonly ViewMark[]>>>

/** Those of a list that have a mark. */
export function toMarkedList(list: ViewList, mark: ViewMark): ViewList {
  return `${list}:${mark}` as ViewList
}

/** Members of a vendor that are of another type or missing are unknown, never false. */
function readKnown(value: unknown): YesNoUnknown {
  return value === true ? 'yes' : value === false ? 'no' : 'unknown'
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function readTextOrNull(value: unknown): string | null | undefined {
  return value === null ? null : readText(value)
}

export function toAccountView(
  { id: connectionId }: CrossCheckConnection,
  account: CrossCheckRecord<'account'>,
  owner: Owner,
  nameOf: (personId: string) => string | undefined,
  dismissed: ReadonlyMap<string, string>,
): AccountView {
  const shown = toShownOwner(owner, nameOf)
  const proposals = leaveOutDismissed(connectionId, account, shown.proposals ?? [], dismissed)
  return {
    connectionId,
    id: account.id,
    name: readText(account.name),
    email: readTextOrNull(account.email),
    kind: readText(account.kind) ?? 'unknown',
    status: readText(account.status) ?? 'unknown',
    administrator: readKnown(account.administrator),
    secondFactor: readKnown(account.secondFactor),
    createdAt: readText(account.createdAt),
    lastActiveAt: readTextOrNull(account.lastActiveAt),
    owner:
      owner.is === 'nobody' || owner.is === 'unknown'
        ? // An account of somebody we may know is not nobody's before somebody has decided.
          { ...shown, is: proposals.length > 0 ? 'unknown' : owner.is, proposals }
        : shown,
  }
}

/** Those that nobody has dismissed for the same reason. */
function leaveOutDismissed(
  connectionId: string,
  account: CrossCheckRecord<'account'>,
  proposals: readonly ShownProposal[],
  dismissed: ReadonlyMap<string, string>,
): readonly ShownProposal[] {
  return proposals.flatMap((proposal) => {
    const digest = toReasonDigest(proposal.because, account)
    const id = toDismissalId(connectionId, account.id, proposal.personId)
    return dismissed.get(id) === digest ? [] : [{ ...proposal, digest }]
  })
}

export function toDeviceView(
  { id: connectionId }: CrossCheckConnection,
  device: CrossCheckRecord<'device'>,
  owner: Owner,
  nameOf: (personId: string) => string | undefined,
): DeviceView {
  return {
    connectionId,
    id: device.id,
    name: readText(device.name),
    serialNumber: readText(device.serialNumber),
    os: readText(device.os),
    osVersion: readText(device.osVersion),
    ownerEmail: readTextOrNull(device.ownerEmail),
    managed: readKnown(device.managed),
    diskEncrypted: readKnown(device.diskEncrypted),
    screenLock: readKnown(device.screenLock),
    lastSeenAt: readTextOrNull(device.lastSeenAt),
    owner: toShownOwner(owner, nameOf),
  }
}

export function toTrainingView(
  { id: connectionId }: CrossCheckConnection,
  training: CrossCheckRecord<'training'>,
  owner: Owner,
  nameOf: (personId: string) => string | undefined,
): TrainingView {
  return {
    connectionId,
    id: training.id,
    course: readText(training.course),
    status: readText(training.status) ?? 'unknown',
    dueAt: readTextOrNull(training.dueAt),
    completedAt: readTextOrNull(training.completedAt),
    owner: toShownOwner(owner, nameOf),
  }
}

function toShownOwner(owner: Owner, nameOf: (personId: string) => string | undefined): ShownOwner {
  switch (owner.is) {
    case 'person':
      return {
        is: 'person',
        personId: owner.person.id,
        personName: owner.person.name,
        by: owner.basis.by,
        because: owner.doubt,
      }
    case 'service':
      return { is: 'service', personId: owner.owner.id, personName: owner.owner.name, by: owner.basis.by }
    case 'out-of-scope':
      return { is: 'out-of-scope', by: owner.basis.by, because: owner.basis.reason }
    case 'ambiguous':
      return {
        is: 'ambiguous',
        because: owner.because,
        proposals: owner.people.map(({ id, name }) => ({ personId: id, personName: name, because: owner.because })),
      }
    default:
      return {
        is: owner.is,
        because: owner.because,
        proposals: owner.proposals.map((each) => ({ ...each, personName: nameOf(each.personId) })),
      }
  }
}

/** Whether somebody has to decide whose it is, among people whom we know. */
function isWaiting({ owner: { is, proposals = [] } }: AccountView): boolean {
  return (is === 'ambiguous' || is === 'unknown') && proposals.length > 0
}

/** What an account is found by. */
export function markAccount(account: AccountView, owner: Owner): number {
  const { kind, status, administrator, secondFactor } = account
  const isOpen = status !== 'deleted' && status !== 'suspended'
  const isHuman = kind !== 'service' && kind !== 'shared'
  return (
    (isOpen && owner.is === 'person' && isGone(owner.person) ? viewMarks.leaver : 0) |
    (isOpen && isHuman && secondFactor === 'no' ? viewMarks.noSecondFactor : 0) |
    (isOpen && administrator === 'yes' ? viewMarks.administrator : 0) |
    (isOpen && account.owner.is === 'nobody' ? viewMarks.nobody : 0) |
    (isOpen && isWaiting(account) ? viewMarks.proposed : 0) |
    (status === 'active' ? viewMarks.active : 0) |
    (isOpen ? 0 : viewMarks.closed) |
    (secondFactor === 'yes' ? viewMarks.secondFactor : 0)
  )
}

function isGone(person: Person): boolean {
  return judgeEmployment(person, Math.max(person.readAtMs, 0), 0).is === 'left'
}

export function toPersonView(
  person: Person,
): Omit<PersonView, 'key' | 'accounts' | 'waiting' | 'devices' | 'trainings'> {
  const { id, name, email, kind, status, sourceId, startsAt, endsAt, readAtMs, others } = person
  return {
    id,
    name,
    email,
    kind,
    status,
    sourceId,
    startsAt,
    endsAt,
    others: others.map((other) => other.id),
    employment: judgeEmployment(person, readAtMs, 0),
  }
}
