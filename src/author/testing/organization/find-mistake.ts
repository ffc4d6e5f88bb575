import type { ResultRecord } from '../../../define/index.ts'
import {
  dayMs,
  type HistoryAccount,
  type HistoryDevice,
  type Human,
  isWorking,
  type OrganizationHistory,
  readAcknowledgedMs,
  readLeftMs,
} from './history.ts'

/** What a cross-check said, compared with what really happened. */
export type FalseVerdict = 'false pass' | 'false fail'

/** What a result is about, as it really is. */
export interface Truth {
  readonly history: OrganizationHistory
  readonly account: HistoryAccount | undefined
  readonly device: HistoryDevice | undefined
  readonly human: Human | undefined
}

/** When things were read, epoch ms. */
export interface Readings {
  /** The list that the result is from; of a person the oldest of all that the cross-check needs. */
  readonly listMs: number
  /** That one, or the directory. */
  readonly oldestMs: number
  /** The newest of them. */
  readonly newestMs: number
  readonly providerMs: number
}

type PassOrFail = 'pass' | 'fail'

const ofAccounts = [
  'leavers',
  'administrators-everywhere',
  'accounts-without-owner',
  'second-factor-everywhere',
  'contractors-past-their-end',
] as const
const ofPeople = ['directory-agrees', 'dormant-everywhere', 'training-of-everyone', 'policies-acknowledged'] as const
const known: ReadonlySet<string> = new Set([...ofAccounts, ...ofPeople, 'devices-and-owners'])

/** The longest day on earth, and a margin. */
const zoneMs = 1.5 * dayMs

/** @returns undefined where the result is right, or says that nobody can tell */
export function findMistake(
  checkId: string,
  { status, evidence }: ResultRecord,
  truth: Truth,
  readings: Readings,
): FalseVerdict | undefined {
  if (!known.has(checkId))
    throw new TypeError(`tryCrossCheck() does not know what is right of "${checkId}". Hand it a function that does.`)
  if (status !== 'pass' && status !== 'fail') return undefined
  const { account, device, human } = truth
  const isWrong = account
    ? isWrongOfAccount(checkId, status, evidence, account, readings)
    : device
      ? isWrongOfDevice(status, device, readings)
      : human && isWrongOfPerson(checkId, status, human, truth.history, readings)
  return isWrong ? `false ${status}` : undefined
}

function isWrongOfAccount(
  checkId: string,
  status: PassOrFail,
  evidence: unknown,
  account: HistoryAccount,
  { listMs, oldestMs }: Readings,
): boolean {
  const { human, kind } = account
  const isSuspended = isSuspendedAt(account, listMs)
  const isOver = isGone(human, oldestMs, 1)
  const isThere = human !== undefined && isWorking(human, listMs)
  switch (checkId) {
    case 'leavers':
    case 'administrators-everywhere':
      if (status === 'pass') return kind === 'guest' || (isOver && !isSuspended)
      return isSuspended || isThere || kind !== 'person'
    case 'accounts-without-owner':
      return status === 'fail' ? human !== undefined : !namesOwner(evidence, account)
    case 'second-factor-everywhere': {
      const hasFactor = account.system === 1 || account.system === 2 || account.hasFactor
      return hasFactor !== (status === 'pass')
    }
    case 'contractors-past-their-end':
      if (human?.kind !== 'contractor') return true
      return status === 'pass' ? isOver && !isSuspended : isSuspended || isThere
    default:
      throw new Error(`${checkId} says something of an account`)
  }
}

/** Whoever leaves has two weeks to return it. */
function isWrongOfDevice(
  status: PassOrFail,
  { human, issuedMs, returnedMs }: HistoryDevice,
  { listMs, oldestMs }: Readings,
): boolean {
  const isAssigned = human !== undefined && issuedMs <= listMs && (returnedMs === undefined || returnedMs > listMs)
  if (!isAssigned) return true
  return status === 'pass' ? isGone(human, oldestMs, 14) : isWorking(human, listMs)
}

function isWrongOfPerson(
  checkId: string,
  status: PassOrFail,
  human: Human,
  history: OrganizationHistory,
  { oldestMs, newestMs, providerMs }: Readings,
): boolean {
  switch (checkId) {
    case 'directory-agrees': {
      const own = history.accounts.find((account) => account.system === 0 && account.human === human)
      const isListed = own !== undefined && !isSuspendedAt(own, providerMs)
      return status === 'pass' ? isGone(human, oldestMs, 1) && isListed : !isListed || isWorking(human, providerMs)
    }
    case 'dormant-everywhere': {
      const own = history.accounts.filter((account) => account.human === human && account.kind === 'person')
      const isUsed = (fromMs: number, untilMs: number) =>
        own.some(({ uses }) => uses !== undefined && uses.fromMs <= untilMs && uses.untilMs >= fromMs)
      if (status === 'fail') return isUsed(oldestMs - 89 * dayMs, oldestMs)
      const isNew = own.some(({ createdMs }) => createdMs >= oldestMs - 92 * dayMs)
      return !isNew && !isUsed(oldestMs - 92 * dayMs, newestMs)
    }
    case 'training-of-everyone': {
      const isTrained = (days: number) =>
        history.trainings.some(
          (training) =>
            training.human === human &&
            training.completedMs !== undefined &&
            training.completedMs <= newestMs &&
            training.completedMs >= oldestMs - days * dayMs,
        )
      if (status === 'pass') return !isTrained(367)
      const startMs = human.employments.findLast(({ startMs: ms }) => ms <= oldestMs)?.startMs ?? oldestMs
      return isTrained(364) || startMs > oldestMs - 29 * dayMs
    }
    case 'policies-acknowledged': {
      const acknowledgedMs = readAcknowledgedMs(human)
      const hasAcknowledged = acknowledgedMs !== undefined && acknowledgedMs <= newestMs
      if (status === 'pass') return !hasAcknowledged
      return hasAcknowledged || !isWorking(human, oldestMs)
    }
    default:
      throw new Error(`${checkId} says something of a person`)
  }
}

function isSuspendedAt({ suspendedMs }: HistoryAccount, atMs: number): boolean {
  return suspendedMs !== undefined && suspendedMs <= atMs
}

/** Whether somebody had surely left for so many days. */
function isGone(human: Human | undefined, atMs: number, days: number): boolean {
  const leftMs = human && readLeftMs(human)
  return (
    human !== undefined && leftMs !== undefined && leftMs + days * dayMs + zoneMs <= atMs && !isWorking(human, atMs)
  )
}

/** Whether the person whom a result names is the one whose the account is. */
function namesOwner(evidence: unknown, { human }: HistoryAccount): boolean {
  const { owner } = evidence as { owner: { person?: { id: string }; owner?: { id: string } } }
  const id = (owner.person ?? owner.owner)?.id ?? ''
  // Records of the identity provider are accounts, too.
  return human?.employments.some(({ record }) => id.endsWith(`/${record}`)) || id === `idp/0-${human?.number}`
}
