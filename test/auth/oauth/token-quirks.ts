import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Grant } from '../../../src/auth/oauth/token-failure.ts'
import type { TokenSet } from '../../../src/auth/oauth/token-reply.ts'
import type { OAuth2Config } from '../../../src/define/index.ts'
import type { ErrorCode } from '../../../src/errors/index.ts'
import { canary, nowMs } from './acme.ts'

/** One reply that a token endpoint really sends, or might, and what has to come of it. */
export interface Quirk {
  readonly name: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON unless it is text or bytes. */
  readonly body?: unknown
  /** Answers in a way that no body describes. */
  readonly act?: (response: ServerResponse) => void
  readonly config?: Partial<OAuth2Config>
  /** The answer never ends, so the deadline is a short one. */
  readonly stalls?: true
  /** @default 'authorization_code' */
  readonly grant?: Grant
  readonly expect: Partial<TokenSet> | Refusal
}

export interface Refusal {
  readonly code: ErrorCode
  readonly vendorCode?: string
  readonly status?: number
  readonly retryable?: boolean
}

const { access, refresh } = canary
const ok = { access_token: access, token_type: 'bearer' }
const granted = { accessToken: access }
const inAnHour = { accessToken: access, expiresAtMs: nowMs + 3_600_000 }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const html = { 'content-type': 'text/html; charset=utf-8' }
const loginPage = '<!doctype html><title>Sign in</title><form><input name="password"></form>'

