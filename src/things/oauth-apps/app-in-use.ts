import { collectFillings } from '../../auth/collect-fillings.ts'
import type { CredentialValues } from '../../auth/credential-values.ts'
import { toAppDestination } from '../../auth/destination.ts'
import { fillEndpointUrl } from '../../auth/oauth/endpoint-url.ts'
import type { TokenRequestOptions } from '../../auth/oauth/token-request.ts'
import type { OAuthAppRecord } from '../../auth/oauth-app-store.ts'
import { findTenantChoice } from '../../auth/tenant-choice.ts'
import { type AnyConnector, listCustomSettings } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { formatCommandTemplate } from '../../text/command-template.ts'
import { fillWherePossible, findDestination } from '../connectors/app-destination.ts'
import { canServe, chooseCallbackUrl } from '../connectors/platform-app.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'
import { type OpensApps, openSecrets, openSettings } from './oauth-apps.ts'

/** An OAuth app with its secrets opened, for the token requests only. */
export interface OpenedApp {
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** undefined: it is not stored yet. */
  readonly secretExpiresAtMs?: number | null
  /** All custom settings by id. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether its redirect URI names the connector. */
  readonly ownCallback: boolean
}

/** The organization that needs the app. */
export interface AppUse {
  readonly organizationId: string
  /** Credential values, which decide the servers of some connectors. */
  readonly values: CredentialValues
}

type AppChoice =
  | { readonly record: OAuthAppRecord }
  /** `why` explains why the existing app cannot be used. undefined: there is none. */
  | { readonly record: undefined; readonly why: Unusable | undefined }

/** The part of an app that API requests need. */
export interface AppInUse {
  readonly id: string | undefined
  /** All custom settings by id. */
  readonly settings: Readonly<Record<string, string>>
}

/**
 * The app that serves a connection: the one that the organization entered, else the one that registered itself at the
 * connection's server, else the platform's. Apps whose secrets would go to another server than before are excluded. So
 * are apps of the platform if the organization's own values choose server or account.
 * @throws CredentialError `CREDENTIAL_UNREADABLE`
 */
export async function openApp(parts: OpensApps, connector: AnyConnector, use: AppUse): Promise<OpenedApp | undefined> {
  const { record } = await chooseApp(parts, connector, use)
  return record && openRecord(parts, connector, record)
}

/**
 * The same, for sending its secret.
 * @throws AuthError `AUTH_APP_MISCONFIGURED` that says what an administrator has to enter; CredentialError
 */
export async function demandApp(
  parts: OpensApps & Pick<RuntimeParts, 'callbackUrl'>,
  connector: AnyConnector,
  use: AppUse,
): Promise<OpenedApp> {
  const choice = await chooseApp(parts, connector, use)
  if (choice.record === undefined) throw createMissingAppError(parts, connector, choice.why)
  return openRecord(parts, connector, choice.record)
}

/** Settings that a login sends. */
export interface SettingsInUse extends AppInUse {
  /** Whether they serve other organizations too, so that the hook `verify` has to confirm whose account is opened. */
  readonly areShared: boolean
}

/**
 * The settings of a custom sign-in, for its login, which sends them. The rules for the secret of an app apply.
 * @throws AuthError `AUTH_APP_MISCONFIGURED` with what somebody has to enter; CredentialError
 */
export async function demandSettings(parts: OpensApps, connector: AnyConnector, use: AppUse): Promise<SettingsInUse> {
  const choice = await chooseApp(parts, connector, use)
  const { record } = choice
  if (record === undefined) {
    if (choice.why !== undefined) throw createUnusableSettingsError(connector, choice.why)
    demandRequiredSettings(connector, {})
    return { id: undefined, settings: {}, areShared: false }
  }
  const settings = await openSettings(parts, connector, record)
  demandRequiredSettings(connector, settings)
  const areShared = record.organizationId === null && record.boundTo !== use.organizationId
  return { id: record.id, settings, areShared }
}

/** The part of the app that API requests need. The client secret stays sealed, because they do not use it. */
export async function findAppInUse(parts: OpensApps, connector: AnyConnector, use: AppUse): Promise<AppInUse> {
  if (connector.definition.auth.type !== 'oauth2') return { id: undefined, settings: {} }
  const { record } = await chooseApp(parts, connector, use)
  return { id: record?.id, settings: record ? await openSettings(parts, connector, record) : {} }
}

/** Origin of the server at which an app registers itself. undefined: none, or its values are not known. */
export function findIssuer({ definition }: AnyConnector, values: AppUse['values']): string | undefined {
  const { auth } = definition
  if (auth.type !== 'oauth2' || auth.config.registrationUrl === undefined) return undefined
  const template = auth.config.registrationUrl
  return fillWherePossible(() => fillEndpointUrl(template, collectFillings(definition, values, {})).origin)
}

