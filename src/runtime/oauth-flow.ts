import { v4 } from 'uuid'
import type { ConnectionRecord } from '../auth/connection-store.ts'
import { type CredentialValues, parseCredentials } from '../auth/credential-values.ts'
import type { FlowRecord } from '../auth/flow-store.ts'
import { authorizeUrl } from '../auth/oauth/authorize-url.ts'
import { parseCallback, stateOf } from '../auth/oauth/callback.ts'
import { createCodeVerifier } from '../auth/oauth/pkce.ts'
import { createSecret, hashesMatch, hashOf } from '../auth/oauth/state.ts'
import { exchangeCode } from '../auth/oauth/token-endpoint.ts'
import type { TokenSet } from '../auth/oauth/token-reply.ts'
import { type AnyConnector, credentialFieldsOf, type OAuth2Config } from '../define/index.ts'
import { AuthError, CheckwrightError } from '../errors/index.ts'
import { fillingsOf } from '../http/open-session.ts'
import { transportFetch } from '../http/transport-fetch.ts'
import { shownConnection } from './connections.ts'
import { demandApp } from './oauth-apps.ts'
import { connectorOf, found, type Parts } from './parts.ts'
import { checkedReturnUrl } from './return-url.ts'
import type { Runtime } from './runtime.ts'
import { openValues, sealValues, withTokens } from './sealed-credentials.ts'

// Long enough to sign in with a second factor, short enough that a stolen state is soon worthless.
const flowLifeMs = 10 * 60_000

/** The authorization code flow (RFC 6749 §4.1), bound to the session that began it. */
export function oauthService(parts: Parts): Runtime['oauth'] {
  const { store, vault, clock, logger } = parts
  return {
    start: async ({
      connector: ref,
      organizationId,
      userId,
      connectionId,
      returnTo,
      scopes,
      credentials = {},
      redirectUri = parts.callbackUrl,
    }) => {
      const connector = connectorOf(parts, ref)
      const { definition } = connector
      const config = codeFlowConfig(connector)
      found(await store.organizations.find(organizationId), `organization "${organizationId}"`)
      const existing =
        connectionId === undefined
          ? undefined
          : found(await store.connections.find(connectionId, organizationId), 'connection of that id')
      const app = await demandApp(parts, connector.id, organizationId)
      const values = parseCredentials(definition, {
        ...(await typedBefore(parts, connector, existing)),
        ...credentials,
      })
      const requested = scopes ?? config.scopes
      const state = createSecret()
      const binding = createSecret()
      const codeVerifier = config.pkce || config.publicClient ? await createCodeVerifier() : undefined
      const url = await authorizeUrl({
        definition,
        clientId: app.clientId,
        redirectUri: checkedRedirectUri(parts, redirectUri),
        scopes: requested,
        state,
        codeVerifier,
        fillings: fillingsOf(definition, values, app.settings),
      })
      const flow: Omit<FlowRecord, 'secrets'> = {
        id: v4(),
        stateHash: hashOf(state),
        bindingHash: hashOf(binding),
        connectorId: connector.id,
        organizationId,
        userId: userId ?? null,
        connectionId: existing?.id ?? null,
        returnTo: returnTo === undefined ? null : checkedReturnUrl(returnTo, parts.options.returnOrigins ?? []),
        redirectUri,
        scopes: [...requested],
        expiresAtMs: clock.nowMs() + flowLifeMs,
      }
      const secrets = await sealValues(vault, flow, {
        ...values,
        ...(codeVerifier !== undefined && { [verifierId]: codeVerifier }),
      })
      await store.flows.deleteExpired(clock.nowMs())
      await store.flows.put({ ...flow, secrets })
      return { url: url.href, binding }
    },

    callback: async ({ url, binding }) => {
      // Taken before anything else happens, so that of many callbacks with one state a single one goes on.
      const flow = await takeFlow(parts, url, binding)
      const fields = { connectorId: flow.connectorId, organizationId: flow.organizationId, flowId: flow.id }
      const connector = connectorOf(parts, flow.connectorId)
      const code = logged(parts, fields, 'OAuth callback error', () => parseCallback(url, connector.definition))
      const { [verifierId]: codeVerifier, ...values } = await openValues(vault, flow, flow.secrets)
      let tokens: TokenSet
      try {
        tokens = await exchange(parts, connector, flow, {
          ...code,
          codeVerifier: codeVerifier === undefined ? undefined : String(codeVerifier),
          values,
        })
      } catch (error) {
        logger.error({ ...fields, code: codeOf(error) }, 'Token exchange failed')
        throw error
      }
      const connection = await keep(parts, connector, flow, { ...values, ...code.captured }, tokens)
      logger.info({ ...fields, connectionId: connection.id }, 'OAuth completed')
      return { ...shownConnection(connection), returnTo: flow.returnTo ?? undefined }
    },
  }
}

