import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { OAuthAccount } from '../../author/testing/oauth/oauth-options.ts'
import { renderErrorPage, renderSignInPage } from '../../author/testing/oauth/sign-in-page.ts'
import { listen } from '../serving/serve-http.ts'

export interface DemoSignInOptions {
  /** The one app that may ask. */
  readonly app: { readonly clientId: string; readonly clientSecret: string; readonly name: string }
  /** Addresses that the app may send people back to, compared exactly. */
  readonly redirectUris: readonly string[]
  /** Scopes that the person can grant. Others that are asked for are left out of the grant. */
  readonly scopes: readonly string[]
  readonly account: OAuthAccount
  readonly vendorName: string
}

export interface SignInServer {
  readonly issuer: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** The scopes of an access token; undefined: it was not issued here. */
  findScopes(token: string): readonly string[] | undefined
  close(): Promise<void>
}

/** A person has signed in, and the app has not yet taken its token. */
interface PendingSignIn {
  readonly redirectUri: string
  readonly challenge: string
  readonly scopes: readonly string[]
  readonly untilMs: number
}

/** RFC 6749 §4.1.2 allows ten minutes at most. */
const codeMs = 60_000
/** Nobody signs in more often at a time, and memory has an end. */
const grantsMax = 100

/**
 * The authorization server of the demo's vendor, for one app and one person: authorization code (RFC 6749 §4.1) with PKCE by S256
 * (RFC 7636). Tests use `oauthServer()`, which does far more and needs a package that an installed copy does not have. Tokens last as
 * long as the server.
 */
export async function startSignInServer(options: DemoSignInOptions): Promise<SignInServer> {
  const server = await listen({ host: '127.0.0.1', port: 0 })
  const grants = new Map<string, PendingSignIn>()
  const tokens = new Map<string, readonly string[]>()
  server.answer(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/authorize') return answerSignIn(options, grants, request)
    if (pathname === '/token' && request.method === 'POST') return answerToken(options, grants, tokens, request)
    return new Response('Not found', { status: 404 })
  })
  return {
    issuer: server.url,
    authorizeUrl: `${server.url}/authorize`,
    tokenUrl: `${server.url}/token`,
    findScopes: (token) => tokens.get(token),
    close: server.close,
  }
}

/** GET shows the page of the vendor, POST is the person's answer. */
async function answerSignIn(
  options: DemoSignInOptions,
  grants: Map<string, PendingSignIn>,
  request: Request,
): Promise<Response> {
  const { app, redirectUris, account, vendorName } = options
  const { searchParams: query } = new URL(request.url)
  const redirectUri = query.get('redirect_uri') ?? ''
  // RFC 6749 §4.1.2.1: without an app and an address that belong together, nobody is sent anywhere.
  if (query.get('client_id') !== app.clientId || !redirectUris.includes(redirectUri))
    return toPage(await renderErrorPage(vendorName, 'invalid_request', 'The app or its address is not known.'), 400)
  const challenge = query.get('code_challenge') ?? ''
  if (query.get('response_type') !== 'code') return sendBack(redirectUri, query, { error: 'unsupported_response_type' })
  if (query.get('code_challenge_method') !== 'S256' || challenge === '')
    return sendBack(redirectUri, query, { error: 'invalid_request', error_description: 'PKCE by S256 is required.' })
  const asked = (query.get('scope') ?? '').split(' ')
  const scopes = options.scopes.filter((scope) => asked.includes(scope))
  if (request.method !== 'POST')
    return toPage(await renderSignInPage({ vendorName, clientName: app.name, account, scopes }), 200)
  const decision = new URLSearchParams(await request.text()).get('decision')
  if (decision !== 'allow') return sendBack(redirectUri, query, { error: 'access_denied' })
  const code = randomBytes(32).toString('base64url')
  const [oldest] = grants.keys()
  if (grants.size >= grantsMax && oldest !== undefined) grants.delete(oldest)
  grants.set(code, { redirectUri, challenge, scopes, untilMs: Date.now() + codeMs })
  return sendBack(redirectUri, query, { code })
}

/** Exchanges a code, which is used up by that, for a token. */
async function answerToken(
  { app }: DemoSignInOptions,
  grants: Map<string, PendingSignIn>,
  tokens: Map<string, readonly string[]>,
  request: Request,
): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  if (form.get('client_id') !== app.clientId || !isEqual(form.get('client_secret') ?? '', app.clientSecret))
    return toJson(401, { error: 'invalid_client' })
  if (form.get('grant_type') !== 'authorization_code') return toJson(400, { error: 'unsupported_grant_type' })
  const code = form.get('code') ?? ''
  const grant = grants.get(code)
  grants.delete(code)
  const challenge = digest(form.get('code_verifier') ?? '').toString('base64url')
  if (
    grant === undefined ||
    grant.untilMs < Date.now() ||
    grant.redirectUri !== form.get('redirect_uri') ||
    !isEqual(challenge, grant.challenge)
  )
    return toJson(400, { error: 'invalid_grant' })
  const token = randomBytes(32).toString('base64url')
  tokens.set(token, grant.scopes)
  return toJson(200, { access_token: token, token_type: 'Bearer', scope: grant.scopes.join(' ') })
}

function sendBack(to: string, query: URLSearchParams, answer: Readonly<Record<string, string>>): Response {
  const url = new URL(to)
  const state = query.get('state')
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  // RFC 9110 §15.4.4: the answer of a form is fetched by GET.
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } })
}

function toPage(page: string, status: number): Response {
  return new Response(page, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** RFC 6749 §5.1: no cache may keep a token. */
function toJson(status: number, value: object): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'no-store' } })
}

/** In a time that does not tell how much of it is right. */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
