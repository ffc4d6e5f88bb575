import { findTenantChoice } from '../../../auth/tenant-choice.ts'
import {
  type AnyConnector,
  type CredentialField,
  listCustomSettings,
  type OAuth2Config,
  toControlId,
} from '../../../define/index.ts'
import { createAccessPolicy } from '../../../report/connector-page/access-policy.ts'
import type { Texts } from '../../all-texts/texts.ts'
import type { OAuthApp, Runtime } from '../../runtime/runtime.ts'
import { canServe } from '../platform-app.ts'

export interface ConnectorFilter {
  readonly search: string
  /** @default any */
  readonly category?: string | undefined
  /** A control, `soc2:CC6.1`, or a framework, `soc2`. @default any */
  readonly control?: string | undefined
}

/** Those with every word in their name, id, category or description, of the category and for the control, by name. */
export function searchConnectors(
  connectors: readonly AnyConnector[],
  { search, category, control }: ConnectorFilter,
): readonly AnyConnector[] {
  const words = search.toLowerCase().split(/\s+/)
  return connectors
    .filter((connector) => words.every((word) => searchText(connector).includes(word)))
    .filter(({ definition }) => category === undefined || definition.category === category)
    .filter(
      (connector) =>
        control === undefined || listControls(connector).some((id) => id === control || id.startsWith(`${control}:`)),
    )
    .toSorted((a, b) => a.definition.name.localeCompare(b.definition.name, 'en'))
}

/** Categories that connectors have, by name. */
export function listCategories(connectors: readonly AnyConnector[]): readonly string[] {
  return [...new Set(connectors.flatMap(({ definition }) => definition.category ?? []))].sort()
}

/** Controls that a connector's checks speak for. */
export function listControls({ checks }: AnyConnector): readonly string[] {
  return [...new Set(checks.flatMap((check) => check.controls ?? []).map(toControlId))].sort()
}

/** What it costs to connect: who has to do what, and what is granted then. */
export function describeCost({ connect, counts }: Texts, connector: AnyConnector): string {
  const { auth } = connector.definition
  const count = createAccessPolicy(connector).scopes.length
  const granted = count === 0 ? undefined : counts.permissions({ count })
  if (auth.type === 'oauth2')
    return isSentToVendor(connector) ? connect.method.signIn({ granted }) : connect.method.app({ granted })
  const credential = auth.type === 'api_key' || auth.type === 'basic' ? auth.type : 'other'
  return connect.method.credentials({ credential, granted })
}

/** The text that a search looks into. The script filters by the same. */
export function searchText({ id, definition: { name, category, description } }: AnyConnector): string {
  return [name, id, category, description].join(' ').toLowerCase()
}

export function findOauthConfig({ definition: { auth } }: AnyConnector): OAuth2Config | undefined {
  return auth.type === 'oauth2' ? auth.config : undefined
}

/** Whether a person goes to the vendor to connect. Otherwise they type values, or only press a button. */
export function isSentToVendor(connector: AnyConnector): boolean {
  const config = findOauthConfig(connector)
  return config !== undefined && config.grant !== 'client_credentials'
}

export type ConnectorReadiness = 'ready' | 'needs-app' | 'disabled'

/** The state that readiness depends on, beside the connector itself. */
interface ReadinessInput {
  /** Whether an OAuth app is saved that serves the organization. */
  readonly hasApp: boolean
  readonly isDisabled: boolean
}

function judgeReadiness(connector: AnyConnector, { hasApp, isDisabled }: ReadinessInput): ConnectorReadiness {
  if (isDisabled) return 'disabled'
  const config = findOauthConfig(connector)
  const isNeeded =
    config === undefined
      ? listCustomSettings(connector.definition).some(({ required }) => required)
      : config.registrationUrl === undefined
  return hasApp || !isNeeded ? 'ready' : 'needs-app'
}

/** How things stand with a connector for an organization. */
export interface ConnectorStatus {
  readonly readiness: ConnectorReadiness
  /** Whether an app or settings of the platform serve it, because it has none of its own. */
  readonly isServedByPlatform: boolean
}

/** The same for every connector. */
export async function loadStandings(
  runtime: Pick<Runtime, 'oauthApps' | 'disabledConnectors'>,
  organizationId: string,
): Promise<(connector: AnyConnector) => ConnectorStatus> {
  const [own, platform, disabled] = await Promise.all([
    runtime.oauthApps.list({ organizationId }),
    runtime.oauthApps.list(),
    runtime.disabledConnectors.list(),
  ])
  return (connector) => {
    const isOfConnector = (app: OAuthApp) => app.connector === connector.id
    const hasOwn = own.some(isOfConnector)
    const isServedByPlatform =
      !hasOwn && platform.some((app) => isOfConnector(app) && canServe(connector, app, organizationId))
    const isDisabled = disabled.includes(connector.id)
    return {
      readiness: judgeReadiness(connector, { hasApp: hasOwn || isServedByPlatform, isDisabled }),
      isServedByPlatform,
    }
  }
}

/** What the organization chooses, so that an app of it has to be its own; undefined: neither server nor account. */
export function findOwnChoice({ definition, hooks }: AnyConnector): 'server' | 'account' | undefined {
  const choice = findTenantChoice(definition, hooks)
  return choice && (choice.of === 'host' ? 'server' : 'account')
}

/** How many connections an organization has, by connector; disconnected ones do not count. */
export async function countConnections({ connections }: Pick<Runtime, 'connections'>, organizationId: string) {
  return (await connections.tally({ organizationId })).connectors
}

/** A scope, and the checks that need it. */
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

/** The fields that a form of a connector shows. */
export type FormField = CredentialField
