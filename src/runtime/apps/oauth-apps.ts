import { v4 } from 'uuid'
import { trimEntered } from '../../auth/credential-values.ts'
import type { TokenRequestOptions } from '../../auth/oauth/token-request.ts'
import type { OAuthAppRecord } from '../../auth/oauth-app-store.ts'
import { type AnyConnector, listCustomSettings } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { collectFillings } from '../../http/open-session.ts'
import type { Declared } from '../audited-service.ts'
import { type ConnectorRef, findConnector, type RuntimeParts, toIsoTime, type Uses } from '../runtime-parts.ts'
import { demandAppForm, listSealedSettings } from './oauth-app-form.ts'

/** An OAuth app as it may be shown: no secret. */
export interface OAuthApp {
  /** Id of the connector. */
  readonly connector: string
  /** Undefined: platform-wide. */
  readonly organizationId: string | undefined
  readonly clientId: string
  /** Settings that are no secrets. */
  readonly settings: Readonly<Record<string, string>>
  /** Ids of the secrets that are set: `client_secret` and settings of type password. */
  readonly secretsSet: readonly string[]
  /** When the client secret ends, ISO 8601: no connection of the app can be renewed then. undefined: nobody said so. */
  readonly secretExpiresAt: string | undefined
  /** ISO 8601. */
  readonly updatedAt: string
}

/** An OAuth app as an administrator enters it. */
export interface OAuthAppInput {
  readonly connector: ConnectorRef
  /** Undefined: platform-wide. */
  readonly organizationId?: string | undefined
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** When that ends, where the vendor said so; left out with a new secret: nobody knows. */
  readonly secretExpiresAt?: Date | string | undefined
  readonly settings?: Readonly<Record<string, string>> | undefined
}

export interface OAuthAppService {
  /**
   * Without `organizationId`: for every organization that has no app of its own. A secret that is left out stays as it
   * was, as long as the client id does.
   * @throws CredentialError for settings that do not fit
   */
  set(app: OAuthAppInput): Promise<OAuthApp>
  get(ref: {
    readonly connector: ConnectorRef
    readonly organizationId?: string | undefined
  }): Promise<OAuthApp | undefined>
  list(filter?: { readonly organizationId?: string | undefined }): Promise<readonly OAuthApp[]>
  delete(ref: { readonly connector: ConnectorRef; readonly organizationId?: string | undefined }): Promise<boolean>
}

export function createOAuthAppService(parts: OpensApps & Pick<RuntimeParts, 'clock'>): Declared<OAuthAppService> {
  const { store } = parts
  return {
    set: {
      change: async (input) => {
        const { connector: ref, organizationId = null, secretExpiresAt } = input
        const { clientId, clientSecret, settings } = trimApp(input)
        const { id: connectorId, definition } = findConnector(parts, ref)
        const existing = await store.oauthApps.find(connectorId, organizationId)
        // A secret is never shown again, so leaving it out means to leave it as it is: for the same app, that is.
        const kept = existing?.clientId === clientId ? existing.secrets : {}
        demandAppForm(definition, { clientId, clientSecret, settings, kept: Object.keys(kept) })
        const isSecret = listSealedSettings(definition)
        const [secret, open] = partitionValues(settings, (id) => isSecret.has(id))
        const secrets = { ...(clientSecret !== undefined && { client_secret: clientSecret }), ...secret }
        const isKept = clientSecret === undefined && existing?.clientId === clientId
        const secretExpiresAtMs = parseExpiry(secretExpiresAt) ?? (isKept ? existing.secretExpiresAtMs : null)
        const app = { connectorId, organizationId, clientId, secretExpiresAtMs, settings: open }
        return shown(await saveApp(parts, app, secrets, kept))
      },
      audit: {
        action: 'oauth-app.set',
        // A platform-wide one belongs to no organization, and has no log.
        organization: ({ organizationId }) => organizationId,
        fields: (app) => app,
        target: (_done, { connector }) => idOf(connector),
      },
    },
    get: {
      read: async ({ connector, organizationId = null }) => {
        const record = await store.oauthApps.find(findConnector(parts, connector).id, organizationId)
        return record && shown(record)
      },
    },
    list: {
      read: async ({ organizationId = null } = {}) => (await store.oauthApps.list(organizationId)).map(shown),
    },
    delete: {
      change: ({ connector, organizationId = null }) =>
        store.oauthApps.delete(findConnector(parts, connector).id, organizationId),
      audit: {
        action: 'oauth-app.delete',
        organization: ({ organizationId }) => organizationId,
        fields: (ref) => ref,
        target: (_done, { connector }) => idOf(connector),
      },
    },
  }
}

