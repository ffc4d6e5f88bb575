import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'

export const setup = {
  list: {
    lead: ({ waiting }: { waiting: number }) => {
      if (waiting === 0) return 'Everything is set up. People can connect every system that is not disabled.'
      return waiting === 1
        ? '1 connector needs an OAuth app or settings before people can connect it. The others are ready.'
        : `${formatCount(waiting, 'connector')} need an OAuth app or settings before people can connect them. The others are ready.`
    },
    needsSettings: 'Needs settings',
    byPeople: 'People enter their credentials',
    ownApp: 'OAuth with an app of your organization',
    ownSettings: 'Settings of your organization',
    platformSettings: 'Settings of the platform',
  },
  readiness: { ready: 'Ready', 'needs-app': 'Needs an OAuth app', disabled: 'Disabled' },
  trial: {
    accepted: 'The OAuth app works',
    recognized: 'The vendor recognizes the OAuth app',
    refused: 'The vendor refuses the OAuth app',
    unknown: 'The result is not known yet',
  },
  form: {
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    secretMissing: 'A different client ID needs its own secret.',
    lastChanged: ({ moment }: { moment: Child }) => phrase`Last changed on ${moment}`,
    secretSealed:
      'The value that you entered is kept for 15 minutes. Leave the field empty to save it. If you change another value, enter it again.',
    secretReplaced:
      'The value that you entered is not kept. Enter it again, or leave the field empty to keep the saved value.',
    secretNew: ({ service }: { service: string }) => `${service} encrypts the value and never shows it.`,
    test: 'Test app',
    app: 'OAuth app',
    enterApp: 'Enter the OAuth app',
    settings: ({ isForAll }: { isForAll: boolean }): string =>
      isForAll ? 'Settings for everybody' : 'Settings of your organization',
    enterSettings: ({ isForAll }: { isForAll: boolean }): string =>
      isForAll ? 'Enter the settings for everybody' : 'Enter the settings of your organization',
  },
  nothingToDo: ({ name }: { name: string }) =>
    `No setup is needed. Whoever connects ${name} enters their own credentials.`,
  availability: {
    disabled: ({ name }: { name: string }) => `${name} is disabled`,
    title: 'Who can connect',
    disabledText: 'New connections are not possible. Existing connections continue to work and can be reconnected.',
    text: 'Everybody who can add connections. If you disable the connector, nobody can add connections. Existing connections continue to work.',
    enable: ({ name }: { name: string }) => `Enable ${name}`,
    disable: ({ name }: { name: string }) => `Disable ${name}`,
  },
  vendor: {
    title: ({ name }: { name: string }) => `OAuth app at ${name}`,
    selfRegistering: ({ name, service }: { name: string; service: string }) =>
      `${service} registers itself at ${name}, so no app is needed. Enter one only to use your own app.`,
    callbackUrl: 'Callback URL. Enter it at the vendor exactly like this:',
    scopes: 'Scopes that the app must allow',
    createApp: ({ name }: { name: string }) => `Create an app at ${name}`,
  },
  preview: {
    button: 'Show address',
    title: 'Sign-in address',
    empty: ({ name }: { name: string }) => `The address appears here when the values for ${name} are valid.`,
    help: 'Values that change each time and values that people enter are examples.',
  },
  owner: {
    onlyYours: ({ isApp, choice }: { isApp: boolean; choice: 'server' | 'account' }) => {
      const what = isApp ? 'This app serves only your organization' : 'These settings serve only your organization'
      return `${what}, because the entered values choose the ${choice}.`
    },
    enterServer: 'Enter the server, too. Secrets are sent only to this server.',
    platformApp: 'This is the app of the platform. It serves every organization without its own app.',
    platformSettings: 'These are the settings of the platform. They serve every organization without its own settings.',
    ownApp: 'This is the app of your organization.',
    ownSettings: 'These are the settings of your organization.',
    platformAppServes: ({ service }: { service: string }) =>
      `The app of the platform is in use now. If you enter an app, ${service} uses yours.`,
    platformSettingsServe: ({ service }: { service: string }) =>
      `The settings of the platform are in use now. If you enter settings, ${service} uses yours.`,
  },
  remove: {
    settings: 'Delete settings',
    settingsHelp: ({ name }: { name: string }) => `Connections of ${name} that use these settings stop working.`,
    settingsNamed: ({ name }: { name: string }) => `Delete settings of ${name}`,
    app: 'Delete app',
    appHelp: ({ name }: { name: string }) =>
      `People can no longer connect ${name}. Connections that use the app cannot renew their access.`,
    appNamed: ({ name }: { name: string }) => `Delete app of ${name}`,
  },
}
