import { type Check, type Inventory, normalizeDomain } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { explainUnknown, nameRecord, pickEvidence } from './rules/facts.ts'
import type { QuestionOptions, RecordQuestion } from './rules/question.ts'

export const knownDomainsQuestion: RecordQuestion<'account'> = {
  name: 'knownDomains',
  of: 'account',
  reads: ['email'],
  failsWhen: 'the domain of `email` is not listed. Null: needs review. Without any domain the check ends as `config`',
  id: 'known-domains',
  title: 'People have addresses of the organization',
  description:
    'Compares the e-mail domain of each account with the domains of the organization. An account with another address may belong to a stranger, or may stay when its owner leaves.',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.16'],
  states: ['accounts-of-known-domains'],
  tags: ['accounts', 'guests'],
  resourceType: 'account',
  variables: [
    {
      variable: {
        id: 'domains',
        label: 'Domains of the organization',
        helpText: 'Each domain on its own: acme.example does not include eu.acme.example.',
        type: 'list',
        required: true,
      },
    },
  ],
  remediation: 'Ask whose account it is. Remove it, make it a guest, or change its address to one of the organization.',
  judge(record, context) {
    const name = nameRecord(record)
    const { domains } = context.variables
    const evidence = pickEvidence(record, ['kind', 'status', 'email'])
    if (!Array.isArray(domains) || domains.length === 0)
      return { status: 'undecided', because: 'No domain of the organization is given.' }
    if (record.email === null)
      return {
        status: 'manual',
        title: `${name} has no e-mail address`,
        description: 'Find out whose account it is, and whether that person belongs to the organization.',
        evidence,
      }
    const domain = readDomain(record.email)
    if (domain === undefined) return { status: 'undecided', because: explainUnknown(record, 'email', context) }
    return domains.some((each) => normalizeDomain(String(each)) === domain)
      ? { status: 'pass', title: `${name} has an address of ${domain}`, evidence }
      : { status: 'fail', title: `${name} has an address of ${domain}, which is not listed`, evidence }
  },
}

function readDomain(email: unknown): string | undefined {
  if (typeof email !== 'string') return undefined
  const at = email.lastIndexOf('@')
  return at > 0 ? normalizeDomain(email.slice(at + 1)) : undefined
}

/**
 * People have addresses of the organization. The variable `domains` has no default, so that a check without it ends as `config`.
 * @throws DefinitionError that lists every mistake
 */
export function knownDomains<Id extends string>(
  accounts: Inventory<'account', 'email', Id>,
  options?: QuestionOptions<'account', 'domains'>,
): Check<Id> {
  return askEach(knownDomainsQuestion, accounts, options)
}
