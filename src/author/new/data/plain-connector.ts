import { paginated } from '../../testing/vendor/paginated.ts'
import type { NewConnector } from '../new-connector.ts'
import type { DataDraft } from './data-files.ts'
import { createSchemePart, type SchemeName } from './scheme-parts.ts'

/** A connector without code as a vendor might need it, with answers that fit. */
export function createPlainDraft(
  { definition, strategy, addressValues, routePrefix, isLocal }: NewConnector,
  schemeName: SchemeName = 'login-token',
): DataDraft {
  const scheme = definition.auth.type === 'custom' ? createSchemePart(schemeName, definition.baseUrl) : undefined
  const { scopes } = strategy
  const { credentials, vendorAuth, lookUp } = scheme ?? strategy
  const users = paginated(people, { pageSize: 2, style: 'link' })
  return {
    definition: {
      ...definition,
      auth: scheme?.auth ?? definition.auth,
      allowedHosts: scheme?.allowedHosts ?? definition.allowedHosts,
    },
    schemes: scheme?.schemes,
    body: renderBody(scopes),
    vendor: {
      auth: vendorAuth,
      routes: { [`GET ${routePrefix}/users`]: users, ...scheme?.routes },
      publicRoutes: Object.keys(scheme?.routes ?? {}),
    },
    credentials: { ...addressValues, ...credentials },
    isLocal,
    lookUp: [
      `\`baseUrl\`: the address of the API. It is \`${definition.baseUrl}\` now.`,
      ...lookUp,
      '`test.path`: a request that proves that the credentials work, and that changes nothing.',
      '`list`: the path of the list that has the accounts, where the items stand in the answer (`items`), and the way to the next page (`next`).',
      '`words`: the words that the vendor uses. A word that is not there is unknown.',
      '`lastActiveAt`: what the vendor writes for a user who never signed in, and where it says so (`source`).',
    ],
  }
}

const known = { type: 'human', status: 'active', created_at: '2025-01-15T09:00:00Z' }

const people = [
  { id: 'ada', ...known, mfa_enabled: true, last_login_at: '2026-05-31T08:00:00Z' },
  { id: 'bob', ...known, mfa_enabled: false, last_login_at: '2026-01-02T08:00:00Z' },
  { id: 'eve', ...known, mfa_enabled: true, last_login_at: null },
]

function renderBody(scopes: readonly string[] | undefined): string {
  return `
inventories:
  - of: account
    covers: [users]
${scopes === undefined ? '' : `    scopes: [${scopes.map((scope) => JSON.stringify(scope)).join(', ')}]\n`}    list: { path: /users, next: link }
    # Each member is an expression (CEL). A value that is missing is unknown: neither pass nor fail.
    record:
      id: item.id
      kind: { of: item.type, words: { human: person, bot: service } }
      status: { of: item.status, words: { active: active, invited: invited, suspended: suspended } }
      secondFactor: item.mfa_enabled
      createdAt: item.created_at
      lastActiveAt: { of: item.last_login_at, none: { values: [null], source: https://docs.example.com/users } }

checks:
  - question: secondFactor
    of: account
    remediation: Let the user enrol a second factor in the security settings of the account.
  - question: staleAccounts
    of: account
    remediation: Suspend the account, unless somebody still needs it.
`
}
