import type { Change } from '../../checks/findings/comparison.ts'
import type { ErrorKind, Judged } from '../../define/index.ts'

interface Decision {
  readonly by: string
  readonly expires: string
}

/** What people read of a run. Pages have these words in other languages too. */
export const runWords = {
  /** Labels of the reasons why a check could not tell. */
  kinds: {
    auth: 'Credentials refused',
    permission: 'Permission missing',
    not_found: 'Not found',
    plan: 'Not in the vendor’s plan',
    rate_limited: 'Rate limited',
    timeout: 'Timed out',
    upstream: 'The vendor had an error',
    network: 'The vendor could not be reached',
    schema_drift: 'The vendor’s answer has an unexpected form',
    incomplete_data: 'The answer was not complete',
    config: 'Not set up',
    check_bug: 'The check has a bug',
  } satisfies Record<ErrorKind, string>,
  runAgain: 'Running it again may help.',
  changes: { new: 'new', persisting: 'persisting', regressed: 'regressed', resolved: 'resolved' } satisfies Record<
    Change,
    string
  >,
  waived: 'waived',
  decisions: { accepted: 'accepted', refused: 'refused' } satisfies Record<Judged['decision'], string>,
  remedy: 'What to do',
  evidence: 'Evidence',
  waivedBy: ({ by, expires }: Decision) => `Waived by ${by} until ${expires}`,
  acceptedBy: ({ by, expires }: Decision) => `Accepted by ${by} until ${expires}`,
  refusedBy: ({ by, expires }: Decision) => `Refused by ${by} until ${expires}`,
}

export type RunWords = typeof runWords
