import type { Child } from 'hono/jsx'
import { formatCount } from '../../../text/count-noun.ts'

export const access = {
  decisionWords: { keep: 'Keep', remove: 'Remove', change: 'Change' },
  outcomeWords: { done: 'Done', not_done: 'Not done', could_not_tell: 'Could not tell' },
  showWords: { open: 'To decide', all: 'All', removals: 'Removals' },
  sortWords: {
    attention: 'What needs a look first',
    name: 'Name',
    system: 'System',
    activity: 'Longest without activity',
  },
  stateWords: { open: 'Open', overdue: 'Overdue', finished: 'Finished' },
  in: ({ name, system }: { name: string; system: string }) => `${name} in ${system}`,
  thisIsYourAccountSo: 'This is your account, so somebody else decides.',
  unknownKind: 'unknown kind',
  noRoles: 'no roles',
  roles: ({ roles }: { roles: string }) => `roles: ${roles}`,
  rolesUnknown: 'roles unknown',
  neverActive: 'never active',
  lastActive: ({ day }: { day: string }) => `last active ${day}`,
  lastActivityUnknown: 'last activity unknown',
  ownedBy: ({ isService, whose, department }: { isService: boolean; whose: string; department: string }) =>
    `${isService ? 'service of' : 'of'} ${whose}${department}`,
  aPerson: 'a person',
  outOfScope: 'out of scope',
  ofSeveralPeople: 'of several people',
  ofNobody: 'of nobody',
  ownerUnknown: 'owner unknown',
  ownerLeft: 'Owner left',
  nobodys: "Nobody's",
  administrator: 'Administrator',
  administratorUnknown: 'Administrator?',
  noSecondFactor: 'No second factor',
  secondFactorUnknown: 'Second factor?',
  lastTime: ({ decisionWords }: { decisionWords: string }) => `Last time: ${decisionWords}`,
  notDecided: 'not decided',
  waitsForTheNextList: '· waits for the next list',
  listOf: ' List of ',
  sha256: ({ digest }: { digest: string }) => `, SHA-256 ${digest}…`,
  accessReviews: 'Access reviews',
  decidedAndFilter: ({ accounts, total, reviewFilter }: { accounts: number; total: number; reviewFilter: string }) =>
    `${accounts} of ${formatCount(total, 'account')} decided · ${reviewFilter} · `,
  until: ({ dueDay }: { dueDay: string }) => `until ${dueDay}`,
  finishedBy: ({ moment }: { moment: Child }) => ['finished ', moment, ' by'],
  downloadTheSignedEvidence: 'Download the signed evidence',
  aboutTheReview: 'About the review',
  accountsMayBeMissing: ({ name }: { name: Child }) => [name, ' Accounts may be missing:'],
  notComplete: 'Not complete.',
  accountLeftOutBecauseNobody: ({ unplaced }: { unplaced: number }) =>
    `${formatCount(unplaced, 'account')} left out, because nobody knows the department of the owner.`,
  reviewedBy: ({ systems, reviewers }: { systems: string; reviewers: string }) =>
    `${systems}. Reviewed by ${reviewers}.`,
  theAccountsAreThoseOf: ({ moment, everyDays }: { moment: Child; everyDays: number }) => [
    'The accounts are those of ',
    moment,
    `. The review counts for ${everyDays} days.`,
  ],
  removalAndSeenDoneNot: ({
    remove,
    change,
    done,
    notDone,
    open,
  }: {
    remove: number
    change: number
    done: number
    notDone: number
    open: number
  }) =>
    `${formatCount(remove, 'removal')} and ${formatCount(change, 'change')}: ${done} seen done, ${notDone} not done, ${open} that no list could tell yet.`,
  eachNewListOfThe: ' Each new list of the system shows whether they are done.',
  accountLeftUndecided: ({ undecided, undecidedReason }: { undecided: number; undecidedReason: string }) =>
    `${formatCount(undecided, 'account')} left undecided: ${undecidedReason}`,
  accounts: 'Accounts',
  youDecideAboutNoAccount: 'You decide about no account of this review.',
  noAccountMatches: 'No account matches.',
  pages: 'Pages',
  previous: 'Previous',
  accountOf: ({ page, chosen }: { page: number; chosen: number }) => `${page} of ${formatCount(chosen, 'account')}`,
  next: 'Next',
  csv: 'CSV',
  whichAccounts: 'Which accounts',
  search: 'Search',
  nameAddressRole: 'Name, address, role',
  system: 'System',
  all: 'All',
  sortBy: 'Sort by',
  filter: 'Filter',
  allOfThisPage: 'All of this page',
  keysJAndKMove: 'Keys: J and K move, Space ticks, 1 keeps, 2 removes, 3 changes; then enter the reason.',
  tickAccountsToDecideAbout: 'Tick accounts to decide about them together.',
  allThatMatchWithoutYour: ({ matching }: { matching: number }) => `All ${matching} that match, without your own`,
  decision: 'Decision',
  takeBack: 'Take back',
  reason: 'Reason',
  whatChanges: 'What changes',
  onlyForAChange: 'only for a change',
  decide: 'Decide',
  finishTheReview: 'Finish the review',
  theDecisionsAreSignedAs: 'The decisions are signed as evidence, and nothing changes in the review afterwards.',
  whyStayUndecided: ({ undecided }: { undecided: number }) => `Why ${formatCount(undecided, 'account')} stay undecided`,
  finishAndSignIt: 'Finish and sign it',
  endItWithoutAResult: 'End it without a result',
  allDecisionsOfTheReview: 'All decisions of the review are deleted.',
  deleteTheReview: 'Delete the review',
  peopleDecideWhoKeepsAccess:
    'People decide who keeps access. A finished review is signed as evidence, and removals are followed until a list shows them.',
  startAReview: 'Start a review',
  thereIsNoAccessReview: 'There is no access review yet.',
  systemsAndDecided: ({
    systems,
    reviewFilter,
    accounts,
    total,
  }: {
    systems: string
    reviewFilter: string
    accounts: number
    total: number
  }) => `${systems} · ${reviewFilter} · ${accounts} of ${formatCount(total, 'account')} decided`,
  finished: ({ moment }: { moment: Child }) => ['finished ', moment],
  removalOpen: ({ notDone }: { notDone: number }) => `, ${formatCount(notDone, 'removal')} open`,
  startAnAccessReview: 'Start an access review',
  theReviewHasTheAccounts:
    'The review has the accounts of the newest lists, as they are now. If a list is not complete, the review says so.',
  title: 'Title',
  systems: 'Systems',
  allAccounts: 'All accounts',
  administratorsOnly: 'Administrators only',
  guestsOnly: 'Guests only',
  departmentOfTheOwner: 'Department of the owner',
  optionalNeedsADirectory: 'optional, needs a directory',
  reviewers: 'Reviewers',
  ifAReviewerIsThe: 'If a reviewer is the manager of an owner, only they decide, and admins',
  lastDay: 'Last day',
  startTheReview: 'Start the review',
  goBack: 'Go back',
  thereIsNoneYet: 'There is none yet.',
  filterWords: { all: 'all accounts', guests: 'guests', administrators: 'administrators' },
  ofDepartment: ({ what, department }: { what: string; department: string }) => `${what} of ${department}`,
}
