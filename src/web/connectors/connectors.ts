import type { AnyConnector, CredentialField, OAuth2Config } from '../../define/index.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Those whose name, id, category or description holds every word, by name. */
export function searchConnectors(connectors: readonly AnyConnector[], search: string): readonly AnyConnector[] {
  const words = search.toLowerCase().split(/\s+/)
  return connectors
    .filter((connector) => words.every((word) => searchText(connector).includes(word)))
    .toSorted((a, b) => a.definition.name.localeCompare(b.definition.name, 'en'))
}

/** What a search looks into; the script filters by the same. */
export function searchText({ id, definition: { name, category, description } }: AnyConnector): string {
  return [name, id, category, description].join(' ').toLowerCase()
}

export function findOauthConfig({ definition: { auth } }: AnyConnector): OAuth2Config | undefined {
  return auth.type === 'oauth2' ? auth.config : undefined
}

/** Whether a person goes to the vendor to connect; else they type, or have nothing to do but to press a button. */
export function isSentToVendor(connector: AnyConnector): boolean {
  const config = findOauthConfig(connector)
  return config !== undefined && config.grant !== 'client_credentials'
}

export type ConnectorReadiness = 'ready' | 'needs-app' | 'disabled'

/** What readiness depends on beside the connector itself. */
export interface ReadinessInput {
  /** Whether an OAuth app is saved that serves the organization. */
  readonly hasApp: boolean
  readonly isDisabled: boolean
}

export function judgeReadiness(connector: AnyConnector, { hasApp, isDisabled }: ReadinessInput): ConnectorReadiness {
  if (isDisabled) return 'disabled'
  const config = findOauthConfig(connector)
  return config === undefined || config.registrationUrl !== undefined || hasApp ? 'ready' : 'needs-app'
}

/** How ready every connector is for an organization. */
export async function loadReadiness(
  runtime: Pick<Runtime, 'oauthApps' | 'disabledConnectors'>,
  organizationId: string,
) {
  const [apps, disabled] = await Promise.all([
    listConnectorsWithApp(runtime, organizationId),
    runtime.disabledConnectors.list(),
  ])
  return (connector: AnyConnector) =>
    judgeReadiness(connector, { hasApp: apps.has(connector.id), isDisabled: disabled.includes(connector.id) })
}

/** Ids of the connectors that have an app, of the platform or of the organization. */
async function listConnectorsWithApp({ oauthApps }: Pick<Runtime, 'oauthApps'>, organizationId: string) {
  const [own, platform] = await Promise.all([oauthApps.list({ organizationId }), oauthApps.list()])
  return new Set([...own, ...platform].map(({ connector }) => connector))
}

/** How many connections an organization has, by connector; disconnected ones do not count. */
export async function countConnections({ connections }: Pick<Runtime, 'connections'>, organizationId: string) {
  const counts = new Map<string, number>()
  for (const { connector, state } of await connections.list({ organizationId }))
    if (state !== 'disconnected') counts.set(connector, (counts.get(connector) ?? 0) + 1)
  return counts
}

/** A scope, and the checks that cannot do without it. */
export interface ScopeUse {
  readonly scope: string
  readonly checks: readonly string[]
}

export function listScopeUses({ definition: { auth }, checks }: AnyConnector): readonly ScopeUse[] {
  const scopes = auth.type === 'oauth2' ? auth.config.scopes : []
  return scopes.map((scope) => ({
    scope,
    checks: checks.filter((check) => check.scopes?.includes(scope)).map(({ title }) => title),
  }))
}

/** Fields by which a form of a connector goes. */
export type FormField = CredentialField
