import type { CredentialValues } from '../../auth/credential-values.ts'
import { fillEndpointUrl } from '../../auth/oauth/endpoint-url.ts'
import type { TokenRequestOptions } from '../../auth/oauth/token-request.ts'
import type { OAuthAppRecord } from '../../auth/oauth-app-store.ts'
import { findTenantChoice, listTenantHosts } from '../../auth/tenant-choice.ts'
import {
  type AnyConnector,
  cutUrlTemplate,
  type Fillings,
  fillHost,
  fillUrl,
  listCustomSettings,
} from '../../define/index.ts'
import { AuthError, CredentialError } from '../../errors/index.ts'
import { collectFillings } from '../../http/open-session.ts'
import type { RuntimeParts } from '../runtime-parts.ts'
import { type OpensApps, openSecrets, openSettings } from './oauth-apps.ts'

/** An OAuth app with its secrets opened; for the token requests only. */
export interface OpenedApp {
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** undefined: it is not kept yet. */
  readonly secretExpiresAtMs?: number | null
  /** All custom settings by id. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether its redirect URI names the connector. */
  readonly ownCallback: boolean
}

/** Whose app is asked for. */
export interface AppUse {
  readonly organizationId: string
  /** Credential values, which decide the servers of some connectors. */
  readonly values: CredentialValues
}

type AppChoice =
  | { readonly record: OAuthAppRecord; readonly destination: string | undefined }
  /** `why` says why the app that there is cannot be used. undefined: there is none. */
  | { readonly record: undefined; readonly why: Unusable | undefined }

/** What API requests need to know of an app. */
export interface AppInUse {
  readonly id: string | undefined
  /** All custom settings by id. */
  readonly settings: Readonly<Record<string, string>>
}

/**
 * The app that serves a connection: what the organization entered, what registered itself at the connection's server,
 * else the platform's. Never one whose secrets would go to another server than before, nor one of the platform where the
 * organization's own values choose server or account.
 * @throws CredentialError `CREDENTIAL_UNREADABLE`
 */
export async function openApp(parts: OpensApps, connector: AnyConnector, use: AppUse): Promise<OpenedApp | undefined> {
  const { record } = await chooseApp(parts, connector, use)
  return record && openRecord(parts, record)
}

/**
 * The same, for sending its secret: where organizations choose the server, the app belongs to the first one from then on.
 * @throws AuthError `AUTH_APP_MISCONFIGURED` that says what an administrator has to enter; CredentialError
 */
export async function demandApp(
  parts: OpensApps & Pick<RuntimeParts, 'callbackUrl'>,
  connector: AnyConnector,
  use: AppUse,
): Promise<OpenedApp> {
  const choice = await chooseApp(parts, connector, use)
  if (choice.record === undefined) throw createMissingAppError(parts, connector, choice.why)
  const { record, destination } = choice
  // Somebody else was first, with another server.
  if (!(await holdDestination(parts, record, destination)))
    throw createMissingAppError(parts, connector, 'other-server')
  return openRecord(parts, record)
}

/**
 * The settings of a custom sign-in, for its login, which sends them. The same rules as for the secret of an app hold.
 * @throws AuthError `AUTH_APP_MISCONFIGURED` that says what somebody has to enter; CredentialError
 */
export async function demandSettings(parts: OpensApps, connector: AnyConnector, use: AppUse): Promise<AppInUse> {
  const choice = await chooseApp(parts, connector, use)
  const { record } = choice
  if (record === undefined) {
    if (choice.why !== undefined) throw createUnusableSettingsError(connector, choice.why)
    demandRequiredSettings(connector, {})
    return { id: undefined, settings: {} }
  }
  if (!(await holdDestination(parts, record, choice.destination)))
    throw createUnusableSettingsError(connector, 'other-server')
  const settings = await openSettings(parts, record)
  demandRequiredSettings(connector, settings)
  return { id: record.id, settings }
}

/** What API requests need to know of the app. The client secret stays sealed: they have no use for it. */
export async function findAppInUse(parts: OpensApps, connector: AnyConnector, use: AppUse): Promise<AppInUse> {
  const { record } = await chooseApp(parts, connector, use)
  return { id: record?.id, settings: record ? await openSettings(parts, record) : {} }
}

/** The redirect URI that an app is registered with at its vendor. */
export function chooseCallbackUrl(
  { callbackUrl }: Pick<RuntimeParts, 'callbackUrl'>,
  connectorId: string,
  ownCallback: boolean,
): string {
  return ownCallback ? `${callbackUrl}/${connectorId}` : callbackUrl
}

/** Whether a platform app serves an organization. */
export function canServe(
  connector: AnyConnector,
  app: { readonly boundTo: string | null | undefined },
  organizationId: string,
): boolean {
  return app.boundTo === organizationId || findTenantChoice(connector.definition, connector.hooks) === undefined
}

/** Origin of the server at which an app registers itself; undefined: none, or its values are not known. */
export function findIssuer({ definition }: AnyConnector, values: AppUse['values']): string | undefined {
  const { auth } = definition
  if (auth.type !== 'oauth2' || auth.config.registrationUrl === undefined) return undefined
  const template = auth.config.registrationUrl
  return fillWherePossible(() => fillEndpointUrl(template, collectFillings(definition, values, {})).origin)
}

/** What every token request of a connection is made of. */
export function buildTokenRequest(
  { fetch, clock }: Pick<RuntimeParts, 'fetch' | 'clock'>,
  { definition, hooks }: AnyConnector,
  app: OpenedApp,
  credentials: CredentialValues,
): TokenRequestOptions {
  const { settings } = app
  const fillings = collectFillings(definition, credentials, settings)
  return { definition, hook: hooks.token, app, settings, credentials, fillings, fetch, clock }
}

