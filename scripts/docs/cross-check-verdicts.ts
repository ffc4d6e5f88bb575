/** What a cross-check says, as people call it. */
export type SaidVerdict = 'pass' | 'fail' | 'needs review' | 'not applicable' | 'could not tell' | 'nothing'

export interface VerdictRow {
  readonly where: string
  readonly says: SaidVerdict
}

const row = (says: SaidVerdict, where: string): VerdictRow => ({ where, says })

/** What holds for each account, whichever cross-check looks at it. */
const accountRows: readonly VerdictRow[] = [
  row('nothing', 'the account was deleted'),
  row('not applicable', 'the account is suspended, or an admin has taken it out of scope'),
  row(
    'could not tell',
    'the account is of nobody, and the directory is not complete; or the vendor does not say its address',
  ),
  row('needs review', 'the account is of nobody in a complete directory, or several people may own it'),
  row(
    'needs review',
    'the account was made after the last day of the person with its address, whatever the directory calls them, and no link says whose it is',
  ),
]
const listRows: readonly VerdictRow[] = [
  row('could not tell', 'a connection is disconnected, was never read, not completely read, or was read too long ago'),
  row('not applicable', 'an admin has taken the connection out'),
]
const accountListRows: readonly VerdictRow[] = [
  ...listRows,
  row('not applicable', 'the connector of a connection does not list accounts'),
]

