import type { AnyConnector, Classification, ErrorKind } from '../define/index.ts'
import { type ErrorCode, HttpError } from '../errors/index.ts'
import type { Redactor } from './redact.ts'
import { header, quotaResetMs, type ReplyHeaders, retryAfterMs } from './retry-after.ts'

/** An answer of the vendor, whole, as the engine hands it to whoever asked. */
export interface Reply {
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
}

/** What the vendor's answer means for a check, beside its status. */
export class VendorError extends HttpError {
  readonly kind: ErrorKind
  readonly missingScopes: readonly string[] | undefined

  constructor(message: string, options: ConstructorParameters<typeof HttpError>[1], classification: Classification) {
    super(message, options)
    this.kind = classification.kind
    this.missingScopes = classification.missingScopes
  }
}

interface Rule {
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
  other: {
    code: 'HTTP_STATUS',
    kind: 'check_bug',
    remedy: 'The request is not one that it accepts; the check has to be mended.',
  },
} as const satisfies Record<string, Rule>

/** Whether the vendor asks to slow down; some say so by 403 (GitHub's secondary limits). */
export function isRateLimited(status: number, headers: ReplyHeaders, nowMs: number): boolean {
  if (status === 429) return true
  return status === 403 && (retryAfterMs(headers, nowMs) !== undefined || quotaResetMs(headers, nowMs) !== undefined)
}

function ruleFor(status: number, headers: ReplyHeaders, nowMs: number): Rule {
  if (isRateLimited(status, headers, nowMs)) return rules.rate_limited
  if (status === 401) return rules.auth
  if (status === 402) return rules.plan
  if (status === 403) return rules.permission
  if (status === 404 || status === 410) return rules.not_found
  if (status === 408) return rules.timeout
  return status >= 500 ? rules.upstream : rules.other
}

/** An error status as an error that says who refused what, why, and what to do. The connector's `classify` refines it. */
export function vendorError(reply: Reply, connector: AnyConnector, redactor: Redactor, nowMs: number): VendorError {
  const { method, url, status } = reply
  const rule = ruleFor(status, reply.headers, nowMs)
  const refined = refine(reply, connector)
  const classification = { kind: rule.kind, ...refined }
  const known = Object.values<Rule>(rules).find((each) => each.kind === classification.kind)
  const { code, remedy, retryable = false } = known ?? rule
  const requestId =
    header(reply.headers, 'x-request-id') ??
    header(reply.headers, 'x-github-request-id') ??
    header(reply.headers, 'request-id')
  return new VendorError(
    `${connector.definition.name} answered ${status} to ${method} ${pathOf(url)}. ${classification.message ?? remedy}`,
    {
      code,
      method,
      url,
      status,
      retryable,
      excerpt: excerptOf(reply.body, redactor),
      requestId: requestId === undefined ? undefined : redactor.text(requestId),
      retryAfterMs: retryAfterMs(reply.headers, nowMs),
    },
    classification,
  )
}

function refine(reply: Reply, { hooks }: AnyConnector): Classification | undefined {
  const answer = hooks.classify?.({
    method: reply.method,
    url: reply.url,
    status: reply.status,
    headers: headersOf(reply.headers),
    body: jsonOrText(reply.body),
  })
  return typeof answer === 'string' ? { kind: answer } : answer
}

/** Reply headers as a WHATWG `Headers`. */
export function headersOf(headers: ReplyHeaders): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) result.append(name, each)
  }
  return result
}

export function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

function jsonOrText(body: Uint8Array): unknown {
  const text = textOf(body)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const excerptLength = 300

/** First characters of a body, fit to be shown: redacted, one line, without control and bidi characters. */
export function excerptOf(body: Uint8Array, redactor: Redactor): string {
  // Cut generously before redaction, so that a secret on the border is still whole when it is looked for.
  const text = redactor.text(textOf(body.subarray(0, excerptLength * 8)))
  const clean = text.replace(/[\s\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()
  return clean.length > excerptLength ? `${clean.slice(0, excerptLength)}…` : clean
}

/** Path and query of a URL: messages name the vendor already. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '')
}
