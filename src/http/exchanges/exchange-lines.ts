import { decodeText, isReadAsUtf8 } from '../../text/decode-text.ts'
import { decodeUtf8 } from '../../text/decode-utf8.ts'
import { formatTime } from '../../text/format-time.ts'
import { finishAtOnce, type WorkInPieces } from '../../text/work-in-pieces.ts'
import { listHeader, type ReplyHeaders } from '../pace/retry-after.ts'
import { type Redactor, redactedMark } from '../redact/redact.ts'
import { redactBodyInPieces } from '../redact/redact-body.ts'
import { type Exchange, type ExchangeMessage, type ExchangeRecord, findHeader, type MessageBody } from './exchange.ts'
import { unpackBody } from './unpack-body.ts'

/** A kept exchange as a line of JSON. */
export interface ExchangeLine {
  /** One after the other they are the line, without its break. Bodies stand alone: to join texts copies them. */
  readonly parts: readonly string[]
  /** Why it was not kept whole, as `KeptExchange` has it. */
  readonly truncated: string | undefined
}

/** Writes exchanges as lines, without secrets. */
export class ExchangeLines {
  readonly #redactor: Redactor
  readonly #bodyBytesMax: number
  readonly #sent: HeaderList
  readonly #answered: HeaderList

  /** @param bodyBytesMax a longer body is left out whole, because a cut could leave half a secret */
  constructor(redactor: Redactor, bodyBytesMax: number) {
    this.#redactor = redactor
    this.#bodyBytesMax = bodyBytesMax
    this.#sent = new HeaderList(redactor)
    this.#answered = new HeaderList(redactor)
  }

  /** The line of a `KeptExchange`. It is put together from parts, of which most were written for an earlier exchange. */
  format(exchange: Exchange): ExchangeLine {
    return finishAtOnce(this.formatInPieces(exchange))
  }

  /** The same for an exchange that may be large. Only one is written at a time. */
  *formatInPieces(exchange: Exchange): WorkInPieces<ExchangeLine> {
    const { number, checkId, method, url, attempt, durationMs, startedAtMs, request, outcome, confidential } = exchange
    const answer = 'status' in outcome ? outcome : undefined
    const errorCode = 'status' in outcome ? undefined : (outcome.errorCode ?? 'CANCELLED')
    const head = JSON.stringify({
      number,
      checkId,
      method,
      url: this.#redactor.url(url),
      attempt,
      startedAt: formatTime(startedAtMs),
      durationMs,
      status: answer?.status,
      errorCode,
      anonymous: exchange.anonymous ? true : undefined,
      step: exchange.step,
    } satisfies ExchangeRecord)
    const sent = confidential ? undefined : yield* this.#formatMessage(request, this.#sent)
    const answered = confidential || !answer ? undefined : yield* this.#formatMessage(answer, this.#answered)
    const ordinary =
      answered?.text !== undefined && this.#redactor.findsOrdinary(answered.text) ? hidesOrdinary : undefined
    const isCancelled = errorCode === 'CANCELLED' && !confidential && !('unseen' in outcome && outcome.unseen)
    const truncated = isCancelled
      ? 'was cancelled before its answer had arrived'
      : describeTruncation(sent?.truncated, answered?.truncated ?? ordinary)
    const parts: string[] = []
    let begun = head.slice(0, -1)
    for (const [name, message] of [
      ['request', sent],
      ['response', answered],
    ] as const) {
      if (!message) continue
      begun += `,"${name}":{"headers":[${message.headers}]`
      if (message.body !== undefined) {
        parts.push(`${begun},"body":`, message.body)
        begun = ''
      }
      begun += '}'
    }
    parts.push(truncated === undefined ? `${begun}}` : `${begun},"truncated":${JSON.stringify(truncated)}}`)
    return { parts, truncated }
  }

