import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { explainUnknown, nameRecord, pickEvidence, readWord } from './rules/facts.ts'
import type { RecordQuestion, ReviewOptions } from './rules/question.ts'

export const serviceAccountsKnownQuestion: RecordQuestion<'account'> = {
  name: 'serviceAccountsKnown',
  of: 'account',
  reads: [],
  failsWhen: 'never. Each account of kind `service` needs review, and one of kind `unknown` is undecided',
  id: 'service-accounts-known',
  title: 'Service accounts have an owner',
  description:
    'Lists the accounts that no person uses. You name somebody who answers for each, because their secrets stay when people leave.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.5.16'],
  states: ['accounts-have-owners', 'service-accounts-known'],
  tags: ['service-accounts', 'accounts'],
  onEmptyPart: 'not_applicable',
  resourceType: 'account',
  variables: [],
  judge(record, context) {
    const name = nameRecord(record)
    const kind = readWord('account', 'kind', record.kind)
    if (kind === 'unknown') return { status: 'undecided', because: explainUnknown(record, 'kind', context) }
    if (kind !== 'service') return { status: 'notApplicable', title: `${name} is no service account` }
    return {
      status: 'manual',
      title: `${name} is a service account`,
      description: 'Name the person who answers for this account, and what it is for.',
      evidence: pickEvidence(record, ['kind', 'status', 'email', 'roles']),
    }
  },
}

/**
 * Service accounts are known. Each of them needs review.
 * @throws DefinitionError that lists every mistake
 */
export function serviceAccountsKnown<Id extends string>(
  accounts: Inventory<'account', never, Id>,
  options?: ReviewOptions<'account'>,
): Check<Id> {
  return askEach(serviceAccountsKnownQuestion, accounts, options)
}
