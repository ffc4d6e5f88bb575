import type { Provider } from 'oidc-provider'
import type { SettledOptions } from './oauth-options.ts'

/** What a valid access token stands for. */
export interface AccessTokenFacts {
  readonly scopes: readonly string[]
  /** Undefined for a token of client_credentials, which stands for no person. */
  readonly accountId: string | undefined
  readonly clientId: string
}

/** One request to the token endpoint: what it was about and how it ended, never a secret. */
export interface TokenRequest {
  readonly at: Date
  /** Undefined when the request could not be read. */
  readonly grantType: string | undefined
  /** Undefined when the client is not known. */
  readonly clientId: string | undefined
  readonly status: number
  /** OAuth error code (RFC 6749 §5.2) where it was refused. */
  readonly error: string | undefined
}

export interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** The list that every request to the token endpoint is added to once it is answered. */
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
      error: readErrorCode(body),
    })
  })
  return requests
}

/** What the token stands for; undefined when it is unknown, expired or revoked. */
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

/** Tokens as the end of an authorization flow gives them. @throws TypeError for an unknown client */
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

function readErrorCode(body: unknown): string | undefined {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof error === 'string' ? error : undefined
}