  /** The line of a kept exchange without secrets that became known after it was kept. */
  *formatAgain(exchange: ExchangeRecord): WorkInPieces<ExchangeLine> {
    const { request, response } = exchange
    const sent = request && (yield* this.#redactMessage(request))
    const answered = response && (yield* this.#redactMessage(response))
    const body = response?.body
    const ordinary = body && 'text' in body && this.#redactor.findsOrdinary(body.text) ? hidesOrdinary : undefined
    const truncated = exchange.truncated ?? describeTruncation(sent?.truncated, answered?.truncated ?? ordinary)
    const url = this.#redactor.text(exchange.url)
    const shown = {
      ...exchange,
      url,
      request: sent?.shown,
      response: answered?.shown,
      truncated,
    } satisfies ExchangeRecord
    return { parts: [JSON.stringify(shown)], truncated }
  }

  *#formatMessage({ headers, body }: Exchange['request'], list: HeaderList): WorkInPieces<MessageText> {
    const stored = { headers: list.format(headers) }
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    if (bytes === undefined || bytes.byteLength === 0) return stored
    if (bytes.byteLength > this.#bodyBytesMax) {
      const truncated = `has ${bytes.byteLength} bytes, more than the ${this.#bodyBytesMax} that are kept`
      return { ...stored, truncated }
    }
    const { text, shown } = yield* keepBody(bytes, listHeader(headers, 'content-type'), this.#redactor)
    return 'lacks' in shown ? { ...stored, truncated: shown.lacks } : { ...stored, body: JSON.stringify(shown), text }
  }

  *#redactMessage(
    message: ExchangeMessage,
  ): WorkInPieces<{ readonly shown: ExchangeMessage; readonly truncated?: string }> {
    const { body } = message
    const headers = message.headers.map(([name, value]) => redactHeader(name, value, this.#redactor))
    if (body === undefined) return { shown: { headers } }
    const type = findHeader(message, 'content-type')
    const bytes = 'base64' in body ? Buffer.from(body.base64, 'base64') : Buffer.from(body.text)
    const { shown } = yield* keepBody(bytes, type, this.#redactor)
    return 'lacks' in shown ? { shown: { headers }, truncated: shown.lacks } : { shown: { headers, body: shown } }
  }
}

interface MessageText {
  /** As JSON, without the brackets of their list. */
  readonly headers: string
  /** As JSON. */
  readonly body?: string
  /** The body as it came, if it is text. */
  readonly text?: string | undefined
  /** Why its body is not kept. */
  readonly truncated?: string
}

interface OmittedPart {
  /** Why. */
  readonly lacks: string
}

// Of a token nobody thinks that a check judges by it. A word or a number may mean something else there: a role, a limit.
const hidesOrdinary = 'has a value that was taken out as a credential, and that a check may have judged by'

function describeTruncation(sent: string | undefined, answered: string | undefined): string | undefined {
  if (sent !== undefined) return `has a body in its request that ${sent}`
  return answered === undefined ? undefined : `has a body in its answer that ${answered}`
}

/**
 * A body without secrets, so that a replay reads the same text. UTF-8 is kept as text; another charset as its bytes, or if a
 * secret was taken out of it, as UTF-8 with a mark, which goes before what the answer declares.
 * @param type Content-Type
 */
function* keepBody(
  bytes: Uint8Array,
  type: string | undefined,
  redactor: Redactor,
): WorkInPieces<{ readonly text: string | undefined; readonly shown: MessageBody | OmittedPart }> {
  const utf8 = decodeUtf8(bytes, { keepsMark: true })
  if (utf8 !== undefined && isReadAsUtf8(bytes, type))
    return { text: utf8, shown: { text: yield* redactBodyInPieces(utf8, type, redactor) } }
  const decoded = decodeText(bytes, type)
  const text = 'text' in decoded ? decoded.text : utf8
  const redacted = text && (yield* redactBodyInPieces(text, type, redactor))
  // What a check could not read must not become readable.
  const mark = 'text' in decoded ? byteOrderMark : ''
  if (redacted !== text) return { text, shown: { text: `${mark}${redacted}` } }
  // ASCII is the same in nearly every charset.
  return { text, shown: text !== undefined && text === utf8 ? { text } : keepBytes(bytes, redactor) }
}

const byteOrderMark = '\ufeff'

/**
 * Not kept if it holds a secret: to remove something from the middle would break most formats, and nobody sees what an archive
 * hides.
 */
function keepBytes(body: Uint8Array, redactor: Redactor): MessageBody | OmittedPart {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const unpacked = unpackBody(bytes)
  if (!unpacked) return { lacks: 'is not text and unpacks to more than can be searched for secrets' }
  const isSecret = [bytes, ...unpacked].some((each) => listReadings(each).some((text) => redactor.finds(text)))
  return isSecret ? { lacks: 'is not text and holds a secret' } : { base64: bytes.toString('base64') }
}

// A vendor that makes up names must not fill the memory.
const headersRemembered = 100

/** A header that was written before. */
interface KnownHeader {
  /** Its name, redacted, as JSON. */
  readonly name: string
  /** Whether its name shows that it is a secret. */
  readonly isHidden: boolean
  value: string | undefined
  json: string
}

/** Headers without secrets, as JSON. Most are the same from message to message, and are written once. */
class HeaderList {
  readonly #redactor: Redactor
  readonly #known = new Map<string, KnownHeader>()
  /** How many secrets were known when they were looked at. */
  #secrets = 0

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  /** What stands between the brackets of a list. */
  format(headers: ReplyHeaders): string {
    const { known } = this.#redactor
    if (known !== this.#secrets) this.#known.clear()
    this.#secrets = known
    let json = ''
    for (const name in headers) {
      const value = headers[name]
      if (typeof value === 'string') json += this.#formatHeader(name, value)
      else for (const each of value ?? []) json += this.#formatHeader(name, each)
    }
    return json.slice(1)
  }

  /** With a comma in front. */
  #formatHeader(name: string, value: string): string {
    const header = this.#known.get(name) ?? this.#add(name)
    if (header.value === value) return header.json
    header.value = value
    header.json = `,[${header.name},${JSON.stringify(header.isHidden ? redactedMark : this.#redactor.text(value))}]`
    return header.json
  }

  #add(name: string): KnownHeader {
    if (this.#known.size === headersRemembered) this.#known.clear()
    const shown = JSON.stringify(this.#redactor.text(name))
    const header = { name: shown, isHidden: this.#redactor.hides(name), value: undefined, json: '' }
    this.#known.set(name, header)
    return header
  }
}

function redactHeader(name: string, value: string, redactor: Redactor): ExchangeMessage['headers'][number] {
  return [redactor.text(name), redactor.hides(name) ? redactedMark : redactor.text(value)]
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
