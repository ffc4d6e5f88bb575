import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCounted } from '../../../text/counted.ts'
import { labels } from '../../all-texts/en/labels.ts'
import { states } from '../../all-texts/en/states.ts'

export const findings = {
  list: {
    lead: 'All failing results of your connections, with owner and due date. A result that needs review also counts as failing once somebody refuses it.',
    tabs: {
      open: states.open,
      accepted: states.accepted,
      resolved: states.resolved,
      all: labels.all,
    },
    shownOf: ({ count, total }: { count: number; total: number }) => `${count} of ${formatCounted(total, 'finding')}`,
    notAllChecks:
      'There are more checks with findings than are looked at here. Choose a connector to see all of its checks.',
    noMatch: 'No findings match these filters.',
    noneAccepted: 'No failing results are accepted risks.',
    noneResolved: 'No findings have been resolved yet.',
    select: ({ title, name }: { title: string; name: string }) => `Select ${title}, ${name}`,
    chosenMax: ({ count }: { count: number }) => `only the first ${count}; repeat it for the rest`,
    selectHelp: 'Select findings to change them together.',
    changeSelected: 'Change owner and due date…',
    acceptSelected: 'Accept risk…',
  },
  views: { name: 'View', findings: 'One by one', checks: 'By check' },
  noRuns: 'No check has run yet, so it is not known what fails.',
  noneOpen: 'No open findings in the checks that have run.',
  line: {
    since: ({ moment }: { moment: Child }) => phrase`since ${moment}`,
    regressed: ({ moment }: { moment: Child }) => phrase`failing again; first seen ${moment}`,
    accepted: ({ moment }: { moment: Child }) => phrase`accepted risk · since ${moment}`,
    failingAgain: 'failing again',
    refused: ({ by, expires }: { by: string; expires: string }) => `refused by ${by}, until ${expires}`,
    acceptedUntil: ({ expires, approver }: { expires: string; approver: string }) =>
      `accepted by ${approver} until ${expires}`,
    overdue: 'overdue',
  },
  filters: {
    text: 'Person, resource or title',
    due: 'Due',
    dueOptions: {
      overdue: states.overdue,
      week: 'Within 7 days',
      month: 'Within 30 days',
    },
    connector: 'Connector',
    order: {
      severity: 'Severity, then due date',
      due: labels.dueDate,
      changed: 'Newest change',
    },
    me: 'Me',
  },
  states: {
    failingAgain: 'Failing again',
  },
  problem: {
    title: 'What the check found',
    lastSeen: ({ moment }: { moment: Child }) => phrase`Last seen failing on ${moment}.`,
    lastSeenBy: ({ moment, link }: { moment: Child; link: Child }) =>
      phrase`Last seen failing on ${moment} by ${link}.`,
    thisRun: 'this run',
  },
  acceptance: {
    accepted: ({ approver, expires }: { approver: string; expires: string }) =>
      `Accepted by ${approver} until ${expires}. Until then, the finding does not count.`,
    toWaivers: 'View accepted risks',
    notAccepted: 'The risk is not accepted, so the finding counts.',
    accept: 'Accept this risk…',
  },
  about: {
    firstSeen: 'First seen',
  },
  judgement: {
    needed: ({ moment, link }: { moment: Child; link: Child }) =>
      phrase`The newest run of ${moment} could not decide: ${link}. The result needs review.`,
    staysOpen: 'The finding stays open until a run passes or somebody accepts the result.',
    refused:
      'This result was refused, so it counts as failing. The finding stays open while the judgement applies to its evidence.',
    reconsider: 'Judge the result again if the risk is acceptable.',
  },
  work: {
    title: 'Owner and due date',
    you: ({ name }: { name: string }) => `${name} (you)`,
    setOwner: 'Set owner',
    assignToMe: 'Assign to me',
    due: ({ day, reason }: { day: Child; reason: string | null }) =>
      reason === null ? phrase`Due ${day}, based on severity` : phrase`Due ${day}: ${reason}`,
    changeDueDate: 'Change due date',
    setDueDate: 'Set due date',
    resetDueDate: 'Reset to severity',
  },
  history: {
    changes: {
      open: 'Failed for the first time',
      regressed: 'Failed again',
      resolved: states.resolved,
    },
    judgements: {
      open: 'Refused for the first time',
      regressed: states.refused,
      resolved: states.resolved,
    },
    resolutions: {
      passed: 'Resolved: the check passes',
      not_applicable: 'Resolved: the check no longer applies',
      gone: 'Resolved: the resource no longer exists',
      retired: 'Resolved: the connector no longer has this check',
      accepted: 'Resolved: the result was accepted',
      needs_review: 'Resolved: the result needs review again',
    },
    somebody: 'Somebody',
    ownerRemoved: ({ who, owner }: { who: string; owner: undefined | string }) =>
      owner === undefined ? `${who} removed the owner` : `${who} removed ${owner} as owner`,
    ownerSet: ({ who, owner }: { who: string; owner: undefined | string }) =>
      owner === undefined ? `${who} changed the owner` : `${who} made ${owner} the owner`,
    dueDateSet: ({ who, day, reason }: { who: string; day: Child; reason: string }) =>
      phrase`${who} set the due date to ${day}: ${reason}`,
    dueDateReset: ({ who, day }: { who: string; day: Child }) =>
      phrase`${who} reset the due date to ${day}, based on severity`,
  },
  accept: {
    title: 'Accept risk',
    one: 'Accept this risk',
    many: 'Accept these risks',
    lead: 'The finding becomes an accepted risk on its own connection until the last day that you enter. It stays on record as failing but does not count.',
    refusedElsewhere: 'To accept a result that was refused, judge it again on the page of the finding.',
    approver: 'Accepted by',
    lastDayHelp: 'At most one year from now. Afterwards, the findings count again.',
    everywhere: 'Accept on every connection of the connector',
    incomplete: 'Enter a reason, an approver and a last day.',
    pattern: ({ id }: { id: string }) =>
      `The name ${id} contains * or ?, which are patterns in a waiver. Accept this risk in a waivers file.`,
  },
  change: {
    unchanged: 'Leave unchanged',
    dueDateHint: 'leave empty to keep each date',
    reasonHint: 'required with a date',
    button: 'Save changes',
  },
  nothingSelected: {
    title: 'Nothing selected',
    heading: 'Select a finding first',
    text: 'You have not selected an open finding.',
    back: 'Back to findings',
  },
  dueDays: {
    title: 'Due days',
    lead: 'The number of days until a finding is due, counted from when it opened or failed again. If you change the days, findings that fail now get a new due date, unless somebody set one.',
    field: ({ severity }: { severity: string }) => `Days for ${severity} severity`,
  },
}
