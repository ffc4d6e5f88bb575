import type { AnyConnector, Classification, ErrorKind } from '../define/index.ts'
import { type ErrorCode, HttpError } from '../errors/index.ts'
import type { LongPauseError } from './pace/pacer.ts'
import { isRateLimited } from './pace/rate-limit-headers.ts'
import { type ReplyHeaders, readHeader, retryAfterMs } from './pace/retry-after.ts'
import { cleanToOneLine, parseJsonOrText, readExcerpt } from './redact/body-excerpt.ts'
import { type Redactor, redactedMark } from './redact/redact.ts'
import { readVendorScopes, type VendorScopes } from './vendor-scopes.ts'

/** An answer of the vendor, whole, as the engine hands it to whoever asked. */
export interface VendorReply {
  readonly method: string
  /** Redacted. */
  readonly url: string
  /** As asked, before credentials were added; what relative links are relative to. Never shown. */
  readonly target: URL
  readonly status: number
  readonly headers: ReplyHeaders
  readonly body: Uint8Array
  /** Number of the exchange in this run. */
  readonly exchange: number
  /** Whether it was asked as a stranger. */
  readonly anonymous?: boolean
}

/** What the vendor's answer means for a check, beside its status. */
export class VendorError extends HttpError {
  readonly kind: ErrorKind
  readonly missingScopes: readonly string[] | undefined
  /** What the vendor said about scopes, where it did. */
  readonly scopes: VendorScopes | undefined

  constructor(
    message: string,
    options: ConstructorParameters<typeof HttpError>[1],
    classification: Classification,
    scopes?: VendorScopes,
  ) {
    super(message, options)
    this.kind = classification.kind
    this.missingScopes = classification.missingScopes
    this.scopes = scopes
  }
}

// Where vendors put the id by which their support finds a request, and the networks in front of them theirs.
const requestIdHeaders = [
  'x-request-id',
  'x-github-request-id',
  'x-okta-request-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'x-ms-request-id',
  'x-goog-request-id',
  'request-id',
  'x-correlation-id',
  'apigw-requestid',
  'x-trace-id',
  'x-amz-cf-id',
  'cf-ray',
]

const requestIdLengthMax = 100
const explanationLengthMax = 500
const pathLengthMax = 200

interface FailureRule {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly remedy: string
  readonly retryable?: boolean
}

const rules = {
  auth: {
    code: 'AUTH_REJECTED',
    kind: 'auth',
    remedy: 'The credentials are not accepted; connect again with valid ones.',
  },
  plan: { code: 'HTTP_PLAN', kind: 'plan', remedy: 'The plan or licence does not include this.' },
  permission: { code: 'HTTP_PERMISSION_DENIED', kind: 'permission', remedy: 'The credentials lack a permission.' },
  not_found: {
    code: 'HTTP_NOT_FOUND',
    kind: 'not_found',
    remedy: 'It does not exist, or the credentials may not see it.',
  },
  rate_limited: {
    code: 'HTTP_RATE_LIMITED',
    kind: 'rate_limited',
    remedy: 'It asks to slow down; run again later, or lower the limits of the connector.',
    retryable: true,
  },
  timeout: { code: 'HTTP_UPSTREAM', kind: 'timeout', remedy: 'It gave up waiting; run again later.', retryable: true },
  upstream: {
    code: 'HTTP_UPSTREAM',
    kind: 'upstream',
    remedy: 'The fault is on its side; run again later.',
    retryable: true,
  },
  stranger: {
    code: 'HTTP_PERMISSION_DENIED',
    kind: 'check_bug',
    remedy: 'It does not answer strangers. Where that is what the check asks, catch this refusal.',
  },
  other: {
    code: 'HTTP_STATUS',
    kind: 'check_bug',
    remedy: 'The request is not one that it accepts; the check has to be mended.',
  },
} as const satisfies Record<string, FailureRule>

function chooseRule(status: number, headers: ReplyHeaders, scopes: VendorScopes, nowMs: number): FailureRule {
  if (isRateLimited(status, headers, nowMs)) return rules.rate_limited
  // RFC 6750 §3.1: the credentials are fine, but for less than this.
  if ((status === 401 || status === 403) && scopes.needed) return rules.permission
  if (status === 401) return rules.auth
  if (status === 402) return rules.plan
  if (status === 403) return rules.permission
  if (status === 404 || status === 410) return rules.not_found
  if (status === 408) return rules.timeout
  // Refused by its body, without a reason that `classify` knows.
  if (status < 300) return rules.upstream
  return status >= 500 ? rules.upstream : rules.other
}

