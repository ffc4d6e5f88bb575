import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { explainUnknown, nameRecord, pickEvidence, readFlag } from './rules/facts.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const secondFactorQuestion: RecordQuestion<'account'> = {
  name: 'secondFactor',
  of: 'account',
  reads: ['secondFactor'],
  readsWhereKnown: ['singleSignOnOnly'],
  failsWhen: '`secondFactor` is false',
  id: 'second-factor',
  title: 'Everybody signs in with a second factor',
  description:
    'Looks at each account for a second factor other than e-mail. With a second factor, a stolen or guessed password is not enough to sign in.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['second-factor-used'],
  tags: ['mfa', 'authentication'],
  resourceType: 'account',
  variables: [
    {
      variable: {
        id: 'accept_single_sign_on',
        label: 'Accept single sign-on in place of a second factor',
        helpText:
          'Accounts that can sign in by single sign-on only pass. Controls stay undetermined, because the identity provider decides about the second factor.',
        type: 'boolean',
        default: false,
      },
      bound: { oneOf: [false] },
      needs: 'singleSignOnOnly',
    },
  ],
  remediation: 'Require a second factor for this account.',
  judge(record, context) {
    const name = nameRecord(record)
    const hasFactor = readFlag(record.secondFactor)
    const accepts = context.variables.accept_single_sign_on === true
    const isSingleSignOnOnly = accepts ? readFlag(record.singleSignOnOnly) : false
    const evidence = pickEvidence(record, ['kind', 'status', 'secondFactor', 'singleSignOnOnly'])
    if (hasFactor === true) return { status: 'pass', title: `${name} has a second factor`, evidence }
    if (isSingleSignOnOnly === true)
      return { status: 'pass', title: `${name} signs in by single sign-on only, which is accepted`, evidence }
    if (hasFactor === undefined)
      return { status: 'undecided', because: explainUnknown(record, 'secondFactor', context) }
    if (isSingleSignOnOnly === undefined)
      return { status: 'undecided', because: explainUnknown(record, 'singleSignOnOnly', context) }
    return { status: 'fail', title: `${name} has no second factor`, evidence }
  },
}

/**
 * Everybody signs in with a second factor. Where the inventory tells `singleSignOnOnly`, the variable `accept_single_sign_on` lets
 * accounts pass that have no password here.
 * @throws DefinitionError that lists every mistake
 */
export function secondFactor<Id extends string>(
  accounts: Inventory<'account', 'secondFactor' | 'singleSignOnOnly', Id>,
  options?: QuestionOptions<'account', 'accept_single_sign_on'>,
): Check<Id>
export function secondFactor<Id extends string>(
  accounts: Inventory<'account', 'secondFactor', Id>,
  options?: QuestionOptions<'account'>,
): Check<Id>
export function secondFactor<Id extends string>(
  accounts: Inventory<'account', 'secondFactor', Id>,
  options?: QuestionOptions<'account', 'accept_single_sign_on'>,
): Check<Id> {
  return askEach(secondFactorQuestion, accounts, options)
}
