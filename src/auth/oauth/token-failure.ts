import { AuthError } from '../../errors/index.ts'
import { isTransientStatus, type Refusal, type RefusedRequest, readRefusal } from './read-refusal.ts'
import type { TokenReply } from './token-reply.ts'

export type { GrantType as Grant } from './read-refusal.ts'

/** The source of an answer, and the request. */
export interface AnswerContext extends RefusedRequest {
  /** The connector's name. */
  readonly vendor: string
  /** The endpoint in messages: "The token endpoint of Acme (auth.acme.example)". */
  readonly who: string
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
  if (reply.outcome === 'refused' || isTransientStatus(context.status)) {
    const refusal = reply.outcome === 'refused' ? reply : { outcome: 'refused' as const, errorCode: undefined }
    return createRefusalError(readRefusal(refusal, context), refusal.errorCode, context)
  }
  const { who, status } = context
  const shown = status === undefined ? '' : ` (HTTP ${status})`
  const advice = "Check the connector's URLs and the options that describe the vendor's replies."
  return new AuthError(`${who} answered with ${reply.what}${shown}. ${advice}`, { code: 'AUTH_REPLY_INVALID', status })
}

/** A refusal with a known meaning. */
export function createRefusalError(refusal: Refusal, errorCode: string | undefined, context: AnswerContext): AuthError {
  const { code } = refusal
  const vendorCode = errorCode !== undefined && isSecretIn(errorCode, context.secrets) ? undefined : errorCode
  return new AuthError(formatFailureMessage(refusal, vendorCode, context), {
    code,
    status: context.status,
    vendorCode,
    retryAfterMs: context.retryAfterMs,
    reason: refusal.reason,
    isGrantEnded: code === 'AUTH_REFRESH_REJECTED' && refusal.reason === 'grant',
    // The attempt uses the code up (RFC 6749 §4.1.2), so the same exchange cannot succeed later.
    retryable: code === 'AUTH_TRANSIENT' && context.asked !== 'authorization_code',
  })
}

function formatFailureMessage(
  { code, reason: cause }: Refusal,
  vendorCode: string | undefined,
  context: AnswerContext,
): string {
  const { asked, vendor, who, status } = context
  const text = [vendorCode, status === undefined ? undefined : `HTTP ${status}`].filter((part) => part !== undefined)
  const reason = text.length === 0 ? '' : ` (${text.join(', ')})`
  switch (code) {
    case 'AUTH_TRANSIENT':
      return asked === 'authorization_code'
        ? `${who} cannot answer now${reason}. Reconnect later.`
        : `${who} cannot answer now${reason}. Try again later.`
    case 'AUTH_APP_MISCONFIGURED':
      if (asked === 'registration')
        return `${vendor} did not register an OAuth app${reason}. Check redirect URI and scopes, or create the app at the vendor.`
      if (cause === 'permission')
        return `${vendor} does not let the OAuth app do this${reason}. Its client id is known. Allow it this redirect URI, grant and these scopes at the vendor.`
      if (cause === 'form')
        return `${vendor} does not accept the form of the token request${reason}. Compare the connector's auth.config with the vendor's documentation, and check that the OAuth app may use this grant.`
      return `${vendor} refuses the OAuth app${reason}. Check its client id and secret, and that it may use this redirect URI, grant and these scopes.`
    case 'AUTH_EXCHANGE_FAILED':
      return `${vendor} did not accept the authorization code${reason}. Reconnect. Each code works once, for a short time.`
    case 'AUTH_REFRESH_REJECTED':
      return cause === 'grant'
        ? `${vendor} no longer accepts the access that you granted${reason}. Reconnect.`
        : `${vendor} does not renew the access that you granted${reason}. Reconnect. If that does not help, an administrator has to look at the OAuth app.`
    default:
      if (cause === 'proxy')
        return `${who} answered with something that no token endpoint sends, such as the page of a firewall or proxy${reason}. Make sure that this server may reach it, and check the connector's URLs.`
      if (cause === 'address')
        return `${who} does not exist at this address${reason}. Check the connector's URLs, and the values in them.`
      return `${who} answered with an error that Checkwright does not know${reason}. Look it up in the vendor's documentation, and check the connector's URLs, errorPath and refusals.`
  }
}

/** Some servers repeat the request in the answer: `{"error": "<the code>"}`. */
function isSecretIn(text: string, secrets: readonly string[]): boolean {
  const lower = text.toLowerCase()
  // Short values occur inside other words by chance.
  return secrets.some((secret) => (secret.length < 6 ? text === secret : lower.includes(secret.toLowerCase())))
}
