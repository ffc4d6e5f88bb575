import { v4 } from 'uuid'
import { type ConnectionRecord, createConnectionRecord } from '../auth/connection-store.ts'
import type { CredentialValues } from '../auth/credential-values.ts'
import type { FlowRecord } from '../auth/flow-store.ts'
import { parseCallback, stateOf } from '../auth/oauth/callback.ts'
import { hashesMatch, hashOf } from '../auth/oauth/state.ts'
import { exchangeCode } from '../auth/oauth/token-endpoint.ts'
import type { TokenSet } from '../auth/oauth/token-reply.ts'
import type { AnyConnector } from '../define/index.ts'
import { AuthError } from '../errors/index.ts'
import { type Connection, shownConnection, stateWithNewCredentials } from './connection-state.ts'
import { demandApp, type OpensApps, tokenRequestOf } from './oauth-apps.ts'
import { flowLifeMs, verifierId } from './oauth-start.ts'
import { connectorOf, found, type Parts, reasonOf, type Uses } from './parts.ts'
import { openValues, replaceAll, sealValues, tokenTimes, tokenValues } from './sealed-credentials.ts'

/** What a flow is finished with. */
export type FinishesFlows = OpensApps & Uses<'connections' | 'flows', 'clock' | 'logger' | 'fetch' | 'callbackUrl'>

/** How the browser came back. */
export interface FlowCallback {
  readonly url: string | URL
  readonly binding: string
}

/** A connection that was authorized. */
export type FinishedFlow = Connection & { readonly returnTo: string | undefined }

export async function finishFlow(parts: FinishesFlows, { url, binding }: FlowCallback): Promise<FinishedFlow> {
  const { logger } = parts
  if (typeof binding !== 'string') throw new TypeError('oauth.callback: binding must be the text that oauth.start gave')
  // Taken before anything else happens, so that of many callbacks with one state a single one goes on.
  const flow = await takeFlow(parts, url, binding)
  const ids = idsOf(flow)
  const warn = (error: unknown) => logger.warn({ ...ids, ...reasonOf(error) }, 'OAuth callback error')
  const { connector, ...answer } = await logged(warn, () => readAnswer(parts, flow, url))
  const fail = (error: unknown) => logger.error({ ...ids, ...reasonOf(error) }, 'Token exchange failed')
  const connection = await logged(fail, async () => {
    const tokens = await exchange(parts, connector, flow, answer)
    return keep(parts, connector, flow, answer.values, tokens)
  })
  logger.info({ ...ids, connectionId: connection.id }, 'OAuth completed')
  return { ...shownConnection(connection), returnTo: flow.returnTo ?? undefined }
}

async function takeFlow(
  { store, clock, logger }: Uses<'flows', 'clock' | 'logger'>,
  url: string | URL,
  binding: string,
): Promise<FlowRecord> {
  const state = stateOf(url)
  const flow = state === undefined ? undefined : await store.flows.take(hashOf(state), flowLifeMs, clock.nowMs())
  if (flow && hashesMatch(hashOf(binding), flow.bindingHash) && !flow.isOver) return flow
  logger.warn(flow ? idsOf(flow) : {}, 'Invalid state')
  throw new AuthError(
    'This sign-in was not begun here, has ended already, or took longer than 10 minutes. Connect again.',
    { code: 'AUTH_STATE_INVALID' },
  )
}

interface Answer {
  readonly code: string
  readonly codeVerifier: string | undefined
  /** Typed before the flow began, and captured from the callback. */
  readonly values: CredentialValues
}

async function readAnswer(
  parts: Pick<Parts, 'vault' | 'connectors'>,
  flow: FlowRecord,
  url: string | URL,
): Promise<Answer & { readonly connector: AnyConnector }> {
  const connector = connectorOf(parts, flow.connectorId)
  const { code, captured } = parseCallback(url, connector.definition)
  const { [verifierId]: codeVerifier, ...typed } = await openValues(parts.vault, flow, flow.secrets)
  return {
    connector,
    code,
    codeVerifier: codeVerifier === undefined ? undefined : String(codeVerifier),
    values: { ...typed, ...captured },
  }
}

async function exchange(
  parts: OpensApps & Pick<Parts, 'callbackUrl' | 'fetch' | 'clock'>,
  connector: AnyConnector,
  { organizationId, redirectUri }: FlowRecord,
  { code, codeVerifier, values }: Answer,
): Promise<TokenSet> {
  const app = await demandApp(parts, connector.id, organizationId)
  return exchangeCode({ ...tokenRequestOf(parts, connector, app, values), redirectUri, code, codeVerifier })
}

async function keep(
  parts: Uses<'connections', 'vault' | 'clock'>,
  connector: AnyConnector,
  flow: FlowRecord,
  values: CredentialValues,
  tokens: TokenSet,
): Promise<ConnectionRecord> {
  const { store, vault, clock } = parts
  const { organizationId } = flow
  const nowMs = clock.nowMs()
  const grantedScopes = tokens.scopes ?? null
  const existing =
    flow.connectionId === null ? undefined : await store.connections.find(flow.connectionId, organizationId)
  const owner = { organizationId, id: existing?.id ?? v4() }
  const credentials = {
    values: await sealValues(vault, owner, { ...values, ...tokenValues(tokens) }),
    ...tokenTimes(tokens, nowMs),
  }
  if (existing) {
    const changes = { ...stateWithNewCredentials(existing), grantedScopes }
    await replaceAll(parts, existing.id, credentials, { changes, nowMs })
    return found(await store.connections.find(existing.id, organizationId), 'connection of that id')
  }
  const { userId } = flow
  const record = createConnectionRecord({
    ...owner,
    ...{ connectorId: connector.id, grantedScopes, userId, createdAtMs: nowMs },
  })
  await store.connections.insert(record, { generation: 1, refreshFailures: 0, ...credentials })
  return record
}

async function logged<T>(log: (error: unknown) => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    log(error)
    throw error
  }
}

function idsOf({ connectorId, organizationId, id, connectionId, userId }: FlowRecord) {
  return {
    connectorId,
    organizationId,
    flowId: id,
    ...(connectionId !== null && { connectionId }),
    ...(userId !== null && { userId }),
  }
}
