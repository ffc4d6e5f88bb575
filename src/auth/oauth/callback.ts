import type { ConnectorDefinition } from '../../define/index.ts'
import { AuthError, type ErrorCode } from '../../errors/index.ts'
import { captureFrom } from './captures.ts'
import { requireCodeFlowConfig } from './connector-config.ts'
import { cleanUntrustedText, parseErrorCode } from './untrusted-text.ts'

// The longest documented codes are below 2000 characters (Microsoft). A longer text is not a code.
const codeLengthMax = 4096

/** The grant in a callback. */
export interface CallbackAnswer {
  readonly code: string
  readonly state: string
  /** Values that the connector captures from the callback, by credential id. */
  readonly captured: Readonly<Record<string, string>>
}

/**
 * The `state` of a callback; undefined if there is none, or more than one. Look the flow up by it first, because a
 * callback only counts if it belongs to a flow of this session.
 */
export function readCallbackState(url: string | URL): string | undefined {
  const states = parseCallbackUrl(url)?.searchParams.getAll('state') ?? []
  return states.length === 1 && states[0] !== '' ? states[0] : undefined
}

/**
 * Reads the authorization response (RFC 6749 §4.1.2). Unknown parameters are ignored.
 * @param url the URL of the callback request
 * @throws AuthError `AUTH_CALLBACK_DENIED`, `AUTH_APP_MISCONFIGURED` or `AUTH_TRANSIENT` with the vendor's error code in `vendorCode`; `AUTH_CALLBACK_INVALID` when the
 * answer is incomplete, contradicts itself, or comes from another issuer (RFC 9207)
 */
export function parseCallback(url: string | URL, definition: ConnectorDefinition): CallbackAnswer {
  const { issuer, callbackCodeParam = 'code' } = requireCodeFlowConfig(definition)
  const parameters = parseCallbackUrl(url)?.searchParams
  if (!parameters) throw createInvalidCallbackError(definition, 'is not a URL')
  const one = (name: string): string | undefined => {
    const values = parameters.getAll(name)
    if (values.length > 1) throw createInvalidCallbackError(definition, `carries "${name}" more than once`)
    return values[0]
  }

  const [state, code] = [one('state'), one(callbackCodeParam)]
  const error = readCallbackError(one)
  if (!state) throw createInvalidCallbackError(definition, 'has no state')
  // Before the error, because an attacker's server must not be able to answer for this one (RFC 9207 §2.4).
  if (issuer !== undefined) demandIssuer(one('iss'), issuer, definition)
  if (error) {
    if (code !== undefined) throw createInvalidCallbackError(definition, 'has both a code and an error')
    throw createDeniedError(definition, error)
  }
  // Answers of response types that were not requested. Tokens in a URL have leaked already (RFC 9700 §4.3).
  for (const stray of ['response', 'id_token', 'token', 'access_token']) {
    if (parameters.has(stray) && !isCaptured(stray, definition))
      throw createInvalidCallbackError(definition, `carries "${stray}"`)
  }
  if (!code) throw createInvalidCallbackError(definition, `has no ${callbackCodeParam}`)
  if (code.length > codeLengthMax)
    throw createInvalidCallbackError(definition, `has a code of more than ${codeLengthMax} characters`)
  const { captured, problems } = captureFrom('callback', definition, one)
  const [problem] = problems
  if (problem)
    throw createInvalidCallbackError(
      definition,
      `cannot be used: "${problem.id}", which is taken from it, ${problem.message}`,
    )
  return { code, state, captured }
}

/** Compared exactly as decoded, without any normalisation (RFC 9207 §2.4). */
function demandIssuer(iss: string | undefined, issuer: string, definition: ConnectorDefinition): void {
  if (iss === undefined)
    throw createInvalidCallbackError(definition, 'does not name the server that it comes from (iss)')
  if (iss !== issuer)
    throw createInvalidCallbackError(definition, 'comes from another server (iss) than the connector declares')
}

function isCaptured(name: string, { auth }: ConnectorDefinition): boolean {
  const captures = auth.type === 'oauth2' ? (auth.config.capture ?? []) : []
  return captures.some((capture) => capture.from === 'callback' && capture.path === name)
}

/** Why there is no code. */
interface CallbackError {
  readonly word: string
  readonly description: string | undefined
}

// RFC 6749 §4.1.2.1 has `error`. Facebook sends `error_code` with `error_message`, or `error_reason`; others their own spelling:
// omniauth/omniauth-oauth2#39, omniauth/omniauth#58.
const wordParams = [
  'error',
  'error_reason',
  'error_type',
  'error_code',
  'errorCode',
  'errorType',
  'oauth_problem',
  'denied',
]
const descriptionParams = [
  'error_description',
  'error_message',
  'errorMessage',
  'errorDescription',
  'error_msg',
  'error_subcode',
]

function readCallbackError(one: (name: string) => string | undefined): CallbackError | undefined {
  const word = findText(wordParams, one)
  const description = findText(descriptionParams, one)
  if (word === undefined && description === undefined) return undefined
  return { word: word ?? '', description }
}

