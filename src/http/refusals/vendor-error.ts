import type { AnyConnector, Classification, ErrorKind, FailureCause } from '../../define/index.ts'
import { type ErrorCode, HttpError } from '../../errors/index.ts'
import { formatClocksApart } from '../pace/clocks.ts'
import type { LongPauseError } from '../pace/pacer.ts'
import { findQuotaResetMs, isRateLimited } from '../pace/rate-limit-headers.ts'
import { type ReplyHeaders, readHeader, retryAfterMs } from '../pace/retry-after.ts'
import { cleanToOneLine, parseJsonOrText, readExcerpt } from '../redact/body-excerpt.ts'
import { type Redactor, redactedMark } from '../redact/redact.ts'
import { tellsEndedToken } from './ended-token.ts'
import { readBodyWaitMs, tellsOfLimit } from './limit-sentence.ts'
import { findSchemeRemedy } from './scheme-remedy.ts'
import { readContentType, toHeaders, type VendorReply } from './vendor-reply.ts'
import { readVendorScopes, type VendorScopes } from './vendor-scopes.ts'

/** The meaning of the vendor's answer for a check, beside its status. */
export class VendorError extends HttpError {
  readonly kind: ErrorKind
  /** Whom it concerns, where the kind does not say that. */
  readonly reason: FailureCause | undefined
  readonly missingScopes: readonly string[] | undefined
  /** The scopes in the vendor's answer, if it has any. */
  readonly scopes: VendorScopes | undefined

  constructor(
    message: string,
    options: ConstructorParameters<typeof HttpError>[1],
    classification: Classification & { readonly reason?: FailureCause | undefined },
    scopes?: VendorScopes,
  ) {
    super(message, options)
    this.kind = classification.kind
    this.reason = classification.reason
    this.missingScopes = classification.missingScopes
    this.scopes = scopes
  }
}

// Headers with the id by which the vendor's support, or the network in front of it, finds a request.
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
const shownPathLengthMax = 200

interface FailureRule {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly remedy: string
  readonly retryable?: boolean
  readonly reason?: FailureCause
}

