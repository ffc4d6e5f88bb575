import { randomUUID } from 'node:crypto'
import { type ConnectionRecord, createConnectionRecord } from '../../auth/connection-store.ts'
import type { CredentialValues } from '../../auth/credential-values.ts'
import { computeDestination } from '../../auth/destination.ts'
import type { FlowRecord } from '../../auth/flow-store.ts'
import { parseCallback, readCallbackState } from '../../auth/oauth/callback.ts'
import { exchangeCode } from '../../auth/oauth/token-endpoint.ts'
import type { TokenSet } from '../../auth/oauth/token-reply.ts'
import { hashSecret, isSameHash } from '../../auth/secret.ts'
import type { AnyConnector, OAuth2Config } from '../../define/index.ts'
import { AuthError, mayBeStored, StoreError } from '../../errors/index.ts'
import type { AsksVendor } from '../connections/ask-vendor.ts'
import { type Connection, decideStateAfterCredentials, toConnection } from '../connections/connection-state.ts'
import { type GrantedTokens, revokeGrant, revokeTokens } from '../connections/disconnect.ts'
import {
  type ConnectAttempt,
  insertUnproven,
  proveConnection,
  testStoredConnection,
} from '../connections/prove-connection.ts'
import type { RelistsFindings } from '../connections/relist-findings.ts'
import {
  computeTokenTimes,
  openValues,
  replaceAll,
  sealValues,
  toTokenValues,
} from '../connections/sealed-credentials.ts'
import { buildTokenRequest, demandApp, type OpenedApp } from '../oauth-apps/app-in-use.ts'
import type { OpensApps } from '../oauth-apps/oauth-apps.ts'
import { type RuntimeParts, readFailureReason, requireFound, toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { stillMay } from '../people/still-may.ts'
import { attemptOnce } from './connect-sessions.ts'
import { flowLifeMs, verifierId } from './oauth-start.ts'

/** The parts that finish a flow. */
export type FinishesFlows = OpensApps &
  RelistsFindings &
  Uses<
    'connections' | 'flows' | 'connectSessions' | 'users' | 'memberships',
    'clock' | 'logger' | 'reaches' | 'callbackUrl' | 'connectors' | 'registry'
  >

/** The redirect with which the browser came back. */
export interface FlowCallback {
  readonly url: string | URL
  readonly binding: string
}

/** A connection that was authorized. */
export type FinishedFlow = Connection & { readonly returnTo: string | undefined }

/** An authorization that was tested. */
export interface ProvenFlow extends ConnectAttempt {
  readonly organizationId: string
  /** Whether an existing connection was connected again. It is kept in any case. */
  readonly isRenewed: boolean
  readonly returnTo: string | undefined
  /** Whether a person in the connect dialog made it. */
  readonly isInDialog: boolean
}

/** Finishes a flow without asking the vendor for anything but tokens. */
export async function finishFlow(parts: FinishesFlows, callback: FlowCallback): Promise<FinishedFlow> {
  const insert: Insert = (...args) => parts.store.connections.insert(...args)
  const flow = await takeFlow(parts, callback)
  const { record } = await authorize(parts, callback, flow, insert)
  return { ...toConnection(record), returnTo: flow.returnTo ?? undefined }
}

/** Finishes a flow, and proves by a test that the access works. */
export async function finishAndProveFlow(
  parts: FinishesFlows & AsksVendor,
  callback: FlowCallback,
): Promise<ProvenFlow> {
  const flow = await takeFlow(parts, callback)
  const { connectSessionId } = flow
  const finish = () => finishTakenFlow(parts, callback, flow)
  return connectSessionId === null ? finish() : attemptOnce(parts, connectSessionId, finish)
}

async function finishTakenFlow(
  parts: FinishesFlows & AsksVendor,
  callback: FlowCallback,
  flow: FlowRecord,
): Promise<ProvenFlow> {
  const insert: Insert = (...args) => insertUnproven(parts, ...args)
  const { record, isRenewed, grant } = await authorize(parts, callback, flow, insert)
  const connector = await parts.registry.load(record)
  const attempt = isRenewed
    ? { connection: toConnection(record), test: await testStoredConnection(parts, connector, record) }
    : await proveGrant(parts, connector, record, grant)
  const { organizationId } = record
  return {
    ...attempt,
    organizationId,
    isRenewed,
    returnTo: flow.returnTo ?? undefined,
    isInDialog: flow.connectSessionId !== null,
  }
}

/** Nobody else has the tokens of a new connection, so they must not stay valid if it is not kept. */
async function proveGrant(
  parts: AsksVendor,
  connector: AnyConnector,
  record: ConnectionRecord,
  grant: GrantedTokens,
): Promise<ConnectAttempt> {
  try {
    return await proveConnection(parts, connector, record.id, (made) => revokeTokens(parts, connector, made))
  } catch (error) {
    // What the store has could not be asked for, so it was not revoked. The connection waits for a proof until it expires.
    if (error instanceof StoreError && !error.mayBeStored)
      await revokeGrant(parts, connector, record, async () => grant)
    throw error
  }
}

type Insert = RuntimeParts['store']['connections']['insert']

interface Authorized {
  readonly record: ConnectionRecord
  readonly isRenewed: boolean
  readonly grant: GrantedTokens
}

async function authorize(
  parts: FinishesFlows,
  { url }: FlowCallback,
  flow: FlowRecord,
  insert: Insert,
): Promise<Authorized> {
  const { logger } = parts
  const ids = pickFlowIds(flow)
  const warn = (error: unknown) => logger.warn({ ...ids, ...readFailureReason(error) }, 'OAuth callback error')
  const { connector, ...answer } = await logFailure(warn, () => sendBack(flow, () => readAnswer(parts, flow, url)))
  const fail = (error: unknown) => logger.error({ ...ids, ...readFailureReason(error) }, 'Token exchange failed')
  const exchange = async () => {
    const { tokens, app } = await exchangeForTokens(parts, connector, flow, answer)
    const grant = { values: { ...answer.values, ...toTokenValues(tokens) }, app }
    return { ...(await keepOrRevoke(parts, connector, flow, { grant, tokens, insert })), grant }
  }
  const failure = await logFailure(fail, () => sendBack(flow, exchange))
  logger.info({ ...ids, connectionId: failure.record.id }, 'OAuth completed')
  return failure
}

/** Taken before the request to the vendor, so that only one of many callbacks with the same state continues. */
async function takeFlow(
  parts: Uses<'flows' | 'users' | 'memberships', 'clock' | 'logger' | 'callbackUrl' | 'connectors'>,
  { url, binding }: FlowCallback,
): Promise<FlowRecord> {
  if (typeof binding !== 'string') throw new TypeError('oauth.callback: binding must be the text that oauth.start gave')
  const { store, clock, logger } = parts
  const state = readCallbackState(url)
  const stateHash = state === undefined ? undefined : hashSecret(state)
  const found = stateHash === undefined ? undefined : await store.flows.find(stateHash)
  // Compared before it is taken: somebody who merely saw the URL of a callback must not end another person's flow.
  const isOwn = found && isSameHash(hashSecret(binding), found.bindingHash) && isCallbackAsSent(parts, found, url)
  const taken =
    stateHash !== undefined && isOwn ? await store.flows.take(stateHash, flowLifeMs, clock.nowMs()) : undefined
  // Whoever was removed or deactivated since they began it connects nothing any more.
  if (taken && !taken.isOver && (await stillMay(store, taken))) return taken
  logger.warn(found ? pickFlowIds(found) : {}, 'Invalid state')
  throw new AuthError(
    'This sign-in did not begin here, has already ended, or took longer than 10 minutes. Start again.',
    // Of a flow of this browser that took too long.
    { code: 'AUTH_STATE_INVALID', returnTo: taken?.returnTo ?? undefined },
  )
}

/**
 * The mix-up defence (RFC 9700 §4.4): a vendor must not get the code of another one. The answer must arrive at the
 * redirect URI of the flow, which may contain the connector's id. It must not name another issuer than the connector's.
 */
function isCallbackAsSent(
  { callbackUrl, connectors }: Pick<RuntimeParts, 'callbackUrl' | 'connectors'>,
  { redirectUri, connectorId }: FlowRecord,
  url: string | URL,
): boolean {
  const callback = typeof url === 'string' && !URL.canParse(url) ? undefined : new URL(url)
  const isOurs = redirectUri === callbackUrl || redirectUri.startsWith(`${callbackUrl}/`)
  // A proxy may change host and path before it; the last segment identifies the connector.
  if (isOurs && readOwnerOfCallback(callback) !== readOwnerOfCallback(new URL(redirectUri))) return false
  const issuers = callback?.searchParams.getAll('iss') ?? []
  return ![...connectors.values()].some(
    (other) =>
      other.id !== connectorId &&
      issuers.some((iss) => isSameIssuer(other, iss) && !isSameIssuer(connectors.get(connectorId), iss)),
  )
}

function readOwnerOfCallback(url: URL | undefined): string | undefined {
  return /\/oauth\/callback\/([^/]+)$/.exec(url?.pathname ?? '')?.[1]
}

/** Vendors that send `iss` without declaring it (Google) are identified by the origin of their page. */
function isSameIssuer(connector: AnyConnector | undefined, iss: string): boolean {
  const auth = connector?.definition.auth
  if (auth?.type !== 'oauth2') return false
  const { issuer, authorizeUrl } = auth.config
  if (issuer !== undefined) return issuer === iss
  if (authorizeUrl === undefined || !URL.canParse(authorizeUrl) || !URL.canParse(iss)) return false
  return new URL(authorizeUrl).origin === new URL(iss).origin
}

interface FlowAnswer {
  readonly code: string
  readonly codeVerifier: string | undefined
  /** Values that were typed before the flow began, and values captured from the callback. */
  readonly values: CredentialValues
}

async function readAnswer(
  parts: Pick<RuntimeParts, 'vault' | 'registry'>,
  flow: FlowRecord,
  url: string | URL,
): Promise<FlowAnswer & { readonly connector: AnyConnector }> {
  const connector = await parts.registry.load(flow)
  await parts.registry.demandInService(flow)
  if (connector.source !== undefined && flow.connectorDestination !== computeDestination(connector))
    throw new AuthError(`The connector ${connector.definition.name} was changed while you signed in. Reconnect.`, {
      code: 'AUTH_STATE_INVALID',
    })
  const { code, captured } = parseCallback(url, connector.definition)
  const { [verifierId]: codeVerifier, ...typed } = await openValues(parts.vault, flow, flow.secrets)
  return {
    connector,
    code,
    codeVerifier: codeVerifier === undefined ? undefined : String(codeVerifier),
    values: { ...typed, ...captured },
  }
}

async function exchangeForTokens(
  parts: OpensApps & Pick<RuntimeParts, 'callbackUrl' | 'reaches' | 'clock'>,
  connector: AnyConnector,
  { organizationId, connectorId, connectionId, redirectUri }: FlowRecord,
  { code, codeVerifier, values }: FlowAnswer,
): Promise<{ readonly tokens: TokenSet; readonly app: OpenedApp }> {
  const app = await demandApp(parts, connector, { organizationId, values })
  const { fetch } = parts.reaches.chooseReach({ id: connectionId ?? undefined, organizationId, connectorId })
  const tokens = await exchangeCode({
    ...buildTokenRequest({ ...parts, fetch }, connector, app, values),
    redirectUri,
    code,
    codeVerifier,
  })
  return { tokens, app }
}

interface Granted {
  readonly grant: GrantedTokens
  readonly tokens: TokenSet
  readonly insert: Insert
}

const keepRetries = 3
const keepAgainAfterMs = 250

/**
 * Keeps what the vendor granted, and tries again for a moment, because the code is used up. If that fails, nobody has the tokens
 * of a new connection, so they are revoked. Those of a connection that is connected again are not: some vendors end the
 * whole grant with one token, and the connection keeps the earlier one.
 */
async function keepOrRevoke(
  parts: FinishesFlows,
  connector: AnyConnector,
  flow: FlowRecord,
  granted: Granted,
): Promise<Omit<Authorized, 'grant'>> {
  const { default: pRetry } = await import('p-retry')
  const newId = randomUUID()
  try {
    return await pRetry(
      (attempt) => keepConnection(parts, connector, flow, { ...granted, newId, isRepeat: attempt > 1 }),
      {
        retries: keepRetries,
        minTimeout: keepAgainAfterMs,
        // A renewal that may be stored may have been refreshed since, and would undo that.
        shouldRetry: ({ error }) =>
          error instanceof StoreError && error.retryable && (flow.connectionId === null || !mayBeStored(error)),
      },
    )
  } catch (error) {
    const { organizationId, connectorId } = flow
    if (flow.connectionId === null)
      await revokeGrant(parts, connector, { id: newId, organizationId, connectorId }, async () => granted.grant)
    throw error
  }
}

async function keepConnection(
  parts: Uses<'connections', 'vault' | 'clock'> & RelistsFindings,
  connector: AnyConnector,
  flow: FlowRecord,
  { grant, tokens, insert, newId, isRepeat }: Granted & { readonly newId: string; readonly isRepeat: boolean },
): Promise<Omit<Authorized, 'grant'>> {
  const { store, vault, clock } = parts
  const { organizationId } = flow
  const made = isRepeat ? await store.connections.find(newId, organizationId) : undefined
  if (made) return { record: made, isRenewed: false }
  const nowMs = clock.nowMs()
  const grantedScopes = tokens.scopes ?? null
  const existing =
    flow.connectionId === null ? undefined : await store.connections.find(flow.connectionId, organizationId)
  const owner = { organizationId, id: existing?.id ?? newId }
  const credentials = {
    values: await sealValues(vault, owner, grant.values),
    ...computeTokenTimes(tokens, nowMs),
    destination: computeDestination(connector),
  }
  const { config } = requireOauth2Auth(connector)
  const endsAtMs = findUnrenewableEnd(config, tokens)
  if (existing) {
    if (endsAtMs !== undefined) await demandNoLoss(parts, connector, existing)
    const changes = {
      ...decideStateAfterCredentials(existing),
      ...describeEnd(connector, endsAtMs, existing.state),
      grantedScopes,
      connectorSha256: flow.connectorSha256,
    }
    await replaceAll(parts, existing.id, credentials, { changes, nowMs })
    const renewed = await store.connections.find(existing.id, organizationId)
    return { record: requireFound(renewed, 'connection of that id'), isRenewed: true }
  }
  const { userId } = flow
  const record = createConnectionRecord({
    ...owner,
    connectorId: connector.id,
    connectorSha256: flow.connectorSha256,
    grantedScopes,
    userId,
    createdAtMs: nowMs,
    ...describeEnd(connector, endsAtMs, 'active'),
  })
  await insert(record, { generation: 1, refreshFailures: 0, isGranted: true, ...credentials })
  return { record, isRenewed: false }
}

/** This browser began the flow, so the person returns to the page where they began, also if nothing was connected. */
async function sendBack<T>({ returnTo }: FlowRecord, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (returnTo === null || !(error instanceof AuthError)) throw error
    const { message, code, retryable, vendorCode, status, retryAfterMs } = error
    throw new AuthError(message, { code, retryable, vendorCode, status, retryAfterMs, returnTo, cause: error.cause })
  }
}

