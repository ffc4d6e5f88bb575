import { boundControls } from '../../define/index.ts'
import type { AccountEntry, CrossCheckContext } from '../define/cross-check.ts'
import { defineCrossCheck } from '../define/define-cross-check.ts'
import { judgeEmployment, readDayEndMs, readDayStartMs } from '../define/judge-employment.ts'
import {
  explainMissingStatus,
  graceBound,
  graceDays,
  nameAccount,
  namePerson,
  readAccountStatus,
} from './account-rules.ts'
import { judgeAccounts, type ResourceVerdict, undecide } from './report-verdict.ts'

const dayMs = 86_400_000

/** Contractors lose their access at the end of their contract. */
export const contractorsPastTheirEnd = defineCrossCheck({
  id: 'contractors-past-their-end',
  title: 'Contractors have no access after the end of their contract',
  description:
    'Looks at the accounts of contractors, and at the last day of the contract, whatever the directory says of them otherwise. Nobody tells the directory when a contract just runs out.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.18', 'iso27001:A.6.5'], graceBound),
  states: [{ 'leavers-without-access': { grace: 'grace_days' } }],
  tags: ['people', 'contractors'],
  needs: { people: 'directory', accounts: 'every' },
  variables: [graceDays],
  onEmpty: 'not_applicable',
  run: (ctx) => judgeAccounts(ctx, { judge: judgeAccount }),
})

function judgeAccount(
  entry: AccountEntry,
  { variables }: CrossCheckContext<{ readonly grace_days: number }>,
): ResourceVerdict | undefined {
  const { connection, account, owner } = entry
  if (owner.is !== 'person') return undefined
  const { person, doubt } = owner
  // Of somebody who is gone, the directory does not say what they were. They are a matter of "leavers".
  if (person.kind === 'employee' || person.status === 'missing') return undefined
  const { kind, startsAt, endsAt, sourceName } = person
  const name = namePerson(person)
  const endMs = readDayEndMs(endsAt)
  const isOver = endMs !== undefined && connection.readAt.getTime() >= endMs + variables.grace_days * dayMs
  if (kind === 'unknown') {
    return isOver ? undecide(`${sourceName} does not say whether ${name} is a contractor.`) : undefined
  }
  if (person.doubt !== undefined) return undecide(person.doubt)
  if (endsAt === null || (endMs !== undefined && !isOver)) {
    if (doubt !== undefined) return undecide(doubt)
    const employment = judgeEmployment(person, connection.readAt.getTime(), variables.grace_days)
    if (employment.is === 'unknown' || employment.is === 'leaving') return undecide(employment.because)
    if (employment.is === 'left')
      return undecide(`${sourceName} says that ${name} left, and not when the contract ended.`)
    return {
      status: 'pass',
      title: endsAt === null ? `The contract of ${name} has no end` : `The contract of ${name} goes on until ${endsAt}`,
    }
  }
  if (endMs === undefined) return undecide(`${sourceName} does not say when the contract of ${name} ends.`)
  // The contract may have been renewed since.
  if (person.readAtMs < endMs)
    return undecide(`The contract of ${name} ended on ${endsAt}, after ${sourceName} was read.`)
  // It may be that of an earlier contract.
  if (person.status !== 'left' && readDayStartMs(startsAt) === undefined)
    return undecide(
      `${sourceName} says that a contract of ${name} ended on ${endsAt}, and not when the present one began.`,
    )
  if (typeof startsAt === 'string' && startsAt > String(endsAt))
    return undecide(`${sourceName} says that ${name} began on ${startsAt}, after the end on ${endsAt}.`)
  if (readAccountStatus(account) !== 'active')
    return undecide(`The contract of ${name} ended on ${endsAt}. ${explainMissingStatus(connection)}`)
  return {
    status: 'fail',
    title: `The contract of ${name} ended on ${endsAt}, and ${nameAccount(entry)} is active`,
    remediation: `Suspend the account on ${connection.name}, or enter the new end in ${sourceName}.`,
  }
}
