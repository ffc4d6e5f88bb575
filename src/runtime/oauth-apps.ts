import { v4 } from 'uuid'
import type { TokenRequestOptions } from '../auth/oauth/token-request.ts'
import type { OAuthAppRecord } from '../auth/oauth-app-store.ts'
import { type AnyConnector, settingsOf } from '../define/index.ts'
import { AuthError } from '../errors/index.ts'
import { fillingsOf } from '../http/open-session.ts'
import { demandAppForm, secretSettings } from './oauth-app-form.ts'
import { connectorOf, isoTime, type Parts } from './parts.ts'
import type { OAuthApp, Runtime } from './runtime.ts'

export function oauthAppService(parts: Parts): Omit<Runtime['oauthApps'], 'preview' | 'test'> {
  const { store } = parts
  return {
    set: async ({ connector: ref, organizationId = null, clientId, clientSecret, secretExpiresAt, settings = {} }) => {
      const { id: connectorId, definition } = connectorOf(parts, ref)
      const existing = await store.oauthApps.find(connectorId, organizationId)
      // A secret is never shown again, so leaving it out means to leave it as it is: for the same app, that is.
      const kept = existing?.clientId === clientId ? existing.secrets : {}
      demandAppForm(definition, { clientId, clientSecret, settings, kept: Object.keys(kept) })
      const isSecret = secretSettings(definition)
      const [secret, open] = partition(settings, (id) => isSecret.has(id))
      const secrets = { ...(clientSecret !== undefined && { client_secret: clientSecret }), ...secret }
      const isKept = clientSecret === undefined && existing?.clientId === clientId
      const secretExpiresAtMs = expiryOf(secretExpiresAt) ?? (isKept ? existing.secretExpiresAtMs : null)
      const app = { connectorId, organizationId, clientId, secretExpiresAtMs, settings: open }
      return shown(await saveApp(parts, app, secrets, kept))
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
  /** undefined: it is not kept yet. */
  readonly secretExpiresAtMs?: number | null
  /** All custom settings by id. */
  readonly settings: Readonly<Record<string, string>>
}

/**
 * The app that an organization uses: its own, else the platform's.
 * @throws CredentialError `CREDENTIAL_UNREADABLE`
 */
export async function openApp(
  parts: Parts,
  connectorId: string,
  organizationId: string,
): Promise<OpenedApp | undefined> {
  const record = await appOf(parts, connectorId, organizationId)
  if (!record) return undefined
  const { client_secret: clientSecret } = await openSecrets(parts, record, ['client_secret'])
  const { clientId, secretExpiresAtMs } = record
  return { clientId, clientSecret, secretExpiresAtMs, settings: await openSettings(parts, record) }
}

/** @throws AuthError `AUTH_APP_MISCONFIGURED` that says what an administrator has to enter; CredentialError */
export async function demandApp(parts: Parts, connectorId: string, organizationId: string): Promise<OpenedApp> {
  const app = await openApp(parts, connectorId, organizationId)
  if (app) return app
  throw new AuthError(
    `There is no OAuth app for "${connectorId}". Create one at the vendor with the redirect URI ${parts.callbackUrl}, then enter its client id and secret (oauthApps.set, or "checkwright app set ${connectorId}").`,
    { code: 'AUTH_APP_MISCONFIGURED' },
  )
}

/** What API requests need to know of the app. The client secret stays sealed: they have no use for it. */
export async function appInUse(
  parts: Parts,
  connectorId: string,
  organizationId: string,
): Promise<{ readonly id: string | undefined; readonly settings: Readonly<Record<string, string>> }> {
  const record = await appOf(parts, connectorId, organizationId)
  return { id: record?.id, settings: record ? await openSettings(parts, record) : {} }
}

/** What every token request of a connection is made of. */
export function tokenRequestOf(
  { fetch, clock }: Parts,
  { definition, hooks }: AnyConnector,
  app: OpenedApp,
  credentials: Readonly<Record<string, string | number>>,
): TokenRequestOptions {
  const { settings } = app
  const fillings = fillingsOf(definition, credentials, settings)
  return { definition, hook: hooks.token, app, settings, credentials, fillings, fetch, clock }
}

/** Seals the secrets and keeps the app, with sealed ones that there were before. */
export async function saveApp(
  { store, vault, clock }: Parts,
  app: Pick<OAuthAppRecord, 'connectorId' | 'organizationId' | 'clientId' | 'secretExpiresAtMs' | 'settings'>,
  secrets: Readonly<Record<string, string>>,
  kept: OAuthAppRecord['secrets'] = {},
): Promise<OAuthAppRecord> {
  const nowMs = clock.nowMs()
  const { connectorId, organizationId } = app
  for (let id = (await store.oauthApps.find(connectorId, organizationId))?.id ?? v4(); ; ) {
    const sealed: Record<string, string> = { ...kept }
    for (const [field, value] of Object.entries(secrets)) {
      sealed[field] = await vault.seal({ organizationId, ownerId: id, field }, value)
    }
    const record = await store.oauthApps.put({ ...app, id, secrets: sealed, createdAtMs: nowMs, updatedAtMs: nowMs })
    if (record.id === id) return record
    // Somebody else made the app at the same time and its id stays: what was sealed for another cannot be opened there.
    id = record.id
  }
}

async function appOf(
  { store }: Parts,
  connectorId: string,
  organizationId: string,
): Promise<OAuthAppRecord | undefined> {
  return (await store.oauthApps.find(connectorId, organizationId)) ?? (await store.oauthApps.find(connectorId, null))
}

/** Those that the connector declares: of others, which an older version had, nobody knows whether they are secret. */
async function openSettings(parts: Parts, record: OAuthAppRecord): Promise<Record<string, string>> {
  const ids = settingsOf(connectorOf(parts, record.connectorId).definition).map(({ id }) => id)
  const [open] = partition(record.settings, (id) => ids.includes(id))
  return { ...open, ...(await openSecrets(parts, record, ids)) }
}

/** Of the given secrets those that there are. */
export async function openSecrets(
  { vault }: Parts,
  { id: ownerId, organizationId, secrets }: OAuthAppRecord,
  fields: readonly string[],
): Promise<Record<string, string>> {
  const opened: Record<string, string> = {}
  for (const field of fields) {
    const sealed = secrets[field]
    if (sealed !== undefined) opened[field] = await vault.open({ organizationId, ownerId, field }, sealed)
  }
  return opened
}

function partition(
  values: Readonly<Record<string, string>>,
  belongs: (id: string) => boolean,
): [Record<string, string>, Record<string, string>] {
  const entries = Object.entries(values)
  return [
    Object.fromEntries(entries.filter(([id]) => belongs(id))),
    Object.fromEntries(entries.filter(([id]) => !belongs(id))),
  ]
}

/** @throws TypeError for what is no date */
function expiryOf(expiresAt: Date | string | undefined): number | undefined {
  if (expiresAt === undefined) return undefined
  const ms = new Date(expiresAt).getTime()
  if (Number.isNaN(ms)) throw new TypeError('oauthApps.set: secretExpiresAt must be a date')
  return ms
}

function shown(record: OAuthAppRecord): OAuthApp {
  return {
    connector: record.connectorId,
    organizationId: record.organizationId ?? undefined,
    clientId: record.clientId,
    settings: record.settings,
    secretsSet: Object.keys(record.secrets).sort(),
    secretExpiresAt: record.secretExpiresAtMs === null ? undefined : isoTime(record.secretExpiresAtMs),
    updatedAt: isoTime(record.updatedAtMs),
  }
}
