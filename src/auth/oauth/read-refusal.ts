import type { RefusalCause } from '../../define/index.ts'
import type { ErrorCode } from '../../errors/index.ts'
import type { TokenRefusal } from './token-reply.ts'

export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials'

/** What was refused. */
export interface RefusedRequest {
  readonly asked: GrantType | 'revocation' | 'registration'
  /** undefined for a result of the `token` hook. */
  readonly status: number | undefined
  /** The connector's own meaning of the vendor's codes. @default none */
  readonly refusals?: Readonly<Record<string, RefusalCause>> | undefined
}

/** What a refusal means for the flow or the connection. */
export interface Refusal {
  readonly code: ErrorCode
  /** Whether it can only mean that the grant has ended. @default false */
  readonly isGrantEnded?: boolean | undefined
  /** Whether something else than a token endpoint seems to have answered. @default false */
  readonly isForeign?: boolean | undefined
}

/**
 * The meaning of a refusal. The status decides first, then the connector's own words, then the code, and last the vendor's
 * sentence. A refresh token is given up for a code that names it and nothing else, because its loss ends the connection.
 */
export function readRefusal(refusal: TokenRefusal, context: RefusedRequest): Refusal {
  const { status, asked, refusals } = context
  if (isTransientStatus(status)) return { code: 'AUTH_TRANSIENT' }
  const word = refusal.errorCode && normalizeWord(refusal.errorCode)
  const own = word && findOwnCause(word, refusals)
  if (own) return explainCause(own, context)
  if (refusal.isForeign) return { code: 'AUTH_REPLY_INVALID', isForeign: true }
  const description = refusal.description ?? ''
  if ((word && limitWords.has(word)) || limitSentence.test(description)) return { code: 'AUTH_TRANSIENT' }
  if (asked === 'refresh_token') return readRefreshRefusal(word, description, status)
  if (word && appWords.has(word)) return { code: 'AUTH_APP_MISCONFIGURED' }
  // RFC 6749 §5.2: 401 has one meaning, the client's authentication failed.
  if (status === 401 && (word === undefined || weakWords.has(word))) return { code: 'AUTH_APP_MISCONFIGURED' }
  if (word === undefined && isNoSuchPage(status)) return { code: 'AUTH_REPLY_INVALID' }
  switch (asked) {
    case 'authorization_code':
      return { code: 'AUTH_EXCHANGE_FAILED' }
    case 'client_credentials':
      // The endpoint can only have refused the app. A gateway before it answers 403 without a code.
      return { code: word === undefined && status === 403 ? 'AUTH_REPLY_INVALID' : 'AUTH_APP_MISCONFIGURED' }
    case 'registration':
      return { code: 'AUTH_APP_MISCONFIGURED' }
    case 'revocation':
      return { code: 'AUTH_REPLY_INVALID' }
  }
}

function readRefreshRefusal(word: string | undefined, description: string, status: number | undefined): Refusal {
  const connectAgain = { code: 'AUTH_REFRESH_REJECTED' } as const
  if (word === 'invalid_client') return { code: 'AUTH_APP_MISCONFIGURED' }
  if (word && grantWords.has(word)) {
    // RFC 6749 §5.2: such a refusal is a 400; some vendors answer 200. Another status may come from another place.
    const isOfEndpoint = status === undefined || status === 200 || status === 400
    return { ...connectAgain, isGrantEnded: isOfEndpoint && !otherReason.test(description) }
  }
  if ((word && tokenSentence.test(word.replaceAll(/[_.:]/g, ' '))) || tokenSentence.test(description))
    return connectAgain
  if (word && appWords.has(word)) return { code: 'AUTH_APP_MISCONFIGURED' }
  if (word && personWords.has(word)) return connectAgain
  if (status === 401) return { code: 'AUTH_APP_MISCONFIGURED' }
  if (word && weakWords.has(word)) return connectAgain
  return { code: 'AUTH_REPLY_INVALID' }
}

function explainCause(cause: RefusalCause, { asked }: RefusedRequest): Refusal {
  switch (cause) {
    case 'app':
      return { code: 'AUTH_APP_MISCONFIGURED' }
    case 'limit':
      return { code: 'AUTH_TRANSIENT' }
    case 'grant':
    case 'reconnect':
      if (asked === 'refresh_token') return { code: 'AUTH_REFRESH_REJECTED', isGrantEnded: cause === 'grant' }
      return { code: asked === 'authorization_code' ? 'AUTH_EXCHANGE_FAILED' : 'AUTH_APP_MISCONFIGURED' }
  }
}

/** Overload, maintenance, gateway problems: they do not concern the request. */
export function isTransientStatus(status: number | undefined): boolean {
  return status !== undefined && (status === 408 || status === 429 || status >= 500)
}

/** No such page: the request did not reach an OAuth endpoint. */
function isNoSuchPage(status: number | undefined): boolean {
  return status === 404 || status === 405 || status === 410
}

function findOwnCause(word: string, refusals: RefusedRequest['refusals']): RefusalCause | undefined {
  return Object.entries(refusals ?? {}).find(([name]) => normalizeWord(name) === word)?.[1]
}

/** In lower case, joined by "_", as in RFC 6749 §5.2. */
function normalizeWord(code: string): string {
  return code.toLowerCase().replaceAll('-', '_')
}

const limitWords = new Set([
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
// soundcloud/api#521: a 400 "Access Denied", "You have made too many requests continuously".
const limitSentence = /too many (?:requests|attempts|calls)|rate.?limit|throttl/i

const appWords = new Set([
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

/** They name the grant, or its refresh token, and nothing else. */
const grantWords = new Set([
  'invalid_grant',
  'bad_refresh_token',
  'invalid_refresh_token',
  'refresh_token_expired',
  'expired_refresh_token',
  'refresh_token_revoked',
])
// A person, a policy or a clock may change again, and then the grant lives: Salesforce's "ip restricted", Microsoft's
// AADSTS53003 and AADSTS50076.
const otherReason =
  /\bip\b|network|location|conditional access|polic(?:y|ies)|multi.?factor|\bmfa\b|AADSTS5(?:30|00)\d|clock|timeframe|suspend|inactive (?:user|organi[sz]ation)|disabled|locked/i

/** A person can end these by connecting again, or somebody else by undoing what caused them. */
const personWords = new Set([
  'invalid_token',
  'expired_token',
  'token_expired',
  'token_revoked',
  'revoked_token',
  'token_inactive',
  'invalid_code',
  'consent_required',
  'interaction_required',
  'login_required',
  'reauthorization_required',
  'session_expired',
  'invalid_session',
  'account_inactive',
  'inactive_account',
  'inactive_user',
  'user_inactive',
  'user_disabled',
])
// Atlassian says unauthorized_client with this sentence: mattermost/mattermost-plugin-jira#1264.
const tokenSentence =
  /refresh.?token.{0,40}(?:invalid|expired|revoked|reused|not found|unknown|inactive|no longer|does not exist)|(?:invalid|expired|revoked|unknown|inactive).{0,20}refresh.?token|log.?in again|sign.?in again|re.?authenticate|re.?authori[sz]e/i

/** They tell neither who is refused nor why: Auth0 answers 401 access_denied for a wrong client secret. */
const weakWords = new Set(['access_denied', 'unauthorized', 'forbidden', 'denied'])
