import type { Child } from 'hono/jsx'
import { formatCount } from '../../../text/count-noun.ts'

export const setup = {
  list: {
    title: 'Set up',
    heading: 'Set up connectors',
    lead: ({ waiting }: { waiting: number }) =>
      waiting === 0
        ? 'Everything is set up. People can connect each of these that is not disabled.'
        : `${formatCount(waiting, 'connector needs', 'connectors need')} an OAuth app or settings before people can connect ${waiting === 1 ? 'it' : 'them'}. The others are ready.`,
  },
  readinessWords: { ready: 'Ready', 'needs-app': 'Needs an OAuth app', disabled: 'Disabled' },
  outcomeWords: {
    accepted: 'The app works',
    recognized: 'The vendor knows the app',
    refused: 'The vendor refuses the app',
    unknown: 'The result is not known yet',
  },
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  countConnections: ({ connections }: { connections: number }) => formatCount(connections, 'connection'),
  peopleEnterTheirCredentials: 'People enter their credentials',
  oauthWithAnAppOf: 'OAuth, with an app of your organization',
  settingsOfYourOrganization: 'Settings of your organization',
  settingsOfThePlatform: 'Settings of the platform',
  needsSettings: 'Needs settings',
  anotherClientIdNeedsIts: 'Another client ID needs its own secret.',
  setUp: ({ name }: { name: string }) => `Set up ${name}`,
  setUpLink: 'Set up',
  connect: ({ name }: { name: string }) => `Connect ${name}`,
  youDoNotNeedTo: ({ name }: { name: string }) =>
    `You do not need to set it up. People who connect ${name} enter their own credentials.`,
  isDisabled: ({ name }: { name: string }) => `${name} is disabled`,
  peopleWhoMayConnectIt: 'People who may connect it',
  peopleCannotConnectItNow:
    'People cannot connect it now. Existing connections continue to work, and people can reconnect them.',
  everybodyWhoIsSignedIn:
    'Everybody who is signed in. If you disable it, people cannot add connections. Existing connections continue to work.',
  enable: ({ name }: { name: string }) => `Enable ${name}`,
  disable: ({ name }: { name: string }) => `Disable ${name}`,
  theAppAt: ({ name }: { name: string }) => `The app at ${name}`,
  registersItselfAtSo: ({ name, service }: { name: string; service: string }) =>
    `${service} registers itself at ${name}, so you need no app. Enter one only if you want to use your own.`,
  callbackUrlEnterItThere: 'Callback URL: enter it there exactly like this',
  copy: 'Copy',
  scopesThatTheAppMust: 'Scopes that the app must allow',
  createTheAppAt: ({ name }: { name: string }) => `Create the app at ${name}`,
  lastChanged: ({ moment }: { moment: Child }) => ['Last changed ', moment],
  theValueThatYouTyped:
    'The value that you typed is kept for 15 minutes. Leave the box empty to save it. If you change another value, type it again.',
  save: 'Save',
  testTheApp: 'Test the app',
  showTheAddress: 'Show the address',
  whatYouTypedHereIs:
    'What you typed here is not kept. Type it again, or leave the box empty to keep the value that was set earlier.',
  aValueIsSet: ({ service }: { service: string }) =>
    `A value is set. ${service} never shows it. Leave the box empty to keep it.`,
  thisPageDoesNotRepeat: 'This page does not repeat secrets. Type the value again.',
  encryptsItAndNever: ({ service }: { service: string }) => `${service} encrypts it, and never shows it.`,
  addressWherePeopleSignIn: 'Address where people sign in',
  youSeeItWhenThe: ({ name }: { name: string }) => `You see it when the values in the address of ${name} are valid.`,
  valuesThatChangeEachTime: 'Values that change each time, and values that people enter, are examples.',
  theApp: 'The app',
  enterTheApp: 'Enter the app',
  forEverybody: 'for everybody',
  ofYourOrganization: 'of your organization',
  theSettings: ({ whose }: { whose: string }) => `The settings ${whose}`,
  enterTheSettings: ({ whose }: { whose: string }) => `Enter the settings ${whose}`,
  thisAppServes: 'This app serves',
  theseSettingsServe: 'These settings serve',
  yourOrganizationAloneBecauseWhat: ({ what, choice }: { what: string; choice: string }) =>
    `${what} your organization alone, because what people type chooses the ${choice}.`,
  enterTheServerTooSecrets: 'Enter the server too. Secrets go only to this server.',
  youSetTheAppOf: 'You set the app of the platform. It serves every organization without an app of its own.',
  youEnterTheSettingsOf:
    'You enter the settings of the platform. They serve every organization without settings of its own.',
  youSetTheAppOfOrganization: 'You set the app of your organization.',
  youEnterTheSettingsOfOrganization: 'You enter the settings of your organization.',
  theAppOfThePlatform: ({ service }: { service: string }) =>
    `The app of the platform serves you now. If you enter an app, ${service} uses yours.`,
  theSettingsOfThePlatform: ({ service }: { service: string }) =>
    `The settings of the platform serve you now. If you enter settings, ${service} uses yours.`,
  deleteTheSettings: 'Delete the settings',
  connectionsOfThatUseThese: ({ name }: { name: string }) =>
    `Connections of ${name} that use these settings no longer work.`,
  deleteTheSettingsOf: ({ name }: { name: string }) => `Delete the settings of ${name}`,
  deleteTheApp: 'Delete the app',
  peopleCanNoLongerConnect: ({ name }: { name: string }) =>
    `People can no longer connect ${name}. Connections that use the app cannot renew their access.`,
  deleteTheAppOf: ({ name }: { name: string }) => `Delete the app of ${name}`,
  choiceWords: { server: 'server', account: 'account' },
}
