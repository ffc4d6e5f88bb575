import { randomUUID } from 'node:crypto'
import { trimEntered } from '../../auth/credential-values.ts'
import { toAppDestination } from '../../auth/destination.ts'
import type { OAuthAppRecord } from '../../auth/oauth-app-store.ts'
import {
  type AnyConnector,
  isSecret,
  listCustomSettings,
  listHostNames,
  listSecretSettings,
  toTokenName,
} from '../../define/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { findEnteredDestination } from '../connectors/app-destination.ts'
import type { Declared } from '../parts/declared-service.ts'
import {
  type ConnectorRef,
  findConnector,
  type RuntimeParts,
  requireFound,
  toIsoTime,
  type Uses,
} from '../parts/runtime-parts.ts'
import { demandAppForm } from './oauth-app-form.ts'
import { toSecretField } from './platform-settings.ts'

/** An OAuth app as it may be shown, without secrets. */
export interface OAuthApp {
  /** Id of the connector. */
  readonly connector: string
  /** Undefined: platform-wide. */
  readonly organizationId: string | undefined
  readonly clientId: string
  /** Settings that are not secret. */
  readonly settings: Readonly<Record<string, string>>
  /** Ids of the secrets that are set: `client_secret` and settings of type password. */
  readonly secretsSet: readonly string[]
  /**
   * When the client secret expires, ISO 8601. After that, connections of the app cannot be renewed. undefined: unknown.
   */
  readonly secretExpiresAt: string | undefined
  /** Origin of the server at which it registered itself. undefined: a person entered it. */
  readonly issuer: string | undefined
  /** For a platform app: the organization that it is bound to. */
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
  /** Left out for a connector without OAuth, which has settings only. */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  /** When the secret expires, if the vendor gave that. If you give a new secret and leave this out, it is unknown. */
  readonly secretExpiresAt?: Date | string | undefined
  /** By id of `customSettings`; where organizations choose the server, also by id of the fields that choose it: it is sent to no other. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /**
   * For a platform app: the one organization that it may serve even if values of an organization choose the host of its
   * secrets, or the account. null: none.
   * @default as it was
   */
  readonly boundTo?: string | null | undefined
  /**
   * Its redirect URI at the vendor is `callbackUrl` followed by `/` and the connector's id, so that answers of two
   * vendors cannot be confused (RFC 9700 §4.4).
   * false: `callbackUrl` itself, which connectors share.
   * @default as it was for this client id, else true
   */
  readonly ownCallback?: boolean | undefined
}

