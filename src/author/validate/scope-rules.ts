import { type AnyConnector, toInventoryId } from '../../define/index.ts'
import type { ValidationRule } from './validation-finding.ts'

/** Scopes for the connection itself, not for a check: the person's identity, and refresh tokens. */
const ofTheConnection = new Set(['openid', 'profile', 'email', 'offline_access', 'refresh_token'])

export const scopeRules: readonly ValidationRule[] = [
  {
    id: 'unused-scope',
    level: 'warning',
    find: ({ connector, sources }) => {
      const needs = listNeeds(connector)
      const used = needs.flatMap(({ scopes = [] }) => scopes)
      // Checks without scopes leave their needs open.
      if (needs.some(({ scopes }) => scopes === undefined)) return []
      return listCheckableScopes(connector)
        .filter((scope) => !used.includes(scope) && !ofTheConnection.has(scope))
        .map((scope) => ({
          path: `${connector.id}.auth.config.scopes`,
          message: `requests "${scope}", which no check needs, nor an inventory; remove it, so that administrators grant only what is needed`,
          at: sources.findQuoted(scope),
        }))
    },
  },
  {
    id: 'undeclared-scope',
    level: 'warning',
    find: ({ connector, sources }) => {
      const declared = listCheckableScopes(connector)
      if (declared.length === 0) return []
      return listNeeds(connector).flatMap(({ id, scopes = [] }) =>
        scopes
          .filter((scope) => !declared.includes(scope))
          .map((scope) => ({
            path: `${connector.id}.${id}`,
            message: `needs the scope "${scope}", which is not in auth.config.scopes; add it there`,
            at: sources.findQuoted(scope, sources.findId(id)),
          })),
      )
    },
  },
]

interface Need {
  readonly id: string
  /** Undefined where nobody says what is needed. */
  readonly scopes: readonly string[] | undefined
}

/** Checks and inventories, with the scopes that they need. A check that only reads inventories may leave its own out. */
function listNeeds({ checks, inventories }: AnyConnector): readonly Need[] {
  return [
    ...checks.map(({ id, scopes, reads = [] }) => ({ id, scopes: scopes ?? (reads.length > 0 ? [] : undefined) })),
    ...inventories.map((inventory) => {
      const ofFacts = Object.values(inventory.facts ?? {}).flatMap(({ scopes = [] }) => scopes)
      return { id: toInventoryId(inventory), scopes: inventory.scopes && [...inventory.scopes, ...ofFacts] }
    }),
  ]
}

/** Empty if the scopes are unknown: Microsoft's ".default" requests whatever an administrator has granted the app. */
function listCheckableScopes({ definition: { auth } }: AnyConnector): readonly string[] {
  if (auth.type !== 'oauth2' || auth.config.scopes.some((scope) => scope.endsWith('/.default'))) return []
  return auth.config.scopes
}
