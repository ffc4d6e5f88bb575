import { omitUndefined } from '../../text/omit-undefined.ts'
import { toKnownMethod } from './http-attributes.ts'
import { openTelemetry } from './telemetry.ts'

interface TracedApiRequest {
  readonly method: string
  readonly headers: Headers
  readonly url: string
  readonly requestId: string
}

interface TracedAnswer {
  readonly status: number
  /** Template, such as `/v1/comments/{commentId}`. */
  readonly route: string | undefined
}

/**
 * Answers a request within a span, by OpenTelemetry's conventions for HTTP servers. If the host's own server has begun
 * one, ours is its child. Otherwise the parent is the caller's span, by the host's propagators.
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export async function traceAnswer<Answer extends TracedAnswer>(
  { method, headers, url, requestId }: TracedApiRequest,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const opening = openTelemetry()
  if (!opening) return answer()
  const telemetry = await opening
  const { api, tracer, record } = telemetry
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api
  const around = context.active()
  const isBelowHosts = trace.getSpan(around) !== undefined
  const parent = isBelowHosts
    ? around
    : propagation.extract(around, headers, {
        get: (from, name) => from.get(name) ?? undefined,
        keys: (from) => [...from.keys()],
      })
  const asked = {
    'http.request.method': toKnownMethod(method),
    'url.scheme': url.startsWith('https:') ? 'https' : 'http',
  }
  const startedAtMs = performance.now()
  const span = tracer.startSpan(
    asked['http.request.method'],
    {
      kind: isBelowHosts ? SpanKind.INTERNAL : SpanKind.SERVER,
      attributes: { ...asked, 'checkwright.request.id': requestId },
    },
    parent,
  )
  try {
    const answered = await context.with(trace.setSpan(parent, span), answer)
    const { status, route } = answered
    const attributes = omitUndefined({ 'http.route': route, 'http.response.status_code': status })
    span.setAttributes(attributes)
    if (route !== undefined) span.updateName(`${asked['http.request.method']} ${route}`)
    if (status >= 500) span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR })
    record('http.server.request.duration', (performance.now() - startedAtMs) / 1000, { ...asked, ...attributes })
    return answered
  } finally {
    span.end()
  }
}
