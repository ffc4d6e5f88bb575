import type { Change } from '../../checks/findings/comparison.ts'
import type { ErrorKind, FailureCause, Judged } from '../../define/index.ts'

interface Decision {
  readonly by: string
  readonly expires: string
}

interface CauseWords {
  readonly title: string
  /** Who does what. */
  readonly remedy: string
}

interface ClockWords {
  readonly minutes: string
  readonly isAhead: boolean
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
  /** What the kind of a failure does not say: whose turn it is, and what to do. */
  causes: {
    credentials: {
      title: 'The vendor refuses the credentials',
      remedy: 'Reconnect with valid credentials.',
    },
    grant: {
      title: 'The access was ended at the vendor',
      remedy: 'A person who may grant the access reconnects.',
    },
    reconnect: {
      title: 'The vendor does not renew the access',
      remedy: 'Reconnect. If that does not help, an administrator here checks the OAuth app.',
    },
    app: {
      title: 'The vendor refuses the OAuth app',
      remedy: 'An administrator here checks the id and the secret of the app. Reconnecting does not help.',
    },
    permission: {
      title: 'A permission is missing',
      remedy:
        'An administrator at the vendor grants what is missing. New credentials with the same rights do not help.',
    },
    account: {
      title: 'The account is locked or disabled',
      remedy: 'Unlock it at the vendor before the next run, because each try may lock it again.',
    },
    limit: {
      title: 'The vendor asks to wait',
      remedy: 'The connection is fine. Run it again later, or less often.',
    },
    clock: {
      title: 'Two clocks differ',
      remedy:
        'An administrator sets the clock of this server. If that clock is right, tell the vendor. Reconnecting does not help.',
    },
    proxy: {
      title: 'A firewall or proxy answered',
      remedy: 'An administrator of the network lets this server reach the vendor. Reconnecting does not help.',
    },
    address: {
      title: 'Nothing is at this address',
      remedy:
        'Check the address that was entered for the connection. If it is right, the author of the connector has to fix it.',
    },
    form: {
      title: 'The vendor does not understand the request',
      remedy: 'The author of the connector has to fix it. Reconnecting does not help.',
    },
  } satisfies Record<FailureCause, CauseWords>,
  clocks: ({ minutes, isAhead }: ClockWords) =>
    `The vendor’s clock is ${minutes} min ${isAhead ? 'ahead of' : 'behind'} the clock of this server. Set the one that is wrong: tokens, signatures and waits depend on both.`,
  runAgain: 'Running it again may help.',
  changes: { new: 'new', persisting: 'persisting', regressed: 'regressed', resolved: 'resolved' } satisfies Record<
    Change,
    string
  >,
  waived: 'waived',
  decisions: { accepted: 'accepted', refused: 'refused' } satisfies Record<Judged['decision'], string>,
  remedy: 'What to do',
  command: 'Command',
  evidence: 'Evidence',
  waivedBy: ({ by, expires }: Decision) => `Waived by ${by} until ${expires}`,
  acceptedBy: ({ by, expires }: Decision) => `Accepted by ${by} until ${expires}`,
  refusedBy: ({ by, expires }: Decision) => `Refused by ${by} until ${expires}`,
}

export type RunWords = typeof runWords
