import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'
import { states } from '../../all-texts/en/states.ts'

export const controls = {
  lead: ({ days }: { days: number }) =>
    `A control is satisfied only if all of its checks pass, with evidence from the last ${days} days. If a check could not tell, the control is undetermined.`,
  asOfEnd: ({ moment }: { moment: Child }) =>
    phrase`As of the end of your period, ${moment}, based on the runs of that period.`,
  checkStates: {
    satisfied: 'Passes',
    not_satisfied: states.fails,
    undetermined: states.control.undetermined,
    not_applicable: states.run.not_applicable,
  },
  frameworks: 'Frameworks',
  uncovered: ({ count }: { count: number }) => `${formatCount(count, 'control')} not covered by your connections`,
  empty: 'No control has this status.',
  unknown: ({ link }: { link: Child }) => phrase`The framework does not have this control. ${link}`,
  showAllControls: 'Show all controls',
  checksShown: ({ from, end, checks }: { from: number; end: number; checks: number }) =>
    `${from} to ${end} of ${formatCount(checks, 'check')}`,
  onMoreConnections: ({ connections, connector }: { connections: number; connector: string }) =>
    `on ${formatCount(connections, 'more connection')} of ${connector}`,
  allChecks: ({ count }: { count: number }) => `All ${formatCount(count, 'check')}`,
  noConnector: 'No connector has a check for this control. Provide another kind of evidence.',
  connectOne: ({ names, more }: { names: string; more: number }) =>
    more > 0 ? `Connect ${names} or one of ${more} more.` : `Connect ${names}.`,
}
