import type { Child } from 'hono/jsx'
import { formatCount } from '../../../text/count-noun.ts'
import { formatCounted } from '../../../text/counted.ts'
import { formatNeedsReview } from '../../../text/needs-review.ts'

export const overview = {
  unreadyWords: {
    pending: 'was not connected to its end',
    needs_reauth: 'refuses the credentials',
    error: 'does not accept what it is asked',
  },
  shortWords: {
    fail: ({ count }: { count: number }) => `${count} failing`,
    error: ({ count }: { count: number }) => `${count} could not tell`,
    manual: ({ count }: { count: number }) => `${count} ${formatNeedsReview(count)}`,
    pass: ({ count }: { count: number }) => `${count} passing`,
  },
  whatNeedsSomebody: 'What needs somebody',
  notFinished: 'Not finished',
  refused: 'Refused',
  doesNotWork: 'does not work',
  connectAgain: 'Connect again',
  moreConnection: ({ unready }: { unready: number }) => `${formatCount(unready, 'more connection')}`,
  overdue: 'Overdue',
  findingWhoseDayIsOver: ({ overdue }: { overdue: number }) => `${formatCounted(overdue, 'finding')} whose day is over`,
  accessReviewWhoseLastDay: ({ overdueReviews }: { overdueReviews: number }) =>
    `${formatCount(overdueReviews, 'access review')} whose last day is over`,
  yours: 'Yours',
  findingThatYouOwn: ({ mine }: { mine: number }) => `${formatCounted(mine, 'finding')} that you own`,
  noOwner: 'No owner',
  findingThatNobodyTakesCare: ({ unowned }: { unowned: number }) =>
    `${formatCounted(unowned, 'finding')} that nobody takes care of`,
  couldNotTell: 'Could not tell',
  andMoreThatCouldNot: ({ untold }: { untold: number }) =>
    `and ${formatCount(untold, 'check')} more that could not tell`,
  needsReview: 'Needs review',
  resultsThatNobodyJudged: 'Results that nobody has judged yet',
  expiring: 'Expiring',
  acceptedRiskThatIn30: ({ expiring }: { expiring: number }) =>
    `${formatCounted(expiring, 'accepted risk')} that ${expiring === 1 ? 'expires' : 'expire'} in 30 days`,
  overview: 'Overview',
  connectionByTheirNewestRuns: ({ connections, outcomes }: { connections: number; outcomes: number }) =>
    `${formatCount(connections, 'connection')}, ${formatCount(outcomes, 'check')} by their newest runs.`,
  connectASystem: 'Connect a system',
  connectYourFirstSystem: 'Connect your first system',
  checksWhetherItIs: ({ service }: { service: string }) =>
    `${service} checks whether it is set up as your framework requires, and keeps the proof. Connecting takes a minute. ${service} encrypts what you enter, and never shows it again.`,
  chooseASystem: 'Choose a system',
  setUpOauthApps: 'Set up OAuth apps',
  theLastDays: ({ trendDays }: { trendDays: number }) => `The last ${trendDays} days`,
  connections: 'Connections',
  lastRun: ({ moment }: { moment: Child }) => ['last run ', moment],
  neverRan: 'never ran',
  runNow: ({ name }: { name: string }) => `Run now: ${name}`,
  runNowButton: 'Run now',
  allConnections: ({ sorted }: { sorted: number }) => `All ${formatCount(sorted, 'connection')}`,
  newestFindings: 'Newest findings',
  theChecksThatHaveRun: 'The checks that have run have no open findings.',
  failedAgainFirstSeen: 'failed again; first seen ',
  since: 'since ',
  allFindings: 'All findings',
  newestRuns: 'Newest runs',
  noneYet: 'None yet.',
  asATable: 'As a table',
  checksByDay: 'Checks by day',
  day: 'Day',
  runs: 'Runs',
  youSeeRunsAtMost: ({
    periodFrom,
    periodTo,
    runsShown,
  }: {
    periodFrom: string | null | undefined
    periodTo: string | null | undefined
    runsShown: number
  }) =>
    `You see runs ${periodFrom ? `from ${periodFrom}` : 'from the beginning'} ${periodTo ? `to ${periodTo}` : 'until now'}, at most the newest ${runsShown}.`,
  thereWereNoRunsIn: 'There were no runs in this time.',
  connection: ({ connectionId }: { connectionId: string }) => `connection ${connectionId} `,
  openFindings: 'Open findings',
  asTheyWereAtThe: ({ moment }: { moment: Child }) => ['As they were at the end of your period, ', moment, '.'],
  sinceMoment: ({ moment }: { moment: Child }) => ['since ', moment],
  theseAreTheNewest: ({ findingsShown }: { findingsShown: number }) => `These are the newest ${findingsShown}.`,
}