export interface OAuthAppService {
  /**
   * Without `organizationId`: for every organization without its own app. A secret that you leave out stays the same,
   * as long as the client id does.
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
        const connector = findConnector(parts, ref)
        const { id: connectorId, definition } = connector
        const existing = await store.oauthApps.find(connectorId, organizationId, '', toAppDestination(connector))
        // A secret is not shown again, so leaving it out keeps it, but only for the same app.
        const stored = pickStoredSecrets(connector, existing, { clientId, settings })
        demandAppForm(connector, { clientId, clientSecret, settings, stored: Object.keys(stored) })
        const sealed = listSecretSettings(definition)
        const [secret, open] = partitionValues(settings, (id) => sealed.has(id))
        const secrets = omitUndefined({ client_secret: clientSecret, ...secret })
        const isStored = clientSecret === undefined && existing?.clientId === clientId
        const secretExpiresAtMs = parseExpiry(secretExpiresAt) ?? (isStored ? existing.secretExpiresAtMs : null)
        const app = {
          connectorId,
          organizationId,
          issuer: '',
          clientId,
          secretExpiresAtMs,
          settings: open,
          // Known from the beginning: else whoever connects first would choose where the secret goes.
          destination: findEnteredDestination(connector, settings),
          boundTo: await demandBoundTo(parts, input, existing),
          ownCallback: decideOwnCallback(input, existing),
          connectorDestination: toAppDestination(connector),
        }
        return toOAuthApp(await saveApp(parts, connector, app, secrets, stored))
      },
      audit: {
        action: 'oauth-app.set',
        // A platform-wide app belongs to no organization, so it has no log.
        organization: ({ organizationId }) => organizationId,
        fields: (app) => app,
        target: (_done, { connector }) => readConnectorId(connector),
      },
    },
    get: {
      read: async ({ connector, organizationId = null }) => {
        const current = findConnector(parts, connector)
        const isOfCurrent = ({ connectorId, connectorDestination }: OAuthAppRecord) =>
          connectorId === current.id && connectorDestination === toAppDestination(current)
        // First the app that a person entered, then one that registered itself.
        const record = (await store.oauthApps.list(organizationId)).find(isOfCurrent)
        return record && toOAuthApp(record)
      },
    },
    list: {
      read: async ({ organizationId = null } = {}) => {
        const apps = await store.oauthApps.list(organizationId)
        // One that was entered for another destination serves nobody who connects now.
        return apps.filter((app) => servesNow(parts, app)).map(toOAuthApp)
      },
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

function servesNow({ connectors }: Pick<RuntimeParts, 'connectors'>, app: OAuthAppRecord): boolean {
  const current = connectors.get(app.connectorId)
  return current === undefined || app.connectorDestination === toAppDestination(current)
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
export function decideOwnCallback(
  { clientId = '', ownCallback }: OAuthAppInput,
  existing: OAuthAppRecord | undefined,
): 0 | 1 {
  if (ownCallback !== undefined) return ownCallback ? 1 : 0
  return existing?.clientId === clientId.trim() ? existing.ownCallback : 1
}

/**
 * The secrets that stay if they are left out. Settings that decide their server belong to them. With other settings
 * they would be sent to a host that they were not entered for.
 */
export function pickStoredSecrets(
  connector: AnyConnector,
  existing: OAuthAppRecord | undefined,
  { clientId, settings }: { readonly clientId: string; readonly settings: Readonly<Record<string, string>> },
): OAuthAppRecord['secrets'] {
  if (existing?.clientId !== clientId) return {}
  const { definition } = connector
  if (findEnteredDestination(connector, settings) !== existing.destination) return {}
  const hosts = listHostNames(definition)
  const moves = listCustomSettings(definition).some((setting) => {
    const { id } = setting
    if (!hosts.has(id) && !hosts.has(toTokenName(setting))) return false
    // Without a given secret, the app may be another one.
    return isSecret(setting) ? settings[id] !== undefined : (settings[id] ?? '') !== (existing.settings[id] ?? '')
  })
  return moves ? {} : existing.secrets
}

/** The entered values, without the spaces around them: see `trimEntered`. */
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

/** The parts that open an app. */
export type OpensApps = Uses<'oauthApps', 'vault' | 'connectors'>

/** Seals the secrets and stores the app, with earlier sealed ones. */
export async function saveApp(
  { store, vault, clock }: Uses<'oauthApps', 'vault' | 'clock'>,
  { definition }: AnyConnector,
  app: Omit<OAuthAppRecord, 'id' | 'secrets' | 'createdAtMs' | 'updatedAtMs'>,
  secrets: Readonly<Record<string, string>>,
  stored: OAuthAppRecord['secrets'] = {},
): Promise<OAuthAppRecord> {
  const nowMs = clock.nowMs()
  const { connectorId, organizationId, issuer, connectorDestination } = app
  for (
    let id =
      (await store.oauthApps.find(connectorId, organizationId, issuer, connectorDestination))?.id ?? randomUUID();
    ;
  ) {
    const sealed: Record<string, string> = { ...stored }
    for (const [field, value] of Object.entries(secrets)) {
      const place = toSecretField(definition, app.settings, field)
      sealed[field] = await vault.seal({ organizationId, ownerId: id, field: place }, value)
    }
    const record = await store.oauthApps.put({ ...app, id, secrets: sealed, createdAtMs: nowMs, updatedAtMs: nowMs })
    if (record.id === id) return record
    // Somebody else made the app at the same time and its id stays. Values that were sealed for another id cannot be
    // opened there.
    id = record.id
  }
}

/** Settings that the connector declares. Whether others, from an older version, are secret is unknown. */
export async function openSettings(
  parts: Pick<RuntimeParts, 'vault'>,
  connector: AnyConnector,
  record: OAuthAppRecord,
): Promise<Record<string, string>> {
  const ids = listCustomSettings(connector.definition).map(({ id }) => id)
  const [open] = partitionValues(record.settings, (id) => ids.includes(id))
  return { ...open, ...(await openSecrets(parts, connector, record, ids)) }
}

/** The existing ones of the given secrets. */
export async function openSecrets(
  { vault }: Pick<RuntimeParts, 'vault'>,
  { definition }: AnyConnector,
  { id: ownerId, organizationId, settings, secrets }: OAuthAppRecord,
  fields: readonly string[],
): Promise<Record<string, string>> {
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

/** @throws TypeError for an invalid date */
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
