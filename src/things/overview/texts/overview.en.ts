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
  doors: {
    name: 'From connecting to your audit',
    setUp: 'Set up',
    fix: 'Fix',
    prove: 'Prove',
    done: ({ done, steps }: { done: number; steps: number }) => `${done} of ${formatCount(steps, 'step')} done`,
    isDone: 'done',
    isOpen: 'not done yet',
    steps: {
      connect: 'Connect your systems',
      schedule: 'Run every connection on a schedule',
      people: 'Say who works here',
      assign: 'Give every finding an owner',
      judge: 'Judge what needs review',
      obligations: 'Add your obligations',
      package: 'Make a package for the auditor',
    },
  },
  needs: {
    title: 'Needs attention',
    unready: {
      pending: 'The setup is not finished',
      needs_reauth: 'The vendor rejects the credentials. No scheduled run starts before you reconnect.',
      error: 'Requests to the vendor fail',
    },
    moreConnections: ({ count }: { count: number }) => formatCount(count, 'more connection'),
    unscheduled: 'No schedule',
    unscheduledConnections: ({ count }: { count: number }) =>
      `${formatCounted(count, 'connection')} that ${count === 1 ? 'runs only when somebody starts it' : 'run only when somebody starts them'}`,
    criticalFindings: ({ count }: { count: number }) => formatCounted(count, 'critical finding'),
    overdueFindings: ({ count }: { count: number }) => formatCounted(count, 'overdue finding'),
    overdueReviews: ({ count }: { count: number }) => formatCount(count, 'overdue access review'),
    yours: 'Yours',
    yourFindings: ({ count }: { count: number }) => `${formatCounted(count, 'finding')} assigned to you`,
    unassigned: 'Unassigned',
    unassignedFindings: ({ count }: { count: number }) => formatCounted(count, 'unassigned finding'),
    unknownChecks: ({ count }: { count: number }) => `${formatCount(count, 'check')} without an answer`,
    moreUnknownChecks: ({ count }: { count: number }) => `${formatCount(count, 'more check')} could not tell`,
    maybeToJudge: 'Some results may need review',
    expiring: 'Expiring',
    expiringRisks: ({ count }: { count: number }) =>
      `${formatCounted(count, 'accepted risk')} ${count === 1 ? 'expires' : 'expire'} within 30 days`,
  },
  trend: {
    title: ({ trendDays }: { trendDays: number }) => `Last ${trendDays} days`,
    table: 'Checks by day',
  },
  connections: {
    lastRun: ({ moment }: { moment: Child }) => phrase`Last run ${moment}`,
    all: ({ count }: { count: number }) => `All ${formatCount(count, 'connection')}`,
  },
  findings: {
    mostSevere: 'Most severe findings',
    all: 'All findings',
  },
  runs: { empty: 'No runs yet.' },
  search: {
    lead: 'Pages, findings, connections, controls, checks, obligations and answers that you may see.',
    nothing: 'Nothing that you may see has these words.',
  },
  viewer: {
    title: 'For your audit',
    signingKeys: 'Signing keys',
    signingKeysHelp:
      'Evidence and packages of this service are signed with these keys. Compare the fingerprint with the one that you were given through another channel.',
    lead: ({ runs, limit }: { runs: string; limit: number }) => `You see ${runs}, at most the newest ${limit}.`,
    noRuns: 'No runs in this period.',
    connection: ({ id }: { id: string }) => `connection ${id}`,
    openFindings: 'Open findings',
    onlyNewest: ({ count }: { count: number }) => `Only the newest ${count} are shown.`,
  },
}
