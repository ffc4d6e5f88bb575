import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { explainUnknown, pickEvidence } from './rules/facts.ts'
import { createDaysVariable, judgeAge } from './rules/judge-age.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const staleAccountsQuestion: RecordQuestion<'account'> = {
  name: 'staleAccounts',
  of: 'account',
  reads: ['lastActiveAt', 'createdAt'],
  failsWhen: '`lastActiveAt` is longer ago, or it is null and `createdAt` is longer ago',
  id: 'stale-accounts',
  title: 'Accounts that nobody uses are removed',
  description:
    'Looks at the last activity of each account. If a stranger takes over an unused account, nobody notices.',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'],
  states: [{ 'unused-accounts-removed': { idle: 'max_idle_days' } }],
  tags: ['accounts'],
  resourceType: 'account',
  variables: [
    createDaysVariable({ id: 'max_idle_days', label: 'Longest time without activity, days', default: 90 }, 180),
  ],
  remediation: 'Ask whether the account is still needed. If it is not, suspend or remove it.',
  judge(record, context) {
    const evidence = pickEvidence(record, ['kind', 'status', 'lastActiveAt', 'createdAt'])
    const common = { limit: 'max_idle_days', evidence }
    return (
      judgeAge(record, { ...common, member: 'lastActiveAt', happened: 'was last active' }, context) ??
      judgeAge(record, { ...common, member: 'createdAt', happened: 'was never active, and was created' }, context) ?? {
        status: 'undecided',
        because: explainUnknown(record, 'createdAt', context),
      }
    )
  },
}

/**
 * Accounts that nobody uses are removed. The variable `max_idle_days` is 90.
 * @throws DefinitionError that lists every mistake
 */
export function staleAccounts<Id extends string>(
  accounts: Inventory<'account', 'lastActiveAt' | 'createdAt', Id>,
  options?: QuestionOptions<'account', 'max_idle_days'>,
): Check<Id> {
  return askEach(staleAccountsQuestion, accounts, options)
}
