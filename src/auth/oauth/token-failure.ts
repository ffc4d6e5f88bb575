import { AuthError, type ErrorCode } from '../../errors/index.ts'
import type { TokenReply } from './token-reply.ts'

export type Grant = 'authorization_code' | 'refresh_token' | 'client_credentials'

/** The source of an answer, and the request. */
export interface AnswerContext {
  readonly asked: Grant | 'revocation' | 'registration'
  /** The connector's name. */
  readonly vendor: string
  /** The endpoint in messages: "The token endpoint of Acme (auth.acme.example)". */
  readonly who: string
  /** undefined for a result of the `token` hook. */
  readonly status: number | undefined
  /** The wait that the answer requires. */
  readonly retryAfterMs?: number | undefined
  /** Values of the request that must not appear in `vendorCode` or a message. */
  readonly secrets: readonly string[]
}

/** An answer without a token as an error. Its effect on the flow or the connection decides the code. */
export function createTokenFailure(
  reply: Exclude<TokenReply, { outcome: 'token' }>,
  context: AnswerContext,
): AuthError {
  if (isTransientStatus(context.status)) {
    return createRefusalError('AUTH_TRANSIENT', reply.outcome === 'refused' ? reply.errorCode : undefined, context)
  }
  if (reply.outcome === 'refused')
    return createRefusalError(classifyErrorCode(reply.errorCode, context), reply.errorCode, context)
  const { who, status } = context
  const shown = status === undefined ? '' : ` (HTTP ${status})`
  const advice = "Check the connector's URLs and the options that describe the vendor's replies."
  return new AuthError(`${who} answered with ${reply.what}${shown}. ${advice}`, { code: 'AUTH_REPLY_INVALID', status })
}

/** A refusal with a known meaning. */
export function createRefusalError(code: ErrorCode, errorCode: string | undefined, context: AnswerContext): AuthError {
  const vendorCode = errorCode !== undefined && isSecretIn(errorCode, context.secrets) ? undefined : errorCode
  return new AuthError(formatFailureMessage(code, vendorCode, context), {
    code,
    status: context.status,
    vendorCode,
    retryAfterMs: context.retryAfterMs,
    // The attempt uses the code up (RFC 6749 §4.1.2), so the same exchange cannot succeed later.
    retryable: code === 'AUTH_TRANSIENT' && context.asked !== 'authorization_code',
  })
}

/** Overload, maintenance, gateway problems: they do not concern the request. */
function isTransientStatus(status: number | undefined): boolean {
  return status !== undefined && (status === 408 || status === 429 || status >= 500)
}

// RFC 6749 §5.2, and vendors' own words for the same; lower case, words joined by "_".
const transientCodes = new Set([
  'temporarily_unavailable',
  'server_error',
  'service_unavailable',
  'internal_error',
  'internal_server_error',
  'slow_down',
  'ratelimited',
  'rate_limited',
  'rate_limit_exceeded',
  'too_many_requests',
  'timeout',
  'request_timeout',
])
const appCodes = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_grant_type',
  'invalid_request',
  'redirect_uri_mismatch',
  'invalid_redirect_uri',
  'bad_redirect_uri',
  'incorrect_client_credentials',
  'invalid_client_id',
  'bad_client_secret',
  'invalid_client_secret',
  'application_suspended',
  'invalid_target',
])
const endedGrantCodes = new Set([
  'invalid_grant',
  'bad_refresh_token',
  'invalid_refresh_token',
  'refresh_token_expired',
  'expired_refresh_token',
  'refresh_token_revoked',
  'invalid_token',
  'expired_token',
  'token_expired',
  'token_revoked',
  'revoked_token',
  'token_inactive',
  'invalid_code',
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
  'account_inactive',
])

function classifyErrorCode(errorCode: string | undefined, { asked, status }: AnswerContext): ErrorCode {
  const code = errorCode?.toLowerCase().replaceAll('-', '_')
  if (code !== undefined && transientCodes.has(code)) return 'AUTH_TRANSIENT'
  if (code !== undefined && appCodes.has(code)) return 'AUTH_APP_MISCONFIGURED'
  // In RFC 6749 §5.2, 401 has one meaning: the client's authentication failed.
  if (code === undefined && status === 401) return 'AUTH_APP_MISCONFIGURED'
  // No such page: the request did not reach an OAuth endpoint.
  if (code === undefined && (status === 404 || status === 405 || status === 410)) return 'AUTH_REPLY_INVALID'
  switch (asked) {
    case 'authorization_code':
      return 'AUTH_EXCHANGE_FAILED'
    case 'client_credentials':
    case 'registration':
      // The vendor can only have refused the app.
      return 'AUTH_APP_MISCONFIGURED'
    case 'refresh_token':
      // An unknown code must not disconnect the customer. The old token is used while it is valid.
      return code !== undefined && endedGrantCodes.has(code) ? 'AUTH_REFRESH_REJECTED' : 'AUTH_REPLY_INVALID'
    case 'revocation':
      return 'AUTH_REPLY_INVALID'
  }
}

function formatFailureMessage(code: ErrorCode, vendorCode: string | undefined, context: AnswerContext): string {
  const { asked, vendor, who, status } = context
  const said = [vendorCode, status === undefined ? undefined : `HTTP ${status}`].filter((part) => part !== undefined)
  const reason = said.length === 0 ? '' : ` (${said.join(', ')})`
  switch (code) {
    case 'AUTH_TRANSIENT':
      return asked === 'authorization_code'
        ? `${who} cannot answer now${reason}. Connect again later.`
        : `${who} cannot answer now${reason}. Try again later.`
    case 'AUTH_APP_MISCONFIGURED':
      return asked === 'registration'
        ? `${vendor} did not register an OAuth app${reason}. Check redirect URI and scopes, or create the app at the vendor.`
        : `${vendor} refuses the OAuth app${reason}. Check its client id and secret, and that it may use this redirect URI, grant and these scopes.`
    case 'AUTH_EXCHANGE_FAILED':
      return `${vendor} did not accept the authorization code${reason}. Connect again. Each code works once, for a short time.`
    case 'AUTH_REFRESH_REJECTED':
      return `${vendor} no longer accepts the access that you granted${reason}. Connect again.`
    default:
      return `${who} answered with an error that Checkwright does not know${reason}. Look it up in the vendor's documentation, and check the connector's URLs and errorPath.`
  }
}

/** Some servers repeat the request in the answer: `{"error": "<the code>"}`. */
function isSecretIn(text: string, secrets: readonly string[]): boolean {
  const lower = text.toLowerCase()
  // Short values occur inside other words by chance.
  return secrets.some((secret) => (secret.length < 6 ? text === secret : lower.includes(secret.toLowerCase())))
}
