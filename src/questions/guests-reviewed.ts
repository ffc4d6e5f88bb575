import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { explainUnknown, nameRecord, pickEvidence, readWord } from './rules/facts.ts'
import type { JudgeContext, RecordQuestion, ReviewOptions } from './rules/question.ts'

export const guestsReviewedQuestion: RecordQuestion<'account'> = {
  name: 'guestsReviewed',
  of: 'account',
  reads: [],
  failsWhen:
    'never. Each account of kind `guest` needs review, unless `reviewed_guests` names it. One of kind `unknown` is undecided',
  id: 'guests-reviewed',
  title: 'Guests are reviewed',
  description: 'Lists the accounts of people from outside. You decide about each whether it is still needed.',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.18'],
  states: ['guests-reviewed'],
  tags: ['guests', 'accounts'],
  onEmptyPart: 'not_applicable',
  resourceType: 'account',
  variables: [
    {
      variable: {
        id: 'reviewed_guests',
        label: 'Names of guests that were reviewed',
        helpText: 'Separated by commas.',
        type: 'text',
        default: '',
      },
      isOptional: true,
    },
  ],
  judge(record, context) {
    const name = nameRecord(record)
    const kind = readWord('account', 'kind', record.kind)
    if (kind === 'unknown') return { status: 'undecided', because: explainUnknown(record, 'kind', context) }
    if (kind !== 'guest') return { status: 'notApplicable', title: `${name} is no guest` }
    const evidence = pickEvidence(record, ['kind', 'status', 'email', 'roles'])
    if (listReviewed(context).includes(name.toLowerCase()))
      return { status: 'pass', title: `${name} was reviewed`, evidence }
    return {
      status: 'manual',
      title: `${name} is a guest`,
      description: 'Decide whether this guest still needs the account, and what it may see.',
      evidence,
    }
  },
}

/** Names in lower case, because vendors do not tell names apart by case. */
function listReviewed({ variables: { reviewed_guests: names } }: JudgeContext): readonly string[] {
  if (typeof names !== 'string') return []
  return names
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * Guests are reviewed. Each of them needs review. If you name the variable `reviewed_guests`, those whose names it holds pass.
 * @throws DefinitionError that lists every mistake
 */
export function guestsReviewed<Id extends string>(
  accounts: Inventory<'account', never, Id>,
  options?: ReviewOptions<'account', 'reviewed_guests'>,
): Check<Id> {
  return askEach(guestsReviewedQuestion, accounts, options)
}
