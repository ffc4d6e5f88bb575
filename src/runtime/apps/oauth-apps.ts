import { v4 } from 'uuid'
import { trimEntered } from '../../auth/credential-values.ts'
import type { OAuthAppRecord } from '../../auth/oauth-app-store.ts'
import { listHostNames } from '../../auth/tenant-choice.ts'
import { type ConnectorDefinition, isSecret, listCustomSettings, toTokenName } from '../../define/index.ts'
import type { Declared } from '../audited-service.ts'
import {
  type ConnectorRef,
  findConnector,
  type RuntimeParts,
  requireFound,
  toIsoTime,
  type Uses,
} from '../runtime-parts.ts'
import { demandAppForm, listSealedSettings } from './oauth-app-form.ts'
import { toSecretField } from './platform-settings.ts'

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
  /** Origin of the server at which it registered itself; undefined: a person entered it. */
  readonly issuer: string | undefined
  /** Of a platform app: the organization that it is bound to. */
  readonly boundTo: string | undefined
  /** Whether its redirect URI names the connector. */
  readonly ownCallback: boolean
  /** ISO 8601. */
  readonly updatedAt: string
}

/** An OAuth app as an administrator enters it. */
export interface OAuthAppInput {
  readonly connector: ConnectorRef
  /** Undefined: platform-wide. */
  readonly organizationId?: string | undefined
  /** Left out for a connector without OAuth, whose settings are entered alone. */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  /** When that ends, where the vendor said so; left out with a new secret: nobody knows. */
  readonly secretExpiresAt?: Date | string | undefined
  readonly settings?: Readonly<Record<string, string>> | undefined
  /**
   * Of a platform app: the organization that it may serve even where values of an organization choose the host that its
   * secrets go to, or as whom it asks. null: none. @default as it was
   */
  readonly boundTo?: string | null | undefined
  /**
   * Its redirect URI at the vendor is `callbackUrl` followed by `/` and the connector's id, so that no vendor's answer is
   * taken for another's (RFC 9700 §4.4). @default as it was for this client id, else false: the URI that connectors share
   */
  readonly ownCallback?: boolean | undefined
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

export function createOAuthAppService(parts: OpensApps & Uses<'organizations', 'clock'>): Declared<OAuthAppService> {
  const { store } = parts
  return {
    set: {
      change: async (input) => {
        const { connector: ref, organizationId = null, secretExpiresAt } = input
        const { clientId, clientSecret, settings } = trimApp(input)
        const { id: connectorId, definition } = findConnector(parts, ref)
        const existing = await store.oauthApps.find(connectorId, organizationId)
        // A secret is never shown again, so leaving it out means to leave it as it is: for the same app, that is.
        const kept = pickKeptSecrets(definition, existing, { clientId, settings })
        demandAppForm(definition, { clientId, clientSecret, settings, kept: Object.keys(kept) })
        const sealed = listSealedSettings(definition)
        const [secret, open] = partitionValues(settings, (id) => sealed.has(id))
        const secrets = { ...(clientSecret !== undefined && { client_secret: clientSecret }), ...secret }
        const isKept = clientSecret === undefined && existing?.clientId === clientId
        const staysSomewhere = definition.auth.type === 'oauth2' || Object.keys(kept).some((id) => !(id in secrets))
        const secretExpiresAtMs = parseExpiry(secretExpiresAt) ?? (isKept ? existing.secretExpiresAtMs : null)
        const app = {
          ...{ connectorId, organizationId, issuer: '', clientId, secretExpiresAtMs, settings: open },
          // A secret that is entered anew goes where it is first used, as the one before it did.
          destination: isKept && staysSomewhere ? existing.destination : null,
          boundTo: await demandBoundTo(parts, input, existing),
          ownCallback: decideOwnCallback(input, existing),
        }
        return toOAuthApp(await saveApp(parts, app, secrets, kept))
      },
      audit: {
        action: 'oauth-app.set',
        // A platform-wide one belongs to no organization, and has no log.
        organization: ({ organizationId }) => organizationId,
        fields: (app) => app,
        target: (_done, { connector }) => readConnectorId(connector),
      },
    },
    get: {
      read: async ({ connector, organizationId = null }) => {
        const { id } = findConnector(parts, connector)
        // What a person has entered comes first, then what registered itself.
        const record = (await store.oauthApps.list(organizationId)).find(({ connectorId }) => connectorId === id)
        return record && toOAuthApp(record)
      },
    },
    list: {
      read: async ({ organizationId = null } = {}) => (await store.oauthApps.list(organizationId)).map(toOAuthApp),
    },
    delete: {
      change: ({ connector, organizationId = null }) =>
        store.oauthApps.delete(findConnector(parts, connector).id, organizationId),
      audit: {
        action: 'oauth-app.delete',
        organization: ({ organizationId }) => organizationId,
        fields: (ref) => ref,
        target: (_done, { connector }) => readConnectorId(connector),
      },
    },
  }
}

/** The organization that a platform app is bound to. @throws StoreError `NOT_FOUND`; TypeError for an organization's app */
async function demandBoundTo(
  { store }: Uses<'organizations'>,
  { organizationId, boundTo }: OAuthAppInput,
  existing: OAuthAppRecord | undefined,
): Promise<string | null> {
  if (boundTo === undefined) return existing?.boundTo ?? null
  if (boundTo === null) return null
  if (organizationId !== undefined)
    throw new TypeError('oauthApps.set: boundTo is for platform apps; this one belongs to an organization already')
  return requireFound(await store.organizations.find(boundTo), `organization "${boundTo}"`).id
}

/** The redirect URI is registered at the vendor with the client: another client may have another one. */
function decideOwnCallback({ clientId = '', ownCallback }: OAuthAppInput, existing: OAuthAppRecord | undefined): 0 | 1 {
  if (ownCallback !== undefined) return ownCallback ? 1 : 0
  return existing?.clientId === clientId.trim() ? existing.ownCallback : 0
}

/**
 * The secrets that stay where they are left out. Settings that decide where they go belong to them: with others they
 * would be sent to a host that they were not entered for.
 */
export function pickKeptSecrets(
  definition: ConnectorDefinition,
  existing: OAuthAppRecord | undefined,
  { clientId, settings }: { readonly clientId: string; readonly settings: Readonly<Record<string, string>> },
): OAuthAppRecord['secrets'] {
  if (existing?.clientId !== clientId) return {}
  const hosts = listHostNames(definition)
  const moves = listCustomSettings(definition).some((setting) => {
    const { id } = setting
    if (!hosts.has(id) && !hosts.has(toTokenName(setting))) return false
    // A secret one that is given may be another one.
    return isSecret(setting) ? settings[id] !== undefined : (settings[id] ?? '') !== (existing.settings[id] ?? '')
  })
  return moves ? {} : existing.secrets
}

/** What was entered, without the spaces around it: see `trimEntered`. */
export function trimApp({ clientId = '', clientSecret, settings = {} }: OAuthAppInput) {
  return {
    clientId: trimEntered(clientId),
    clientSecret: trimEntered(clientSecret),
    settings: Object.fromEntries(Object.entries(settings).map(([id, value]) => [id, trimEntered(value)])),
  }
}

function readConnectorId(connector: ConnectorRef): string {
  return typeof connector === 'string' ? connector : connector.id
}

/** What an app is opened with. */
export type OpensApps = Uses<'oauthApps', 'vault' | 'connectors'>

/** Seals the secrets and keeps the app, with sealed ones that there were before. */
export async function saveApp(
  { store, vault, clock, ...parts }: Uses<'oauthApps', 'vault' | 'clock' | 'connectors'>,
  app: Omit<OAuthAppRecord, 'id' | 'secrets' | 'createdAtMs' | 'updatedAtMs'>,
  secrets: Readonly<Record<string, string>>,
  kept: OAuthAppRecord['secrets'] = {},
): Promise<OAuthAppRecord> {
  const nowMs = clock.nowMs()
  const { connectorId, organizationId, issuer } = app
  const { definition } = findConnector(parts, connectorId)
  for (let id = (await store.oauthApps.find(connectorId, organizationId, issuer))?.id ?? v4(); ; ) {
    const sealed: Record<string, string> = { ...kept }
    for (const [field, value] of Object.entries(secrets)) {
      const place = toSecretField(definition, app.settings, field)
      sealed[field] = await vault.seal({ organizationId, ownerId: id, field: place }, value)
    }
    const record = await store.oauthApps.put({ ...app, id, secrets: sealed, createdAtMs: nowMs, updatedAtMs: nowMs })
    if (record.id === id) return record
    // Somebody else made the app at the same time and its id stays: what was sealed for another cannot be opened there.
    id = record.id
  }
}

/** Those that the connector declares: of others, which an older version had, nobody knows whether they are secret. */
export async function openSettings(
  parts: Pick<RuntimeParts, 'vault' | 'connectors'>,
  record: OAuthAppRecord,
): Promise<Record<string, string>> {
  const { definition } = findConnector(parts, record.connectorId)
  const ids = listCustomSettings(definition).map(({ id }) => id)
  const [open] = partitionValues(record.settings, (id) => ids.includes(id))
  return { ...open, ...(await openSecrets(parts, record, ids)) }
}

/** Of the given secrets those that there are. */
export async function openSecrets(
  { vault, ...parts }: Pick<RuntimeParts, 'vault' | 'connectors'>,
  { id: ownerId, organizationId, connectorId, settings, secrets }: OAuthAppRecord,
  fields: readonly string[],
): Promise<Record<string, string>> {
  const { definition } = findConnector(parts, connectorId)
  const opened: Record<string, string> = {}
  for (const field of fields) {
    const sealed = secrets[field]
    if (sealed === undefined) continue
    const place = toSecretField(definition, settings, field)
    opened[field] = await vault.open({ organizationId, ownerId, field: place }, sealed)
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

function toOAuthApp(record: OAuthAppRecord): OAuthApp {
  return {
    connector: record.connectorId,
    organizationId: record.organizationId ?? undefined,
    clientId: record.clientId,
    settings: record.settings,
    secretsSet: Object.keys(record.secrets).sort(),
    secretExpiresAt: record.secretExpiresAtMs === null ? undefined : toIsoTime(record.secretExpiresAtMs),
    issuer: record.issuer === '' ? undefined : record.issuer,
    boundTo: record.boundTo ?? undefined,
    ownCallback: record.ownCallback === 1,
    updatedAt: toIsoTime(record.updatedAtMs),
  }
}
