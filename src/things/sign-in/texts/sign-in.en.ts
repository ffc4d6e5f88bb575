import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'

export const signIn = {
  yourSignIn: 'your sign-in',
  callbackOnly: 'This address is only for browsers that return from signing in.',
  noneSetUp: 'No sign-in is set up. Contact the operator of this service.',
  organizationId: 'Organization ID',
  withIssuer: ({ name }: { name: string }) => `Sign in with ${name}`,
  issuers: {
    lead: 'Identity providers that sign people in to this organization by OpenID Connect.',
    empty: ({ code }: { code: Child }) =>
      phrase`No provider yet. Register one on the machine with ${code}, or over the API.`,
    redirect: ({ uri }: { uri: Child }) => phrase`Redirect URI to register there: ${uri}`,
    makerGone: 'The person who added it is no administrator any more. Make sure that you still trust it.',
    test: 'Test',
    steps: 'What was tried',
    names: {
      discovery: 'Metadata',
      clock: 'Clock',
      endpoints: 'Endpoints',
      algorithms: 'Algorithms',
      keys: 'Keys',
      client: 'Client',
      redirect: 'Redirect URI',
    },
    outcomes: { ok: 'OK', broken: 'Broken' },
  },
  link: {
    button: ({ name }: { name: string }) => `Sign in as ${name}`,
    text: ({ person, organization, role }: { person: Child; organization: Child; role: string }) =>
      phrase`This link signs you in as ${person} of ${organization} with the role ${role}.`,
    warning: 'If this is not you, or if you did not expect this link, close this page.',
    once: 'The link works once, in this browser.',
    expired: 'This link is no longer valid',
    expiredText:
      'The link was already used, or it is older than ten minutes. The operator of this service can create another one.',
  },
  invitation: {
    button: ({ name }: { name: string }) => `Continue as ${name}`,
    invalid:
      'This invitation was already used, is older than seven days, or was created by somebody who can no longer invite people. Ask for a new invitation.',
    pageTitle: 'You are invited',
    title: ({ name }: { name: string }) => `You are invited to ${name}`,
    text: ({ person, role }: { person: Child; role: string }) => phrase`As ${person} with the role ${role}.`,
    textWithPeriod: ({ person, role, runs }: { person: Child; role: string; runs: string }) =>
      phrase`As ${person} with the role ${role}, for ${runs}.`,
    account: 'The account that you sign in with becomes the account of this person.',
    warning: 'If this is not you, close this page.',
  },
  refused: {
    title: 'You are not signed in',
    link: 'Sign in again',
  },
  signedOut: {
    pageTitle: 'Signed out',
    title: 'You are signed out',
    text: 'No data of yours is stored in this browser. You can close this page.',
  },
}
