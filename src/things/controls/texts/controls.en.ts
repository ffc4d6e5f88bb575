import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'
import { labels } from '../../all-texts/en/labels.ts'
import { states } from '../../all-texts/en/states.ts'

export const controls = {
  lead: ({ days }: { days: number }) =>
    `A control is satisfied only if all of its checks pass, with evidence from the last ${days} days. If a check could not tell, the control is undetermined.`,
  asOfEnd: ({ moment }: { moment: Child }) =>
    phrase`As of the end of your period, ${moment}, based on the runs of that period.`,
  asOf: ({ moment }: { moment: Child }) => phrase`As of ${moment}, based on the runs until then.`,
  day: { label: 'At the end of', choose: 'Choose a day', show: 'Show this day', newest: 'Show the newest' },
  checkStates: {
    satisfied: 'Passes',
    not_satisfied: states.fails,
    undetermined: states.control.undetermined,
    not_applicable: states.run.not_applicable,
  },
  frameworks: 'Frameworks',
  history: ({ name }: { name: string }) => `Controls of ${name} over the last 90 days`,
  next: {
    repair: ({ title, count }: { title: Child; count: number }) =>
      phrase`Repair next: ${title}. ${count === 1 ? 'One control fails' : `${count} controls fail`} because of it.`,
    decide: ({ title, count }: { title: Child; count: number }) =>
      phrase`Find out next: ${title}. ${count === 1 ? 'One control depends' : `${count} controls depend`} on it.`,
    connect: ({ name, count }: { name: Child; count: number }) =>
      phrase`Connect next: ${name}. It has checks for ${formatCount(count, 'more control')}.`,
    nothing: 'All controls that have checks are satisfied.',
  },
  observed: labels.observed,
  statementObserved: 'Observed',
  statementUnobserved: 'Not observed',
  statementNeeded: 'needed',
  doesNotSay: ({ what }: { what: string }) => `Does not say: ${what}`,
  related: ({ statements }: { statements: string }) => `Related, and never counted: ${statements}`,
  obligationsForRest: 'Obligations for the rest',
  manageOwn: 'Add or change own frameworks',
  moreFrameworks: 'More frameworks',
  allFrameworks: 'All frameworks',
  mapping: ({ reader, day, digest }: { reader: string; day: Child; digest: Child }) =>
    phrase`Mapping of statements to controls by ${reader}, read on ${day}. SHA-256 ${digest}`,
  mappingChanged: ({ moment }: { moment: Child }) =>
    phrase`It counts since ${moment}. Earlier days are judged by the mapping of their time.`,
  inScope: ({ inScope, total, leftOut }: { inScope: number; total: number; leftOut: number }) =>
    leftOut === 0
      ? `All ${formatCount(total, 'control')} count.`
      : `${inScope} of ${formatCount(total, 'control')}, ${leftOut} left out.`,
  changeScope: ({ categories, controls }: { categories: Child; controls: Child }) =>
    phrase`Leave out ${categories} or ${controls}.`,
  someCategories: 'categories',
  someControls: 'single controls',
  notApplicable: states.run.not_applicable,
  leaveOut: 'Leave this control out',
  leftOut: ({ count, failing }: { count: number; failing: number }) =>
    `${formatCount(count, 'control')} left out${failing > 0 ? `, ${failing} not satisfied` : ''}`,
  leftOutBy: ({
    by,
    approvedBy,
    day,
  }: {
    by: string | undefined
    approvedBy: string | undefined
    day: string | undefined
  }) =>
    [by, approvedBy && `approved by ${approvedBy}`, day && `until ${day}`]
      .filter(Boolean)
      .join(', ')
      .replace(/^(.+)$/, '($1)'),
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
