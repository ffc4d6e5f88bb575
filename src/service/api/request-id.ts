import { randomUUID } from 'node:crypto'

/** The client's own X-Request-Id if a log can hold it unchanged, otherwise a new one. */
export function readRequestId(headers: Headers): string {
  const sent = headers.get('x-request-id')
  return sent !== null && /^[A-Za-z0-9._-]{8,64}$/.test(sent) ? sent : randomUUID()
}
