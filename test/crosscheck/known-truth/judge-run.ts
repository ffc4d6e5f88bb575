import type { ResultRecord } from '../../../src/define/index.ts'
import { type Account, dayMs, isWorking, readLeftMs } from './history.ts'

/** What a cross-check said, compared with what really happened. */
export type Mistake = 'false pass' | 'false fail'

/** Days of grace, the longest day on earth, and a margin. */
const toleratedMs = (1 + 1.5) * dayMs

/** When things were read, epoch ms. */
export interface Readings {
  readonly accountMs: number
  readonly oldestMs: number
}

/** @returns undefined where the result is right, or says that nobody can tell */
export function findMistake(
  checkId: string,
  { status, evidence }: ResultRecord,
  account: Account,
  readings: Readings,
): Mistake | undefined {
  if (status !== 'pass' && status !== 'fail') return undefined
  const { human, kind } = account
  const isSuspended = account.suspendedMs !== undefined && account.suspendedMs <= readings.accountMs
  const leftMs = human && readLeftMs(human)
  const isGone =
    leftMs !== undefined && leftMs + toleratedMs <= readings.oldestMs && !isWorking(human as never, readings.oldestMs)
  const isThere = human !== undefined && isWorking(human, readings.accountMs)
  switch (checkId) {
    case 'leavers':
    case 'administrators-everywhere':
      if (status === 'pass') return kind === 'guest' || (isGone && !isSuspended) ? 'false pass' : undefined
      return isSuspended || isThere || kind !== 'person' ? 'false fail' : undefined
    case 'accounts-without-owner':
      if (status === 'fail') return human === undefined ? undefined : 'false fail'
      return namesOwner(evidence, account) ? undefined : 'false pass'
    case 'second-factor-everywhere': {
      const hasFactor = account.system === 1 || account.system === 2 || account.hasFactor
      return hasFactor === (status === 'pass') ? undefined : `false ${status}`
    }
    case 'contractors-past-their-end':
      if (human?.kind !== 'contractor') return `false ${status}`
      if (status === 'pass') return isGone && !isSuspended ? 'false pass' : undefined
      return isSuspended || isThere ? 'false fail' : undefined
    default:
      return undefined
  }
}

/** Whether the person whom a result names is the one whose the account is. */
function namesOwner(evidence: unknown, { human }: Account): boolean {
  const { owner } = evidence as { owner: { person?: { id: string }; owner?: { id: string } } }
  const id = (owner.person ?? owner.owner)?.id ?? ''
  // Records of the identity provider are accounts, too.
  return human?.employments.some(({ record }) => id.endsWith(`/${record}`)) || id === `idp/0-${human?.number}`
}
