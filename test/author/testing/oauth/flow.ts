import { createHash, randomBytes } from 'node:crypto'
import { authorizeHeadlessly, type OAuthClient, type OAuthServer } from '../../../../src/author/testing/index.ts'

export const callback = 'https://app.example/callback'

/** Clients whose secrets need every kind of encoding. */
export const clients = {
  body: { clientId: 'body-app', clientSecret: 'p@ss:w/+ %&=', redirectUris: [callback], authMethod: 'body' },
  header: { clientId: 'header:app', clientSecret: 'p@ss:w/+ %&=', redirectUris: [callback], authMethod: 'header' },
  none: { clientId: 'public-app', redirectUris: [callback], authMethod: 'none' },
} as const satisfies Record<string, OAuthClient>

export interface Authorized {
  readonly code: string
  readonly verifier: string
  readonly callbackUrl: URL
}

/** Goes through the authorization, with PKCE unless told otherwise. */
export async function authorize(
  server: OAuthServer,
  client: OAuthClient,
  params: Readonly<Record<string, string>> = {},
): Promise<Authorized> {
  const verifier = randomBytes(32).toString('base64url')
  const callbackUrl = new URL(await authorizeHeadlessly(buildAuthorizationUrl(server, client, verifier, params)))
  return { code: callbackUrl.searchParams.get('code') ?? '', verifier, callbackUrl }
}

export function buildAuthorizationUrl(
  server: OAuthServer,
  client: OAuthClient,
  verifier: string,
  params: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(server.authorizeUrl)
  url.search = new URLSearchParams({
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'users:read',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...params,
  }).toString()
  return url
}

export interface TokenReply {
  readonly status: number
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in?: number
  readonly scope?: string
  readonly error?: string
}

/** One request to the token endpoint, authenticated as the client registered, or as `method` says. */
export function sendTokenRequestAs(
  server: OAuthServer,
  client: OAuthClient,
  params: Readonly<Record<string, string>>,
  method: OAuthClient['authMethod'] = client.authMethod,
): Promise<TokenReply> {
  return post(server.tokenUrl, client, params, method)
}

export function exchange(
  server: OAuthServer,
  client: OAuthClient,
  authorized: Authorized,
  verifier = authorized.verifier,
) {
  return sendTokenRequestAs(server, client, {
    grant_type: 'authorization_code',
    code: authorized.code,
    redirect_uri: callback,
    code_verifier: verifier,
  })
}

export function refresh(server: OAuthServer, client: OAuthClient, refreshToken = '') {
  return sendTokenRequestAs(server, client, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

export function revoke(server: OAuthServer, client: OAuthClient, token: string) {
  return post(server.revokeUrl, client, { token }, client.authMethod)
}

async function post(
  url: string,
  client: OAuthClient,
  params: Readonly<Record<string, string>>,
  method: OAuthClient['authMethod'],
): Promise<TokenReply> {
  const body = new URLSearchParams(params)
  const headers: Record<string, string> = {}
  if (method === 'header') {
    // RFC 6749 §2.3.1: each half form-encoded before they are joined.
    const [id, secret] = [client.clientId, client.clientSecret ?? ''].map((half) =>
      new URLSearchParams({ half }).toString().slice(5),
    )
    headers.authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  } else {
    body.set('client_id', client.clientId)
    if (method === 'body') body.set('client_secret', client.clientSecret ?? '')
  }
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  return { status: response.status, ...(text === '' ? undefined : JSON.parse(text)) }
}
