import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { explainUnknown, nameRecord, pickEvidence, readWord } from './rules/facts.ts'
import { createDaysVariable, judgeAge } from './rules/judge-age.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const invitationsPendingQuestion: RecordQuestion<'account'> = {
  name: 'invitationsPending',
  of: 'account',
  reads: ['createdAt'],
  failsWhen: '`status` is invited, and `createdAt` is longer ago',
  id: 'invitations-pending',
  title: 'Invitations that nobody accepts are withdrawn',
  description:
    'Looks at the age of each invitation. An old invitation still works, and somebody else may read its mailbox by now.',
  severity: 'low',
  controls: ['soc2:CC6.2', 'iso27001:A.5.18'],
  states: [{ 'invitations-end': { within: 'max_pending_days' } }],
  tags: ['accounts', 'invitations'],
  onEmptyPart: 'not_applicable',
  resourceType: 'account',
  variables: [
    createDaysVariable({ id: 'max_pending_days', label: 'Longest time until accepted, days', default: 30 }, 90),
  ],
  remediation: 'Withdraw the invitation, or ask the person to accept it.',
  judge(record, context) {
    const status = readWord('account', 'status', record.status)
    if (status !== 'invited' && status !== 'unknown')
      return { status: 'notApplicable', title: `${nameRecord(record)} is no invitation` }
    const evidence = pickEvidence(record, ['kind', 'status', 'createdAt'])
    const demand = { member: 'createdAt', limit: 'max_pending_days', happened: 'was invited', evidence }
    return (
      judgeAge(record, demand, context) ?? {
        status: 'undecided',
        because: explainUnknown(record, 'createdAt', context),
      }
    )
  },
}

/**
 * Invitations that nobody accepts are withdrawn. The variable `max_pending_days` is 30.
 * @throws DefinitionError that lists every mistake
 */
export function invitationsPending<Id extends string>(
  accounts: Inventory<'account', 'createdAt', Id>,
  options?: QuestionOptions<'account', 'max_pending_days'>,
): Check<Id> {
  return askEach(invitationsPendingQuestion, accounts, options)
}