const tokenTypes: readonly Quirk[] = [
  { name: 'token_type "Bearer"', body: { ...ok, token_type: 'Bearer' }, expect: granted },
  { name: 'token_type "BEARER"', body: { ...ok, token_type: 'BEARER' }, expect: granted },
  { name: 'no token_type (LinkedIn)', body: { access_token: access }, expect: granted },
  { name: 'token_type null', body: { ...ok, token_type: null }, expect: granted },
  { name: 'token_type ""', body: { ...ok, token_type: '' }, expect: granted },
  {
    name: 'token_type "user" that the connector lists (Slack)',
    body: { ...ok, token_type: 'user' },
    config: { tokenTypes: ['user', 'bot'] },
    expect: granted,
  },
  {
    name: 'token_type "Bot" that the connector lists as "bot"',
    body: { ...ok, token_type: 'Bot' },
    config: { tokenTypes: ['user', 'bot'] },
    expect: granted,
  },
  {
    name: 'token_type "bot" that nobody lists',
    body: { ...ok, token_type: 'bot' },
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  { name: 'token_type "DPoP"', body: { ...ok, token_type: 'DPoP' }, expect: { code: 'AUTH_REPLY_INVALID' } },
  {
    name: 'token_type "DPoP" even when listed',
    body: { ...ok, token_type: 'DPoP' },
    config: { tokenTypes: ['DPoP'] },
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  { name: 'token_type "mac"', body: { ...ok, token_type: 'mac' }, expect: { code: 'AUTH_REPLY_INVALID' } },
  { name: 'token_type "pop"', body: { ...ok, token_type: 'pop' }, expect: { code: 'AUTH_REPLY_INVALID' } },
  { name: 'token_type that is the token', body: { ...ok, token_type: access }, expect: { code: 'AUTH_REPLY_INVALID' } },
  { name: 'token_type that is a number', body: { ...ok, token_type: 1 }, expect: { code: 'AUTH_REPLY_INVALID' } },
]

const lifetimes: readonly Quirk[] = [
  { name: 'expires_in 3600', body: { ...ok, expires_in: 3600 }, expect: inAnHour },
  { name: 'expires_in "3600"', body: { ...ok, expires_in: '3600' }, expect: inAnHour },
  {
    name: 'expires_in 3599.5',
    body: { ...ok, expires_in: 3599.5 },
    expect: { ...granted, expiresAtMs: nowMs + 3_599_000 },
  },
  { name: 'expires_in null', body: { ...ok, expires_in: null }, expect: granted },
  { name: 'expires_in -1', body: { ...ok, expires_in: -1 }, expect: granted },
  { name: 'expires_in 0', body: { ...ok, expires_in: 0 }, expect: granted },
  { name: 'expires_in "3600abc"', body: { ...ok, expires_in: '3600abc' }, expect: granted },
  {
    name: 'expires_in 1e15, held to ten years',
    body: { ...ok, expires_in: 1e15 },
    expect: { ...granted, expiresAtMs: nowMs + 3650 * 86_400_000 },
  },
  { name: 'expires_in 1e400', body: `{"access_token":"${access}","expires_in":1e400}`, expect: granted },
]

const refreshTokens: readonly Quirk[] = [
  { name: 'refresh_token', body: { ...ok, refresh_token: refresh }, expect: { ...granted, refreshToken: refresh } },
  { name: 'refresh_token null', body: { ...ok, refresh_token: null }, expect: granted },
  { name: 'refresh_token ""', body: { ...ok, refresh_token: '' }, expect: granted },
  { name: 'refresh_token that is a number', body: { ...ok, refresh_token: 7 }, expect: granted },
  { name: 'no refresh_token on a refresh', body: ok, grant: 'refresh_token', expect: granted },
  {
    name: 'refresh_token of a connector that uses none',
    body: { ...ok, refresh_token: refresh },
    config: { supportsRefreshToken: false },
    expect: granted,
  },
]

const scopes: readonly Quirk[] = [
  { name: 'scope with spaces', body: { ...ok, scope: 'a b' }, expect: { ...granted, scopes: ['a', 'b'] } },
  {
    name: 'scope with commas (GitHub)',
    body: { ...ok, scope: 'a,b, c' },
    expect: { ...granted, scopes: ['a', 'b', 'c'] },
  },
  {
    name: 'scope that is an array',
    body: { ...ok, scope: ['a', 'b', 'a'] },
    expect: { ...granted, scopes: ['a', 'b'] },
  },
  {
    name: "scope with the connector's separator",
    body: { ...ok, scope: 'a|b' },
    config: { scopeSeparator: '|' },
    expect: { ...granted, scopes: ['a', 'b'] },
  },
  {
    name: 'scope with a comma that belongs to it',
    body: { ...ok, scope: 'read,write admin' },
    config: { scopes: ['read,write'] },
    expect: { ...granted, scopes: ['read,write', 'admin'] },
  },
  { name: 'scope null', body: { ...ok, scope: null }, expect: granted },
  { name: 'scope ""', body: { ...ok, scope: '' }, expect: granted },
]

const encodings: readonly Quirk[] = [
  {
    name: 'form body (GitHub)',
    headers: form,
    body: `access_token=${access}&scope=repo%2Cgist&token_type=bearer&expires_in=3600`,
    expect: { ...inAnHour, scopes: ['repo', 'gist'] },
  },
  {
    name: 'form body labelled text/plain',
    headers: { 'content-type': 'text/plain' },
    body: `access_token=${access}\n`,
    expect: granted,
  },
  { name: 'form body labelled JSON', body: `access_token=${access}&token_type=bearer`, expect: granted },
  { name: 'JSON labelled text/html', headers: html, body: JSON.stringify(ok), expect: granted },
  { name: 'JSON without content type', act: (response) => response.end(JSON.stringify(ok)), expect: granted },
  { name: 'JSON with a byte order mark', body: `\uFEFF${JSON.stringify(ok)}`, expect: granted },
  {
    name: 'JSON compressed',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify(ok)),
    expect: granted,
  },
  { name: 'a name sent twice', body: `{"access_token":"first","access_token":"${access}"}`, expect: granted },
  {
    name: 'a member "__proto__"',
    body: `{"__proto__":{"access_token":"x"},"access_token":"${access}"}`,
    expect: granted,
  },
  {
    name: 'a token only in "__proto__"',
    body: `{"__proto__":{"access_token":"${access}"}}`,
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  { name: 'HTTP 201', status: 201, body: ok, expect: granted },
  { name: 'HTTP 203', status: 203, body: ok, expect: granted },
]

const shapes: readonly Quirk[] = [
  {
    name: 'the token of a person beside that of a bot (Slack)',
    body: {
      ok: true,
      access_token: 'xoxb-bot',
      token_type: 'bot',
      refresh_token: 'xoxe-bot',
      scope: 'chat:write',
      expires_in: 60,
      authed_user: {
        access_token: access,
        token_type: 'user',
        refresh_token: refresh,
        scope: 'users:read',
        expires_in: 3600,
      },
    },
    config: { tokenPath: 'authed_user.access_token', tokenTypes: ['user'] },
    expect: { ...inAnHour, refreshToken: refresh, scopes: ['users:read'] },
  },
  {
    name: 'the token of a person without one of its own to refresh',
    body: { ok: true, access_token: 'xoxb-bot', refresh_token: 'xoxe-bot', authed_user: { access_token: access } },
    config: { tokenPath: 'authed_user.access_token' },
    expect: granted,
  },
  {
    name: 'the token in "data", its lifetime beside it',
    body: { data: { access_token: access }, expires_in: 3600, refresh_token: refresh },
    config: { tokenPath: 'data.access_token' },
    expect: { ...inAnHour, refreshToken: refresh },
  },
  {
    name: 'names in camel case',
    body: { accessToken: access, refreshToken: refresh, expiresIn: 3600, tokenType: 'Bearer' },
    config: { tokenPath: 'accessToken' },
    expect: { ...inAnHour, refreshToken: refresh },
  },
  {
    name: 'names in camel case that no option tells',
    body: { accessToken: access },
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  {
    name: 'captures from the reply',
    body: { ...ok, team: { id: 'T1', size: 4 } },
    config: {
      capture: [
        { from: 'token', path: 'team.id', id: 'team' },
        { from: 'token', path: 'team.size', id: 'size' },
      ],
    },
    expect: { ...granted, captured: { team: 'T1', size: '4' } },
  },
  {
    name: 'a capture that is missing',
    body: ok,
    config: { capture: [{ from: 'token', path: 'team.id', id: 'team' }] },
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  {
    name: 'a capture that does not match its pattern',
    body: { ...ok, instance_url: 'https://evil.example' },
    config: {
      capture: [{ from: 'token', path: 'instance_url', id: 'instance', pattern: 'https://[a-z]+\\.acme\\.example' }],
    },
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  {
    name: 'a capture above 2^53',
    body: `{"access_token":"${access}","id":12345678901234567890}`,
    config: { capture: [{ from: 'token', path: 'id', id: 'account' }] },
    expect: { ...granted, captured: { account: '12345678901234567890' } },
  },
  {
    name: 'a capture that a refresh leaves out',
    body: ok,
    grant: 'refresh_token',
    config: { capture: [{ from: 'token', path: 'team.id', id: 'team' }] },
    expect: { ...granted, captured: {} },
  },
  {
    name: 'id_token of another issuer',
    body: { ...ok, id_token: `e30.${btoa('{"iss":"https://evil.example"}')}.e30` },
    expect: granted,
  },
  { name: 'id_token that is junk', body: { ...ok, id_token: 'junk' }, expect: granted },
  { name: 'id_token null', body: { ...ok, id_token: null }, expect: granted },
  { name: 'access_token that is a number', body: { access_token: 1234567 }, expect: { code: 'AUTH_REPLY_INVALID' } },
  {
    name: 'access_token ""',
    body: { access_token: '', refresh_token: refresh },
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  {
    name: 'access_token null',
    body: { access_token: null, refresh_token: refresh },
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  {
    name: 'access_token with a line break',
    body: { access_token: `${access}\r\nx: y` },
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  { name: 'access_token beyond ASCII', body: { access_token: `${access}é` }, expect: { code: 'AUTH_REPLY_INVALID' } },
  { name: 'an array', body: [ok], expect: { code: 'AUTH_REPLY_INVALID' } },
  {
    name: 'JSON that is cut off',
    body: `{"access_token":"${access}","refresh`,
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  { name: 'JSON null', body: 'null', expect: { code: 'AUTH_REPLY_INVALID' } },
  { name: 'an empty body', body: '', expect: { code: 'AUTH_REPLY_INVALID', status: 200 } },
  {
    name: 'HTTP 204',
    status: 204,
    act: (response) => response.writeHead(204).end(),
    expect: { code: 'AUTH_REPLY_INVALID', status: 204 },
  },
  { name: 'a login page', headers: html, body: loginPage, expect: { code: 'AUTH_REPLY_INVALID', status: 200 } },
  {
    name: 'a redirect',
    status: 302,
    headers: { location: '/elsewhere' },
    body: '',
    expect: { code: 'AUTH_REPLY_INVALID', status: 302 },
  },
  {
    name: 'a redirect that keeps the body',
    status: 307,
    headers: { location: 'https://evil.example/' },
    body: '',
    expect: { code: 'AUTH_REPLY_INVALID', status: 307 },
  },
]

const refusals: readonly Quirk[] = [
  {
    name: '200 with an error (GitHub)',
    body: { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' },
    expect: { code: 'AUTH_EXCHANGE_FAILED', vendorCode: 'bad_verification_code', status: 200 },
  },
  {
    name: '200 with an error about the app (GitHub)',
    body: 'error=incorrect_client_credentials&error_description=The+client_id+is+wrong',
    headers: form,
    expect: { code: 'AUTH_APP_MISCONFIGURED', vendorCode: 'incorrect_client_credentials' },
  },
  {
    name: '200 with an error about the refresh token (GitHub)',
    body: { error: 'bad_refresh_token' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_REFRESH_REJECTED', vendorCode: 'bad_refresh_token' },
  },
  {
    name: '{ok: false} (Slack)',
    body: { ok: false, error: 'invalid_code' },
    expect: { code: 'AUTH_EXCHANGE_FAILED', vendorCode: 'invalid_code' },
  },
  {
    name: '{ok: false} on a refresh (Slack)',
    body: { ok: false, error: 'invalid_refresh_token' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_REFRESH_REJECTED', vendorCode: 'invalid_refresh_token' },
  },
  {
    name: '{ok: false} beside a token',
    body: { ...ok, ok: false, error: 'ratelimited' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', vendorCode: 'ratelimited', retryable: true },
  },
  { name: '{success: false} without reason', body: { success: false }, expect: { code: 'AUTH_EXCHANGE_FAILED' } },
  {
    name: '400 invalid_grant on an exchange',
    status: 400,
    body: { error: 'invalid_grant' },
    expect: { code: 'AUTH_EXCHANGE_FAILED', vendorCode: 'invalid_grant', status: 400 },
  },
  {
    name: '400 invalid_grant on a refresh',
    status: 400,
    body: { error: 'invalid_grant' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_REFRESH_REJECTED', vendorCode: 'invalid_grant', status: 400 },
  },
  {
    name: '403 with a code in capitals on a refresh',
    status: 403,
    body: { error: 'TOKEN-REVOKED' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_REFRESH_REJECTED', vendorCode: 'TOKEN-REVOKED', status: 403 },
  },
  {
    name: '400 with an unknown code on a refresh',
    status: 400,
    body: { error: 'E4711' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_REPLY_INVALID', vendorCode: 'E4711', status: 400 },
  },
  {
    name: '400 unauthorized_client on a refresh',
    status: 400,
    body: { error: 'unauthorized_client' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_APP_MISCONFIGURED', vendorCode: 'unauthorized_client' },
  },
  {
    name: '400 invalid_scope',
    status: 400,
    body: { error: 'invalid_scope' },
    grant: 'client_credentials',
    expect: { code: 'AUTH_APP_MISCONFIGURED', vendorCode: 'invalid_scope' },
  },
  {
    name: '400 with an unknown code for the app itself',
    status: 400,
    body: { error: 'tenant_not_found' },
    grant: 'client_credentials',
    expect: { code: 'AUTH_APP_MISCONFIGURED', vendorCode: 'tenant_not_found' },
  },
  {
    name: '401 with WWW-Authenticate and a code',
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="oauth"' },
    body: { error: 'invalid_client' },
    expect: { code: 'AUTH_APP_MISCONFIGURED', vendorCode: 'invalid_client', status: 401 },
  },
  {
    name: '401 with WWW-Authenticate alone',
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="oauth"' },
    body: '',
    grant: 'refresh_token',
    expect: { code: 'AUTH_APP_MISCONFIGURED', status: 401 },
  },
  {
    name: '400 in plain words',
    status: 400,
    headers: { 'content-type': 'text/plain' },
    body: 'Bad Request',
    expect: { code: 'AUTH_EXCHANGE_FAILED', status: 400 },
  },
  {
    name: '400 in plain words on a refresh',
    status: 400,
    body: 'Bad Request',
    grant: 'refresh_token',
    expect: { code: 'AUTH_REPLY_INVALID', status: 400 },
  },
  {
    name: 'an error object that errorPath reaches into (Meta)',
    status: 400,
    body: { error: { message: 'Invalid verification code', type: 'OAuthException', code: 100 } },
    config: { errorPath: 'error.type' },
    expect: { code: 'AUTH_EXCHANGE_FAILED', vendorCode: 'OAuthException' },
  },
  {
    name: 'a list of errors that errorPath reaches into',
    status: 400,
    body: { errors: [{ errorType: 'invalid_grant' }] },
    config: { errorPath: 'errors.0.errorType' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_REFRESH_REJECTED', vendorCode: 'invalid_grant' },
  },
  {
    name: '200 with a numbered error (WeChat)',
    body: { errcode: 40029, errmsg: 'invalid code' },
    config: { errorPath: 'errcode' },
    expect: { code: 'AUTH_EXCHANGE_FAILED', vendorCode: '40029' },
  },
  {
    name: '200 with an error object that no option explains',
    body: { error: { code: 5 } },
    expect: { code: 'AUTH_EXCHANGE_FAILED' },
  },
  {
    name: 'an error that quotes the code',
    status: 400,
    body: { error: canary.code, error_description: `code ${canary.code} of ${canary.clientSecret}` },
    expect: { code: 'AUTH_EXCHANGE_FAILED', status: 400 },
  },
  {
    name: 'an error that quotes the refresh token',
    status: 400,
    body: { error: `unknown_${canary.refreshToken.toUpperCase()}` },
    grant: 'refresh_token',
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  {
    name: 'an error that is a sentence',
    status: 400,
    body: { error: 'The code has expired' },
    expect: { code: 'AUTH_EXCHANGE_FAILED' },
  },
  {
    name: '404',
    status: 404,
    headers: html,
    body: '<h1>Not found</h1>',
    expect: { code: 'AUTH_REPLY_INVALID', status: 404 },
  },
]

const doubts: readonly Quirk[] = [
  {
    name: '403 with the page of a firewall, for the app itself (soundcloud/api#489)',
    status: 403,
    headers: html,
    body: '<html><title>Just a moment...</title></html>',
    grant: 'client_credentials',
    expect: { code: 'AUTH_REPLY_INVALID', status: 403 },
  },
  {
    name: '400 with a sentence about too many requests (soundcloud/api#521)',
    status: 400,
    body: { error: 'Access Denied', error_description: 'You have made too many requests continuously.' },
    grant: 'client_credentials',
    expect: { code: 'AUTH_TRANSIENT', status: 400, retryable: true },
  },
  {
    name: '401 access_denied, because the secret was changed (auth0/node-auth0#134)',
    status: 401,
    body: { error: 'access_denied', error_description: 'Unauthorized' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_APP_MISCONFIGURED', vendorCode: 'access_denied' },
  },
  {
    name: "a code of the connector's own",
    status: 400,
    body: { error: { code: 'E-77' } },
    config: { errorPath: 'error.code', refusals: { 'E-77': 'limit' } },
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', vendorCode: 'E-77', retryable: true },
  },
]

const outages: readonly Quirk[] = [
  {
    name: '429 on a refresh',
    status: 429,
    body: { error: 'rate_limited' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', vendorCode: 'rate_limited', status: 429, retryable: true },
  },
  {
    name: '429 on an exchange, whose code is spent',
    status: 429,
    body: {},
    expect: { code: 'AUTH_TRANSIENT', status: 429, retryable: false },
  },
  {
    name: '408',
    status: 408,
    body: '',
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', status: 408, retryable: true },
  },
  {
    name: '500 that says invalid_grant',
    status: 500,
    body: { error: 'invalid_grant' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', vendorCode: 'invalid_grant', retryable: true },
  },
  {
    name: '502 with a web page',
    status: 502,
    headers: html,
    body: '<h1>Bad gateway</h1>',
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', status: 502, retryable: true },
  },
  {
    name: '503 with a large page',
    status: 503,
    headers: html,
    body: ' '.repeat(100_000),
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', status: 503, retryable: true },
  },
  {
    name: '400 temporarily_unavailable',
    status: 400,
    body: { error: 'temporarily_unavailable' },
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', vendorCode: 'temporarily_unavailable', retryable: true },
  },
  {
    name: '50 MB',
    act: (response) => endless(response, 50 * 1024 * 1024),
    expect: { code: 'AUTH_REPLY_INVALID', status: 200 },
  },
  {
    name: '50 MB in 50 kB',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(50 * 1024 * 1024, ' ')),
    expect: { code: 'AUTH_REPLY_INVALID', status: 200 },
  },
  {
    name: 'a body just too large',
    body: { ...ok, pad: 'x'.repeat(64 * 1024) },
    expect: { code: 'AUTH_REPLY_INVALID' },
  },
  {
    name: 'no answer at all',
    stalls: true,
    act: () => undefined,
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', retryable: true },
  },
  {
    name: 'a body that stalls',
    stalls: true,
    act: (response) => void response.writeHead(200).write(`{"access_token":"${access}",`),
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', retryable: true },
  },
  {
    name: 'a body that drips',
    stalls: true,
    act: drip,
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', retryable: true },
  },
  {
    name: 'a connection that is cut',
    act: (response) => void response.socket?.destroy(),
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', retryable: true },
  },
  {
    name: 'a body that is cut',
    act: (response) => {
      response
        .writeHead(200, { 'content-length': '1000' })
        .write(`{"access_token":"${access}",`, () => response.socket?.destroy())
    },
    expect: { code: 'AUTH_TRANSIENT', retryable: false },
  },
]

const siblings: readonly Quirk[] = [
  { name: 'token_type " Bearer "', body: { ...ok, token_type: ' Bearer ' }, expect: granted },
  { name: 'expires_in " 3600 "', body: { ...ok, expires_in: ' 3600 ' }, expect: inAnHour },
  { name: 'expires_in "-1"', body: { ...ok, expires_in: '-1' }, expect: granted },
  { name: 'expires_in that is a list', body: { ...ok, expires_in: [3600] }, expect: granted },
  {
    name: 'expires_in that is an epoch, held to ten years',
    body: { ...ok, expires_in: 1_900_000_000 },
    expect: { ...granted, expiresAtMs: nowMs + 3650 * 86_400_000 },
  },
  { name: 'scope {}', body: { ...ok, scope: {} }, expect: granted },
  { name: 'scope of a list with spaces', body: { ...ok, scope: [' a ', ''] }, expect: { ...granted, scopes: ['a'] } },
  {
    name: 'a form with a mark and a charset',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
    body: `\uFEFFaccess_token=${access}&token_type=bearer&expires_in=3600&scope=a+b`,
    expect: { ...inAnHour, scopes: ['a', 'b'] },
  },
  { name: 'error null beside a token', body: { ...ok, error: null }, expect: granted },
  { name: 'errors [] beside a token', body: { ...ok, errors: [] }, expect: granted },
  {
    name: '200 with an error object on a refresh',
    body: { error: { code: 'invalid_grant', message: 'gone' } },
    grant: 'refresh_token',
    expect: { code: 'AUTH_REFRESH_REJECTED', vendorCode: 'invalid_grant' },
  },
  {
    name: '500 with a web page on a refresh',
    status: 500,
    headers: html,
    body: loginPage,
    grant: 'refresh_token',
    expect: { code: 'AUTH_TRANSIENT', retryable: true },
  },
  {
    name: '403 with a web page on a refresh',
    status: 403,
    headers: html,
    body: loginPage,
    grant: 'refresh_token',
    expect: { code: 'AUTH_REPLY_INVALID', status: 403 },
  },
  {
    name: '400 with a web page that says invalid_grant on a refresh',
    status: 400,
    headers: html,
    body: '<p>invalid_grant</p>',
    grant: 'refresh_token',
    expect: { code: 'AUTH_REPLY_INVALID', status: 400 },
  },
]

export const quirks: readonly Quirk[] = [
  ...siblings,
  ...tokenTypes,
  ...lifetimes,
  ...refreshTokens,
  ...scopes,
  ...encodings,
  ...shapes,
  ...refusals,
  ...doubts,
  ...outages,
]

function endless(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(64 * 1024, ' ')
  let left = bytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end()
  }
  response.writeHead(200)
  more()
}

function drip(response: ServerResponse): void {
  response.writeHead(200).write('{')
  const timer = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(timer))
}
