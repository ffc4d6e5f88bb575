import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCounted } from '../../../text/counted.ts'
import { format } from '../../all-texts/en/format.ts'
import { labels } from '../../all-texts/en/labels.ts'
import { shared } from '../../all-texts/en/shared.ts'

export const connections = {
  list: {
    empty: 'No systems are connected yet.',
    all: ({ total }: { total: number }) => `${formatCounted(total, 'connection')}.`,
    found: ({ count, total }: { count: number; total: number }) =>
      `${format.counted(count)} of ${formatCounted(total, 'connection')}.`,
    shownOf: ({ rows, count }: { rows: number; count: number }) => `${rows} of ${formatCounted(count, 'connection')}`,
    noMatch: 'No connections match these filters.',
    text: 'Name or system',
    exceptDisconnected: 'All except disconnected',
    scheduled: 'With a schedule',
    manual: 'Without a schedule',
    order: {
      attention: labels.attentionFirst,
      name: labels.name,
      newest: 'Newest first',
      'last-run': 'Longest without a run',
    },
    latestResults: 'Latest results',
  },
  stateTexts: {
    pending: 'Setup is not finished. Reconnect to finish it.',
    active: shared.readyToRun,
    needs_reauth: 'The vendor no longer accepts the credentials. Reconnect; everything else stays as it is.',
    error: 'Runs continue, but checks may end as “could not tell” until the connection works again.',
    paused: 'Nothing runs until somebody resumes the connection.',
    disconnected: 'The credentials are deleted. Findings stay.',
  },
  repair: {
    title: 'The credentials may not work',
    text: 'New credentials leave the variables, schedule, runs and findings as they are.',
    app: 'Check the OAuth app',
    run: 'Read the newest run',
  },
  test: {
    button: 'Test credentials',
    failed: 'The test failed',
    vendorTrouble: 'The vendor has a problem',
    refused: 'The vendor did not accept the credentials',
    noReason: 'The vendor gave no reason.',
    unknown: 'It is not known whether the credentials work. Test them again later.',
    back: 'Back to connection',
  },
  renew: {
    enterCredentials: 'Enter new credentials',
    signIn: ({ name }: { name: string }) => `Sign in to ${name} again`,
  },
  disconnect: {
    heading: ({ name }: { name: string }) => `Disconnect ${name}?`,
    link: 'Disconnect…',
    text: ({ service }: { service: string }) =>
      `${service} ends the runs of this connection, revokes its tokens if the vendor supports that, and permanently deletes its credentials. Past runs and findings stay.`,
    keep: 'Keep connection',
  },
  newDestination: {
    title: 'A newer version of the connector sends secrets to other places',
    you: ({ link }: { link: Child }) =>
      phrase`This connection stays on its version. To move it to the newer one, ${link}.`,
    link: 'enter the secret or sign in again',
    admin:
      'This connection stays on its version until an admin of your organization enters the secret or signs in again.',
  },
  missing: {
    title: 'Not ready yet',
    text: ({ missing, link }: { missing: string; link: Child }) =>
      phrase`The checks cannot decide anything until these variables have a value: ${missing}. ${link}`,
    link: 'Enter values',
  },
  lists: {
    text: ({ link, names }: { link: Child; names: string }) => phrase`${link}: ${names}, as read by the newest run.`,
    link: 'What this connection lists',
  },
  run: {
    keepEvidence: 'Keep evidence',
    listsOnly: 'Read lists only',
  },
  findings: {
    empty: ({ says }: { says: string }) => `No open findings. ${says}.`,
    all: 'All findings of this connection',
  },
  runs: {
    all: 'All runs of this connection',
  },
  about: {
    rename: 'Rename',
    scopes: 'Granted permissions',
    missingScopes: ({ code }: { code: Child }) =>
      phrase`Not granted: ${code}. Checks that need these permissions cannot decide anything. Reconnect and grant them.`,
  },
  variables: {
    timedOut: ({ seconds }: { seconds: number }) =>
      `The vendor did not answer within ${seconds} seconds. Enter the value yourself.`,
    title: 'Variables of checks',
    load: ({ vendor, link }: { vendor: string; link: Child }) =>
      phrase`${vendor} can list the possible values. Enter a value, or ${link}. Loading can take a few seconds.`,
    loadLink: 'load the possible values',
    gone: ({ gone }: { gone: string }) =>
      `The connector no longer has these variables: ${gone}. No check runs until you decide what replaces them. Enter the values below. Saving removes the old variables.`,
    notLoaded: ({ reason }: { reason: string }) => `The possible values could not be loaded: ${reason}`,
    notSet: 'Not set',
    noLongerExists: ({ value }: { value: string }) => `${value} (no longer exists)`,
  },
}
