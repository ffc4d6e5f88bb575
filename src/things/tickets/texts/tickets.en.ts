export const tickets = {
  title: 'Issues',
  open: 'Open an issue',
  tracker: 'At',
  noTrackers: 'No tracker takes issues yet.',
  addTracker: 'Add a tracker',
  follow: 'Bring up to date',
  waiting: ({ tracker }: { readonly tracker: string }) => `${tracker}: the issue is being made.`,
  opened: ({ tracker }: { readonly tracker: string }) => `Open at ${tracker}`,
  closed: ({ tracker }: { readonly tracker: string }) => `Closed at ${tracker}`,
  closedEarly: ({ tracker }: { readonly tracker: string }) =>
    `Closed at ${tracker}. The finding stays open until its check passes.`,
  deleted: ({ tracker }: { readonly tracker: string }) => `Deleted at ${tracker}`,
  problem: ({ code }: { readonly code: string }) => `The newest attempt failed (${code}). It is repeated by itself.`,
  health: 'Delivery',
  idle: 'Nothing was sent yet.',
  fine: 'Issues are made and followed.',
  failing: ({ problem }: { readonly problem: string }) =>
    `Attempts fail: ${problem}. Check the token and what it may do; it is tried again by itself.`,
  stopped: ({ problem }: { readonly problem: string }) =>
    `Stopped after days of failures: ${problem}. Enter a new token, then bring a ticket up to date.`,
}
