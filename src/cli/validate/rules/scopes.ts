import type { AnyConnector } from '../../../define/index.ts'
import type { ValidationRule } from '../validation-finding.ts'

/** Scopes for the connection itself, not for a check: the person's identity, and refresh tokens. */
const ofTheConnection = new Set(['openid', 'profile', 'email', 'offline_access', 'refresh_token'])

export const scopeRules: readonly ValidationRule[] = [
  {
    id: 'unused-scope',
    level: 'warning',
    find: ({ connector, sources }) => {
      const used = connector.checks.flatMap(({ scopes = [] }) => scopes)
      // Checks without scopes leave their needs open.
      if (connector.checks.some(({ scopes }) => scopes === undefined)) return []
      return listCheckableScopes(connector)
        .filter((scope) => !used.includes(scope) && !ofTheConnection.has(scope))
        .map((scope) => ({
          path: `${connector.id}.auth.config.scopes`,
          message: `requests "${scope}", which no check needs; remove it, so that administrators grant only what is needed`,
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
      return connector.checks.flatMap((check) =>
        (check.scopes ?? [])
          .filter((scope) => !declared.includes(scope))
          .map((scope) => ({
            path: `${connector.id}.${check.id}`,
            message: `needs the scope "${scope}", which is not in auth.config.scopes; add it there`,
            at: sources.findQuoted(scope, sources.findId(check.id)),
          })),
      )
    },
  },
]

/** Empty if the scopes are unknown: Microsoft's ".default" requests whatever an administrator has granted the app. */
function listCheckableScopes({ definition: { auth } }: AnyConnector): readonly string[] {
  if (auth.type !== 'oauth2' || auth.config.scopes.some((scope) => scope.endsWith('/.default'))) return []
  return auth.config.scopes
}
