import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { explainUnknown, pickEvidence } from './rules/facts.ts'
import { createDaysVariable, judgeAge } from './rules/judge-age.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const credentialsRotatedQuestion: RecordQuestion<'credential'> = {
  name: 'credentialsRotated',
  of: 'credential',
  reads: ['createdAt'],
  readsWhereKnown: ['active', 'expiresAt'],
  failsWhen: '`createdAt` is longer ago',
  id: 'credentials-rotated',
  title: 'Keys and tokens are replaced regularly',
  description:
    'Looks at the age of each key and token. Copies of an old key may be in many places, and people who have left may know it.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.312(d)'],
  states: [{ 'keys-renewed': { age: 'max_age_days' } }],
  tags: ['tokens'],
  resourceType: 'credential',
  variables: [createDaysVariable({ id: 'max_age_days', label: 'Greatest age, days', default: 90 }, 365)],
  onEmpty: 'not_applicable',
  remediation: 'Make a new one, use it everywhere in place of this one, and then remove this one.',
  judge(record, context) {
    const evidence = pickEvidence(record, ['kind', 'active', 'ownerId', 'createdAt', 'expiresAt'])
    const demand = { member: 'createdAt', limit: 'max_age_days', happened: 'was created', evidence }
    return (
      judgeAge(record, demand, context) ?? {
        status: 'undecided',
        because: explainUnknown(record, 'createdAt', context),
      }
    )
  },
}

/**
 * Keys and tokens are replaced regularly. The variable `max_age_days` is 90.
 * @throws DefinitionError that lists every mistake
 */
export function credentialsRotated<Id extends string>(
  credentials: Inventory<'credential', 'createdAt', Id>,
  options?: QuestionOptions<'credential', 'max_age_days'>,
): Check<Id> {
  return askEach(credentialsRotatedQuestion, credentials, options)
}
