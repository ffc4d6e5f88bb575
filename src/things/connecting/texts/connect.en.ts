import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'

export type CredentialWord = 'api_key' | 'basic' | 'other'

const credentialWords: Readonly<Record<CredentialWord, string>> = {
  api_key: 'an API key',
  basic: 'a user name with its password or token',
  other: 'credentials',
}

export const connect = {
  gallery: {
    often: 'Often connected first',
    lead: ({ service }: { service: string }) =>
      `Choose the system that you want to check. ${service} encrypts the credentials that you enter, sends them only to that system, and never shows them again.`,
    notSetUp: 'Not set up yet',
    disabled: 'Not available at the moment',
  },
  form: {
    credentials: 'Credentials',
    refused: ({ name }: { name: string }) => `${name} could not be connected`,
    accountId: ({ name, code }: { name: string; code: Child }) =>
      phrase`The account at ${name} must name your organization. The ID of your organization is ${code}.`,
    emptyFieldsStay: 'Fields that you leave empty keep their value.',
    name: 'Connection name',
    nameHelp: ({ name }: { name: string }) => `Useful if you connect more than one ${name}. Example: Production`,
    nameInvalid: 'The name must be one line of at most 100 characters.',
    busy: ({ name }: { name: string }) => `Contacting ${name}…`,
    saveAndTest: 'Save and test',
    signInHelp: ({ name, service }: { name: string; service: string }) =>
      `You sign in to ${name} and grant access there. ${service} never sees your password.`,
    testHelp: ({ name, service }: { name: string; service: string }) =>
      `${service} tests the credentials with ${name} immediately.`,
  },
  notReady: {
    title: ({ name }: { name: string }) => `${name} is not set up yet`,
    setUp: ({ name, isApp }: { name: string; isApp: boolean }) =>
      isApp
        ? `${name} needs an OAuth app. Set it up first; this takes a few minutes.`
        : `${name} needs settings. Enter them first; this takes a few minutes.`,
    askAdmin: ({ name, isApp }: { name: string; isApp: boolean }) =>
      isApp
        ? `${name} needs an OAuth app. Ask an administrator to set it up first.`
        : `${name} needs settings. Ask an administrator to enter them first.`,
  },
  disabled: {
    title: ({ name }: { name: string }) => `${name} cannot be connected at the moment`,
    text: 'An administrator of this service has disabled the connector. Existing connections continue to work.',
  },
  scopes: {
    title: ({ name }: { name: string }) => `Access that you grant at ${name}`,
    forSignIn: 'Needed to sign in or to stay signed in.',
    forChecks: ({ checks }: { checks: string }) => `For: ${checks}`,
  },
  checks: {
    title: ({ checks }: { checks: number }) => `${formatCount(checks, 'check')} will run`,
    writes: 'may change data',
    readOnly: 'All checks are read-only.',
  },
  goOn: {
    text: ({ host }: { host: Child }) =>
      phrase`You sign in at ${host} and grant access there. Do this in this browser within ten minutes. Afterwards you come back here.`,
    newWindow: ({ name }: { name: string }) =>
      `${name} does not allow signing in inside another page, so it opens in a new window. Come back here afterwards.`,
    open: ({ name }: { name: string }) => `Open ${name}`,
    done: 'I have finished signing in',
  },
  method: {
    signIn: ({ granted }: { granted: string | undefined }) =>
      `Somebody signs in at the vendor and approves ${granted ?? 'the access'}.`,
    app: ({ granted }: { granted: string | undefined }) =>
      granted === undefined
        ? 'An administrator creates an app at the vendor.'
        : `An administrator creates an app at the vendor and grants it ${granted}.`,
    credentials: ({ credential, granted }: { credential: CredentialWord; granted: string | undefined }) =>
      granted === undefined
        ? `You enter ${credentialWords[credential]} with the permissions of the owner.`
        : `You enter ${credentialWords[credential]} with ${granted}.`,
  },
  end: {
    tryAgain: ({ name }: { name: string }) => `Try to connect ${name} again`,
    ready: 'The connection is ready. You can close this page.',
    unverified: 'Not verified yet',
    notWorking: 'Connected, but not working yet',
    open: 'View connection',
    checkApp: ({ name }: { name: string }) => `Check the OAuth app of ${name}`,
    code: ({ code }: { code: Child }) => phrase`Error code ${code}`,
    denied: 'You did not grant access',
    notGranted: 'Access was not granted',
    expired: 'This sign-in has expired',
    expiredText: 'Signing in took longer than ten minutes, or was already finished. No connection was changed.',
    otherBrowser: 'This sign-in did not start in this browser',
    otherBrowserText:
      'A sign-in can be finished only once, in the browser where it started. If somebody sent you this link, close the page: they may be trying to connect your account to their organization.',
    appMisconfigured: 'The OAuth app is not set up correctly',
    rejected: 'The sign-in was not accepted',
    noAnswer: 'The vendor does not respond at the moment',
    notConnected: 'Not connected',
  },
  ask: {
    title: ({ connector, organization }: { connector: string; organization: string }) =>
      `Connect ${connector} for ${organization}?`,
    text: ({
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
      `The organization “${organization}” asks you ${isRenewal ? `to reconnect ${connector}` : `to connect an account of ${connector}`}. You sign in at ${vendor}. “${organization}” can then read the data that you allow there.`,
    warning:
      'If you do not know this organization, or did not expect this page, close it. Nothing is connected unless you continue.',
    scopes: 'Requested permissions:',
  },
  otherOrganization: {
    title: 'This link is for another organization',
    text: 'This link is for an organization that you are not signed in to. No connection was made. Sign in to that organization first, or close this page if you did not expect it.',
  },
  dialog: {
    code: 'Link code',
    codeHelp: 'The code is the part of the link after “#”. With scripts enabled, you do not have to enter it.',
    close: 'Close',
    expired: 'This dialog has expired',
    askAny: ({ organization }: { organization: string }) =>
      `The organization “${organization}” asks you to connect one of your systems. It can then read the data that you allow. If you do not know this organization, close the dialog.`,
    askOne: ({ organization, name }: { organization: string; name: string }) =>
      `The organization “${organization}” asks you to connect an account of ${name}. It can then read the data that you allow. If you do not know this organization, close the dialog.`,
    failed: 'Connecting failed',
    nothing: 'There are no systems to connect.',
    chooseAnother: 'Choose a different system',
    theSystem: 'The system',
    connected: ({ name }: { name: string }) => `${name} is connected`,
    connectedUnverified: ({ name }: { name: string }) => `${name} is connected, but not verified yet`,
    verified: ({ name }: { name: string }) =>
      `${name} accepted the credentials in a first test. You can close this dialog.`,
    unverified: 'It is not known yet whether the connection works.',
  },
}
