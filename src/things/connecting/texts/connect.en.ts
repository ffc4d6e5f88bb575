import type { Child } from 'hono/jsx'
import { formatCount } from '../../../text/count-noun.ts'

export type CredentialWord = 'api_key' | 'basic' | 'other'

const credentialWords: Readonly<Record<CredentialWord, string>> = {
  api_key: 'an API key',
  basic: 'a user name with its password or token',
  other: 'credentials',
}

export const connect = {
  gallery: {
    title: 'Connect',
    heading: 'Connect a system',
    lead: ({ service }: { service: string }) =>
      `Choose the system that you want to check. ${service} encrypts what you enter, sends it only to that system, and never shows it again.`,
  },
  connectedButItDoesNot: 'Connected, but it does not work yet',
  connectAgain: 'Connect again',
  openTheConnection: 'Open the connection',
  connected: 'Connected',
  theConnectionIsReadyYou: 'The connection is ready. You can close this page.',
  notProvenYet: 'Not proven yet',
  checkTheAppOf: ({ name }: { name: string }) => `Check the app of ${name}`,
  code: ({ code }: { code: Child }) => ['Code ', code],
  chooseWhatToConnect: 'Choose what to connect',
  connectNamedAgain: ({ name }: { name: string }) => `Connect ${name} again`,
  youDidNotAllowIt: 'You did not allow it',
  accessWasNotGranted: 'Access was not granted',
  thisSignInIsOver: 'This sign-in is over',
  itTookLongerThanTen: 'It took longer than ten minutes, or it was already finished. No connection was changed now.',
  thisSignInDidNot: 'This sign-in did not begin in this browser',
  youCanFinishItOnly:
    'You can finish it only once, in the browser window where it began. If somebody sent you this link, close the page: they may want to connect your account to theirs.',
  theAppIsNotSet: 'The app is not set up correctly',
  theSignInWasNot: 'The sign-in was not accepted',
  noAnswerRightNow: 'No answer right now',
  notConnected: 'Not connected',
  connectFor: ({ connector, organization }: { connector: string; organization: string }) =>
    `Connect ${connector} for ${organization}?`,
  asksYouAndYouSignIn: ({
    organization,
    connector,
    vendor,
    isRenewal,
  }: {
    organization: string
    connector: string
    vendor: string
    isRenewal: boolean
  }) =>
    `The organization “${organization}” asks you ${isRenewal ? `to connect ${connector} again` : `to connect an account of ${connector}`}. You sign in at ${vendor}. “${organization}” can then read what you allow there.`,
  ifYouDoNotKnow:
    'If you do not know this organization, or did not expect this page, close it. Nothing is connected unless you continue.',
  itRequests: 'It requests:',
  continueTo: ({ connector }: { connector: string }) => `Continue to ${connector}`,
  thisLinkIsForAnother: 'This link is for another organization',
  thisLinkIsForAn:
    'This link is for an organization that you are not signed in to. No connection was made. Sign in to that organization first, or close this page if you did not expect it.',
  theNameMustBeOne: 'The name must be one line of at most 100 characters.',
  connect: ({ name }: { name: string }) => `Connect ${name}`,
  connectLink: 'Connect',
  connection: 'Connection',
  signInAt: ({ name }: { name: string }) => `Sign in at ${name}`,
  credentials: 'Credentials',
  thatDidNotWorkWith: ({ name }: { name: string }) => `That did not work with ${name}`,
  theAccountAtMustName: ({ name, code }: { name: string; code: Child }) => [
    'The account at ',
    name,
    ' must name your organization. The id of your organization is ',
    code,
    '.',
  ],
  ifYouLeaveAField: 'If you leave a field empty, its value stays as it is.',
  nameOfTheConnection: 'Name of the connection',
  optional: 'optional',
  ifYouConnectMoreThan: ({ name }: { name: string }) => `If you connect more than one ${name}, such as "Production".`,
  asking: ({ name }: { name: string }) => `Asking ${name}…`,
  continueToVendor: ({ name }: { name: string }) => `Continue to ${name}`,
  saveAndTest: 'Save and test',
  youSignInAtAnd: ({ name, service }: { name: string; service: string }) =>
    `You sign in at ${name} and decide there. ${service} never sees your password.`,
  testsItWithImmediately: ({ name, service }: { name: string; service: string }) =>
    `${service} tests it with ${name} immediately.`,
  aValueIsSet: ({ service }: { service: string }) =>
    `A value is set. ${service} never shows it. Leave the box empty to keep it.`,
  thisPageDoesNotRepeat: 'This page does not repeat secrets. Type the value again.',
  isNotSetUpYet: ({ name }: { name: string }) => `${name} is not set up yet`,
  needsEnterFirstItTakes: ({ name, isApp }: { name: string; isApp: boolean }) =>
    isApp
      ? `${name} needs an OAuth app. Enter one first; it takes a few minutes.`
      : `${name} needs settings. Enter them first; it takes a few minutes.`,
  needsAskAnAdministratorTo: ({ name, isApp }: { name: string; isApp: boolean }) =>
    isApp
      ? `${name} needs an OAuth app. Ask an administrator to enter one first.`
      : `${name} needs settings. Ask an administrator to enter them first.`,
  setUp: ({ name }: { name: string }) => `Set up ${name}`,
  cannotBeConnectedForNow: ({ name }: { name: string }) => `${name} cannot be connected for now`,
  anAdministratorOfThisService:
    'An administrator of this service has disabled it. Existing connections continue to work.',
  accessThatYouGrantAt: ({ name }: { name: string }) => `Access that you grant at ${name}, and why`,
  theConnectorNeedsThisTo: 'The connector needs this to sign in, or to stay signed in.',
  for: ({ checks }: { checks: string }) => `For: ${checks}`,
  checkWillRun: ({ checks }: { checks: number }) => `${formatCount(checks, 'check')} will run`,
  mayChangeDataThere: 'may change data there',
  allChecksAreReadOnly: 'All checks are read-only.',
  countChecks: ({ checks }: { checks: number }) => formatCount(checks, 'check'),
  countConnections: ({ connections }: { connections: number }) => formatCount(connections, 'connection'),
  notSetUpYet: 'Not set up yet',
  notAvailableForNow: 'Not available for now',
  youGoTo: 'You go to ',
  toSignInAndDecide: ' to sign in and decide. Do it in this browser within ten minutes. Afterwards you come back here.',
  doesNotSignPeopleIn: ({ name }: { name: string }) =>
    `${name} does not sign people in inside another page, so it opens in a new window. Come back here afterwards.`,
  openVendor: ({ name }: { name: string }) => `Open ${name}`,
  iHaveFinishedThere: 'I have finished there',
  permissions: ({ count }: { count: number }) => formatCount(count, 'permission'),
  somebodySignsInThere: ({ granted }: { granted: string | undefined }) =>
    `Somebody signs in there and approves ${granted ?? 'the access'}.`,
  anAdministratorThereCreatesAn: ({ granted }: { granted: string | undefined }) =>
    `An administrator there creates an app${granted === undefined ? '' : ` and grants it ${granted}`}.`,
  youEnter: ({ credential, granted }: { credential: CredentialWord; granted: string | undefined }) =>
    `You enter ${credentialWords[credential]}${granted === undefined ? ', which can do what its owner can' : ` with ${granted}`}.`,
  dialog: {
    title: 'Connect',
    connectASystem: 'Connect a system',
    code: 'Code',
    itIsThePartOf: 'It is the part of the link behind “#”. With scripts on, you do not have to enter it.',
    goOn: 'Continue',
    close: 'Close',
    thisDialogIsOver: 'This dialog is over',
    asksYouToConnectOne: ({ organization }: { organization: string }) =>
      `The organization “${organization}” asks you to connect one of your systems. It can then read what you allow. If you do not know this organization, close this.`,
    asksYouToConnect: ({ organization, name }: { organization: string; name: string }) =>
      `The organization “${organization}” asks you to connect an account of ${name}. It can then read what you allow. If you do not know this organization, close this.`,
    thatDidNotWork: 'That did not work',
    thereIsNothingToConnect: 'There is nothing to connect here.',
    chooseAnotherSystem: 'Choose another system',
    theSystem: 'The system',
    isConnected: ({ name }: { name: string }) => `${name} is connected`,
    isConnectedButNotProven: ({ name }: { name: string }) => `${name} is connected, but not proven yet`,
    acceptedItInAFirst: ({ name }: { name: string }) => `${name} accepted it in a first test. You can close this.`,
    nobodyKnowsYetWhether: 'Nobody knows yet whether it works.',
  },
}
