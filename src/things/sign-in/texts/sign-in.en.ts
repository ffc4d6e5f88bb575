import type { Child } from 'hono/jsx'

export const signIn = {
  yourSignIn: 'your sign-in',
  thisAddressIsOnlyFor: 'This address is only for the browser that returns from the sign-in.',
  signIn: 'Sign in',
  signInTo: ({ name }: { name: string }) => `Sign in to ${name}`,
  noSignInIsSet: 'No sign-in is set up here. Contact the operator of this service.',
  idOfYourOrganization: 'Id of your organization',
  goOn: 'Go on',
  theOperatorOfThisService: ({ code }: { code: Child }) => [
    'The operator of this service can also give you a link that works once: ',
    code,
    ' makes it.',
  ],
  thisInvitationWasUsedAlready:
    'This invitation was used already, is older than seven days, or was made by somebody who may not invite any more. Request a new one.',
  youAreInvited: 'You are invited',
  youAreInvitedTo: ({ name }: { name: string }) => `You are invited to ${name}`,
  as: 'As ',
  withTheRole: ({ role, period }: { role: string; period: string }) => `, with the role ${role}${period}. `,
  theAccountWithWhichYou: 'The account with which you sign in now becomes the account of this person.',
  isThatNotYouThen: 'Is that not you? Then close this page.',
  goInAs: ({ name }: { name: string }) => `Go in as ${name}`,
  forTheRunsFromTo: ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }) =>
    ` for the runs from ${periodFrom} to ${periodTo}`,
  theBeginning: 'the beginning',
  signInWith: ({ name }: { name: string }) => `Sign in with ${name}`,
  notSignedIn: 'Not signed in',
  youAreNotSignedIn: 'You are not signed in',
  goToSignIn: 'Go to sign-in',
  thisLinkSignsYouIn: 'This link signs you in as ',
  of: ' of ',
  withTheRoleOfLink: ({ role }: { role: string }) => `, with the role ${role}.`,
  isThatNotYouOr: 'Is that not you, or did you not expect this link? Then close this page.',
  theLinkWorksOnceIn: 'The link works once, in this browser.',
  signInAs: ({ name }: { name: string }) => `Sign in as ${name}`,
  thisLinkIsNoLonger: 'This link is no longer valid',
  somebodyHasUsedItOr:
    'Somebody has used it, or it is older than ten minutes. The operator of this service can make another one.',
  signedOut: 'Signed out',
  youAreSignedOut: 'You are signed out',
  thisBrowserKeepsNoData: 'This browser keeps no data of yours. You can close this page.',
}