/** What was entered, without the spaces around it: see `trimEntered`. */
export function trimApp({ clientId, clientSecret, settings = {} }: OAuthAppInput) {
  return {
    clientId: trimEntered(clientId),
    clientSecret: trimEntered(clientSecret),
    settings: Object.fromEntries(Object.entries(settings).map(([id, value]) => [id, trimEntered(value)])),
  }
}

function idOf(connector: ConnectorRef): string {
  return typeof connector === 'string' ? connector : connector.id
}

/** What an app is opened with. */
export type OpensApps = Uses<'oauthApps', 'vault' | 'connectors'>

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
  parts: OpensApps,
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
export async function demandApp(
  parts: OpensApps & Pick<RuntimeParts, 'callbackUrl'>,
  connectorId: string,
  organizationId: string,
): Promise<OpenedApp> {
  const app = await openApp(parts, connectorId, organizationId)
  if (app) return app
  throw new AuthError(
    `There is no OAuth app for "${connectorId}". Create one at the vendor with the redirect URI ${parts.callbackUrl}, then enter its client id and secret (oauthApps.set, or "checkwright app set ${connectorId}").`,
    { code: 'AUTH_APP_MISCONFIGURED' },
  )
}

/** What API requests need to know of the app. The client secret stays sealed: they have no use for it. */
export async function findAppInUse(
  parts: OpensApps,
  connectorId: string,
  organizationId: string,
): Promise<{ readonly id: string | undefined; readonly settings: Readonly<Record<string, string>> }> {
  const record = await appOf(parts, connectorId, organizationId)
  return { id: record?.id, settings: record ? await openSettings(parts, record) : {} }
}

/** What every token request of a connection is made of. */
export function buildTokenRequest(
  { fetch, clock }: Pick<RuntimeParts, 'fetch' | 'clock'>,
  { definition, hooks }: AnyConnector,
  app: OpenedApp,
  credentials: Readonly<Record<string, string | number>>,
): TokenRequestOptions {
  const { settings } = app
  const fillings = collectFillings(definition, credentials, settings)
  return { definition, hook: hooks.token, app, settings, credentials, fillings, fetch, clock }
}

/** Seals the secrets and keeps the app, with sealed ones that there were before. */
export async function saveApp(
  { store, vault, clock }: Uses<'oauthApps', 'vault' | 'clock'>,
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
  { store }: Uses<'oauthApps'>,
  connectorId: string,
  organizationId: string,
): Promise<OAuthAppRecord | undefined> {
  return (await store.oauthApps.find(connectorId, organizationId)) ?? (await store.oauthApps.find(connectorId, null))
}

/** Those that the connector declares: of others, which an older version had, nobody knows whether they are secret. */
async function openSettings(
  parts: Pick<RuntimeParts, 'vault' | 'connectors'>,
  record: OAuthAppRecord,
): Promise<Record<string, string>> {
  const ids = listCustomSettings(findConnector(parts, record.connectorId).definition).map(({ id }) => id)
  const [open] = partitionValues(record.settings, (id) => ids.includes(id))
  return { ...open, ...(await openSecrets(parts, record, ids)) }
}

/** Of the given secrets those that there are. */
export async function openSecrets(
  { vault }: Pick<RuntimeParts, 'vault'>,
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

function partitionValues(
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
function parseExpiry(expiresAt: Date | string | undefined): number | undefined {
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
    secretExpiresAt: record.secretExpiresAtMs === null ? undefined : toIsoTime(record.secretExpiresAtMs),
    updatedAt: toIsoTime(record.updatedAtMs),
  }
}