const rules = {
  auth: {
    code: 'AUTH_REJECTED',
    kind: 'auth',
    remedy: 'The credentials are not accepted; reconnect with valid ones.',
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
  proxy: {
    code: 'HTTP_UPSTREAM',
    kind: 'upstream',
    reason: 'proxy',
    remedy:
      'A proxy or a network answered in its place, and wants a sign-in; check HTTPS_PROXY, or have this server let through.',
  },
  firewall: {
    code: 'HTTP_PERMISSION_DENIED',
    kind: 'permission',
    remedy:
      'The answer is a web page, as a firewall or proxy sends it: have this server let through. If it is, the credentials lack a permission.',
  },
  stranger: {
    code: 'HTTP_PERMISSION_DENIED',
    kind: 'check_bug',
    remedy: 'It does not answer strangers. Where that is what the check asks, catch this refusal.',
  },
  other: {
    code: 'HTTP_STATUS',
    kind: 'check_bug',
    remedy: 'It does not accept the request; the check has to be fixed.',
  },
} as const satisfies Record<string, FailureRule>

function chooseRule(reply: VendorReply, scopes: VendorScopes, nowMs: number): FailureRule {
  const { status, headers } = reply
  if (isRateLimited(status, headers, nowMs) || tellsOfLimit(reply)) return rules.rate_limited
  // RFC 6750 §3.1: the credentials are valid, but lack this scope.
  if ((status === 401 || status === 403) && scopes.needed) return rules.permission
  if (status === 401 || (status >= 400 && tellsEndedToken(reply))) return rules.auth
  if (status === 402) return rules.plan
  // RFC 9110 §15.5.8, RFC 6585 §6: neither comes from the vendor.
  if (status === 407 || status === 511) return rules.proxy
  if (status === 403) return isWebPage(reply) ? rules.firewall : rules.permission
  if (status === 404 || status === 410) return rules.not_found
  if (status === 408) return rules.timeout
  // The body refuses, without a reason that `classify` knows.
  if (status < 300) return rules.upstream
  return status >= 500 ? rules.upstream : rules.other
}

/**
 * Turns an error status into an error with the vendor, the reason and the next step. The connector's `classify` refines
 * it.
 */
export function createVendorError(
  reply: VendorReply,
  connector: AnyConnector,
  redactor: Redactor,
  nowMs: number,
): VendorError {
  const { method, url, status } = reply
  const scopes = readReplyScopes(reply, redactor)
  const rule = chooseReplyRule(reply, scopes, nowMs)
  const classification = { kind: rule.kind, ...refineReply(reply, connector, redactor) }
  const { code, remedy, retryable = false, reason } = findRule(classification.kind, rule) ?? rule
  const ofScheme =
    status === 401 && !reply.anonymous ? findSchemeRemedy(connector.definition, reply.headers) : undefined
  const mayBeTime = (status === 401 || status === 403) && !reply.anonymous
  const ofClock = mayBeTime ? formatClocksApart(reply.headers, nowMs) : undefined
  const isSigned = connector.hooks.sign !== undefined
  return new VendorError(
    `${connector.definition.name} answered ${status} to ${method} ${shortenPath(url)}. ${formatExplanation(classification.message ?? ofScheme ?? remedy, redactor)}${ofClock === undefined ? '' : ` ${ofClock}`}`,
    {
      code,
      method,
      url,
      status,
      retryable,
      excerpt: readExcerpt(reply.body, readContentType(reply), redactor),
      requestId: findRequestId(reply.headers, redactor),
      retryAfterMs: reply.refusal?.waitMs ?? retryAfterMs(reply.headers, nowMs),
    },
    { ...classification, reason: isSigned && ofClock !== undefined ? 'clock' : reason },
    scopes,
  )
}

function isWebPage(reply: VendorReply): boolean {
  return /\bhtml\b/i.test(readContentType(reply) ?? '') && reply.body[0] === 0x3c
}

/** The meaning of an answer by its body if possible, otherwise by its status and headers. */
function chooseReplyRule(reply: VendorReply, scopes: VendorScopes, nowMs: number): FailureRule {
  const byStatus = chooseRule(reply, scopes, nowMs)
  const chosen = reply.refusal ? (findRule(reply.refusal.kind, byStatus) ?? byStatus) : byStatus
  // The vendor refuses an anonymous request. The credentials of the connection may still be valid.
  return reply.anonymous && (chosen.kind === 'auth' || chosen.kind === 'permission') ? rules.stranger : chosen
}

/** The decision of `classify`. If an anonymous request is refused, credentials cannot be the reason. */
function refineReply(reply: VendorReply, connector: AnyConnector, redactor: Redactor): Partial<Classification> {
  const reason = refineByHook(reply, connector, redactor)
  return reply.anonymous && reason.kind === 'auth' ? { ...reason, kind: rules.stranger.kind } : reason
}

/** The rule itself if it is of that kind, because there may be several. */
function findRule(kind: ErrorKind, rule: FailureRule): FailureRule | undefined {
  return kind === rule.kind ? rule : Object.values<FailureRule>(rules).find((each) => each.kind === kind)
}

/** Scopes from the headers of an answer, and from the errors of a GraphQL answer. */
function readReplyScopes({ headers, refusal }: VendorReply, redactor: Redactor): VendorScopes {
  const byHeaders = readVendorScopes(headers, redactor)
  if (!refusal?.scopes) return byHeaders
  const show = (scopes: readonly string[]) => scopes.map((scope) => redactor.text(scope))
  const granted = refusal.granted ? show(refusal.granted) : byHeaders.granted
  return { ...byHeaders, accepted: show(refusal.scopes), granted }
}

/**
 * An answer of 200 with a body that reports a failed query (GraphQL §7.1.2). The connector's `classify` refines it too.
 */
export function createGraphqlError(
  reply: VendorReply,
  message: unknown,
  connector: AnyConnector,
  redactor: Redactor,
  nowMs: number,
): VendorError {
  const { method, url, status, refusal } = reply
  const reason = typeof message === 'string' && message !== '' ? message : 'it gives no reason'
  const scopes = readReplyScopes(reply, redactor)
  const chosen = refusal ? chooseReplyRule(reply, scopes, nowMs) : rules.upstream
  const classification = { kind: chosen.kind, ...refineReply(reply, connector, redactor) }
  const rule = classification.kind === 'upstream' ? undefined : findRule(classification.kind, chosen)
  const remedy = classification.message === undefined ? '' : ` ${formatExplanation(classification.message, redactor)}`
  return new VendorError(
    `${connector.definition.name} answered the GraphQL query with errors: ${cleanToOneLine(redactor.text(reason), 200)}${remedy}`,
    {
      code: refusal && rule ? rule.code : 'GRAPHQL_ERRORS',
      method,
      url,
      status,
      retryable: rule?.retryable ?? false,
      requestId: findRequestId(reply.headers, redactor),
      retryAfterMs: refusal?.kind === 'rate_limited' ? findWaitMs(reply, nowMs) : undefined,
    },
    classification,
    scopes,
  )
}

/** The wait that a refusal requires, by its body or else by its headers. */
export function findWaitMs(
  reply: Pick<VendorReply, 'status' | 'headers' | 'body' | 'refusal'>,
  nowMs: number,
): number | undefined {
  const { headers, refusal } = reply
  return refusal?.waitMs ?? retryAfterMs(headers, nowMs) ?? readBodyWaitMs(reply) ?? findQuotaResetMs(headers, nowMs)
}

/** A request that is not sent, because the vendor has required a long pause before. */
export function pauseError(
  connector: AnyConnector,
  { method, url }: { readonly method: string; readonly url: string },
  { delayMs, share }: LongPauseError,
): VendorError {
  const { code, kind } = rules.rate_limited
  const wait = `${Math.ceil(delayMs / 1000)} s`
  const { name } = connector.definition
  const request = `${method} ${shortenPath(url)}`
  return new VendorError(
    share === undefined
      ? `${name} asks for a pause of ${wait}, so ${request} was not sent. Run again after that.`
      : `A daily run uses at most ${Math.round(share * 100)} % of what ${name} allows, and ${request} would be more for the next ${wait}. Run by hand, or set a schedule of your own, which may use all of it.`,
    { code, method, url, retryable: true, retryAfterMs: delayMs },
    { kind },
  )
}

/**
 * The meaning of a refusal by the connector's `classify`, otherwise by the codes of GraphQL; undefined if neither knows
 * it.
 */
export function readErrorKind(reply: VendorReply, connector: AnyConnector, redactor: Redactor): ErrorKind | undefined {
  const ofConnector = connector.hooks.classify && refineByHook(reply, connector, redactor).kind
  return ofConnector ?? reply.refusal?.kind ?? (tellsOfLimit(reply) ? 'rate_limited' : undefined)
}

/** Whether a final answer refuses the credentials themselves. */
export function refusesCredentials(
  reply: VendorReply,
  connector: AnyConnector,
  redactor: Redactor,
  nowMs: number,
): boolean {
  if (reply.status < 300 && reply.refusal === undefined) return false
  const ofConnector = connector.hooks.classify && refineByHook(reply, connector, redactor).kind
  return (ofConnector ?? chooseReplyRule(reply, readReplyScopes(reply, redactor), nowMs).kind) === 'auth'
}

/** A request that is not sent, because the vendor has refused its credentials before. */
export function createRepeatedRefusal(
  connector: AnyConnector,
  redactor: Redactor,
  { method, url }: { readonly method: string; readonly url: URL },
  refusal: VendorReply,
): VendorError {
  const { code, kind, remedy } = rules.auth
  const shown = redactor.url(url)
  const why = findSchemeRemedy(connector.definition, refusal.headers) ?? remedy
  return new VendorError(
    `${connector.definition.name} refused the credentials before in this run (${refusal.status} to ${refusal.method} ${shortenPath(refusal.url)}), so nothing more was sent with them: vendors lock an account after a few tries. ${why}`,
    { code, method, url: shown },
    { kind },
  )
}

/** The result of `classify`. If it throws, the built-in rules apply, because the vendor's answer matters more. */
function refineByHook(reply: VendorReply, { hooks }: AnyConnector, redactor: Redactor): Partial<Classification> {
  try {
    const answer = hooks.classify?.({
      method: reply.method,
      url: reply.url,
      status: reply.status,
      headers: toHeaders(reply.headers),
      body: parseJsonOrText(reply.body, readContentType(reply)),
    })
    return typeof answer === 'string' ? { kind: answer } : (answer ?? {})
  } catch (error) {
    return {
      message: `The connector could not say what that means: classify threw ${describeThrownByHook(error, redactor)}.`,
    }
  }
}

// The message helps to debug a hook, but a run of this many characters without a space is probably a token.
const opaque = /[\w.~+/=-]{16,}/g

/**
 * The error of a hook, fit to be shown. Its message may quote the vendor's answer with an unregistered login, or, from
 * `Headers`, the refused value.
 */
export function describeThrownByHook(error: unknown, redactor: Redactor): string {
  if (!(error instanceof Error)) return `a ${typeof error}`
  return cleanToOneLine(redactor.text(`${error.name}: ${error.message}`).replace(opaque, redactedMark), 200)
}

/** Path and query of a URL, cut if long: messages name the vendor already. */
export function shortenPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]+/, '')
  return path.length > shownPathLengthMax ? `${path.slice(0, shownPathLengthMax)}…` : path
}

/** The text that a connector gives for an answer. It may quote all of it. */
function formatExplanation(message: string, redactor: Redactor): string {
  return cleanToOneLine(redactor.text(message), explanationLengthMax)
}

function findRequestId(headers: ReplyHeaders, redactor: Redactor): string | undefined {
  const id = requestIdHeaders
    .map((name) => readHeader(headers, name))
    .find((value) => value !== undefined && value !== '')
  return id === undefined ? undefined : cleanToOneLine(redactor.text(id), requestIdLengthMax)
}