function requireOauth2Auth({ id, definition: { auth } }: AnyConnector) {
  if (auth.type === 'oauth2') return auth
  throw new TypeError(`oauth.callback: "${id}" does not use oauth2`)
}

/** When access that cannot be renewed ends. undefined: it can be renewed, or it has no known end. */
function findUnrenewableEnd({ supportsRefreshToken = true }: OAuth2Config, tokens: TokenSet): number | undefined {
  const isRenewable = supportsRefreshToken && tokens.refreshToken !== undefined
  return isRenewable ? undefined : tokens.expiresAtMs
}

/**
 * An authorization that can be renewed is not replaced by one that cannot. Its refresh token cannot stay beside the new
 * access token. It belongs to the earlier grant (RFC 6749 §6), which may be for another account, and a refresh would
 * silently return to that one.
 * @throws AuthError `AUTH_EXCHANGE_FAILED`
 */
async function demandNoLoss(
  { store }: Uses<'connections'>,
  { definition: { name } }: AnyConnector,
  { id, state }: ConnectionRecord,
): Promise<void> {
  const sealed = await store.connections.credentials(id).catch(() => undefined)
  if (state === 'needs_reauth' || sealed?.values.refresh_token === undefined) return
  throw new AuthError(
    `${name} granted access that expires and cannot be renewed (no refresh token), so the connection keeps its earlier access. Remove this app from the account at ${name}, then reconnect.`,
    { code: 'AUTH_EXCHANGE_FAILED' },
  )
}

/** The warning comes while the connection still works, so that its end surprises nobody. */
function describeEnd(
  { definition: { name } }: AnyConnector,
  endsAtMs: number | undefined,
  state: ConnectionRecord['state'],
): Pick<ConnectionRecord, 'stateReason'> | undefined {
  // A pause that a person set stays.
  if (endsAtMs === undefined || state === 'paused') return undefined
  return {
    stateReason: `${name} gave no refresh token: this access ends at ${toIsoTime(endsAtMs)} and cannot be renewed. Reconnect before that.`,
  }
}

async function logFailure<T>(log: (error: unknown) => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    log(error)
    throw error
  }
}

function pickFlowIds({ connectorId, organizationId, id, connectionId, userId }: FlowRecord) {
  return {
    connectorId,
    organizationId,
    flowId: id,
    connectionId: connectionId ?? undefined,
    userId: userId ?? undefined,
  }
}
