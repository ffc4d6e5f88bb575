import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { type Scope, scopes } from '../../../service/rights/scopes.ts'

export const apiKeys = {
  lead: 'Programs use API keys to call the HTTP API. A key can never do more than its creator can do now, and it stops working when the creator is deactivated.',
  empty: {
    valid: 'No valid keys.',
    ended: 'No keys have expired or been revoked.',
  },
  valid: 'Valid keys',
  ended: 'Expired and revoked keys',
  table: {
    scopes: 'Permissions',
    lastUsed: 'Last used',
    expires: 'Expires',
    unnamed: 'Unnamed',
    createdOnServer: 'On the server',
    revoked: ({ moment }: { moment: Child }) => phrase`Revoked ${moment}`,
  },
  create: {
    title: 'Create API key',
    help: 'The key is shown once. It acts on your behalf, and its changes are recorded in the audit log.',
    life: 'Expires after',
    lives: {
      30: '30 days',
      90: '90 days',
      365: '1 year',
      0: 'Never expires',
    },
    nameInvalid: 'Enter a name of at most 100 characters.',
    scopesMissing: 'Select at least one permission.',
    scopesTooWide: 'You can give a key only permissions that you have.',
    lifeMissing: 'Choose when the key expires.',
  },
  created: {
    pageTitle: 'New API key',
    title: ({ name }: { name: string }) => `API key “${name}”`,
    help: ({ code }: { code: Child }) =>
      phrase`Send the key in the header ${code}. Store it where you store passwords.`,
  },
  scopes: scopes as Readonly<Record<Scope, string>>,
}