/** An error status as an error that says who refused what, why, and what to do. The connector's `classify` refines it. */
export function createVendorError(
  reply: VendorReply,
  connector: AnyConnector,
  redactor: Redactor,
  nowMs: number,
): VendorError {
  const { method, url, status } = reply
  const scopes = readVendorScopes(reply.headers, redactor)
  const chosen = chooseRule(status, reply.headers, scopes, nowMs)
  // A stranger is not let in, which says nothing about the credentials of the connection.
  const rule: FailureRule =
    reply.anonymous && (chosen.kind === 'auth' || chosen.kind === 'permission') ? rules.stranger : chosen
  const said = refineByHook(reply, connector, redactor)
  // What the connector takes for refused credentials cannot be about credentials where there were none.
  const refined = reply.anonymous && said.kind === 'auth' ? { ...said, kind: rules.stranger.kind } : said
  const classification = { kind: rule.kind, ...refined }
  const known =
    classification.kind === rule.kind
      ? rule
      : Object.values<FailureRule>(rules).find((each) => each.kind === classification.kind)
  const { code, remedy, retryable = false } = known ?? rule
  return new VendorError(
    `${connector.definition.name} answered ${status} to ${method} ${shortenPath(url)}. ${formatExplanation(classification.message ?? remedy, redactor)}`,
    {
      code,
      method,
      url,
      status,
      retryable,
      excerpt: readExcerpt(reply.body, redactor),
      requestId: findRequestId(reply.headers, redactor),
      retryAfterMs: retryAfterMs(reply.headers, nowMs),
    },
    classification,
    scopes,
  )
}

/** An answer of 200 whose body says that the query failed (GraphQL §7.1.2). The connector's `classify` refines it too. */
export function createGraphqlError(
  reply: VendorReply,
  message: unknown,
  connector: AnyConnector,
  redactor: Redactor,
): VendorError {
  const { method, url, status } = reply
  const said = typeof message === 'string' && message !== '' ? message : 'no reason is given'
  const classification = { kind: 'upstream' as const, ...refineByHook(reply, connector, redactor) }
  const remedy = classification.message === undefined ? '' : ` ${formatExplanation(classification.message, redactor)}`
  return new VendorError(
    `${connector.definition.name} answered the GraphQL query with errors: ${cleanToOneLine(redactor.text(said), 200)}${remedy}`,
    { code: 'GRAPHQL_ERRORS', method, url, status, requestId: findRequestId(reply.headers, redactor) },
    classification,
    readVendorScopes(reply.headers, redactor),
  )
}

/** A request that is not sent, because the vendor has asked for a long pause before. */
export function pauseError(
  connector: AnyConnector,
  { method, url }: { readonly method: string; readonly url: string },
  { delayMs }: LongPauseError,
): VendorError {
  const { code, kind } = rules.rate_limited
  const wait = `${Math.ceil(delayMs / 1000)} s`
  return new VendorError(
    `${connector.definition.name} asks for a pause of ${wait}, so ${method} ${shortenPath(url)} was not sent. Run again after that.`,
    { code, method, url, retryable: true, retryAfterMs: delayMs },
    { kind },
  )
}

/** What an error status means by the connector's `classify`; undefined where that does not say. */
export function readKindSaid(reply: VendorReply, connector: AnyConnector, redactor: Redactor): ErrorKind | undefined {
  return connector.hooks.classify && refineByHook(reply, connector, redactor).kind
}

/** What `classify` says; when it throws, the built-in rules hold, because the vendor's answer matters more. */
function refineByHook(reply: VendorReply, { hooks }: AnyConnector, redactor: Redactor): Partial<Classification> {
  try {
    const answer = hooks.classify?.({
      method: reply.method,
      url: reply.url,
      status: reply.status,
      headers: toHeaders(reply.headers),
      body: parseJsonOrText(reply.body),
    })
    return typeof answer === 'string' ? { kind: answer } : (answer ?? {})
  } catch (error) {
    return {
      message: `The connector could not say what that means: classify threw ${describeThrownByHook(error, redactor)}.`,
    }
  }
}

// Whoever debugs a hook needs its words; a run of this many characters without a space is rather a token.
const opaque = /[\w.~+/=-]{16,}/g

/**
 * What a hook threw, fit to be shown. Its message may quote the vendor's answer, with a login in it that nobody has
 * registered yet, or, from `Headers`, the value that was refused.
 */
export function describeThrownByHook(error: unknown, redactor: Redactor): string {
  if (!(error instanceof Error)) return `a ${typeof error}`
  return cleanToOneLine(redactor.text(`${error.name}: ${error.message}`).replace(opaque, redactedMark), 200)
}

/** Reply headers as a WHATWG `Headers`. */
export function toHeaders(headers: ReplyHeaders): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) result.append(name, each)
  }
  return result
}

/** Path and query of a URL, the beginning of long ones: messages name the vendor already. */
export function shortenPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]+/, '')
  return path.length > pathLengthMax ? `${path.slice(0, pathLengthMax)}…` : path
}

/** What a connector says of an answer, which may quote all of it. */
function formatExplanation(message: string, redactor: Redactor): string {
  return cleanToOneLine(redactor.text(message), explanationLengthMax)
}

function findRequestId(headers: ReplyHeaders, redactor: Redactor): string | undefined {
  const id = requestIdHeaders
    .map((name) => readHeader(headers, name))
    .find((value) => value !== undefined && value !== '')
  return id === undefined ? undefined : cleanToOneLine(redactor.text(id), requestIdLengthMax)
}