const verifierId = 'code_verifier'

function codeFlowConfig({ definition }: AnyConnector): OAuth2Config & { readonly authorizeUrl: string } {
  const { auth } = definition
  if (auth.type === 'oauth2' && auth.config.grant !== 'client_credentials') return auth.config
  throw new AuthError(`"${definition.id}" is not connected in the browser; use connections.create.`, {
    code: 'CONNECTION_UNUSABLE',
  })
}

/** When a connection is renewed, its fields need not be typed again. */
async function typedBefore(
  { store, vault }: Parts,
  { definition }: AnyConnector,
  existing: ConnectionRecord | undefined,
): Promise<CredentialValues> {
  const sealed = existing && (await store.connections.credentials(existing.id))
  if (!existing || !sealed) return {}
  const fields = new Set(credentialFieldsOf(definition).map((field) => field.id))
  return Object.fromEntries(
    Object.entries(await openValues(vault, existing, sealed.values)).filter(([id]) => fields.has(id)),
  )
}

/** Our own callback, or a loopback listener (RFC 8252 §7.3); never what a request's Host header says. */
function checkedRedirectUri({ callbackUrl }: Parts, redirectUri: string): string {
  if (redirectUri === callbackUrl) return redirectUri
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined
  if (url?.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === '[::1]') && url.hash === '')
    return redirectUri
  throw new TypeError(
    'oauth.start: redirectUri must be a loopback URL with a literal address, such as http://127.0.0.1:5000/callback',
  )
}

async function takeFlow({ store, clock, logger }: Parts, url: string | URL, binding: string): Promise<FlowRecord> {
  const state = stateOf(url)
  const flow = state === undefined ? undefined : await store.flows.take(hashOf(state))
  if (flow && hashesMatch(hashOf(binding), flow.bindingHash) && flow.expiresAtMs > clock.nowMs()) return flow
  logger.warn(
    { ...(flow && { connectorId: flow.connectorId, organizationId: flow.organizationId, flowId: flow.id }) },
    'Invalid state',
  )
  throw new AuthError(
    'This sign-in was not begun here, has ended already, or took longer than 10 minutes. Connect again.',
    {
      code: 'AUTH_STATE_INVALID',
    },
  )
}

function logged<T>({ logger }: Parts, fields: object, message: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    logger.warn({ ...fields, code: codeOf(error) }, message)
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof CheckwrightError ? error.code : 'UNKNOWN'
}

interface Answer {
  readonly code: string
  /** Captured from the callback. */
  readonly captured: Readonly<Record<string, string>>
  readonly codeVerifier: string | undefined
  readonly values: CredentialValues
}

async function exchange(
  parts: Parts,
  connector: AnyConnector,
  flow: FlowRecord,
  { code, captured, codeVerifier, values }: Answer,
): Promise<TokenSet> {
  const { definition, hooks } = connector
  const app = await demandApp(parts, connector.id, flow.organizationId)
  const credentials = { ...values, ...captured }
  return exchangeCode({
    definition,
    hook: hooks.token,
    app,
    settings: app.settings,
    credentials,
    fillings: fillingsOf(definition, credentials, app.settings),
    redirectUri: flow.redirectUri,
    code,
    codeVerifier,
    fetch: transportFetch(parts.transport),
    clock: parts.clock,
  })
}

async function keep(
  { store, vault, clock }: Parts,
  connector: AnyConnector,
  flow: FlowRecord,
  values: CredentialValues,
  tokens: TokenSet,
): Promise<ConnectionRecord> {
  const nowMs = clock.nowMs()
  const grantedScopes = tokens.scopes ?? null
  const existing =
    flow.connectionId === null ? undefined : await store.connections.find(flow.connectionId, flow.organizationId)
  const owner = { organizationId: flow.organizationId, id: existing?.id ?? v4() }
  const sealed = {
    values: await sealValues(vault, owner, withTokens(values, tokens)),
    expiresAtMs: tokens.expiresAtMs ?? null,
  }
  if (!existing) {
    const record: ConnectionRecord = {
      ...owner,
      connectorId: connector.id,
      state: 'active',
      stateReason: null,
      variables: {},
      grantedScopes,
      userId: flow.userId,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }
    await store.connections.insert(record, { generation: 1, ...sealed })
    return record
  }
  // The grant is new, so whatever a refresh wrote meanwhile is older than it.
  for (let replaced = false; !replaced; ) {
    const generation = (await store.connections.credentials(existing.id))?.generation ?? 0
    replaced = await store.connections.replaceCredentials(existing.id, generation, sealed)
  }
  return found(
    await store.connections.update(existing.id, { state: 'active', stateReason: null, grantedScopes }, nowMs),
    'connection of that id',
  )
}
