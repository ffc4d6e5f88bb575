import { boundControls } from '../../define/index.ts'
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

/** Nobody who left can still sign in. */
export const leavers = defineCrossCheck({
  id: 'leavers',
  title: 'Nobody who left can still sign in',
  description:
    'Compares the accounts of all connections with the directory. It fails for each account that is active although its owner had left, and the days of grace were over, before the account was read.',
  severity: 'critical',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'], graceBound),
  states: ['accounts-follow-directory', { 'leavers-without-access': { grace: 'grace_days' } }],
  tags: ['people', 'accounts'],
  needs: { people: 'directory', accounts: 'every' },
  variables: [graceDays],
  run: (ctx) => judgeAccounts(ctx, { judge: judgeAccount }),
})

function judgeAccount(
  entry: AccountEntry,
  { variables }: CrossCheckContext<{ readonly grace_days: number }>,
): ResourceVerdict {
  const { connection, owner } = entry
  if (owner.is !== 'person') return judgeWithoutPerson(entry, owner)
  const { person } = owner
  if (person.sourceId === connection.id)
    return {
      status: 'notApplicable',
      title: `${connection.name} is the directory of ${namePerson(person)}, which cannot prove itself`,
    }
  const employment = judgeEmployment(person, connection.readAt.getTime(), variables.grace_days)
  if (employment.is === 'unknown' || employment.is === 'leaving') return undecide(employment.because)
  if (employment.is !== 'left') {
    if (owner.doubt !== undefined) return undecide(owner.doubt)
    return {
      status: 'pass',
      title: `${namePerson(person)} ${employment.is === 'working' ? 'works here' : 'begins later'}`,
    }
  }
  const end = `${namePerson(person)} ${describeEnd(employment)}`
  const status = readAccountStatus(entry.account)
  if (status === 'invited')
    return {
      status: 'manual',
      title: `${end}, and can still accept an invitation`,
      description: `Withdraw the invitation to ${connection.name}, or say why it stays.`,
    }
  if (status !== 'active') return undecide(`${end}. ${explainMissingStatus(connection)}`)
  return {
    status: 'fail',
    title: `${end}, and ${nameAccount(entry)} is active`,
    remediation: `Suspend or remove the account on ${connection.name}. If it is somebody else's by now, link it to them.`,
  }
}
