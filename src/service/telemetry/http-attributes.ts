import { omitUndefined } from '../../text/omit-undefined.ts'

interface TracedRequest {
  readonly method: string
  /** Redacted. */
  readonly url: string
  readonly status: number | undefined
  /** From 1. */
  readonly attempt: number
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'])

/** The method for metrics. Callers can invent methods, so unknown ones are merged. */
export function toKnownMethod(method: string): string {
  return methods.has(method) ? method : '_OTHER'
}

/**
 * Attributes of a request by OpenTelemetry's conventions for HTTP clients, without its query, which has keys and search
 * words, and without its path, which names people: `/users/ada@example.com/factors`. https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export function toRequestAttributes({ method, url, status, attempt }: TracedRequest) {
  const { protocol, hostname, port } = URL.parse(url) ?? {
    protocol: '',
    hostname: '',
    port: '',
  }
  const errorType = status === undefined ? '_OTHER' : status >= 400 ? String(status) : undefined
  return omitUndefined({
    'http.request.method': toKnownMethod(method),
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
    'url.scheme': protocol.replace(':', ''),
    'http.response.status_code': status,
    'http.request.resend_count': attempt > 1 ? attempt - 1 : undefined,
    'error.type': errorType,
  })
}

/** `2xx`, or `none` if there was no answer. */
export function toStatusClass(status: number | undefined): string {
  return status === undefined ? 'none' : `${Math.floor(status / 100)}xx`
}
