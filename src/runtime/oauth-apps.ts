import { v4 } from 'uuid'
import { parseField } from '../auth/credential-values.ts'
import type { OAuthAppRecord } from '../auth/oauth-app-store.ts'
import { type ConnectorDefinition, settingsOf } from '../define/index.ts'
import { AuthError, CredentialError, type Problem } from '../errors/index.ts'
import { connectorOf, isoTime, type Parts } from './parts.ts'
import type { OAuthApp, Runtime } from './runtime.ts'

export function oauthAppService(parts: Parts): Runtime['oauthApps'] {
  const { store, vault, clock } = parts
  return {
    set: async ({ connector: ref, organizationId = null, clientId, clientSecret, settings = {} }) => {
      const { id: connectorId, definition } = connectorOf(parts, ref)
      demandForm(definition, clientId, clientSecret, settings)
      const existing = await store.oauthApps.find(connectorId, organizationId)
      const id = existing?.id ?? v4()
      const isSecret = secretSettings(definition)
      const plain: Record<string, string> = { ...(clientSecret !== undefined && { client_secret: clientSecret }) }
      for (const name of isSecret) if (settings[name] !== undefined) plain[name] = settings[name]
      const secrets: Record<string, string> = {}
      for (const [field, value] of Object.entries(plain)) {
        secrets[field] = await vault.seal({ organizationId, ownerId: id, field }, value)
      }
      const nowMs = clock.nowMs()
      const record = await store.oauthApps.put({
        id,
        connectorId,
        organizationId,
        clientId,
        settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !isSecret.has(name))),
        secrets,
        createdAtMs: existing?.createdAtMs ?? nowMs,
        updatedAtMs: nowMs,
      })
      return shown(record)
    },
    get: async ({ connector, organizationId = null }) => {
      const record = await store.oauthApps.find(connectorOf(parts, connector).id, organizationId)
      return record && shown(record)
    },
    list: async ({ organizationId = null } = {}) => (await store.oauthApps.list(organizationId)).map(shown),
    delete: ({ connector, organizationId = null }) =>
      store.oauthApps.delete(connectorOf(parts, connector).id, organizationId),
  }
}

/** An OAuth app with its secrets opened; for the token requests only. */
export interface OpenedApp {
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** All custom settings by id. */
  readonly settings: Readonly<Record<string, string>>
}

/** The app that an organization uses: its own, else the platform's. */
export async function openApp(
  parts: Parts,
  connectorId: string,
  organizationId: string,
): Promise<OpenedApp | undefined> {
  const { store, vault } = parts
  const record =
    (await store.oauthApps.find(connectorId, organizationId)) ?? (await store.oauthApps.find(connectorId, null))
  if (!record) return undefined
  const opened: Record<string, string> = {}
  for (const [field, sealed] of Object.entries(record.secrets)) {
    opened[field] = await vault.open({ organizationId: record.organizationId, ownerId: record.id, field }, sealed)
  }
  const { client_secret: clientSecret, ...secretValues } = opened
  return { clientId: record.clientId, clientSecret, settings: { ...record.settings, ...secretValues } }
}

/** @throws AuthError `AUTH_APP_MISCONFIGURED` that says what an administrator has to enter */
export async function demandApp(parts: Parts, connectorId: string, organizationId: string): Promise<OpenedApp> {
  const app = await openApp(parts, connectorId, organizationId)
  if (app) return app
  throw new AuthError(
    `There is no OAuth app for "${connectorId}". Create one at the vendor with the redirect URI ${parts.callbackUrl}, then enter its client id and secret (oauthApps.set, or "checkwright app set ${connectorId}").`,
    { code: 'AUTH_APP_MISCONFIGURED' },
  )
}

function secretSettings(definition: ConnectorDefinition): ReadonlySet<string> {
  return new Set(
    settingsOf(definition)
      .filter((setting) => setting.type === 'password')
      .map((setting) => setting.id),
  )
}

function demandForm(
  definition: ConnectorDefinition,
  clientId: string,
  clientSecret: string | undefined,
  settings: Readonly<Record<string, string>>,
): void {
  const { auth } = definition
  if (auth.type !== 'oauth2') throw new TypeError(`oauthApps.set: "${definition.id}" does not use oauth2`)
  const declared = settingsOf(definition)
  const problems: Problem[] = [
    ...(typeof clientId === 'string' && clientId.trim() !== '' ? [] : [{ path: 'clientId', message: 'is required' }]),
    ...(clientSecret || auth.config.publicClient
      ? []
      : [{ path: 'clientSecret', message: 'is required (the connector is no public client)' }]),
    ...declared.flatMap((setting) => {
      const parsed = parseField(setting, settings[setting.id])
      return 'problem' in parsed ? [{ path: `settings.${setting.id}`, message: parsed.problem }] : []
    }),
    ...Object.keys(settings)
      .filter((id) => !declared.some((setting) => setting.id === id))
      .map((id) => ({ path: `settings.${id}`, message: 'is not a custom setting of this connector' })),
  ]
  if (problems.length > 0)
    throw new CredentialError(`The OAuth app for ${definition.name} cannot be used:`, {
      code: 'CREDENTIAL_INVALID',
      problems,
    })
}

function shown(record: OAuthAppRecord): OAuthApp {
  return {
    connector: record.connectorId,
    organizationId: record.organizationId ?? undefined,
    clientId: record.clientId,
    settings: record.settings,
    secretsSet: Object.keys(record.secrets).sort(),
    updatedAt: isoTime(record.updatedAtMs),
  }
}
