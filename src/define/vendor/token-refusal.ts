import type { RefusalCause } from '../connector/auth-config.ts'
import type { FailureCause } from '../run/failure-cause.ts'

/** What was asked of a token endpoint. `assertion` is a signed JWT (RFC 7523), `login` a vendor's own way to get a token. */
export type AskedOfTokenEndpoint =
  | 'authorization_code'
  | 'refresh_token'
  | 'client_credentials'
  | 'assertion'
  | 'login'
  | 'revocation'
  | 'registration'

/** Why a token endpoint, or something in front of it, refused. */
export type RefusalReason = FailureCause | 'unknown'

/** A refusal as it came. */
export interface RefusedAnswer {
  readonly asked: AskedOfTokenEndpoint
  /** undefined for the result of a hook. */
  readonly status: number | undefined
  /** The vendor's code, if it sent one. */
  readonly word?: string | undefined
  /** What it says beside the code. Compared and never shown: it may repeat the request. */
  readonly sentence?: string | undefined
  /** Whether the answer has none of the forms of a token endpoint. */
  readonly isForeign?: boolean | undefined
  /** The connector's own meaning of codes. @default none */
  readonly own?: Readonly<Record<string, RefusalCause>> | undefined
}

/** A row of the table: what all of its conditions fit. */
export interface RefusalRow {
  /** @default whatever was asked */
  readonly asked?: readonly AskedOfTokenEndpoint[]
  /** Statuses; `undefined` among them is the result of a hook. @default all */
  readonly status?: readonly (number | undefined)[]
  /** Codes, or `none` for an answer without a code. @default all */
  readonly words?: ReadonlySet<string> | 'none'
  /** @default whatever it says */
  readonly says?: RegExp
  /** A sentence that it must not have. */
  readonly unless?: RegExp
  readonly isForeign?: true
  readonly means: RefusalReason
  /** The row in words, and where it comes from; docs/oauth.md has both. */
  readonly shown: string
  readonly source: string
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const limitWords = wordsOf(
  'temporarily_unavailable server_error service_unavailable internal_error internal_server_error slow_down ratelimited rate_limited rate_limit rate_limit_exceeded too_many_requests too_many_attempts throttled quota_exceeded resource_exhausted timeout request_timeout try_again_later authorization_pending',
)
const limitSentence =
  /too many (?:\w+ )?(?:requests|attempts|calls|tries)|rate.?limit|throttl|quota exceeded|try again (?:later|in)|temporarily unavailable/i
/** They name the app, and nothing else. */
const clientWords = wordsOf(
  'invalid_client invalid_client_id invalid_client_secret invalid_client_credentials incorrect_client_credentials bad_client_secret bad_client unknown_client client_not_found app_not_found application_not_found invalid_application application_suspended app_suspended app_disabled client_disabled client_secret_expired',
)
const permissionWords = wordsOf(
  'unauthorized_client invalid_scope insufficient_scope unsupported_grant_type unsupported_response_type redirect_uri_mismatch invalid_redirect_uri bad_redirect_uri invalid_target invalid_resource access_not_configured admin_consent_required',
)
const formWords = wordsOf('invalid_request unsupported_grant_type bad_request missing_parameter invalid_parameter')
/** They name the grant, or its refresh token, and nothing else. */
const grantWords = wordsOf(
  'invalid_grant bad_refresh_token invalid_refresh_token refresh_token_expired expired_refresh_token refresh_token_revoked refresh_token_not_found',
)
/** A person ends these by connecting again, or somebody else by undoing what caused them. */
const personWords = wordsOf(
  'invalid_token expired_token token_expired token_revoked revoked_token token_inactive token_not_found invalid_code consent_required interaction_required login_required reauthorization_required reauth_required account_selection_required mfa_required session_expired invalid_session account_inactive inactive_account inactive_user user_inactive user_disabled account_disabled refresh_token_reused refresh_token_invalidated',
)
/** They tell neither who is refused nor why. */
const weakWords = wordsOf('access_denied unauthorized forbidden denied not_authorized')

const clockSentence =
  /\bclock|\btime ?(?:frame|stamp|window)|\b(?:iat|nbf|exp)\b|skew|too early|not yet valid|in the future|AADSTS(?:500133|700024|700026)/i
// RFC 6749 §5.2: invalid_grant also means that the token "was issued to another client", or does not match the redirect URI.
const otherClientSentence =
  /(?:issued|belongs?) to (?:an)?other|(?:another|different|wrong|other) (?:client|app)|client(?:_id| id)? (?:mismatch|does not match|is not)|does not (?:match|belong to) the client|(?:invalid|unknown|disabled) client|client (?:authentication|secret|is (?:disabled|inactive))|\b(?:app|application) (?:is|was|has been) (?:disabled|suspended|deleted|blocked)/i
const redirectSentence = /redirect.?ur[il]/i
// A person, a policy or a clock may change again, and then the grant lives: Salesforce's "ip restricted", Google's invalid_rapt, and all
// codes of Microsoft but those of a grant that has ended.
const otherReason =
  /\bip\b|network|location|conditional access|polic(?:y|ies)|multi.?factor|\bmfa\b|\brapt\b|invalid_rapt|re-?auth|clock|timeframe|suspend|inactive|disabled|locked|consent|maintenance|licen[cs]e|subscription|trial|not (?:assigned|approved|allowed|permitted)|hasn.t approved|AADSTS(?!70008\b|700082\b|50173\b)\d/i
// Atlassian says unauthorized_client with this sentence: mattermost/mattermost-plugin-jira#1264.
const tokenSentence =
  /refresh.?token.{0,40}(?:invalid|expired|revoked|reused|not found|unknown|inactive|no longer|does not exist|not valid)|(?:invalid|expired|revoked|unknown|inactive).{0,20}refresh.?token|(?:session|authorization|access) (?:has |was |is )?(?:been )?(?:expired|revoked|ended)|log.?in again|sign.?in again|re.?authenticate|re.?authori[sz]e|re.?connect/i
const accountSentence =
  /(?:account|user)\b.{0,30}\b(?:lock|disabl|suspend|deactivat|inactive)|locked (?:out|account)|too many failed|AADSTS(?:50053|50057)/i
const absent = [404, 405, 410]
const ofEndpoint = [undefined, 200, 400]

/**
 * The decision table: the first row that fits says what a refusal means. The status decides first, then the connector's own words, then
 * the code, and last the vendor's sentence. A grant is given up for a code that names it and nothing else, because its loss ends the
 * connection.
 */
export const refusalTable: readonly RefusalRow[] = [
  {
    status: [408, 420, 425, 429, 430, 509, 529],
    means: 'limit',
    shown: '408, 420, 425, 429, 430, 5xx, whatever the body says',
    source: 'RFC 9110 §15.6, RFC 6585 §4, RFC 8470 §5.2',
  },
  { status: [407, 511], means: 'proxy', shown: '407, 511', source: 'RFC 9110 §15.5.8, RFC 6585 §6' },
  {
    asked: ['assertion', 'login'],
    status: absent,
    means: 'address',
    shown: 'a login; 404, 405, 410',
    source: 'mozilla/addons-server#1071',
  },
  {
    asked: ['login'],
    says: accountSentence,
    means: 'account',
    shown: 'a login; a sentence about a locked or disabled account',
    source: 'Microsoft AADSTS50053, AADSTS50057',
  },
  {
    isForeign: true,
    means: 'proxy',
    shown: 'a web page, or nothing that a token endpoint sends',
    source: 'RFC 6749 §5.2 (JSON); soundcloud/api#489',
  },
  {
    words: limitWords,
    means: 'limit',
    shown: '`temporarily_unavailable`, `server_error`, `slow_down`, `rate_limit_exceeded` and the like',
    source: 'RFC 6749 §4.1.2.1, RFC 8628 §3.5',
  },
  {
    says: limitSentence,
    means: 'limit',
    shown: 'a sentence such as "too many requests"',
    source: 'soundcloud/api#521',
  },
  {
    asked: ['assertion'],
    words: wordsOf('invalid_grant invalid_client invalid_assertion invalid_request invalid_token'),
    says: clockSentence,
    means: 'clock',
    shown: 'an assertion; a sentence about `iat`, `exp`, a time frame',
    source: 'RFC 7523 §3 (4–7); googleapis/google-auth-library-nodejs#129',
  },
  {
    asked: ['assertion', 'login'],
    words: wordsOf(
      'unauthorized_client access_denied invalid_scope insufficient_scope invalid_target consent_required',
    ),
    means: 'permission',
    shown: 'a login; `unauthorized_client`, `invalid_scope`, `access_denied`',
    source: 'RFC 6749 §5.2; googleapis/oauth2client#193',
  },
  {
    asked: ['assertion', 'login'],
    words: formWords,
    means: 'form',
    shown: 'a login; `invalid_request`, `unsupported_grant_type`',
    source: 'RFC 6749 §5.2, RFC 7521 §4.1.1',
  },
  {
    asked: ['assertion', 'login'],
    means: 'credentials',
    shown: 'any other refusal of a login',
    source: 'RFC 7523 §3.1',
  },
  {
    words: clientWords,
    means: 'app',
    shown: '`invalid_client` and other codes that name the app',
    source: 'RFC 6749 §5.2; GitHub, Slack: error codes',
  },
  {
    asked: ['refresh_token'],
    words: grantWords,
    says: otherClientSentence,
    means: 'app',
    shown: 'a refresh; `invalid_grant`, and a sentence that names another client or a disabled app',
    source: 'RFC 6749 §5.2: "or was issued to another client"',
  },
  {
    asked: ['refresh_token'],
    status: ofEndpoint,
    words: grantWords,
    unless: otherReason,
    means: 'grant',
    shown:
      'a refresh; 400 or 200 with `invalid_grant`, `bad_refresh_token` and other codes that name the grant, and no other reason',
    source: 'RFC 6749 §5.2; Microsoft AADSTS70008, 700082, 50173; GitHub',
  },
  {
    asked: ['refresh_token'],
    words: grantWords,
    means: 'reconnect',
    shown:
      'a refresh; the same with another status, or with a reason that may pass: an address, a policy, an inactive user',
    source: 'Salesforce ("ip restricted"), Google (`invalid_rapt`), Microsoft AADSTS53003, 50076',
  },
  {
    asked: ['refresh_token'],
    says: tokenSentence,
    means: 'reconnect',
    shown: 'a refresh; a code or sentence such as "refresh_token is invalid", "log in again"',
    source: 'mattermost/mattermost-plugin-jira#1264, opencodex#4737',
  },
  {
    words: formWords,
    means: 'form',
    shown: '`invalid_request`, `unsupported_grant_type`',
    source: 'RFC 6749 §5.2',
  },
  {
    words: permissionWords,
    means: 'permission',
    shown: '`unauthorized_client`, `invalid_scope`, a redirect URI mismatch',
    source: 'RFC 6749 §5.2, RFC 8707 §2',
  },
  {
    asked: ['refresh_token'],
    words: personWords,
    means: 'reconnect',
    shown: 'a refresh; `login_required`, `token_revoked`, `inactive_user` and the like',
    source: 'OpenID Connect Core §3.1.2.6; Slack, Salesforce',
  },
  {
    asked: ['refresh_token'],
    status: [401],
    means: 'app',
    shown: 'a refresh; 401 with `access_denied`, an unknown code or none',
    source: 'RFC 6749 §5.2: 401 is about the client; auth0/node-auth0#134',
  },
  {
    asked: ['refresh_token'],
    words: weakWords,
    means: 'reconnect',
    shown: 'a refresh; `access_denied` with another status',
    source: 'keboola/cli#535',
  },
  {
    asked: ['authorization_code'],
    words: wordsOf('invalid_grant'),
    says: redirectSentence,
    means: 'permission',
    shown: 'a code; `invalid_grant`, and a sentence about the redirect URI',
    source: 'RFC 6749 §5.2: "does not match the redirection URI"',
  },
  {
    status: [401],
    words: weakWords,
    means: 'app',
    shown: '401 with `access_denied`, `unauthorized`',
    source: 'RFC 6749 §5.2',
  },
  { status: [401], words: 'none', means: 'app', shown: '401 without a code', source: 'RFC 6749 §5.2' },
  {
    status: absent,
    words: 'none',
    means: 'address',
    shown: '404, 405, 410 without a code',
    source: 'RFC 9110 §15.5.5',
  },
  {
    asked: ['client_credentials'],
    status: [403],
    words: 'none',
    means: 'proxy',
    shown: 'client credentials; 403 without a code',
    source: 'KickEngineering/KickDevDocs#148',
  },
  {
    asked: ['client_credentials'],
    words: weakWords,
    means: 'permission',
    shown: 'client credentials; `access_denied`',
    source: 'planningcenter/developers#1310',
  },
  { asked: ['authorization_code'], means: 'reconnect', shown: 'a code; any other refusal', source: 'RFC 6749 §4.1.2' },
  {
    asked: ['client_credentials', 'registration'],
    means: 'app',
    shown: 'client credentials or registration; any other refusal',
    source: 'RFC 6749 §4.4, RFC 7591 §3.2.2',
  },
  { means: 'unknown', shown: 'anything else', source: 'the code is shown; the grant stays' },
]

/** Why the request was refused, by the first row of the table that fits. */
export function judgeTokenRefusal(answer: RefusedAnswer): RefusalReason {
  const { status, own, word: code } = answer
  if (status !== undefined && status >= 500 && status !== 511) return 'limit'
  const word = code === undefined ? undefined : normalizeWord(code)
  const isPassing = refusalTable[0] !== undefined && hasStatus(refusalTable[0], status)
  const ownCause = isPassing || word === undefined ? undefined : findOwnCause(word, own)
  if (ownCause) return ownCause
  const sentence = `${answer.sentence ?? ''} ${word?.replaceAll(/[_.:]/g, ' ') ?? ''}`
  const row = refusalTable.find(
    ({ asked, words, says, unless, isForeign, ...conditions }) =>
      (asked === undefined || asked.includes(answer.asked)) &&
      hasStatus(conditions, status) &&
      (isForeign === undefined || (answer.isForeign === true && word === undefined)) &&
      (words === undefined || (words === 'none' ? word === undefined : word !== undefined && words.has(word))) &&
      (says === undefined || says.test(sentence)) &&
      !unless?.test(answer.sentence ?? ''),
  )
  return row?.means ?? 'unknown'
}

function hasStatus({ status }: Pick<RefusalRow, 'status'>, of: number | undefined): boolean {
  return status === undefined || status.includes(of)
}

function findOwnCause(word: string, own: RefusedAnswer['own']): RefusalCause | undefined {
  return Object.entries(own ?? {}).find(([name]) => normalizeWord(name) === word)?.[1]
}

/** In lower case, joined by "_", as in RFC 6749 §5.2. */
function normalizeWord(code: string): string {
  return code
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[-\s]+/g, '_')
}
