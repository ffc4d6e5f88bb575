import type { JsonValue } from '../../define/index.ts'
import {
  type ExchangeMessage,
  type ExchangeRecord,
  findHeader,
  type MessageBody,
} from '../../http/exchanges/exchange.ts'
import { hasMark } from '../../http/redact/has-mark.ts'
import { isReadAsUtf8 } from '../../text/decode-text.ts'
import type { RecordedBody, RecordedExchange } from './recording.ts'

/**
 * Headers that differ with every answer, or that no check reads: of connections and caches, of browsers, of the
 * vendor's operation. Left out, so that two recordings of the same account are alike.
 */
const volatile =
  /^(?:date|age|server|via|connection|keep-alive|transfer-encoding|content-length|content-encoding|trailer|upgrade|etag|expires|cache-control|pragma|vary|accept-ranges|set-cookie|cookie|strict-transport-security|expect-ct|content-security-policy.*|permissions-policy|feature-policy|referrer-policy|cross-origin-.*|origin-agent-cluster|access-control-.*|x-frame-options|x-content-type-options|x-xss-protection|x-dns-prefetch-control|x-permitted-cross-domain-policies|report-to|reporting-endpoints|nel|server-timing|timing-allow-origin|alt-svc|traceparent|tracestate|x-powered-by|x-runtime|x-cache.*|x-served-by|x-timer|x-varnish|x-amz-cf-.*|x-envoy-.*|cf-.*|.*request-?id.*|.*correlation-?id.*|.*trace-?id.*)$/

/** The rest of a quota: part of a refusal, and useless elsewhere. */
const quota = /^(?:x-)?rate-?limit(?:-|$)/

/** An exchange without its times, because a replay takes none. */
export function toRecordedExchange(exchange: ExchangeRecord, checks: readonly string[]): RecordedExchange {
  const { method, url, attempt, status, errorCode, request, response, anonymous, step } = exchange
  const type = findHeader(request, 'content-type')
  return {
    checks,
    request: {
      method,
      url,
      anonymous,
      type: request?.body && type,
      target: findHeader(request, 'x-amz-target'),
      ...(request?.body && toSentBody(request.body)),
    },
    response:
      status === undefined
        ? undefined
        : {
            status,
            ...sortRecordedHeaders(response, status),
            ...(response?.body && toAnsweredBody(response.body, findHeader(response, 'content-type'))),
          },
    error: errorCode,
    attempt: attempt > 1 ? attempt : undefined,
    step: step !== undefined && isHidden(exchange) ? step : undefined,
  }
}

/** Whether a secret was taken out of what was asked. */
function isHidden({ url, request }: ExchangeRecord): boolean {
  const { headers = [], body } = request ?? {}
  return [url, ...headers.map(([, value]) => value), body && 'text' in body ? body.text : undefined].some(hasMark)
}

/** The same in the form for a replay. @param at time, ISO 8601 */
export function toReplayedExchange(exchange: RecordedExchange, number: number, at: string): ExchangeRecord {
  const { checks, request, response, error, attempt = 1, step } = exchange
  const [checkId] = checks
  return {
    number,
    checkId,
    method: request.method,
    url: request.url,
    attempt,
    startedAt: at,
    durationMs: 0,
    anonymous: request.anonymous || undefined,
    step,
    request: toRecordedMessage(listSentHeaders(request), request),
    status: response?.status,
    response:
      response &&
      toRecordedMessage(
        Object.entries(response.headers ?? {}).flatMap(([name, value]) =>
          [value].flat().map((each): [string, string] => [name, each]),
        ),
        response,
      ),
    errorCode: error,
  }
}

function listSentHeaders({ type, target }: RecordedExchange['request']): ExchangeMessage['headers'] {
  const headers = { 'content-type': type, 'x-amz-target': target }
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

function toRecordedMessage(headers: ExchangeMessage['headers'], { json, text, base64 }: RecordedBody): ExchangeMessage {
  if (json !== undefined) return { headers, body: { text: JSON.stringify(json) } }
  if (text !== undefined) return { headers, body: { text: typeof text === 'string' ? text : text.join('\n') } }
  return base64 === undefined ? { headers } : { headers, body: { base64 } }
}

function sortRecordedHeaders(response: ExchangeMessage | undefined, status: number) {
  const headers: Record<string, string | string[]> = {}
  const sorted = (response?.headers ?? []).toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  for (const [written, value] of sorted) {
    const name = written.toLowerCase()
    if (volatile.test(name) || (status < 400 && quota.test(name))) continue
    const before = headers[name]
    headers[name] = before === undefined ? value : [before, value].flat()
  }
  return Object.keys(headers).length === 0 ? {} : { headers }
}

/** Byte for byte, because an answer is found by the request. */
function toSentBody(body: MessageBody): RecordedBody {
  if (!('text' in body)) return { base64: body.base64 }
  const json = tryParseExactJson(body.text)
  return json !== undefined && JSON.stringify(json) === body.text ? { json } : toTextBody(body.text)
}

/** As JSON if a parser reads the same, whatever was between its members. Only UTF-8 can hold what JSON writes. */
function toAnsweredBody(body: MessageBody, type: string | undefined): RecordedBody {
  if (!('text' in body)) return { base64: body.base64 }
  if (!isReadAsUtf8(Buffer.from(body.text), type)) return toTextBody(body.text)
  const json = tryParseExactJson(body.text)
  return json === undefined ? toTextBody(body.text) : { json }
}

function toTextBody(text: string): RecordedBody {
  return { text: text.includes('\n') ? text.split('\n') : text }
}

/** Undefined for other text, and for numbers that JavaScript would write differently: `1.0`, ids of 20 digits. */
function tryParseExactJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined
  let isExact = true
  const exactly = (_key: string, value: JsonValue, { source }: { readonly source?: string }) => {
    if (typeof value === 'number' && String(value) !== source) isExact = false
    return value
  }
  try {
    const value: JsonValue = JSON.parse(text, exactly as Parameters<typeof JSON.parse>[1])
    return isExact ? value : undefined
  } catch {
    // Text, then, such as NDJSON.
    return undefined
  }
}
