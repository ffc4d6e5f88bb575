import { requireOauth2Config } from './connector-config.ts'
import type { TokenSet } from './token-reply.ts'
import { requestTokens, type TokenRequestOptions } from './token-request.ts'

export { registerClient } from './register-client.ts'
export { revokeToken } from './revoke-token.ts'

export interface CodeExchange extends TokenRequestOptions {
  readonly code: string
  /** The redirect URI of the authorization request (RFC 6749 §4.1.3). */
  readonly redirectUri: string
  readonly codeVerifier?: string | undefined
}

/**
 * Exchanges an authorization code for tokens (RFC 6749 §4.1.3). Sent only once: a code is valid for one use, and
 * servers that see a second one revoke the tokens of the first (§4.1.2).
 * @throws AuthError `AUTH_EXCHANGE_FAILED`, `AUTH_APP_MISCONFIGURED`, `AUTH_TRANSIENT` (never retryable here) or
 * `AUTH_REPLY_INVALID`
 * @throws CredentialError for a placeholder without value, or one that would lead the client secret elsewhere
 * @throws HttpError `HTTP_HOST_REFUSED` if `fetch` refuses the address, or the hook sends a request to another host
 * @throws the reason of `signal` when that is aborted
 */
export async function exchangeCode({ code, redirectUri, codeVerifier, ...options }: CodeExchange): Promise<TokenSet> {
  const { tokenUrl, tokenParams } = requireOauth2Config(options.definition)
  const verifier = codeVerifier === undefined ? {} : { code_verifier: codeVerifier }
  return requestTokens(
    {
      grant: 'authorization_code',
      url: tokenUrl,
      extra: tokenParams,
      protocol: { code, redirect_uri: redirectUri, ...verifier },
      members: { code, codeVerifier },
    },
    options,
  )
}

/**
 * Requests new tokens (RFC 6749 §6), once: a failed attempt may have used up a rotating refresh token. Callers make
 * sure that nobody else refreshes the same connection meanwhile, and store the result before use.
 * @throws AuthError `AUTH_REFRESH_REJECTED` when a person has to reconnect; `AUTH_APP_MISCONFIGURED`,
 * `AUTH_TRANSIENT` or `AUTH_REPLY_INVALID` when the connection is as good as before
 * @throws CredentialError for a placeholder without value, or one that would lead the client secret elsewhere
 * @throws HttpError `HTTP_HOST_REFUSED` if `fetch` refuses the address, or the hook sends a request to another host
 * @throws TypeError when the connector declares that it has no refresh tokens
 * @throws the reason of `signal` when that is aborted
 */
export async function refreshTokens({
  refreshToken,
  ...options
}: TokenRequestOptions & { readonly refreshToken: string }): Promise<TokenSet> {
  const config = requireOauth2Config(options.definition)
  if (config.supportsRefreshToken === false) {
    throw new TypeError(`refreshTokens: "${options.definition.id}" declares that it has no refresh tokens`)
  }
  return requestTokens(
    {
      grant: 'refresh_token',
      url: config.refreshUrl ?? config.tokenUrl,
      extra: config.refreshParams ?? config.tokenParams,
      protocol: { refresh_token: refreshToken },
      members: { refreshToken },
    },
    options,
  )
}

/**
 * Requests a token for the app itself, with all declared scopes (RFC 6749 §4.4).
 * @throws AuthError `AUTH_APP_MISCONFIGURED`, `AUTH_TRANSIENT` or `AUTH_REPLY_INVALID`
 * @throws CredentialError for a placeholder without value, or one that would lead the client secret elsewhere
 * @throws HttpError `HTTP_HOST_REFUSED` if `fetch` refuses the address, or the hook sends a request to another host
 * @throws the reason of `signal` when that is aborted
 */
export async function requestClientCredentials(options: TokenRequestOptions): Promise<TokenSet> {
  const { tokenUrl, tokenParams, scopes, scopeSeparator = ' ' } = requireOauth2Config(options.definition)
  return requestTokens(
    {
      grant: 'client_credentials',
      url: tokenUrl,
      extra: tokenParams,
      protocol: scopes.length > 0 ? { scope: scopes.join(scopeSeparator) } : {},
      members: {},
    },
    options,
  )
}
