import { version } from '../../define/index.ts'
import {
  type ExchangeMessage,
  type ExchangeRecord,
  findHeader,
  type MessageBody,
} from '../../http/exchanges/exchange.ts'
import { formatJsonLine, joinLines } from './json-lines.ts'
import { closesLog, opensEntries, opensLog } from './read-har.ts'

/**
 * Exchanges as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), in pieces, so that memory does not grow with
 * the run. Members that HAR does not have begin with `_`: `_exchange` is the number in a run result.
 */
export async function* writeHar(
  exchanges: Iterable<ExchangeRecord> | AsyncIterable<ExchangeRecord>,
): AsyncGenerator<string, void, undefined> {
  const creator = formatJsonLine({ name: 'checkwright', version })
  yield `${opensLog}"version":"1.2","creator":${creator}${opensEntries}\n`
  yield* joinLines(writeEntryLines(exchanges))
  yield `${closesLog}\n`
}

async function* writeEntryLines(
  exchanges: Iterable<ExchangeRecord> | AsyncIterable<ExchangeRecord>,
): AsyncGenerator<string> {
  for await (const exchange of exchanges) yield formatJsonLine(toHarEntry(exchange))
}

function toHarEntry(exchange: ExchangeRecord) {
  const { number, checkId, attempt, startedAt, durationMs, errorCode, truncated, anonymous, step } = exchange
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: toHarRequest(exchange),
    response: toHarResponse(exchange),
    cache: {},
    // Sending and receiving are not measured separately, and HAR requires that the three add up.
    timings: { send: 0, wait: durationMs, receive: 0 },
    _exchange: number,
    _check: checkId,
    _attempt: attempt,
    _error: errorCode,
    _truncated: truncated,
    _anonymous: anonymous || undefined,
    _step: step,
    // It obtains credentials, so nothing else of it is kept.
    _confidential: exchange.request === undefined ? true : undefined,
  }
}

// The version of HTTP and sizes on the wire are unknown above the transport: HAR's -1.
const unknown = { httpVersion: 'unknown', cookies: [], headersSize: -1, bodySize: -1 }

function toHarRequest({ method, url, request }: ExchangeRecord) {
  return {
    method,
    url,
    ...unknown,
    headers: toHarHeaders(request),
    queryString: [...readSearchParams(url)].map(([name, value]) => ({ name, value })),
    postData: request?.body && toHarPostData(request.body, readContentType(request)),
  }
}

// An import of node:http reads all its members, and some of them load a second HTTP engine: 20 ms of each command.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

function toHarResponse({ status = 0, response }: ExchangeRecord) {
  const type = readContentType(response)
  return {
    // 0, as browsers write it if there was no answer.
    status,
    statusText: STATUS_CODES[status] ?? '',
    ...unknown,
    headers: toHarHeaders(response),
    content: response?.body ? toHarContent(response.body, type) : { size: 0, mimeType: type },
    redirectURL: findHeader(response, 'location') ?? '',
  }
}

function toHarContent(body: MessageBody, mimeType: string) {
  if ('text' in body) return { size: Buffer.byteLength(body.text), mimeType, text: body.text }
  return { size: Buffer.byteLength(body.base64, 'base64'), mimeType, text: body.base64, encoding: 'base64' }
}

/** HAR has an encoding for answers only, so the one of a request is our own member. */
function toHarPostData(body: MessageBody, mimeType: string) {
  const params: readonly never[] = []
  if ('text' in body) return { mimeType, params, text: body.text }
  return { mimeType, params, text: body.base64, _encoding: 'base64' }
}

function toHarHeaders(message: ExchangeMessage | undefined) {
  return (message?.headers ?? []).map(([name, value]) => ({ name, value }))
}

function readContentType(message: ExchangeMessage | undefined): string {
  return findHeader(message, 'content-type') ?? 'application/octet-stream'
}

function readSearchParams(url: string): URLSearchParams {
  // If a host was redacted, the URL is no longer one.
  return URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
}
