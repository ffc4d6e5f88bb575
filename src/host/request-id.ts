import { randomUUID } from 'node:crypto'

/** The client's own X-Request-Id where a log can hold it as it is, else a new one. */
export function readRequestId(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given !== null && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : randomUUID()
}
