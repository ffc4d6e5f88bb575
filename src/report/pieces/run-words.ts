import type { Change } from '../../checks/findings/comparison.ts'
import type { ErrorKind, Judged, Severity } from '../../define/index.ts'

type DecisionWords = (decision: { by: string; expires: string }) => string

/** The words of a view. Pages have them in other languages too. */
export interface RunWords {
  /** Labels of the reasons why a check could not tell. */
  readonly kinds: { readonly [kind in ErrorKind]: string }
  readonly runAgain: string
  readonly severities: { readonly [severity in Severity]: string }
  readonly changes: { readonly [change in Change]: string }
  readonly waived: string
  readonly decisions: { readonly [decision in Judged['decision']]: string }
  readonly remedy: string
  readonly evidence: string
  readonly waivedBy: DecisionWords
  readonly decidedBy: { readonly [decision in Judged['decision']]: DecisionWords }
}

export const runWords: RunWords = {
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
  },
  runAgain: 'Running it again may help.',
  severities: { critical: 'critical', high: 'high', medium: 'medium', low: 'low', info: 'info' },
  changes: { new: 'new', persisting: 'persisting', regressed: 'regressed', resolved: 'resolved' },
  waived: 'waived',
  decisions: { accepted: 'accepted', refused: 'refused' },
  remedy: 'What to do',
  evidence: 'Evidence',
  waivedBy: ({ by, expires }) => `Waived by ${by} until ${expires}`,
  decidedBy: {
    accepted: ({ by, expires }) => `Accepted by ${by} until ${expires}`,
    refused: ({ by, expires }) => `Refused by ${by} until ${expires}`,
  },
}
