import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { states } from '../../all-texts/en/states.ts'

export const tasks = {
  list: {
    lead: 'Recurring obligations. The state of each follows from checks, access reviews and accepted evidence; nobody can set it by hand.',
    noMatch: 'No obligations match.',
    empty: 'No obligations yet.',
    start: ({ choose, add }: { choose: Child; add: Child }) => phrase`${choose}, or ${add}.`,
    chooseTemplates: 'Choose from the obligations that auditors of SOC 2 and ISO 27001 expect',
    addOwn: 'add your own',
    onlyMine: 'Assigned to me',
    you: 'you',
  },
  states: {
    overdue: states.overdue,
    could_not_tell: states.run.error,
    provided: 'Waiting for review',
    open: states.open,
    met: 'Met',
  },
  templates: {
    title: 'Templates',
    pageTitle: 'Obligation templates',
    lead: 'Obligations that auditors expect. You can change each one after you have added it.',
    leadOf:
      'Obligations for the controls that no check can prove, one for each group of the framework. Their due days are spread over the year, and you can change each one afterwards.',
    addAll: ({ framework }: { framework: string }) => `Add all for ${framework}`,
    allAdded: 'You have added all templates.',
    addSelected: 'Add selected',
  },
  add: {
    title: 'Add an obligation',
  },
  day: {
    metUntil: ({ day }: { day: string }) => `met until ${day}`,
    wasDueAndFails: ({ day, since }: { day: string; since: string }) => `was due ${day}, failing since ${since}`,
    wasDue: ({ day }: { day: string }) => `was due ${day}`,
    due: ({ day }: { day: string }) => `due ${day}`,
  },
  missing: {
    lead: 'What you still need before an auditor can verify each control.',
    complete: ({ complete, total }: { complete: number; total: number }) =>
      `${complete} of ${total} controls are complete.`,
    groups: { check: 'No check', connection: 'No connection', fresh_evidence: 'No recent evidence' },
    help: {
      check: 'No connector has a check for these controls, and no obligation names them. Add an obligation.',
      connection: 'Some connectors have a check for these controls, but none of them is connected.',
      fresh_evidence: 'A check was not run, its evidence is too old, or an obligation is not met yet.',
    },
    add: ({ link }: { link: Child }) => phrase`Add: ${link}`,
  },
  fields: {
    description: 'Description',
    firstDue: 'First due date',
    firstDueHelp: 'If empty, the obligation is due in 90 days, or after one cadence if that is sooner.',
    controlsHelp: ({ frameworks }: { frameworks: string }) =>
      `One per line, such as soc2:CC6.2. Frameworks: ${frameworks}.`,
    cadence: 'Cadence',
    proof: 'Met by any of',
    statements: 'A statement by one person that another person accepts',
    checksPass: ({ checks }: { checks: string }) => `These checks, if all of them pass: ${checks}`,
    record: 'Reviews that somebody accepted, or a version or report, where the obligation comes from',
    accessReviews: 'Finished access reviews of all systems',
    checksHelp:
      'One per line, as connector/check or cross-check/leavers. */check means that check of every connector. All of them have to pass.',
  },
  /** By days. */
  cadences: {
    7: 'every week',
    31: 'every month',
    92: 'every quarter',
    184: 'every half-year',
    366: 'every year',
  },
  everyDays: ({ days }: { days: number }) => `every ${days} days`,
  evidence: {
    title: 'Checks and reviews',
    states: {
      met: 'Meets it',
      failing: states.fails,
      could_not_tell: states.run.error,
      provided: states.run.manual,
      missing: 'Does not count',
    },
  },
  statements: {
    title: 'Statements',
    empty: 'No statements yet.',
    add: 'Submit a statement',
    help: 'Another person has to accept your statement. Until then, the obligation does not count as met.',
    text: 'What was done',
    textHint: 'optional if you add a file',
    doneOn: 'Done on',
    filesHelp: 'Proof, such as a report, minutes or a list. You can add 5 files at a time, each up to 100 MB.',
    button: 'Submit statement',
    done: ({ statedBy, day }: { statedBy: string; day: string }) => `${statedBy}: done on ${day}`,
    judge: ({ statedBy, day }: { statedBy: string; day: string }) => `Judge the statement of ${statedBy}, ${day}`,
  },
  change: {
    conflict:
      'Somebody else changed this obligation after you opened it, so your change is not saved. The page shows their version, and the form has your entries. Saving again replaces their version with yours.',
    title: 'Edit or end this obligation',
    endHelp: 'Once you end the obligation, it is no longer due. Its statements stay available to auditors.',
    end: 'End obligation',
  },
}
