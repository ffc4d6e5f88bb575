import { formatCount } from '../../../text/count-noun.ts'

export const shared = {
  connectionWords: {
    pending: 'Not finished',
    active: 'Connected',
    needs_reauth: 'Connect again',
    error: 'Not working',
    paused: 'Paused',
    disconnected: 'Disconnected',
  },
  statusWords: {
    pass: 'Pass',
    fail: 'Fail',
    manual: 'Needs review',
    not_applicable: 'Not applicable',
    error: 'Could not tell',
    queued: 'Waiting',
    running: 'Running',
    cancelled: 'Cancelled',
  },
  neverRan: 'Never ran',
  countQuiet: ({ checks }: { checks: number }) =>
    `${formatCount(checks, 'check')} ${checks === 1 ? 'that needs' : 'that need'} no action`,
  countLoud: ({ checks }: { checks: number }) => `${formatCount(checks, 'check')} more to look at`,
  all: 'all',
  connection: 'Connection',
  aPartOfItsName: 'A part of its name',
  noConnectionHasInIts: ({ typed }: { typed: string }) =>
    `No connection has “${typed}” in its name. You see those of all connections.`,
  connectionsHaveInTheirName: ({ candidates, typed }: { candidates: number; typed: string }) =>
    `${candidates} connections have “${typed}” in their name. You see those of all connections. Choose one:`,
  andMore: ({ more }: { more: number }) => `and ${more} more`,
  allSystems: 'All systems',
  pages: 'Pages',
  firstPage: 'First page',
  nextPage: 'Next page',
  milliseconds: ({ ms }: { ms: number }) => `${ms} ms`,
  seconds: ({ seconds }: { seconds: number }) => `${seconds.toFixed(1)} s`,
  minutes: ({ minutes, seconds }: { minutes: number; seconds: number }) => `${minutes} min ${seconds} s`,
  newest: 'Newest',
  older: 'Older',
  startedWithWaiversOrVariables: 'Started with waivers or variables of its own',
  scoped: 'Scoped',
  thisRunWasStartedWith:
    'This run was started with waivers or variables of its own, so it does not change findings, controls or trends.',
}
