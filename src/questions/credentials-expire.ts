import { type Check, formatDays, type Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { addDays, explainUnknown, nameRecord, pickEvidence, readLimit, readTime } from './rules/facts.ts'
import { createDaysVariable } from './rules/judge-age.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const credentialsExpireQuestion: RecordQuestion<'credential'> = {
  name: 'credentialsExpire',
  of: 'credential',
  reads: ['expiresAt'],
  readsWhereKnown: ['active'],
  failsWhen: '`expiresAt` is null, or later than that from now',
  id: 'credentials-expire',
  title: 'Keys and tokens expire',
  description: 'Looks at when each key and token expires. A forgotten or stolen key then stops working by itself.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17'],
  states: [{ 'keys-end': { within: 'max_days' } }],
  tags: ['tokens'],
  resourceType: 'credential',
  variables: [createDaysVariable({ id: 'max_days', label: 'Longest time until it expires, days', default: 365 }, 398)],
  onEmpty: 'not_applicable',
  remediation: 'Replace it with one that expires sooner.',
  judge(record, context) {
    const name = nameRecord(record)
    const expiresMs = readTime(record.expiresAt)
    const evidence = pickEvidence(record, ['kind', 'active', 'ownerId', 'expiresAt'])
    if (expiresMs === undefined) return { status: 'undecided', because: explainUnknown(record, 'expiresAt', context) }
    if (expiresMs === null) return { status: 'fail', title: `${name} never expires`, evidence }
    const most = readLimit(context, 'max_days')
    return expiresMs <= addDays(context.now, most)
      ? { status: 'pass', title: `${name} expires within ${formatDays(most)}`, evidence }
      : { status: 'fail', title: `${name} expires later than in ${formatDays(most)}`, evidence }
  },
}

/**
 * Keys and tokens expire. The variable `max_days` is 365.
 * @throws DefinitionError that lists every mistake
 */
export function credentialsExpire<Id extends string>(
  credentials: Inventory<'credential', 'expiresAt', Id>,
  options?: QuestionOptions<'credential', 'max_days'>,
): Check<Id> {
  return askEach(credentialsExpireQuestion, credentials, options)
}
