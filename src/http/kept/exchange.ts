import { decodeUtf8 } from '../../text/decode-utf8.ts'
import { type ReplyHeaders, readHeader } from '../pace/retry-after.ts'
import { type Redactor, redactedMark } from '../redact/redact.ts'
import { redactBody } from '../redact/redact-body.ts'

/** One attempt at one URL and its outcome, unredacted: full of secrets. */
export interface Exchange {
  /** In this run, from 1. */
  readonly number: number
  /** Undefined for requests of the engine itself, such as a login. */
  readonly checkId: string | undefined
  readonly method: string
  /** Without credentials. */
  readonly url: URL
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
  readonly checkId?: string | undefined
  readonly method: string
  readonly url: string
  readonly attempt: number
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  /** Absent if there was no answer. */
  readonly status?: number | undefined
  /** Why there was no answer, as in docs/errors.md; `CANCELLED` if nobody needed the answer any more. */
  readonly errorCode?: string | undefined
  /** The request was anonymous, so it differs from the same request with credentials. */
  readonly anonymous?: true | undefined
  /** Absent if the exchange obtains credentials, like `response`. */
  readonly request?: KeptMessage | undefined
  readonly response?: KeptMessage | undefined
  /** Why it was not kept whole. */
  readonly truncated?: string | undefined
}

/** What is kept of exchanges: all of them without secrets. */
export class ExchangeRedactor {
  readonly #redactor: Redactor
  readonly #bodyBytesMax: number
  readonly #sent: HeaderRedactor
  readonly #answered: HeaderRedactor

  /** @param bodyBytesMax a longer body is left out whole, because a cut could leave half a secret */
  constructor(redactor: Redactor, bodyBytesMax: number) {
    this.#redactor = redactor
    this.#bodyBytesMax = bodyBytesMax
    this.#sent = new HeaderRedactor(redactor)
    this.#answered = new HeaderRedactor(redactor)
  }

  /** An exchange as it is kept. */
  redact(exchange: Exchange): KeptExchange {
    const { number, checkId, method, url, attempt, durationMs, startedAtMs, request, outcome, confidential } = exchange
    const answer = 'status' in outcome ? outcome : undefined
    const errorCode = 'status' in outcome ? undefined : (outcome.errorCode ?? 'CANCELLED')
    const sent = confidential ? undefined : this.#redactMessage(request, this.#sent)
    const answered = confidential || !answer ? undefined : this.#redactMessage(answer, this.#answered)
    const isCancelled = errorCode === 'CANCELLED' && !confidential && !('unseen' in outcome && outcome.unseen)
    return {
      number,
      checkId,
      method,
      url: this.#redactor.url(url),
      attempt,
      startedAt: new Date(startedAtMs).toISOString(),
      durationMs,
      status: answer?.status,
      errorCode,
      anonymous: exchange.anonymous ? true : undefined,
      request: sent?.kept,
      response: answered?.kept,
      truncated: isCancelled ? 'was cancelled before its answer had arrived' : describeTruncation(sent, answered),
    }
  }

  /** A kept exchange without secrets that became known after it was kept. */
  redactAgain(exchange: KeptExchange): KeptExchange {
    const sent = exchange.request && this.#redactKept(exchange.request)
    const answered = exchange.response && this.#redactKept(exchange.response)
    return {
      ...exchange,
      url: this.#redactor.text(exchange.url),
      request: sent?.kept,
      response: answered?.kept,
      truncated: exchange.truncated ?? describeTruncation(sent, answered),
    }
  }

  #redactMessage({ headers, body }: Message, redactor: HeaderRedactor): PartlyKept {
    const pairs = redactor.list(headers)
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    if (bytes === undefined || bytes.byteLength === 0) return { kept: { headers: pairs } }
    if (bytes.byteLength > this.#bodyBytesMax) {
      const truncated = `has ${bytes.byteLength} bytes, more than the ${this.#bodyBytesMax} that are kept`
      return { kept: { headers: pairs }, truncated }
    }
    // The declared charset is ignored. Bytes that are not UTF-8 would not survive a round trip through text.
    const text = decodeUtf8(bytes, { keepsMark: true })
    if (text === undefined) return this.#redactBytes(pairs, bytes)
    return {
      kept: { headers: pairs, body: { text: redactBody(text, readHeader(headers, 'content-type'), this.#redactor) } },
    }
  }

  #redactKept(message: KeptMessage): PartlyKept {
    const { body } = message
    const headers = message.headers.map(([name, value]) => redactHeader(name, value, this.#redactor))
    if (body === undefined) return { kept: { headers } }
    if ('base64' in body) return this.#redactBytes(headers, Buffer.from(body.base64, 'base64'))
    return {
      kept: { headers, body: { text: redactBody(body.text, findKeptHeader(message, 'content-type'), this.#redactor) } },
    }
  }

  #redactBytes(headers: KeptMessage['headers'], body: Uint8Array): PartlyKept {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    if (!listReadings(bytes).some((text) => this.#redactor.finds(text)))
      return { kept: { headers, body: { base64: bytes.toString('base64') } } }
    // Removing something from the middle would break most formats, and an archive hides its contents.
    return { kept: { headers }, truncated: 'is not text and holds a secret' }
  }
}

interface Message {
  readonly headers: ReplyHeaders
  readonly body: Uint8Array | string | undefined
}

interface PartlyKept {
  readonly kept: KeptMessage
  /** Why the body is not kept. */
  readonly truncated?: string
}

function describeTruncation(sent: PartlyKept | undefined, answered: PartlyKept | undefined): string | undefined {
  if (sent?.truncated) return `has a body in its request that ${sent.truncated}`
  return answered?.truncated && `has a body in its answer that ${answered.truncated}`
}

type KeptHeader = KeptMessage['headers'][number]

// A vendor that makes up names must not fill the memory.
const headersRemembered = 100

/** Headers without secrets. Most are the same from message to message, and are looked at once. */
class HeaderRedactor {
  readonly #redactor: Redactor
  /** By name: the last value, and what is kept of both. */
  readonly #last = new Map<string, { readonly value: string; readonly kept: KeptHeader }>()
  /** How many secrets were known when they were looked at. */
  #known = 0

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  list(headers: ReplyHeaders): KeptMessage['headers'] {
    const { known } = this.#redactor
    if (known !== this.#known) this.#last.clear()
    this.#known = known
    const list: KeptHeader[] = []
    for (const name of Object.keys(headers)) {
      const value = headers[name]
      if (typeof value === 'string') list.push(this.#redact(name, value))
      else for (const each of value ?? []) list.push(this.#redact(name, each))
    }
    return list
  }

  #redact(name: string, value: string): KeptHeader {
    const last = this.#last.get(name)
    if (last?.value === value) return last.kept
    const kept = redactHeader(name, value, this.#redactor)
    if (this.#last.size === headersRemembered) this.#last.clear()
    this.#last.set(name, { value, kept })
    return kept
  }
}

function redactHeader(name: string, value: string, redactor: Redactor): KeptHeader {
  return [redactor.text(name), redactor.hides(name) ? redactedMark : redactor.text(value)]
}

/** The value of a header, whatever the spelling of its name. @param name in lower case */
export function findKeptHeader(message: KeptMessage | undefined, name: string): string | undefined {
  return message?.headers.find(([each]) => each.toLowerCase() === name)?.[1]
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
