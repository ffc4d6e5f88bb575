import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'
import { labels } from '../../all-texts/en/labels.ts'
import { states } from '../../all-texts/en/states.ts'

export const access = {
  list: {
    lead: 'In an access review, people decide who keeps access. A finished review is signed as evidence, and removals are tracked until a list confirms them.',
    start: 'Start access review',
    empty: 'No access reviews yet.',
    progress: ({
      systems,
      filter,
      decided,
      total,
    }: {
      systems: string
      filter: string
      decided: number
      total: number
    }) => `${systems} · ${filter} · ${decided} of ${formatCount(total, 'account')} decided`,
    finished: ({ moment }: { moment: Child }) => phrase`finished ${moment}`,
    finishedWithRemovals: ({ moment, count }: { moment: Child; count: number }) =>
      phrase`finished ${moment}, ${formatCount(count, 'removal')} open`,
  },
  states: {
    open: states.open,
    overdue: states.overdue,
    finished: 'Finished',
  },
  scope: {
    filters: {
      all: 'all accounts',
      guests: 'guests',
      administrators: 'administrators',
    },
    inDepartment: ({ accounts, department }: { accounts: string; department: string }) =>
      `${accounts} in ${department}`,
  },
  head: {
    open: ({ decided, total, filter, dueDay }: { decided: number; total: number; filter: string; dueDay: string }) =>
      `${decided} of ${formatCount(total, 'account')} decided · ${filter} · due ${dueDay}`,
    finished: ({
      decided,
      total,
      filter,
      moment,
      by,
    }: {
      decided: number
      total: number
      filter: string
      moment: Child
      by: string
    }) => phrase`${decided} of ${formatCount(total, 'account')} decided · ${filter} · finished ${moment} by ${by}`,
    download: 'Download signed evidence',
    downloadOutcomes: 'Download signed evidence of what happened to the removals',
  },
  facts: {
    incomplete: ({ name }: { name: Child }) => phrase`${name} Accounts may be missing:`,
    incompleteMark: 'Incomplete.',
    leftOut: ({ count }: { count: number }) =>
      `${formatCount(count, 'account')} left out, because the department of the owner is not known.`,
    reviewers: ({ systems, reviewers }: { systems: string; reviewers: string }) =>
      `${systems}. Reviewed by ${reviewers}.`,
    asOf: ({ moment, everyDays }: { moment: Child; everyDays: number }) =>
      phrase`Accounts as of ${moment}. The review is valid for ${everyDays} days.`,
    removals: ({ remove, change }: { remove: number; change: number }) =>
      `${formatCount(remove, 'removal')} and ${formatCount(change, 'change')}.`,
    outcomes: ({ done, notDone, open }: { done: number; notDone: number; open: number }) =>
      `${done} confirmed, ${notDone} not done, ${open} not checked by a list yet.`,
    waiting: 'Each new list of the system shows whether they are done.',
    undecided: ({ count, reason }: { count: number; reason: string }) =>
      `${formatCount(count, 'account')} left undecided: ${reason}`,
  },
  accounts: {
    tabs: 'Accounts to show',
    show: {
      open: 'To decide',
      all: labels.all,
      removals: 'Removals',
    },
    none: 'You have no accounts to decide in this review.',
    noMatch: 'No accounts match.',
    searchPlaceholder: 'Name, email address, role',
    sort: {
      attention: labels.attentionFirst,
      name: labels.name,
      system: labels.system,
      activity: 'Longest inactive first',
    },
    shownOf: ({ page, chosen }: { page: number; chosen: number }) => `${page} of ${formatCount(chosen, 'account')}`,
  },
  decide: {
    keys: 'Keys: J and K move, Space selects, 1 keeps, 2 removes, 3 changes. Then enter the reason.',
    selectHelp: 'Select accounts to decide them together.',
    allMatching: ({ count }: { count: number }) => `All ${count} matching accounts except your own`,
    decisions: {
      keep: 'Keep',
      remove: 'Remove access',
      change: 'Change access',
    },
    undo: 'Undo decision',
    change: 'New access',
    changeHint: 'only for a change',
    button: 'Save decision',
    conflict: ({ count, names }: { count: number; names: string }) =>
      `Somebody decided ${formatCount(count, 'account')} after you opened this page: ${names}. Your decisions are not saved. Theirs are under “All”. To replace them, decide again.`,
  },
  finish: {
    title: 'Finish review',
    help: 'Finishing signs the decisions as evidence. Afterwards, the review can no longer change.',
    undecidedReason: ({ count }: { count: number }) =>
      count === 1 ? 'Why 1 account stays undecided' : `Why ${formatCount(count, 'account')} stay undecided`,
    button: 'Finish and sign',
  },
  discard: {
    title: 'Discard review',
    help: 'Discarding deletes the review with all of its decisions.',
    button: 'Delete review',
  },
  account: {
    inSystem: ({ name, system }: { name: string; system: string }) => `${name} in ${system}`,
    own: 'This is your own account, so another reviewer decides.',
    kindUnknown: 'unknown kind',
    noRoles: 'no roles',
    roles: ({ roles }: { roles: string }) => `roles: ${roles}`,
    rolesUnknown: 'roles unknown',
    neverActive: 'never active',
    lastActive: ({ day }: { day: string }) => `last active ${day}`,
    activityUnknown: 'last activity unknown',
    owner: ({ isService, owner, department }: { isService: boolean; owner: string; department: string | undefined }) =>
      [`${isService ? 'Service account of' : 'Owned by'} ${owner}`, department].filter(Boolean).join(', '),
    unnamedOwner: 'a person',
    outOfScope: 'Out of scope',
    ambiguous: 'Several possible owners',
    ownedByNobody: 'No owner',
    ownerUnknown: 'Owner unknown',
    ownerLeft: 'Owner has left',
    administratorUnknown: 'Administrator?',
    noSecondFactor: 'No second factor',
    secondFactorUnknown: 'Second factor?',
    lastDecision: ({ decision }: { decision: string }) => `Last time: ${decision}`,
    undecided: 'not decided',
  },
  outcome: {
    waiting: 'waiting for the next list',
    states: {
      done: 'Done',
      not_done: 'Not done',
      could_not_tell: states.run.error,
    },
    list: ({ moment }: { moment: Child }) => phrase`List of ${moment}`,
    listWithDigest: ({ moment, digest }: { moment: Child; digest: string }) =>
      phrase`List of ${moment}, SHA-256 ${digest}…`,
  },
  start: {
    title: 'Start an access review',
    lead: 'The review contains the accounts of the newest lists as they are now. If a list is incomplete, the review says so.',
    systems: 'Systems',
    allAccounts: 'All accounts',
    administratorsOnly: 'Only administrators',
    guestsOnly: 'Only guests',
    department: 'Department of the owner',
    departmentHint: 'optional, needs a directory',
    reviewers: 'Reviewers',
    moreReviewers: 'More reviewers',
    moreReviewersHelp: 'One person per line: part of the name or email address.',
    byManager: 'If a reviewer manages the owner of an account, only that reviewer and admins decide it',
    button: 'Start review',
    noOptions: 'None available yet.',
  },
}
