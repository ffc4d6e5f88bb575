import type { Provider } from 'oidc-provider'
import type { SettledOptions } from './oauth-options.ts'

/** The claims of a valid access token. */
export interface AccessTokenFacts {
  readonly scopes: readonly string[]
  /** Undefined for a token of client_credentials, which belongs to no person. */
  readonly accountId: string | undefined
  readonly clientId: string
}

/** One request to the token endpoint: its subject and outcome, without secrets. */
export interface TokenRequest {
  readonly at: Date
  /** Undefined if the request could not be read. */
  readonly grantType: string | undefined
  /** Undefined if the client is unknown. */
  readonly clientId: string | undefined
  readonly status: number
  /** OAuth error code (RFC 6749 §5.2) if it was refused. */
  readonly error: string | undefined
}

export interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** The list of all answered requests to the token endpoint. */
export function recordTokenRequests(provider: Provider): readonly TokenRequest[] {
  const requests: TokenRequest[] = []
  const path = provider.pathFor('token')
  provider.use(async (ctx, next) => {
    const at = new Date()
    await next()
    if (ctx.path !== path) return
    const { oidc, status, body } = ctx
    const grantType = oidc?.params?.grant_type
    requests.push({
      at,
      grantType: typeof grantType === 'string' ? grantType : undefined,
      clientId: oidc?.entities.Client?.clientId,
      status,
      error: readTokenError(body),
    })
  })
  return requests
}

/** The claims of the token; undefined if it is unknown, expired or revoked. */
export async function findAccessTokenFacts(provider: Provider, token: string): Promise<AccessTokenFacts | undefined> {
  const byPerson = await provider.AccessToken.find(token)
  const found = byPerson ?? (await provider.ClientCredentials.find(token))
  if (found?.clientId === undefined) return undefined
  return { scopes: [...found.scopes], accountId: byPerson?.accountId, clientId: found.clientId }
}

/** The client of that id. @throws TypeError when there is none, or its metadata is refused */
export async function demandClient(provider: Provider, clientId: string) {
  const client = await provider.Client.find(clientId).catch((cause: unknown) => {
    const why = cause instanceof Error && 'error_description' in cause ? cause.error_description : cause
    throw new TypeError(`oauthServer(): the client "${clientId}" is refused: ${String(why)}.`, { cause })
  })
  if (client === undefined) throw new TypeError(`oauthServer(): there is no client "${clientId}".`)
  return client
}

/** Tokens as at the end of an authorization flow. @throws TypeError for an unknown client */
export async function issueTokens(
  provider: Provider,
  settled: SettledOptions,
  request: { readonly clientId: string; readonly scopes?: readonly string[] },
): Promise<IssuedTokens> {
  const client = await demandClient(provider, request.clientId)
  const accountId = settled.account.id
  const scope = (request.scopes ?? settled.scopes).join(' ')
  const grant = new provider.Grant({ accountId, clientId: client.clientId })
  grant.addOIDCScope(scope)
  const properties = { client, accountId, scope, grantId: await grant.save(), gty: 'authorization_code' }
  return {
    accessToken: await new provider.AccessToken(properties).save(),
    refreshToken: await new provider.RefreshToken(properties).save(),
  }
}

function readTokenError(body: unknown): string | undefined {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof error === 'string' ? error : undefined
}
