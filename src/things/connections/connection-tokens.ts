import { isDeepStrictEqual } from 'node:util'
import type { ConnectionRecord } from '../../auth/connection-store.ts'
import { computeDestination } from '../../auth/destination.ts'
import { createRefreshingTokens } from '../../auth/oauth/refreshing-tokens.ts'
import { refreshTokens, requestClientCredentials } from '../../auth/oauth/token-endpoint.ts'
import type { TokenSet } from '../../auth/oauth/token-reply.ts'
import {
  computeNextRefreshAtMs,
  postponedMsMax,
  type StoredTokens,
  type TokenKeeper,
} from '../../auth/refresh-turns.ts'
import type { TokenSource } from '../../auth/strategies/oauth2.ts'
import type { AnyConnector, OAuth2Config } from '../../define/index.ts'
import { AuthError, CredentialError, StoreError } from '../../errors/index.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import { traceRefresh } from '../../service/telemetry/trace-refresh.ts'
import { buildTokenRequest, demandApp } from '../oauth-apps/app-in-use.ts'
import type { OpensApps } from '../oauth-apps/oauth-apps.ts'
import { readErrorCodeForLog, readFailureReason, type Uses } from '../parts/runtime-parts.ts'
import { computeTokenTimes, openCredentials, sealValues, toTokenValues } from './sealed-credentials.ts'

/** The parts that keep tokens fresh. */
export type KeepsTokens = OpensApps &
  Uses<'connections', 'turns' | 'unfinished' | 'unkept' | 'clock' | 'logger' | 'fetch' | 'callbackUrl'>

/** Access tokens of a stored oauth2 connection: refreshed when due, and stored before use. */
export function createConnectionTokens(
  parts: KeepsTokens,
  connector: AnyConnector,
  config: OAuth2Config,
  connection: ConnectionRecord,
  redactor: Redactor,
): TokenSource {
  const { turns, unfinished, clock } = parts
  const keeper = createTokenKeeper(parts, connector, config, connection)
  const seen = (tokens: StoredTokens): StoredTokens => {
    redactor.add(tokens.accessToken)
    redactor.add(tokens.refreshToken ?? '')
    return tokens
  }
  return createRefreshingTokens(
    {
      load: async () => seen(await keeper.load()),
      renew: async (generation) => seen(await unfinished.track(turns.renew(connection.id, generation, keeper))),
    },
    clock,
  )
}

function createTokenKeeper(
  parts: KeepsTokens,
  connector: AnyConnector,
  config: OAuth2Config,
  connection: ConnectionRecord,
): TokenKeeper {
  const { grant, supportsRefreshToken = true } = config
  return {
    destination: computeDestination(connector),
    load: async () => {
      const { sealed, values } = await openCredentials(parts, connector, connection)
      const { access_token: accessToken, refresh_token: refreshToken } = values
      if (accessToken === undefined) {
        throw new CredentialError('The connection has no access token. Reconnect.', { code: 'CREDENTIAL_MISSING' })
      }
      return {
        accessToken: String(accessToken),
        refreshToken: refreshToken === undefined ? undefined : String(refreshToken),
        generation: sealed.generation,
        expiresAtMs: sealed.expiresAtMs ?? undefined,
        refreshAtMs: sealed.refreshAtMs ?? undefined,
        refreshFailures: sealed.refreshFailures,
        renewable: grant === 'client_credentials' || (supportsRefreshToken && refreshToken !== undefined),
      }
    },
    refresh: async (tokens) => {
      const unkept = parts.unkept.find(connection.id, tokens.generation)
      if (unkept) return keepTokens(parts, connection, tokens, unkept)
      let next: TokenSet
      try {
        next = await traceRefresh(pickConnectionIds(connection), () =>
          askForTokens(parts, connector, config, connection, tokens),
        )
      } catch (error) {
        if (await noteFailure(parts, connector, connection, tokens, error)) throw error
        return
      }
      await keepTokens(parts, connection, tokens, next)
    },
  }
}

const retriesMax = 2
const retryAfterMs = 250

/** Requests new tokens from the vendor. Nothing works without them, so temporary errors are tried again. */
async function askForTokens(
  parts: KeepsTokens,
  connector: AnyConnector,
  { grant }: OAuth2Config,
  connection: ConnectionRecord,
  { refreshToken = '', expiresAtMs }: StoredTokens,
): Promise<TokenSet> {
  const { clock } = parts
  const { default: pRetry } = await import('p-retry')
  const { values } = await openCredentials(parts, connector, connection)
  const app = await demandApp(parts, connector, { organizationId: connection.organizationId, values })
  const request = buildTokenRequest(parts, connector, app, values)
  const isAlive = expiresAtMs !== undefined && clock.nowMs() < expiresAtMs
  return pRetry(
    () =>
      grant === 'client_credentials' ? requestClientCredentials(request) : refreshTokens({ ...request, refreshToken }),
    {
      retries: isAlive ? 0 : retriesMax,
      // The waits use the clock, so that tests need not wait.
      minTimeout: 0,
      onFailedAttempt: ({ error, attemptNumber, retriesLeft }) =>
        retriesLeft > 0 && isPassing(error) ? clock.sleep(attemptNumber * retryAfterMs) : undefined,
      shouldRetry: ({ error }) => isPassing(error),
    },
  )
}

