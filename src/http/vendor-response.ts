import { headersOf, type Reply } from './failure.ts'

// Responses of these may not be built with a body (WHATWG Fetch, "null body status").
const bodylessStatuses = new Set([101, 204, 205, 304])

/** Whether a WHATWG `Response` can have the status; vendors invent others (999). */
export function isResponseStatus(status: number): boolean {
  return status >= 200 && status <= 599
}

/** A reply as a WHATWG `Response` whose `url` is redacted. */
export function responseOf(reply: Reply): Response {
  const headers = headersOf(reply.headers)
  // The body is decoded already; a second decoding would fail.
  headers.delete('content-encoding')
  headers.delete('content-length')
  const body = bodylessStatuses.has(reply.status) ? null : new Uint8Array(reply.body)
  return withUrl(new Response(body, { status: reply.status, headers }), reply.url)
}

/** `Response` takes no URL, and would not hand one that is put on it to its clones. */
function withUrl(response: Response, url: string): Response {
  return Object.defineProperties(response, {
    url: { value: url },
    clone: { value: () => withUrl(Response.prototype.clone.call(response), url) },
  })
}
