import { boundControls } from '../../define/index.ts'
import { readFlag, readWord } from '../../questions/rules/facts.ts'
import type { AccountEntry, CrossCheckContext } from '../define/cross-check.ts'
import { defineCrossCheck } from '../define/define-cross-check.ts'
import { judgeEmployment } from '../define/judge-employment.ts'
import {
  describeEnd,
  explainMissingStatus,
  graceBound,
  graceDays,
  nameAccount,
  namePerson,
  readAccountStatus,
} from './account-rules.ts'
import { judgeAccounts, judgeWithoutPerson, type ResourceVerdict, undecide } from './report-verdict.ts'

/** Only people who work here administer systems. */
export const administratorsEverywhere = defineCrossCheck({
  id: 'administrators-everywhere',
  title: 'Only people who work here administer systems',
  description:
    'Looks at every administrator of every connection. Each has to be a person of the directory who works here, or a service that such a person answers for.',
  severity: 'critical',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], graceBound),
  states: [{ 'leavers-without-access': { grace: 'grace_days' } }, 'administrators-belong'],
  tags: ['people', 'administrators'],
  needs: { people: 'directory', accounts: 'every' },
  variables: [graceDays],
  run: (ctx) => judgeAccounts(ctx, { judge: judgeAdministrator, members: ['administrator', 'roles'] }),
})

function judgeAdministrator(
  entry: AccountEntry,
  { variables }: CrossCheckContext<{ readonly grace_days: number }>,
): ResourceVerdict | undefined {
  const { connection, account, owner } = entry
  const isAdministrator = readFlag(account.administrator)
  if (isAdministrator === false) return undefined
  if (isAdministrator === undefined)
    return undecide(`${connection.name} does not say whether the account is an administrator.`)
  if (owner.is !== 'person') return judgeWithoutPerson(entry, owner)
  const { person } = owner
  const employment = judgeEmployment(person, connection.readAt.getTime(), variables.grace_days)
  if (employment.is === 'unknown' || employment.is === 'leaving') return undecide(employment.because)
  if (employment.is === 'left') {
    const end = `${namePerson(person)} ${describeEnd(employment)}`
    if (readAccountStatus(account) !== 'active') return undecide(`${end}. ${explainMissingStatus(connection)}`)
    return {
      status: 'fail',
      title: `${end}, and administers ${connection.name}`,
      remediation: `Take the rights of the account on ${connection.name} away, and suspend it.`,
    }
  }
  if (owner.doubt !== undefined) return undecide(owner.doubt)
  if (readWord('account', 'kind', account.kind) === 'guest')
    return {
      status: 'manual',
      title: `${nameAccount(entry)} is a guest who administers`,
      description: `Find out why ${namePerson(person)} administers ${connection.name} as a guest.`,
    }
  if (employment.is === 'not begun')
    return {
      status: 'manual',
      title: `${namePerson(person)} begins later, and administers ${connection.name} already`,
      description: `Find out why the account has its rights before the first day.`,
    }
  return { status: 'pass', title: `${namePerson(person)}, who works here, administers ${connection.name}` }
}
