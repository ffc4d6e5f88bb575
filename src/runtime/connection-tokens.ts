import type { ConnectionRecord } from '../auth/connection-store.ts'
import { refreshAtMs } from '../auth/oauth/refresh-timing.ts'
import { refreshTokens, requestClientCredentials } from '../auth/oauth/token-endpoint.ts'
import type { TokenSet } from '../auth/oauth/token-reply.ts'
import { type KeptTokens, refreshingTokens } from '../auth/refreshing-tokens.ts'
import type { TokenSource } from '../auth/strategies/oauth2.ts'
import type { AnyConnector } from '../define/index.ts'
import { AuthError, CredentialError } from '../errors/index.ts'
import { fillingsOf } from '../http/open-session.ts'
import { transportFetch } from '../http/transport-fetch.ts'
import { demandApp } from './oauth-apps.ts'
import type { Parts } from './parts.ts'
import { openValues, sealValues, withTokens } from './sealed-credentials.ts'

/** Access tokens of a stored oauth2 connection: refreshed when due, kept before anyone uses them. */
export function connectionTokens(
  parts: Parts,
  connector: AnyConnector,
  connection: ConnectionRecord,
  onToken: (token: string) => void,
): TokenSource {
  const { store, vault, clock } = parts
  const stored = async () => {
    const sealed = await store.connections.credentials(connection.id)
    if (!sealed)
      throw new CredentialError('The connection has no credentials; connect again.', { code: 'CREDENTIAL_MISSING' })
    return { sealed, values: await openValues(vault, connection, sealed.values) }
  }
  return refreshingTokens(
    {
      load: async (): Promise<KeptTokens> => {
        const { sealed, values } = await stored()
        const expiresAtMs = sealed.expiresAtMs ?? undefined
        const { access_token: accessToken = '', refresh_token: refreshToken } = values
        for (const token of [accessToken, refreshToken ?? '']) onToken(String(token))
        return {
          accessToken: String(accessToken),
          refreshToken: refreshToken === undefined ? undefined : String(refreshToken),
          generation: sealed.generation,
          expiresAtMs,
          // The store keeps when a token ends, not when it began; the margin then is the full one.
          refreshAtMs:
            expiresAtMs === undefined
              ? undefined
              : refreshAtMs({ obtainedAtMs: connection.updatedAtMs, expiresAtMs, random: Math.random }),
        }
      },
      refresh: async (tokens, signal) => {
        const { values } = await stored()
        const next = await ask(parts, connector, connection, tokens, values, signal)
        if (!next) return false
        onToken(next.accessToken)
        if (next.refreshToken !== undefined) onToken(next.refreshToken)
        const sealed = await sealValues(vault, connection, withTokens(values, next))
        return store.connections.replaceCredentials(connection.id, tokens.generation, {
          values: sealed,
          expiresAtMs: next.expiresAtMs ?? null,
        })
      },
    },
    clock,
  )
}

/** Asks the vendor for new tokens; a grant that it refuses for good is written down. */
async function ask(
  parts: Parts,
  connector: AnyConnector,
  connection: ConnectionRecord,
  tokens: KeptTokens,
  values: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<TokenSet | undefined> {
  const { definition, hooks } = connector
  const { store, clock, transport, logger } = parts
  if (definition.auth.type !== 'oauth2') return undefined
  const { config } = definition.auth
  const app = await demandApp(parts, connector.id, connection.organizationId)
  const request = {
    definition,
    hook: hooks.token,
    app,
    settings: app.settings,
    fillings: fillingsOf(definition, values, app.settings),
    credentials: values,
    fetch: transportFetch(transport),
    clock,
    signal,
  }
  if (config.grant === 'client_credentials') return requestClientCredentials(request)
  if (config.supportsRefreshToken === false || tokens.refreshToken === undefined) return undefined
  try {
    return await refreshTokens({ ...request, refreshToken: tokens.refreshToken })
  } catch (error) {
    if (error instanceof AuthError && error.code === 'AUTH_REFRESH_REJECTED') {
      const stateReason = `${definition.name} no longer accepts the access that was granted. Connect again.`
      await store.connections.update(connection.id, { state: 'needs_reauth', stateReason }, clock.nowMs())
      logger.warn({ connectionId: connection.id, connectorId: connector.id }, 'Connection needs to be connected again')
    }
    throw error
  }
}
