import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'
import { formatCounted } from '../../../text/counted.ts'

export const overview = {
  lead: ({ connections, checks }: { connections: number; checks: number }) =>
    `Latest results of ${formatCount(checks, 'check')} on ${formatCount(connections, 'connection')}.`,
  empty: {
    title: 'Connect your first system',
    lead: ({ service }: { service: string }) =>
      `${service} checks whether the system is set up as your framework requires, and keeps the evidence. Connecting takes a minute. ${service} encrypts the credentials that you enter and never shows them again.`,
    choose: 'Choose a system',
    setUpApps: 'Set up OAuth apps',
  },
  needs: {
    title: 'Needs attention',
    unready: {
      pending: 'The setup is not finished',
      needs_reauth: 'The vendor rejects the credentials',
      error: 'Requests to the vendor fail',
    },
    moreConnections: ({ count }: { count: number }) => formatCount(count, 'more connection'),
    overdueFindings: ({ count }: { count: number }) => formatCounted(count, 'overdue finding'),
    overdueReviews: ({ count }: { count: number }) => formatCount(count, 'overdue access review'),
    yours: 'Yours',
    yourFindings: ({ count }: { count: number }) => `${formatCounted(count, 'finding')} assigned to you`,
    unassigned: 'Unassigned',
    unassignedFindings: ({ count }: { count: number }) => formatCounted(count, 'unassigned finding'),
    moreUnknownChecks: ({ count }: { count: number }) => `${formatCount(count, 'more check')} could not tell`,
    expiring: 'Expiring',
    expiringRisks: ({ count }: { count: number }) =>
      `${formatCounted(count, 'accepted risk')} ${count === 1 ? 'expires' : 'expire'} within 30 days`,
  },
  trend: {
    title: ({ trendDays }: { trendDays: number }) => `Last ${trendDays} days`,
    showTable: 'Show as a table',
    table: 'Checks by day',
    day: 'Day',
  },
  connections: {
    lastRun: ({ moment }: { moment: Child }) => phrase`Last run ${moment}`,
    all: ({ count }: { count: number }) => `All ${formatCount(count, 'connection')}`,
  },
  findings: {
    newest: 'Newest findings',
    all: 'All findings',
  },
  runs: {
    newest: 'Newest runs',
    empty: 'No runs yet.',
  },
  viewer: {
    lead: ({ runs, limit }: { runs: string; limit: number }) => `You see ${runs}, at most the newest ${limit}.`,
    noRuns: 'No runs in this period.',
    connection: ({ id }: { id: string }) => `connection ${id}`,
    openFindings: 'Open findings',
    onlyNewest: ({ count }: { count: number }) => `Only the newest ${count} are shown.`,
  },
}