/** Temporary errors are tried again at once, but not if the vendor requires a slower pace. */
function isPassing(error: unknown): boolean {
  return error instanceof AuthError && error.retryable && error.status !== 429 && !error.retryAfterMs
}

/**
 * Records the effect of a refused or failed refresh on the connection.
 * @returns false if the credentials were replaced meanwhile, so that the failure has no effect
 */
async function noteFailure(
  { store, clock, logger }: Uses<'connections', 'clock' | 'logger'>,
  connector: AnyConnector,
  connection: ConnectionRecord,
  { generation, refreshFailures }: StoredTokens,
  error: unknown,
): Promise<boolean> {
  const nowMs = clock.nowMs()
  const ids = pickConnectionIds(connection)
  logger.warn({ ...ids, ...readFailureReason(error) }, 'Token refresh failed')
  if (!(error instanceof AuthError)) return true
  // After an answer that cannot be read, later runs do not try again either.
  if (error.retryable || error.code === 'AUTH_REPLY_INVALID' || isDoubtful(error)) {
    const askedAtMs = nowMs + Math.min(error.retryAfterMs ?? 0, postponedMsMax)
    const atMs = Math.max(askedAtMs, computeNextRefreshAtMs(refreshFailures + 1, nowMs))
    await store.connections.postponeRefresh(connection.id, generation, atMs)
  }
  if (!error.isGrantEnded) return true

  const sealed = await store.connections.credentials(connection.id)
  // A refresh token that was refused once is not sent again by any run.
  const { refresh_token: _refused, ...values } = sealed?.values ?? {}
  const changes = {
    state: 'needs_reauth',
    stateReason: `${connector.definition.name} no longer accepts the access that was granted. Reconnect.`,
  } as const
  // The grant has ended, so the access token has an end even if the vendor gave none.
  const next = { values, expiresAtMs: sealed?.expiresAtMs ?? nowMs, refreshAtMs: null }
  const isNoted = await store.connections.replaceCredentials(connection.id, generation, next, { changes, nowMs })
  if (isNoted) logger.warn(ids, 'Connection needs to be connected again')
  return isNoted
}

/** A refusal that sends a person to reconnect, although the grant may be alive. Nothing is deleted. */
function isDoubtful({ code, isGrantEnded }: AuthError): boolean {
  return code === 'AUTH_REFRESH_REJECTED' && !isGrantEnded
}

/** Stores new tokens before use. If refresh tokens rotate, losing them would lose the connection. */
async function keepTokens(
  parts: KeepsTokens,
  connection: ConnectionRecord,
  { generation }: StoredTokens,
  next: TokenSet,
): Promise<void> {
  const { store, vault, clock, logger, unkept } = parts
  const { default: pRetry } = await import('p-retry')
  const nowMs = clock.nowMs()
  // Tokens alone do not change the record: what is learned of it meanwhile would be thrown away as outdated.
  const hasOtherScopes = next.scopes !== undefined && !isDeepStrictEqual(next.scopes, connection.grantedScopes)
  const record = hasOtherScopes ? { changes: { grantedScopes: next.scopes }, nowMs } : undefined
  const replace = async () => {
    const sealed = await store.connections.credentials(connection.id)
    const values = { ...sealed?.values, ...(await sealValues(vault, connection, toTokenValues(next))) }
    const credentials = { values, ...computeTokenTimes(next, nowMs) }
    return store.connections.replaceCredentials(connection.id, generation, credentials, record)
  }
  try {
    const isStored = await pRetry(replace, {
      retries: 3,
      minTimeout: retryAfterMs,
      shouldRetry: ({ error }) => error instanceof StoreError,
    })
    unkept.delete(connection.id)
    // Not an error: the connection was connected again or disconnected meanwhile, and that counts.
    if (!isStored) logger.warn(pickConnectionIds(connection), 'Refreshed tokens came too late')
  } catch (error) {
    unkept.add(connection.id, generation, next)
    logger.error(
      { ...pickConnectionIds(connection), code: readErrorCodeForLog(error) },
      'Refreshed tokens could not be kept',
    )
    throw error
  }
}

function pickConnectionIds({ id, connectorId, organizationId }: ConnectionRecord) {
  return { connectionId: id, connectorId, organizationId }
}
