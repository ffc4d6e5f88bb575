import type { AccountEntry, CrossCheckContext } from '../define/cross-check.ts'
import { defineCrossCheck } from '../define/define-cross-check.ts'
import { explainMissingStatus, nameAccount, namePerson, readAccountStatus } from './account-rules.ts'
import { judgeAccounts, judgeWithoutPerson, type ResourceVerdict, undecide } from './report-verdict.ts'

/** Every account has an owner. */
export const accountsWithoutOwner = defineCrossCheck({
  id: 'accounts-without-owner',
  title: 'Every account has an owner',
  description:
    'Looks for accounts that belong to nobody in the directory. An account that nobody knows is one that nobody removes.',
  severity: 'high',
  controls: ['soc2:CC6.2', 'iso27001:A.5.16', 'hipaa:164.312(a)(2)(i)'],
  states: ['accounts-have-owners'],
  tags: ['people', 'accounts'],
  needs: { people: 'directory', accounts: 'every' },
  variables: [
    {
      id: 'fail_without_owner',
      label: 'Fail accounts of nobody we know',
      helpText: 'Otherwise such an account needs review.',
      type: 'boolean',
      default: false,
    },
  ],
  run: (ctx) => judgeAccounts(ctx, { judge: judgeAccount }),
})

function judgeAccount(
  entry: AccountEntry,
  { variables }: CrossCheckContext<{ readonly fail_without_owner: boolean }>,
): ResourceVerdict {
  const { connection, owner } = entry
  switch (owner.is) {
    case 'person':
      if (owner.doubt !== undefined) return undecide(owner.doubt)
      return { status: 'pass', title: `${nameAccount(entry)} is ${namePerson(owner.person)}'s` }
    case 'service':
      return { status: 'pass', title: `${namePerson(owner.owner)} answers for ${nameAccount(entry)}` }
    case 'nobody':
      // Who may be somebody we know is not nobody.
      if (variables.fail_without_owner && owner.proposals.length === 0) break
      return judgeWithoutPerson(entry, owner)
    default:
      return judgeWithoutPerson(entry, owner)
  }
  const status = readAccountStatus(entry.account)
  if (status !== 'active' && status !== 'invited') return undecide(explainMissingStatus(connection))
  return {
    status: 'fail',
    title: `${nameAccount(entry)} is nobody's`,
    remediation: `Find out whose it is and link it, or remove it from ${connection.name}.`,
  }
}
