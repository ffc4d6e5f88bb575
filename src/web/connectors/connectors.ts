import { findTenantChoice } from '../../auth/tenant-choice.ts'
import { type AnyConnector, type CredentialField, listCustomSettings, type OAuth2Config } from '../../define/index.ts'
import { canServe } from '../../runtime/apps/app-in-use.ts'
import type { OAuthApp, Runtime } from '../../runtime/runtime.ts'

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
  const isNeeded =
    config === undefined
      ? listCustomSettings(connector.definition).some(({ required }) => required)
      : config.registrationUrl === undefined
  return hasApp || !isNeeded ? 'ready' : 'needs-app'
}

/** How ready every connector is for an organization. */
export async function loadReadiness(
  runtime: Pick<Runtime, 'oauthApps' | 'disabledConnectors'>,
  organizationId: string,
) {
  const [own, platform, disabled] = await Promise.all([
    runtime.oauthApps.list({ organizationId }),
    runtime.oauthApps.list(),
    runtime.disabledConnectors.list(),
  ])
  return (connector: AnyConnector) => {
    const serves = (app: OAuthApp) =>
      app.connector === connector.id && (app.organizationId !== undefined || canServe(connector, app, organizationId))
    const hasApp = [...own, ...platform].some(serves)
    return judgeReadiness(connector, { hasApp, isDisabled: disabled.includes(connector.id) })
  }
}

/** Whether an app of it has to be an organization's own, because the organization chooses server or account. */
export function needsOwnApp({ definition, hooks }: AnyConnector): boolean {
  return findTenantChoice(definition, hooks) !== undefined
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
