import { omitUndefined } from '../../../text/omit-undefined.ts'
import {
  dayMs,
  type EmploymentPeriod,
  type HistoryAccount,
  type HistoryDevice,
  type Human,
  isWorking,
  type OrganizationHistory,
  readAcknowledgedMs,
  readAddress,
  readLeftMs,
} from './history.ts'
import { contractorsId, personnelId, type ShownRecord } from './known-organization.ts'

export const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export function showHuman(human: Human, readMs: number): ShownRecord[] {
  const records = Map.groupBy(human.employments, ({ record }) => record)
  return [...records].flatMap(([id, employments]): ShownRecord[] => {
    const begun = employments.filter(({ startMs }) => startMs <= readMs + 14 * dayMs)
    const last = begun.at(-1)
    if (!last) return []
    const hasLeft = last.endMs !== undefined && !isIn(last, human, readMs) && last.startMs <= readMs
    const leftMs = (last.endMs ?? 0) + dayMs
    if (hasLeft && human.forgottenAfterDays !== undefined && readMs > leftMs + human.forgottenAfterDays * dayMs)
      return []
    const before = begun.at(-2)
    const end = last.endMs ?? before?.endMs
    return [
      {
        id,
        name: human.name,
        kind: human.kind,
        status: hasLeft ? 'left' : last.startMs > readMs ? 'future' : 'active',
        email: readAddress(human, hasLeft ? (last.endMs ?? readMs) : readMs),
        startsAt: toDay(last.startMs),
        endsAt: end === undefined ? null : toDay(end),
      },
    ]
  })
}

export function showAccount(account: HistoryAccount, readMs: number): ShownRecord {
  const { id, system, human, name, kind } = account
  const isSuspended = account.suspendedMs !== undefined && account.suspendedMs <= readMs
  const leftMs = human && readLeftMs(human)
  const addressMs = account.keepsAddress ? account.createdMs : Math.min(readMs, leftMs ?? readMs)
  const address =
    kind !== 'person' || !human
      ? `${id}@${kind === 'guest' ? 'partner' : 'acme'}.example`
      : account.usesAlias
        ? human.alias
        : readAddress(human, addressMs)
  // Two systems know people by their identity alone.
  const isByIdentity = system === 1 || system === 2
  return omitUndefined({
    id,
    name,
    kind,
    status: isSuspended ? 'suspended' : 'active',
    ssoSubject: isByIdentity ? `0-${human?.number}` : undefined,
    email: isByIdentity ? undefined : address,
    emailVerified: system > 4 ? true : undefined,
    createdAt: new Date(account.createdMs).toISOString(),
    lastActiveAt: showLastUse(account, readMs),
    administrator: account.isAdministrator,
    secondFactor: system === 0 || !isByIdentity ? account.hasFactor : undefined,
    secondFactorDemanded: system === 0 ? true : undefined,
    singleSignOnOnly: system !== 0 && isByIdentity,
  })
}

export function showDevice(
  { id, human, returnedMs, keepsAddress, issuedMs }: HistoryDevice,
  readMs: number,
): ShownRecord[] {
  // Whoever takes one back resets it.
  if (returnedMs !== undefined && returnedMs <= readMs) return []
  const addressMs = keepsAddress ? issuedMs : Math.min(readMs, (human && readLeftMs(human)) ?? readMs)
  const ownerEmail = human ? readAddress(human, addressMs) : null
  return [
    {
      id,
      name: id,
      ownerEmail,
      serialNumber: `S-${id}`,
      managed: true,
      enrolledAt: new Date(issuedMs).toISOString(),
    },
  ]
}

export function showTrainings({ trainings, isTrainingTidy }: OrganizationHistory, readMs: number): ShownRecord[] {
  return trainings.flatMap(({ id, human, assignedMs, completedMs }): ShownRecord[] => {
    const leftMs = readLeftMs(human)
    if (assignedMs > readMs || (isTrainingTidy && leftMs !== undefined && leftMs <= readMs)) return []
    const isCompleted = completedMs !== undefined && completedMs <= readMs
    const addressMs = isTrainingTidy ? Math.min(readMs, leftMs ?? readMs) : assignedMs
    return [
      {
        id,
        course: 'Security',
        personEmail: readAddress(human, addressMs),
        status: isCompleted ? 'completed' : 'assigned',
        dueAt: new Date(assignedMs + 30 * dayMs).toISOString(),
        completedAt: isCompleted ? new Date(completedMs).toISOString() : null,
      },
    ]
  })
}

/** The address is the one that they had at that time. */
export function showAcknowledgements({ humans }: OrganizationHistory, readMs: number): ShownRecord[] {
  return humans.flatMap((human): ShownRecord[] => {
    const atMs = readAcknowledgedMs(human)
    if (atMs === undefined || atMs > readMs) return []
    return [
      {
        id: `ack-${String(human.number).padStart(6, '0')}`,
        policyId: 'policy',
        versionId: 'version',
        personEmail: readAddress(human, atMs),
        directoryId: toDirectoryId(human, atMs),
        acknowledgedAt: new Date(atMs).toISOString(),
      },
    ]
  })
}

/** Of the record that the directory had of somebody then. */
function toDirectoryId(human: Human, atMs: number): string | undefined {
  const employment = human.employments.findLast(({ startMs }) => startMs <= atMs)
  return employment && `${human.kind === 'employee' ? personnelId : contractorsId}/${employment.record}`
}

function isIn(employment: EmploymentPeriod, human: Human, atMs: number): boolean {
  return isWorking({ ...human, employments: [employment] }, atMs)
}

/** Null: never. */
function showLastUse({ uses }: HistoryAccount, readMs: number): string | null {
  return uses && uses.fromMs <= readMs ? new Date(Math.min(uses.untilMs, readMs)).toISOString() : null
}