/** The cases that each cross-check that ships tells apart, in the order in which people ask for them. */
export const crossCheckVerdicts: Readonly<Record<string, readonly VerdictRow[]>> = {
  leavers: [
    row('fail', 'the owner left, end and grace were over before the account was read, and the account is active'),
    row('could not tell', 'the same, and the vendor does not say whether the account is active'),
    row('needs review', 'the same, and the account is an invitation that nobody has accepted'),
    row(
      'could not tell',
      'the owner left, and the grace was not over when the account was read. The next reading tells',
    ),
    row('could not tell', 'the owner left by a directory that is not complete, so that it may hide that they are back'),
    row('pass', 'the owner works here, or begins later'),
    row('pass', 'it is a service, and somebody who works here answers for it'),
    row('not applicable', "it is an account of the person's own directory, which cannot prove itself"),
    ...accountRows,
    ...accountListRows,
  ],
  'accounts-without-owner': [
    row('pass', 'a person of the directory owns the account, whether they work here or left'),
    row('pass', 'it is a service, and somebody who works here answers for it'),
    row(
      'fail',
      'the account is of nobody in a complete directory, `fail_without_owner` is true, and nobody is proposed as its owner',
    ),
    row('could not tell', 'the same, and the vendor does not say whether the account is active'),
    ...accountRows,
    ...accountListRows,
  ],
  'directory-agrees': [
    row('pass', 'all sources say the same of a person'),
    row(
      'fail',
      'a person left by the first source that covers them, the grace is over, and another source still lists them as active',
    ),
    row('needs review', 'the same, and a second record may be theirs'),
    row('needs review', 'a person works here by the first source, and left by another one'),
    row('needs review', 'only an identity provider lists a person whom a complete personnel system should list, too'),
    row('could not tell', 'a source does not say whether they work here, or is not complete'),
    row('nothing', 'one source alone lists the person, as it should'),
    row('not applicable', 'the directory has one source only'),
  ],
  'second-factor-everywhere': [
    row('pass', 'the account has a second factor'),
    row(
      'pass',
      'the account can sign in by single sign-on only, and the identity provider demands a second factor of its owner for every application',
    ),
    row(
      'could not tell',
      'the same, and the identity provider does not demand it for every application, or does not say',
    ),
    row('could not tell', 'the account can sign in by single sign-on only, and nobody knows for sure whose it is'),
    row('fail', 'the account has no second factor, and can sign in without single sign-on'),
    row(
      'could not tell',
      'the vendor does not say whether it has one, or whether a password works beside single sign-on',
    ),
    row('not applicable', 'it is a service account, or an invitation that nobody has accepted'),
    row('not applicable', 'the account is suspended, or an admin has taken it out of scope'),
    ...accountListRows,
  ],
  'administrators-everywhere': [
    row('pass', "the owner of an administrator's account works here"),
    row('pass', 'it is a service, and somebody who works here answers for it'),
    row('fail', 'the owner left, end and grace were over before the account was read, and the account is active'),
    row('needs review', 'a guest administers, or somebody who has not begun yet'),
    row('could not tell', 'the vendor does not say whether the account is an administrator'),
    row('nothing', 'the account is no administrator'),
    ...accountRows,
    ...accountListRows,
  ],
  'contractors-past-their-end': [
    row('pass', 'the contract goes on, or has no end'),
    row('fail', 'the contract ended, the grace was over before the account was read, and the account is active'),
    row('could not tell', 'the directory does not say when the contract ends, or was read before its end'),
    row(
      'could not tell',
      'the directory calls the contractor active after the end, and does not say when the contract began: the end may be that of an earlier one',
    ),
    row('could not tell', 'the end is over, and the directory does not say whether the person is a contractor'),
    row('nothing', 'the owner is an employee, or nobody knows the owner'),
    row('not applicable', 'the account is suspended'),
    ...accountListRows,
  ],
  'dormant-everywhere': [
    row('pass', 'the person used one of their accounts within `max_idle_days`, or has a new one'),
    row(
      'fail',
      'the person works here, all lists are complete, and none of their active accounts was used within `max_idle_days`',
    ),
    row('needs review', 'the same, and a used account of nobody may be theirs'),
    row(
      'could not tell',
      'the same, and a list is not complete, or a vendor does not say when an account was used, whose it is, or whether it is active',
    ),
    row('not applicable', 'the person is on leave, or begins later'),
    row('nothing', 'the person left, or has no account that can be used'),
    ...accountListRows,
  ],
  'devices-and-owners': [
    row('pass', 'the owner works here, or begins later'),
    row(
      'fail',
      'the owner left, `return_days` were over before the list was read, and the device was enrolled while they worked here',
    ),
    row('fail', 'the same, without a time of enrolment, and nobody began after the owner left'),
    row(
      'could not tell',
      'the same, or enrolled while the last day was over in some places only, and somebody began since: they may have had the address for a while',
    ),
    row('needs review', 'the device was enrolled after the last day of the person with its address'),
    row(
      'needs review',
      'several people have the address, and the time of enrolment does not tell which of them is meant',
    ),
    row('needs review', 'the device belongs to nobody. It is a fail where `fail_without_owner` is true'),
    row('could not tell', 'the vendor does not say whose it is, or the directory is not complete'),
    row('could not tell', 'the owner left, and may still return it'),
    ...listRows,
  ],
  'training-of-everyone': [
    row('pass', 'the person completed a training within `max_age_days`, and after their first day'),
    row('fail', 'the person works here, all lists are complete, and they completed none within `max_age_days`'),
    row('needs review', 'the same, and a completed training of nobody may be theirs'),
    row(
      'could not tell',
      'the only training is from before the first day, or the directory does not say when they began: somebody else may have had the address',
    ),
    row(
      'could not tell',
      'the only training is from a time when the person may have left: somebody else may have got the address',
    ),
    row(
      'could not tell',
      'a list is not complete, or a training does not say whose it is, whether it was completed, or when',
    ),
    row('could not tell', 'the last day of the person is over: training systems forget people who left'),
    row('not applicable', 'the person began less than `days_to_complete` ago, begins later, or is on leave'),
    row('nothing', 'the person left'),
    ...listRows,
  ],
  'policies-acknowledged': [
    row('pass', 'the person has acknowledged the version of each policy that holds'),
    row('fail', 'the person works here, and has not acknowledged one within `days_to_acknowledge`'),
    row('needs review', 'the same, and an acknowledgement of nobody may be theirs'),
    row(
      'could not tell',
      'the acknowledgement is from before the first day, or from a time when the person may have left: somebody else may have had the address',
    ),
    row(
      'could not tell',
      'the directory is not complete, or does not say the address of the person, or when they began',
    ),
    row('could not tell', 'no policy is published'),
    row(
      'not applicable',
      'a version was published, or the person began, less than `days_to_acknowledge` ago; they begin later, or are on leave',
    ),
    row('nothing', 'the person left'),
  ],
}