/** The parts of every token request of a connection. */
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
    await oauthApps.find(connector.id, organizationId, '', toAppDestination(connector)),
    issuer === undefined
      ? undefined
      : await oauthApps.find(connector.id, organizationId, issuer, toAppDestination(connector)),
  ]
    .filter((record) => record !== undefined)
    // The app that was entered or registered last. An app registers itself if the entered one cannot be used.
    .toSorted((one, other) => other.updatedAtMs - one.updatedAtMs)
  const platform =
    own.length > 0 ? undefined : await oauthApps.find(connector.id, null, '', toAppDestination(connector))
  if (platform && !canServe(connector, platform, organizationId)) return { record: undefined, why: 'tenant-choice' }
  for (const record of platform ? [platform] : own) {
    const settings = await openSettings(parts, connector, record)
    const destination = findDestination(connector, collectFillings(connector.definition, values, settings))
    if (destination === undefined || record.destination === destination) return { record }
  }
  const isForOther =
    own.length === 0 && platform === undefined && (await hasAppOfOtherDestination(parts, connector, organizationId))
  return {
    record: undefined,
    why: own.length > 0 || platform ? 'other-server' : isForOther ? 'other-version' : undefined,
  }
}

async function openRecord(parts: OpensApps, connector: AnyConnector, record: OAuthAppRecord): Promise<OpenedApp> {
  const { client_secret: clientSecret } = await openSecrets(parts, connector, record, ['client_secret'])
  const { clientId, secretExpiresAtMs } = record
  const settings = await openSettings(parts, connector, record)
  return { clientId, clientSecret, secretExpiresAtMs, settings, ownCallback: record.ownCallback === 1 }
}

/** Whether an app was entered for a version of the connector that sends its secret elsewhere. */
async function hasAppOfOtherDestination(
  { store }: OpensApps,
  { id, source }: AnyConnector,
  organizationId: string,
): Promise<boolean> {
  if (source === undefined) return false
  const apps = [...(await store.oauthApps.list(organizationId)), ...(await store.oauthApps.list(null))]
  return apps.some(({ connectorId }) => connectorId === id)
}

type Unusable = 'tenant-choice' | 'other-server' | 'other-version'

function describeUnusableApp({ definition, hooks }: AnyConnector, why: Unusable): string {
  if (why === 'other-version')
    return 'its secret was entered for a version of the connector that sends it elsewhere. Enter it again for this version'
  if (why === 'other-server')
    return 'its secret was entered for another server than that of this connection, and is sent to no other. Enter the secret of an app of this server'
  const { of = 'host', fields = [] } = findTenantChoice(definition, hooks) ?? {}
  const what = of === 'host' ? 'which host its secret is sent to' : 'whose account it reads'
  return `it belongs to the platform, and what people type (${fields.join(', ')}) decides ${what}. Enter an app of the organization's own, or bind the platform's app to the organization`
}

function createMissingAppError(
  parts: Pick<RuntimeParts, 'callbackUrl'>,
  connector: AnyConnector,
  why: Unusable | undefined,
): AuthError {
  const { id } = connector
  const message =
    why === undefined
      ? `There is no OAuth app for "${id}". Create one at the vendor with the redirect URI ${chooseCallbackUrl(parts, id, true)}, then enter its client id and secret (oauthApps.set, or "${formatCommandTemplate(`app set ${id}`)}").`
      : `There is an OAuth app for "${id}", but ${describeUnusableApp(connector, why)} (oauthApps.set, or "${formatCommandTemplate(`app set ${id}`, { needsOrganization: true })}").`
  return new AuthError(message, { code: 'AUTH_APP_MISCONFIGURED' })
}

function createUnusableSettingsError({ id, definition, hooks }: AnyConnector, why: Unusable): AuthError {
  const { of = 'host', fields = [] } = findTenantChoice(definition, hooks) ?? {}
  const what = of === 'host' ? 'which host they are sent to' : 'whose account they open'
  const message =
    why === 'other-version'
      ? `The settings of ${definition.name} were entered for a version of the connector that sends them elsewhere. Enter them again for this version`
      : why === 'other-server'
        ? `The settings of ${definition.name} were entered for another server than that of this connection, and are sent to no other. Enter the settings of this server`
        : `The settings of ${definition.name} belong to the platform, and what people type (${fields.join(', ')}) decides ${what}. Enter settings of the organization's own, or bind the platform's settings to the organization`
  return new AuthError(
    `${message} (oauthApps.set, or "${formatCommandTemplate(`app set ${id}`, { needsOrganization: true })}").`,
    {
      code: 'AUTH_APP_MISCONFIGURED',
    },
  )
}

function demandRequiredSettings({ id, definition }: AnyConnector, settings: AppInUse['settings']): void {
  const missing = listCustomSettings(definition).find(
    (setting) => setting.required && settings[setting.id] === undefined,
  )
  if (missing === undefined) return
  throw new AuthError(
    `${definition.name} is not set up: the setting "${missing.id}" is missing. An operator has to enter it under Set up, or with "${formatCommandTemplate(`app set ${id}`)}".`,
    { code: 'AUTH_APP_MISCONFIGURED' },
  )
}
