import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/en/format.ts'
import { states } from '../../all-texts/en/states.ts'

export const settings = {
  list: {
    lead: 'The people in this organization, and their roles.',
    unattendedSignIn: ({ name }: { name: string }) =>
      `The sign-in “${name}” was added by somebody who is no longer an administrator. People still sign in with it: make sure that you trust it.`,
    removedLead: ({ link }: { link: Child }) =>
      phrase`These people were removed and cannot sign in. Their names stay on the record of their actions. ${link}`,
    showCurrent: 'Show current people',
    range: ({ from, last, found }: { from: number; last: number; found: number }) =>
      `${from} to ${last} of ${format.counted(found)}`,
    shownOf: ({ count, found }: { count: number; found: number }) => `${count} of ${format.counted(found)}`,
    removed: ({ removed }: { removed: number }) => format.countCounted(removed, 'removed person', 'removed people'),
  },
  person: {
    role: 'Role',
    signsInWith: 'Signs in with',
    lastSeen: 'Last seen',
    linksOnly: 'Sign-in links only',
    self: '(you)',
    operator: ({ code }: { code: Child }) =>
      phrase`This person is a platform operator. Only operators can change them, here or with ${code}.`,
    noRole: 'This person has no role yet. Their permissions depend on how they sign in.',
    roleFirst: 'Assign a role first.',
  },
  states: {
    active: states.active,
    invited: 'Invited',
    deactivated: 'Deactivated',
    removed: states.removed,
    unassigned: 'No role',
  },
  roles: {
    viewer: 'Viewer',
    member: 'Member',
    operator: 'Platform operator',
    withPeriod: ({ role, runs }: { role: string; runs: string }) => `${role}, ${runs}`,
    onceAccepted: ({ role }: { role: string }) => `${role}, once the invitation is accepted`,
    andOperator: ({ role }: { role: string }) => `${role}, platform operator`,
  },
  roleChoices: {
    member: 'Member: connects systems and runs checks',
    admin: 'Administrator: also manages people, API keys and accepted risks',
    viewer: 'Viewer: reads runs, findings and controls, for example as an auditor',
  },
  period: {
    title: 'Viewer period',
    help: 'A viewer with a period sees only the runs of these days (UTC), and findings and controls as of the last day.',
  },
  readsPeople: {
    label: 'Show evidence that names people',
    help: 'For a viewer: inventories, the vendors’ answers that list people, and whole bundles. Without it they get editions without those.',
    granted: ({ role }: { role: string }) => `${role}, with evidence that names people`,
  },
  invite: {
    elsewhere:
      'The application that embeds this page signs people in. Invite people there. The role that you set here is the highest role that they get.',
    title: 'Invite a person',
    withSignIn:
      'You get an invitation link for this person. It works once, within seven days. The account that they sign in with is then linked to them.',
    withoutSignIn:
      'You get an invitation link for this person. It works once, within seven days. Because no OpenID Connect sign-in is set up, the link itself signs them in, and they need a new link each time.',
    button: 'Create invitation',
    created: 'Invitation created',
    link: ({ name }: { name: string }) => `Invitation for ${name}`,
    linkHelp:
      'The invitation works once, within seven days. Give it only to this person: whoever opens it first gets their role.',
    pending: ({ role, moment }: { role: string; moment: Child }) =>
      phrase`Invited as ${role} until ${moment}. A new invitation replaces this one.`,
    again: 'Invite again',
  },
  signInLink: {
    title: 'Sign-in',
    help: 'A sign-in link works once, within ten minutes, for whoever opens it first. The audit log records that you created it.',
    button: 'Create sign-in link',
    pageTitle: 'Sign-in link',
    link: ({ name }: { name: string }) => `Sign-in link for ${name}`,
    linkHelp:
      'The link works once, within ten minutes. Give it only to this person: whoever opens it first is signed in as them.',
    notActive: 'Only active people with a role can get a sign-in link.',
    notOperator: 'Only a platform operator can create a link for an operator.',
  },
  end: {
    title: 'End access',
    deactivatedText: 'This person cannot sign in, and their API keys do not work.',
    deactivateHelp:
      'Deactivating signs the person out immediately. Their links and API keys stop working. You can activate them again.',
    activate: 'Activate',
    deactivate: 'Deactivate',
    invitationHelp: 'The invitation link stops working.',
    removeHelp:
      'Removing ends the role and sign-ins of the person and permanently revokes their API keys. Their name stays on the record of their actions.',
    removeLink: 'Remove…',
  },
  remove: {
    title: 'Remove person',
    heading: ({ name }: { name: string }) => `Remove ${name}?`,
    text: 'The role, sessions, links and sign-ins of this person end immediately. Their API keys are permanently revoked. Their name stays on the record of their actions.',
    keep: 'Keep person',
  },
  secret: {
    shownOnce: 'You can see this only once. If it is lost, create a new one.',
    done: 'I have copied it',
  },
}
