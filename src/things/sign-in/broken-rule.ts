import { CheckwrightError } from '../../errors/index.ts'

/**
 * The rule that a provider's answer broke: an id for the log, and why for people. It repeats nothing that the provider sent but words
 * from lists of ours, so that an answer cannot speak through our pages.
 */
export class BrokenRule extends Error {
  readonly rule: string

  constructor(rule: string, because: string, cause?: unknown) {
    super(because, { cause })
    this.rule = rule
  }
}

/** What broke, by the error of the OpenID library or of our transport. */
export function findBrokenRule(error: unknown): BrokenRule {
  for (let each = error, depth = 0; each instanceof Error && depth < causesMax; each = each.cause, depth++) {
    const found = each instanceof BrokenRule ? each : isWrapper(each) ? undefined : explain(each)
    if (found) return found
  }
  return new BrokenRule(
    'unknown',
    'its answer does not match its registration. Check issuer, client id and secret',
    error,
  )
}

const causesMax = 5

/** The library wraps its errors once, in one that says less. */
function isWrapper({ code, cause }: LibraryError): boolean {
  return cause instanceof Error && code !== undefined && (cause as LibraryError).code === code
}

/** An error of the library. Its details are in `cause`. */
interface LibraryError extends Error {
  readonly code?: unknown
  /** Of an answer of the token endpoint (RFC 6749 §5.2). */
  readonly error?: unknown
  readonly status?: unknown
}

interface Details {
  readonly claim?: unknown
  readonly claims?: { readonly aud?: unknown; readonly azp?: unknown }
  readonly expected?: unknown
  readonly attribute?: unknown
  readonly status?: unknown
  readonly header?: { readonly alg?: unknown }
  readonly alg?: unknown
}

function explain(error: LibraryError): BrokenRule | undefined {
  const { code, cause } = error
  const details = (typeof cause === 'object' && cause !== null ? cause : {}) as Details
  const broken = (rule: string, because: string) => new BrokenRule(rule, because, error)
  if (error instanceof CheckwrightError)
    return broken(`transport.${error.code}`, `it could not be asked: ${error.message}`)
  if (typeof error.error === 'string') return explainRefusal(error.error, broken)
  switch (code) {
    case 'OAUTH_TIMEOUT':
      return broken('transport.timeout', 'it did not answer in time. Try again later')
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return broken(
        'answer.status',
        `it answers with the status ${Number(details.status) || 'of an error'}. Check the issuer`,
      )
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return broken('answer.json', 'its answer is not JSON. Check the issuer')
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return details.attribute === 'issuer'
        ? broken('metadata.issuer', 'its metadata names another issuer. Register exactly the one that it names')
        : broken('userinfo.sub', 'its user info is about somebody else than its ID token')
    case 'OAUTH_MISSING_SERVER_METADATA':
    case 'OAUTH_INVALID_SERVER_METADATA':
      return broken('metadata.endpoint', 'its metadata lacks an endpoint that a sign-in needs')
    case 'OAUTH_KEY_SELECTION_FAILED':
      return broken('id_token.key', 'no key of its key set (jwks_uri) fits its ID token')
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return explainClaim(details, broken)
    case 'OAUTH_INVALID_RESPONSE':
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return explainToken(error, details, broken)
    default:
      return undefined
  }
}

/** What RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6 let a provider answer in place of a code. */
const refusals: Readonly<Record<string, string>> = {
  access_denied: 'it does not let you in. Somebody there has to assign you to this application',
  unauthorized_client: 'it refuses the client. Check the client id, and that it may use the code flow',
  invalid_request: 'it refuses the request. Compare the redirect URI',
  invalid_scope: 'it refuses the scopes openid, email and profile. Allow them there',
  unsupported_response_type: 'it does not offer the code flow to this client',
  server_error: 'it has an error of its own. Try again later',
  temporarily_unavailable: 'it is not available now. Try again later',
  login_required: 'it did not ask you to sign in',
  interaction_required: 'it did not ask you to sign in',
  consent_required: 'somebody there has to agree that this application may sign people in',
  account_selection_required: 'it did not ask with which account you sign in',
}

/** What a provider answers in place of a code. Its own text may speak through our pages, so it is not repeated. */
export function findRefusal(error: string): BrokenRule {
  const because = Object.hasOwn(refusals, error) ? refusals[error] : undefined
  return because === undefined
    ? new BrokenRule('callback.error', 'it ended the sign-in with an error of its own. Its log has more')
    : new BrokenRule(`callback.${error}`, because)
}