async function chooseApp(
  parts: OpensApps,
  connector: AnyConnector,
  { organizationId, values }: AppUse,
): Promise<AppChoice> {
  const { oauthApps } = parts.store
  const issuer = findIssuer(connector, values)
  const own = [
    await oauthApps.find(connector.id, organizationId),
    issuer === undefined ? undefined : await oauthApps.find(connector.id, organizationId, issuer),
  ]
    .filter((record) => record !== undefined)
    // What was entered or registered last: one registers itself where the entered one cannot be used.
    .toSorted((one, other) => other.updatedAtMs - one.updatedAtMs)
  const platform = own.length > 0 ? undefined : await oauthApps.find(connector.id, null)
  if (platform && !canServe(connector, platform, organizationId)) return { record: undefined, why: 'tenant-choice' }
  for (const record of platform ? [platform] : own) {
    const settings = await openSettings(parts, record)
    const destination = findDestination(connector, collectFillings(connector.definition, values, settings))
    if (destination === undefined || record.destination === null || record.destination === destination)
      return { record, destination }
  }
  return { record: undefined, why: own.length > 0 || platform ? 'other-server' : undefined }
}

/** Binds an app to the server that its secrets are about to go to. False: it belongs to another one. */
async function holdDestination(
  { store }: OpensApps,
  record: OAuthAppRecord,
  destination: string | undefined,
): Promise<boolean> {
  if (destination === undefined || record.destination !== null) return true
  return (await store.oauthApps.bindDestination(record.id, destination)) === destination
}

async function openRecord(parts: OpensApps, record: OAuthAppRecord): Promise<OpenedApp> {
  const { client_secret: clientSecret } = await openSecrets(parts, record, ['client_secret'])
  const { clientId, secretExpiresAtMs } = record
  const settings = await openSettings(parts, record)
  return { clientId, clientSecret, secretExpiresAtMs, settings, ownCallback: record.ownCallback === 1 }
}

/** Where secrets of the app would go, of the hosts that the organization chooses; undefined: it chooses none. */
function findDestination({ definition, hooks }: AnyConnector, fillings: Fillings): string | undefined {
  const { allowedHosts = [] } = definition
  const hosts = listTenantHosts(definition, hooks).map((template) =>
    fillWherePossible(() =>
      allowedHosts.includes(template) || cutUrlTemplate(template) === undefined
        ? fillHost(template.replace('*', 'any'), fillings)
        : fillUrl(template, fillings).origin,
    ),
  )
  // What has a value missing is not asked, and says so itself.
  return hosts.length === 0 || hosts.includes(undefined) ? undefined : [...new Set(hosts)].sort().join(' ')
}

/** A value that does not fit is no missing one: what would be sent could go anywhere. @throws CredentialError */
function fillWherePossible<T>(fill: () => T): T | undefined {
  try {
    return fill()
  } catch (error) {
    if (error instanceof CredentialError && error.code === 'CREDENTIAL_MISSING') return undefined
    throw error
  }
}

type Unusable = 'tenant-choice' | 'other-server'

function describeUnusableApp({ definition, hooks }: AnyConnector, why: Unusable): string {
  if (why === 'other-server')
    return 'its secret was entered for another server than this connection has, and is not sent anywhere else. Enter the secret of an app of this server'
  const { of = 'host', fields = [] } = findTenantChoice(definition, hooks) ?? {}
  const what = of === 'host' ? 'which host its secret is sent to' : 'whose account it reads'
  return `it belongs to the platform, and what people type (${fields.join(', ')}) decides ${what}. Enter an app of the organization's own, or bind the platform's app to the organization`
}

function createMissingAppError(
  { callbackUrl }: Pick<RuntimeParts, 'callbackUrl'>,
  connector: AnyConnector,
  why: Unusable | undefined,
): AuthError {
  const { id } = connector
  const message =
    why === undefined
      ? `There is no OAuth app for "${id}". Create one at the vendor with the redirect URI ${callbackUrl}, then enter its client id and secret (oauthApps.set, or "checkwright app set ${id}").`
      : `There is an OAuth app for "${id}", but ${describeUnusableApp(connector, why)} (oauthApps.set, or "checkwright app set ${id} --org <id>").`
  return new AuthError(message, { code: 'AUTH_APP_MISCONFIGURED' })
}

function createUnusableSettingsError({ id, definition, hooks }: AnyConnector, why: Unusable): AuthError {
  const fields = findTenantChoice(definition, hooks)?.fields ?? []
  const message =
    why === 'other-server'
      ? `The settings of ${definition.name} were entered for another server than this connection has, and are not sent anywhere else. Enter the settings of this server`
      : `The settings of ${definition.name} belong to the platform, and what people type (${fields.join(', ')}) decides which host they are sent to. Enter settings of the organization's own, or bind the platform's settings to the organization`
  return new AuthError(`${message} (oauthApps.set, or "checkwright app set ${id} --org <id>").`, {
    code: 'AUTH_APP_MISCONFIGURED',
  })
}

function demandRequiredSettings({ id, definition }: AnyConnector, settings: AppInUse['settings']): void {
  const missing = listCustomSettings(definition).find(
    (setting) => setting.required && settings[setting.id] === undefined,
  )
  if (missing === undefined) return
  throw new AuthError(
    `${definition.name} is not set up: the setting "${missing.id}" is missing. An operator enters it under Set up, or by "checkwright app set ${id}".`,
    { code: 'AUTH_APP_MISCONFIGURED' },
  )
}
