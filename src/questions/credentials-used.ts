import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { explainUnknown, pickEvidence } from './rules/facts.ts'
import { createDaysVariable, judgeAge } from './rules/judge-age.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const credentialsUsedQuestion: RecordQuestion<'credential'> = {
  name: 'credentialsUsed',
  of: 'credential',
  reads: ['lastUsedAt', 'createdAt'],
  readsWhereKnown: ['active', 'expiresAt'],
  failsWhen: '`lastUsedAt` is longer ago, or it is null and `createdAt` is longer ago',
  id: 'credentials-used',
  title: 'Keys and tokens that nothing uses are removed',
  description:
    'Looks at the last use of each key and token. A key that nothing uses helps only somebody who steals it.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.312(d)'],
  states: [{ 'unused-keys-removed': { idle: 'max_unused_days' } }],
  tags: ['tokens'],
  resourceType: 'credential',
  variables: [createDaysVariable({ id: 'max_unused_days', label: 'Longest time without use, days', default: 90 }, 180)],
  onEmpty: 'not_applicable',
  remediation: 'Ask its owner whether it is still needed. If it is not, remove it.',
  judge(record, context) {
    const evidence = pickEvidence(record, ['kind', 'active', 'ownerId', 'lastUsedAt', 'createdAt'])
    const common = { limit: 'max_unused_days', evidence }
    return (
      judgeAge(record, { ...common, member: 'lastUsedAt', happened: 'was last used' }, context) ??
      judgeAge(record, { ...common, member: 'createdAt', happened: 'was never used, and was created' }, context) ?? {
        status: 'undecided',
        because: explainUnknown(record, 'createdAt', context),
      }
    )
  },
}

/**
 * Keys and tokens that nothing uses are removed. The variable `max_unused_days` is 90.
 * @throws DefinitionError that lists every mistake
 */
export function credentialsUsed<Id extends string>(
  credentials: Inventory<'credential', 'lastUsedAt' | 'createdAt', Id>,
  options?: QuestionOptions<'credential', 'max_unused_days'>,
): Check<Id> {
  return askEach(credentialsUsedQuestion, credentials, options)
}