function findText(names: readonly string[], one: (name: string) => string | undefined): string | undefined {
  return names.map(one).find((text) => text !== undefined && text !== '')
}

/** What each error means for the person (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6, vendors' documents). */
const causesOfWords: readonly (readonly [ReadonlySet<string>, CallbackCause])[] = [
  [
    new Set([
      'invalid_scope',
      'unauthorized_client',
      'unsupported_response_type',
      'unsupported_response_mode',
      'invalid_request',
      'invalid_request_uri',
      'invalid_request_object',
      'request_not_supported',
      'request_uri_not_supported',
      'invalid_client',
      'invalid_client_id',
      'invalid_resource',
      'invalid_target',
      'redirect_uri_mismatch',
      'invalid_redirect_uri',
      'bad_redirect_uri',
      'application_suspended',
      'app_disabled',
      'app_not_found',
      'org_internal',
      'deleted_client',
      'disabled_client',
      'client_disabled',
      'client_not_found',
      'unknown_client',
      'app_suspended',
      'application_disabled',
      'insufficient_scope',
      'unauthorized_scope',
      'missing_redirect_uri',
      'unsupported_grant_type',
    ]),
    'app',
  ],
  [
    new Set([
      'temporarily_unavailable',
      'server_error',
      'service_unavailable',
      'internal_error',
      'internal_server_error',
      'slow_down',
      'rate_limit_exceeded',
      'rate_limited',
      'too_many_requests',
      'maintenance',
      'unavailable',
      'timeout',
    ]),
    'later',
  ],
  [
    new Set([
      'admin_consent_required',
      'admin_policy_enforced',
      'admin_approval_required',
      'approval_required',
      'app_not_approved',
      'not_an_admin',
      'admin_required',
      'user_not_authorized',
      'not_authorized',
      'permission_denied',
      'insufficient_permissions',
    ]),
    'administrator',
  ],
  [
    new Set([
      'access_denied',
      'user_denied',
      'user_declined',
      'declined',
      'denied',
      'rejected',
      'user_cancelled',
      'user_canceled',
      'user_cancelled_login',
      'user_cancelled_authorize',
      'cancelled',
      'canceled',
      'consent_required',
      'login_required',
      'interaction_required',
      'account_selection_required',
      'registration_required',
      'mfa_required',
      'unmet_authentication_requirements',
      'session_expired',
      'request_expired',
      'authorization_expired',
    ]),
    'person',
  ],
]
// https://learn.microsoft.com/entra/identity-platform/reference-error-codes: access_denied, of which an administrator decides.
const administratorSentence =
  /AADSTS(?:90094|90093|900941|65005|650052|650056|50105)\b|admin(?:istrator)?(?:'s)? (?:consent|approval|permission)|(?:by|from|ask|contact) (?:an|your|the) (?:\w+ )?admin|blocked by (?:your|an?|the) \w*organi[sz]ation/i

type CallbackCause = 'person' | 'administrator' | 'app' | 'later' | 'unknown'

const remedies: Readonly<Record<CallbackCause, string>> = {
  person: 'Reconnect, and allow the access that it requests.',
  administrator: 'An administrator of the account at the vendor has to approve the app first; then reconnect.',
  app: 'An administrator here has to look at the OAuth app: its redirect URI, its scopes, and whether the vendor has approved it.',
  later: 'The vendor cannot answer now. Reconnect later.',
  unknown: 'Reconnect. If that does not help, an administrator has to look at the OAuth app.',
}
const codesOfCauses: Readonly<Record<CallbackCause, ErrorCode>> = {
  person: 'AUTH_CALLBACK_DENIED',
  administrator: 'AUTH_CALLBACK_DENIED',
  app: 'AUTH_APP_MISCONFIGURED',
  later: 'AUTH_TRANSIENT',
  unknown: 'AUTH_CALLBACK_DENIED',
}

function createDeniedError({ name }: ConnectorDefinition, { word, description }: CallbackError): AuthError {
  const vendorCode = parseErrorCode(word)
  const plain = word.toLowerCase().replaceAll(/[\s-]+/g, '_')
  const known = causesOfWords.find(([words]) => words.has(plain))?.[1] ?? 'unknown'
  const cause =
    known !== 'app' && known !== 'later' && administratorSentence.test(description ?? '') ? 'administrator' : known
  // Our text ends the sentence.
  const words = description === undefined ? '' : cleanUntrustedText(description).replace(/[.\s]+$/, '')
  const text = [vendorCode, words === '' ? undefined : `"${words}"`].filter((part) => part !== undefined)
  return new AuthError(
    `${name} did not grant access${text.length === 0 ? '' : `: ${text.join(', ')}`}. ${remedies[cause]}`,
    { code: codesOfCauses[cause], vendorCode },
  )
}

function createInvalidCallbackError({ name }: ConnectorDefinition, what: string): AuthError {
  return new AuthError(`The callback of ${name} ${what}. Start again.`, {
    code: 'AUTH_CALLBACK_INVALID',
  })
}

function parseCallbackUrl(url: string | URL): URL | undefined {
  if (typeof url !== 'string') return url
  return URL.canParse(url) ? new URL(url) : undefined
}
