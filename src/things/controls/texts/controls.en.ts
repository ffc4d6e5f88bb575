import type { Child } from 'hono/jsx'
import { formatCount } from '../../../text/count-noun.ts'

export const controls = {
  stateWords: {
    not_satisfied: 'Failing',
    undetermined: 'Undetermined',
    satisfied: 'Satisfied',
    uncovered: 'Uncovered',
  },
  checkWords: {
    satisfied: 'Passes',
    not_satisfied: 'Fails',
    undetermined: 'Undetermined',
    not_applicable: 'Not applicable',
  },
  controls: 'Controls',
  aControlIsSatisfiedOnly: ({ days }: { days: number }) =>
    `A control is satisfied only if all its checks pass, with evidence of the last ${days} days. If a check could not tell, the control is undetermined.`,
  asTheyWereAtThe: ({ moment }: { moment: Child }) => [
    'As they were at the end of your period, ',
    moment,
    ', by its runs.',
  ],
  whatIsMissing: 'What is missing',
  needsReview: 'Needs review',
  evidence: 'Evidence',
  frameworks: 'Frameworks',
  showAll: 'Show all',
  controlThatNoCheckOf: ({ uncovered }: { uncovered: number }) =>
    `${formatCount(uncovered, 'control')} that no check of your connections covers`,
  noControlMatches: 'No control matches.',
  theFrameworkHasNoSuch: ({ link }: { link: Child }) => ['The framework has no such control. ', link],
  showAllControls: 'Show all controls',
  checkToOf: ({ from, end, checks }: { from: number; end: number; checks: number }) =>
    `${from} to ${end} of ${formatCount(checks, 'check')}`,
  onMoreConnections: ({ connections, connector }: { connections: number; connector: string }) =>
    `on ${formatCount(connections, 'more connection')} of ${connector}`,
  countChecks: ({ checks }: { checks: number }) => formatCount(checks, 'check'),
  all: ({ checks }: { checks: number }) => `All ${formatCount(checks, 'check')}`,
  noConnectorHasACheck: 'No connector has a check for it. You need evidence of another kind.',
  connect: ({ names, more }: { names: string; more: number }) =>
    `Connect ${names}${more > 0 ? ` or one of ${more} more` : ''}.`,
}
