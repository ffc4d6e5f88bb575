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
  const { number, checkId, method, url, attempt, durationMs, startedAtMs, request, outcome, confidential } = exchange
  const answered = 'status' in outcome
  const errorCode = answered ? undefined : (outcome.errorCode ?? 'CANCELLED')
  const sent = confidential ? undefined : encodeMessage(request, bodyBytesMax)
  const answer = confidential || !answered ? undefined : encodeMessage(outcome, bodyBytesMax)
  const isCancelled = errorCode === 'CANCELLED' && !confidential && !('unseen' in outcome && outcome.unseen)
  const truncated = isCancelled
    ? 'was cancelled before its answer had arrived'
    : (describeTruncation('request', sent?.truncated) ?? describeTruncation('answer', answer?.truncated))
  const whole: KeptExchange = {
    number,
    ...(checkId !== undefined && { checkId }),
    method,
    url,
    attempt,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs,
    ...(answered && { status: outcome.status }),
    ...(errorCode !== undefined && { errorCode }),
    ...(exchange.anonymous && { anonymous: true }),
    ...(sent && { request: sent.kept }),
    ...(answer && { response: answer.kept }),
    ...(truncated !== undefined && { truncated }),
  }
  return redactExchange(whole, redactor)
}

/** A kept exchange without secrets, such as those that became known after it was kept; itself if it has none. */
export function redactExchange(exchange: KeptExchange, redactor: Redactor): KeptExchange {
  const { request, response } = exchange
  const isClean = hasCleanHeads(exchange, redactor)
  const sent = request && redactMessage(request, isClean, redactor)
  const answer = response && redactMessage(response, isClean, redactor)
  if (isClean && sent?.kept === request && answer?.kept === response) return exchange
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

interface PartlyKept {
  readonly kept: KeptMessage
  /** Why the body is not kept. */
  readonly truncated?: string | undefined
}

function describeTruncation(part: string, truncated: string | undefined): string | undefined {
  return truncated && `has a body in its ${part} that ${truncated}`
}

/** A message as it is, with its secrets. */
function encodeMessage(
  { headers, body }: { readonly headers: ReplyHeaders; readonly body: Uint8Array | string | undefined },
  bodyBytesMax: number,
): PartlyKept {
  const pairs = listHeaderPairs(headers)
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  if (bytes === undefined || bytes.byteLength === 0) return { kept: { headers: pairs } }
  if (bytes.byteLength <= bodyBytesMax) return { kept: { headers: pairs, body: encodeAsIs(bytes) } }
  const truncated = `has ${bytes.byteLength} bytes, more than the ${bodyBytesMax} that are kept`
  return { kept: { headers: pairs }, truncated }
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

/** Whether URL and headers hold no secret, as most do not. One look at all of them costs a tenth of a look at each. */
function hasCleanHeads({ url, request, response }: KeptExchange, redactor: Redactor): boolean {
  let all = url
  for (const message of [request, response])
    for (const [name, value] of message?.headers ?? []) {
      if (redactor.hides(name)) return false
      all += `\n${name}\n${value}`
    }
  return redactor.isClean(all)
}

/** The message itself if it holds no secret. */
function redactMessage(message: KeptMessage, hasCleanHeaders: boolean, redactor: Redactor): PartlyKept {
  const { headers, body } = message
  const shown = hasCleanHeaders ? headers : redactHeaders(headers, redactor)
  if (body === undefined) return { kept: hasCleanHeaders ? message : { headers: shown } }
  if ('text' in body) {
    const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    const text = redactBody(body.text, type, redactor)
    return { kept: hasCleanHeaders && text === body.text ? message : { headers: shown, body: { text } } }
  }
  if (!listReadings(Buffer.from(body.base64, 'base64')).some((text) => redactor.finds(text)))
    return { kept: { headers: shown, body } }
  // Removing something from the middle would break most formats, and an archive hides its contents.
  return { kept: { headers: shown }, truncated: 'is not text and holds a secret' }
}

function redactHeaders(headers: KeptMessage['headers'], redactor: Redactor): KeptMessage['headers'] {
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
