import { decodeUtf8 } from '../../text/decode-utf8.ts'
import type { ReplyHeaders } from '../pace/retry-after.ts'
import { type Redactor, redactedMark } from '../redact/redact.ts'
import { redactBody } from '../redact/redact-body.ts'

/** One attempt at one URL and its outcome, unredacted: full of secrets. */
export interface Exchange {
  /** In this run, from 1. */
  readonly number: number
  /** Undefined for requests of the engine itself, such as a login. */
  readonly checkId: string | undefined
  readonly method: string
  /** Redacted, without credentials. */
  readonly url: string
  readonly attempt: number
  readonly startedAtMs: number
  readonly durationMs: number
  /** Headers and body before credentials were added and before it was signed. */
  readonly request: { readonly headers: ReplyHeaders; readonly body: Uint8Array | string | undefined }
  readonly outcome:
    | { readonly status: number; readonly headers: ReplyHeaders; readonly body: Uint8Array }
    /**
     * @param errorCode as in docs/errors.md; undefined if the caller cancelled the request
     * @param unseen the answer had no reader yet: a page that was fetched ahead of a list that the check left
     */
    | { readonly errorCode: string | undefined; readonly unseen?: boolean }
  /** The exchange obtains credentials: only its method, URL and status are kept. */
  readonly confidential: boolean
  /** The request was anonymous. @default false */
  readonly anonymous?: boolean
}

/** A body as it is kept: redacted text, or other bytes as base64. */
export type KeptBody = { readonly text: string } | { readonly base64: string }

export interface KeptMessage {
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Absent if there is no body or it is not kept. */
  readonly body?: KeptBody
}

/** An exchange as it is kept, redacted. Also one line of a ledger's file. */
export interface KeptExchange {
  readonly number: number
  readonly checkId?: string
  readonly method: string
  readonly url: string
  readonly attempt: number
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  /** Absent if there was no answer. */
  readonly status?: number
  /** Why there was no answer, as in docs/errors.md; `CANCELLED` if nobody needed the answer any more. */
  readonly errorCode?: string
  /** The request was anonymous, so it differs from the same request with credentials. */
  readonly anonymous?: true
  /** Absent if the exchange obtains credentials, like `response`. */
  readonly request?: KeptMessage
  readonly response?: KeptMessage
  /** Why it was not kept whole. */
  readonly truncated?: string
}

/**
 * Takes secrets out of an exchange. A body above the limit is left out whole, because a cut could leave half a secret.
 */
export function toKeptExchange(exchange: Exchange, redactor: Redactor, bodyBytesMax: number): KeptExchange {
  const { number, checkId, method, attempt, durationMs, startedAtMs, request, outcome, confidential } = exchange
  const answered = 'status' in outcome
  const errorCode = answered ? undefined : (outcome.errorCode ?? 'CANCELLED')
  const kept = {
    number,
    ...(checkId !== undefined && { checkId }),
    method,
    url: redactor.text(exchange.url),
    attempt,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs,
    ...(answered && { status: outcome.status }),
    ...(errorCode !== undefined && { errorCode }),
    ...(exchange.anonymous && { anonymous: true as const }),
  }
  if (confidential) return kept
  const sent = redactMessage(request.headers, request.body, redactor, bodyBytesMax)
  const answer = answered ? redactMessage(outcome.headers, outcome.body, redactor, bodyBytesMax) : undefined
  const truncated =
    errorCode === 'CANCELLED'
      ? 'unseen' in outcome && outcome.unseen
        ? undefined
        : 'was cancelled before its answer had arrived'
      : (describeTruncation('request', sent.truncated) ?? describeTruncation('answer', answer?.truncated))
  return {
    ...kept,
    request: sent.kept,
    ...(answer && { response: answer.kept }),
    ...(truncated !== undefined && { truncated }),
  }
}