type Broken = (rule: string, because: string) => BrokenRule

function explainRefusal(code: string, broken: Broken): BrokenRule {
  switch (code) {
    case 'invalid_client':
    case 'unauthorized_client':
      return broken(`token.${code}`, 'it refuses the client. Check the client id, and enter the secret again')
    case 'invalid_grant':
      return broken(
        'token.invalid_grant',
        'it no longer takes the code. Sign in again; if it stays, compare the redirect URI',
      )
    default:
      return broken('token.refused', 'it refuses the request for an ID token')
  }
}

const claims: Readonly<Record<string, string>> = {
  aud: 'its ID token is for another client (aud). Check the client id',
  azp: 'its ID token was made for another client (azp)',
  iss: 'its ID token is of another issuer (iss)',
  nonce: 'its ID token belongs to another sign-in (nonce)',
  exp: 'its ID token has expired (exp). Its clock and that of this machine may differ',
  nbf: 'its ID token is not valid yet (nbf). Its clock and that of this machine may differ',
  iat: 'its ID token says no usable time of its making (iat)',
  sub: 'its ID token does not say who signed in (sub)',
  auth_time: 'it did not ask you to sign in once more (auth_time)',
}

function explainClaim({ claim, claims: sent, expected }: Details, broken: Broken): BrokenRule | undefined {
  // The library also says so of one that is for us, among others, and then does not repeat whom it expected.
  if (claim === 'aud' && Array.isArray(sent?.aud) && (expected === undefined || sent.aud.includes(expected)))
    return broken('id_token.azp', 'its ID token is for several clients, and does not say for which it was made (azp)')
  const because = typeof claim === 'string' && Object.hasOwn(claims, claim) ? claims[claim] : undefined
  return because === undefined ? undefined : broken(`id_token.${claim}`, because)
}

/** Of answers of the token endpoint and the user info endpoint, of which the library demands a type. */
const answerMembers = new Set(['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'sub'])

/** The library tells these apart by its messages alone. */
function explainToken({ message }: LibraryError, details: Details, broken: Broken): BrokenRule | undefined {
  if (/\balg(?:orithm)?\b/i.test(message)) {
    const alg = details.header?.alg ?? details.alg
    const called =
      typeof alg === 'string' && /^(?:none|EdDSA|Ed25519|[A-Z]{2}\d{3})$/.test(alg) ? alg : 'an unknown algorithm'
    return broken(
      'id_token.alg',
      `its ID token is signed with ${called}, which its metadata does not promise or nobody can check. Choose RS256 there`,
    )
  }
  if (/signature verification/i.test(message))
    return broken('id_token.signature', 'the signature of its ID token is wrong')
  const [, missing = ''] = /JWT "(\w+)" .*claim missing/.exec(message) ?? []
  if (missing === 'auth_time')
    return broken(
      'id_token.auth_time',
      'its ID token does not say when you signed in (auth_time), which a fresh sign-in needs. Turn that claim on there',
    )
  const [, claim = ''] = /(?:JWT|ID Token) "(\w+)" .*(?:claim type|must be a)/.exec(message) ?? []
  if (Object.hasOwn(claims, claim))
    return broken(`id_token.${claim}`, `the claim ${claim} of its ID token is of a type that it must not have`)
  if (Object.hasOwn(claims, missing)) return broken(`id_token.${missing}`, `its ID token lacks the claim ${missing}`)
  if (/^Invalid JWT|JWT (?:Header|Payload)|JWT "crit"/.test(message))
    return broken('id_token.form', 'its ID token is no signed JWT that can be read')
  const [, member = ''] = /^"response" body "(\w+)" property/.exec(message) ?? []
  if (member === 'keys') return broken('keys.json', 'its key set (jwks_uri) is no list of keys in JSON')
  if (member === 'id_token') return broken('id_token', 'it sends no ID token. Allow the scope openid there')
  if (answerMembers.has(member))
    return broken(
      `answer.${member}`,
      `the member ${member} of its answer is missing, or of a type that it must not have`,
    )
  if (/`token_type`/.test(message))
    return broken('answer.token_type', 'it gives tokens of a type that nobody asked for')
  if (/parameter must be provided only once/.test(message))
    return broken('callback.form', 'its answer says one thing twice')
  if (/"iss" \(issuer\)/.test(message))
    return broken('callback.iss', 'another provider answered than the one that was asked (iss)')
  return undefined
}
