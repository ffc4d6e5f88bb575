import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'
import { states } from '../../all-texts/en/states.ts'

export const people = {
  list: {
    lead: ({ people, accounts }: { people: number; accounts: number }) =>
      `${formatCount(people, 'person', 'people')} with ${formatCount(accounts, 'account')} in all connections.`,
    decide: ({ count }: { count: number }) => `Assign ${formatCount(count, 'account')}`,
    empty: 'The directory has no people yet.',
    noMatch: 'No people match.',
    person: 'Person',
    worksHere: 'Works here',
    otherSystems: 'Other systems',
  },
  filters: {
    leavers: 'Left, with an open account',
    administrators: 'Administrators',
    unowned: 'Accounts without an owner',
  },
  noSecondFactor: 'no second factor',
  unowned: {
    empty: 'Every open account has an owner, as far as the lists show.',
    unknown: ({ doubt }: { doubt: string }) => `Owners cannot be determined: ${doubt}`,
  },
  accountStatus: {
    active: states.active,
    closed: 'Closed',
    other: 'Not active',
  },
  administrator: 'administrator',
  secondFactorUnknown: 'second factor unknown',
  basis: {
    title: 'Sources of this list',
    builtAt: ({ moment }: { moment: Child }) => phrase`Built on ${moment} from the newest lists.`,
    outdated: 'Data has changed since then. An updated list is being built; reload the page in a moment.',
    directoryIncomplete: ({ doubt }: { doubt: string }) => `The directory may be incomplete: ${doubt}`,
    gaps: ({ count }: { count: number }) => `Gaps in connections (${count})`,
  },
  employment: {
    leftOn: ({ day }: { day: string }) => `Left on ${day}`,
    goneSince: ({ day }: { day: string }) => `Gone since ${day}`,
    leaving: 'Leaving',
  },
  table: {
    account: 'Account',
    secondFactor: 'Second factor',
    knownBy: 'Linked by',
  },
  known: {
    yes: states.yes,
    no: states.no,
    unknown: states.unknown,
  },
  linkedBy: {
    directory: 'the directory',
    'single-sign-on': 'single sign-on',
    email: 'its email address',
    domain: 'its email address, which the vendor has not verified',
    alias: 'a confirmed email address',
    hand: 'a decision',
  },
  linkedByUnknown: 'an unknown source',
  owner: {
    service: ({ name }: { name: undefined | string }) =>
      name === undefined ? 'A service account' : `A service account of ${name}`,
    outOfScope: ({ because }: { because: string }) => `Out of scope: ${because}`,
  },
  person: {
    unnamed: 'Unnamed person',
    directory: 'Directory entry',
    confirmedAddress: ({ actor, address, expires }: { actor: string; address: string; expires: string }) =>
      `${actor} confirmed the email address ${address} until ${expires}.`,
    noAccounts: 'No accounts are linked to this person.',
    noAccountsYet:
      'No accounts are linked to this person yet. The accounts below may belong to them and need a decision.',
    accountListsIncomplete: 'Some account lists are incomplete, so this person may have one.',
    possibleAccounts: 'Possible accounts',
    noDevices: {
      all: 'No devices are linked to this person.',
      some: 'No devices are linked to this person. Some device lists are incomplete, so they may have one.',
      none: 'No device list was read, so it is not known whether this person has a device.',
    },
    device: ({ encrypted, locks, basis }: { encrypted: string; locks: string; basis: string }) =>
      `Disk encryption: ${encrypted} · Screen lock: ${locks} · Linked by ${basis}`,
    training: 'Training',
    noTrainings: {
      all: 'No training is linked to this person.',
      some: 'No training is linked to this person. Some training lists are incomplete, so there may be some.',
      none: 'No training list was read, so it is not known whether this person has completed any.',
    },
    completedOn: ({ moment }: { moment: Child }) => phrase`completed on ${moment}`,
    dueOn: ({ moment }: { moment: Child }) => phrase`due on ${moment}`,
    noFindings: 'No open findings for this person or their accounts in the checks that have run.',
    noFindingsYet: 'No open findings for this person. Accounts that need a decision were not counted as theirs.',
    email: 'Email address',
    source: 'Source',
    otherIds: 'Other IDs',
  },
  addresses: {
    title: 'More email addresses',
    pageTitle: ({ name }: { name: string | undefined }) =>
      name === undefined ? 'Email addresses of a person' : `Email addresses of ${name}`,
    lead: 'Confirm an email address that the directory does not have, such as one with a former name. Accounts with this address belong to the person if the vendor has verified the address.',
    reasonHelp: 'How you know that the address belongs to this person.',
    button: 'Confirm address',
    confirmed: 'Confirmed email addresses',
    confirmedLead:
      'An account with a verified address from this list belongs to the person named beside it. To confirm an address, open the page of its person.',
    empty: 'No email addresses have been confirmed.',
    personNamed: ({ address }: { address: string }) => `View the person with ${address}`,
    person: 'View person',
    expired: ({ expires }: { expires: string }) => `Expired after ${expires}`,
  },
  waiting: ({ count }: { count: number }) =>
    count === 1 ? '1 account needs a decision' : `${formatCount(count, 'account')} need a decision`,
  links: {
    title: 'Link history',
    empty: 'No account has been linked to this person.',
    service: 'service account',
    states: {
      holds: states.inForce,
      expired: states.expired,
      ended: 'Replaced or revoked',
    },
    inForceUntil: ({ expires }: { expires: string }) => `In force until ${expires}`,
    revoke: ({ recordId }: { recordId: string }) => `Revoke the link of ${recordId}`,
  },
  decide: {
    title: 'Whose accounts are these?',
    lead: 'Each of these accounts may belong to a person in the directory, but the data does not prove it. Decide which accounts you can; leave the others open.',
    empty: 'No accounts need a decision.',
    chooseFirst: 'Select the first suggestion for each account',
    reasonHelp: 'How you know who owns these accounts. The reason applies to all accounts that you decide now.',
    button: 'Save decisions',
    nothingChosen: 'Select an owner for at least one account.',
    leaveOpen: 'Leave open',
    candidate: ({ isService, name, because }: { isService: boolean; name: string; because: string }) =>
      isService ? `Service account of ${name}: ${because}` : `${name}: ${because}`,
    dismiss: 'None of these',
    dismissNamed: ({ name }: { name: string }) => `None of these: ${name}`,
  },
  dismissed: {
    link: 'View dismissed suggestions',
    title: 'Dismissed suggestions',
    lead: 'A dismissed suggestion returns when its reason, or the name or email address of the account, changes. The account stays without an owner.',
    empty: 'No suggestions have been dismissed.',
    count: ({ count }: { count: number }) => formatCount(count, 'suggestion'),
    entry: ({ recordId, connection, person }: { recordId: string; connection: string; person: Child }) =>
      phrase`${recordId} in ${connection} does not belong to ${person}`,
    restore: 'Suggest again',
    restoreNamed: ({ recordId }: { recordId: string }) => `Suggest again: ${recordId}`,
  },
  domains: {
    question: ({ domain }: { domain: string }) => `Is ${domain} yours?`,
    means: ({ accounts, connection, domain }: { accounts: number; connection: string; domain: string }) =>
      `${formatCount(accounts, 'account')} in ${connection} ${accounts === 1 ? 'has an address' : 'have addresses'} of people in your directory, and ${connection} does not say whether it verified them. With yes, you trust ${connection} for addresses in ${domain}, and the accounts are linked. You can undo this in Settings, Directory.`,
    yesNamed: ({ domain, connection }: { domain: string; connection: string }) =>
      `Yes, trust ${connection} for ${domain}`,
    noNamed: ({ domain, connection }: { domain: string; connection: string }) =>
      `No, do not trust ${connection} for ${domain}`,
    answers: 'Trusted domains',
    answersHelp:
      'If a connection is trusted for a domain, its accounts with addresses there are linked to their people even though the vendor does not say that it verified the addresses.',
    isOurs: ({ domain, connection }: { domain: string; connection: string }) =>
      `${connection} is trusted for ${domain}.`,
    isNotOurs: ({ domain, connection }: { domain: string; connection: string }) =>
      `${connection} is not trusted for ${domain}.`,
    undoNamed: ({ domain, connection }: { domain: string; connection: string }) => `Undo: ${domain} in ${connection}`,
  },
  building: {
    title: 'The list of people is being built',
    text: 'With many people and connections, this takes up to a minute the first time. The page reloads automatically.',
  },
}