/** A kept exchange without the secrets that became known later. */
export function redactExchangeAgain(exchange: KeptExchange, redactor: Redactor): KeptExchange {
  const { request, response } = exchange
  const sent = request && redactMessageAgain(request, redactor)
  const answer = response && redactMessageAgain(response, redactor)
  const truncated =
    exchange.truncated ??
    describeTruncation('request', sent?.truncated) ??
    describeTruncation('answer', answer?.truncated)
  return {
    ...exchange,
    url: redactor.text(exchange.url),
    ...(sent && { request: sent.kept }),
    ...(answer && { response: answer.kept }),
    ...(truncated !== undefined && { truncated }),
  }
}

interface RedactedMessage {
  readonly kept: KeptMessage
  readonly truncated?: string | undefined
}

function describeTruncation(part: string, truncated: string | undefined): string | undefined {
  return truncated && `has a body in its ${part} that ${truncated}`
}

function redactMessage(
  headers: ReplyHeaders,
  body: Uint8Array | string | undefined,
  redactor: Redactor,
  bodyBytesMax: number,
): RedactedMessage {
  const pairs = listHeaderPairs(headers)
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  if (bytes === undefined || bytes.byteLength === 0) return redactMessageAgain({ headers: pairs }, redactor)
  if (bytes.byteLength <= bodyBytesMax) return redactMessageAgain({ headers: pairs, body: encodeAsIs(bytes) }, redactor)
  const truncated = `has ${bytes.byteLength} bytes, more than the ${bodyBytesMax} that are kept`
  return { ...redactMessageAgain({ headers: pairs }, redactor), truncated }
}

/** The value of a header, whatever the spelling of its name. @param name in lower case */
export function findKeptHeader(message: KeptMessage | undefined, name: string): string | undefined {
  return message?.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

function listHeaderPairs(headers: ReplyHeaders): KeptMessage['headers'] {
  const pairs: [string, string][] = []
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (typeof value === 'string') pairs.push([name, value])
    else for (const each of value ?? []) pairs.push([name, each])
  }
  return pairs
}

/** The declared charset is ignored. Bytes that are not UTF-8 would not survive a round trip through text. */
function encodeAsIs(bytes: Uint8Array): KeptBody {
  const text = decodeUtf8(bytes, { keepsMark: true })
  return text === undefined ? { base64: Buffer.from(bytes).toString('base64') } : { text }
}

function redactMessageAgain({ headers, body }: KeptMessage, redactor: Redactor): RedactedMessage {
  const shown = redactHeaders(headers, redactor)
  if (body === undefined) return { kept: { headers: shown } }
  if ('text' in body) {
    const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    return { kept: { headers: shown, body: { text: redactBody(body.text, type, redactor) } } }
  }
  if (!listReadings(Buffer.from(body.base64, 'base64')).some((text) => redactor.finds(text)))
    return { kept: { headers: shown, body } }
  // Removing something from the middle would break most formats, and an archive hides its contents.
  return { kept: { headers: shown }, truncated: 'is not text and holds a secret' }
}

/** Most messages have no secret in their headers, and one look at all of them costs a tenth of a look at each. */
function redactHeaders(headers: KeptMessage['headers'], redactor: Redactor): KeptMessage['headers'] {
  let hides = false
  let all = ''
  for (const [name, value] of headers) {
    hides ||= redactor.hides(name)
    all += `${name}\n${value}\n`
  }
  if (!hides && redactor.isClean(all)) return headers
  return headers.map(([name, value]) => [
    redactor.text(name),
    redactor.hides(name) ? redactedMark : redactor.text(value),
  ])
}

/** Bytes that are not UTF-8, decoded so that they can be searched for secrets. */
function listReadings(bytes: Buffer): string[] {
  return [
    bytes.toString('utf8'),
    bytes.toString('latin1'),
    bytes.toString('utf16le'),
    bytes.subarray(1).toString('utf16le'),
  ]
}
