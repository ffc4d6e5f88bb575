import { decodedResponse } from '../auth/decoded-response.ts'
import { headersOf, type Reply } from './failure.ts'

/** Whether a WHATWG `Response` can have the status; vendors invent others (999). */
export function isResponseStatus(status: number): boolean {
  return status >= 200 && status <= 599
}

/** A reply as a WHATWG `Response` whose `url` is redacted. */
export function responseOf(reply: Reply): Response {
  return withUrl(decodedResponse(reply.status, headersOf(reply.headers), reply.body), reply.url)
}

/** `Response` takes no URL, and would not hand one that is put on it to its clones. */
function withUrl(response: Response, url: string): Response {
  return Object.defineProperties(response, {
    url: { value: url },
    clone: { value: () => withUrl(Response.prototype.clone.call(response), url) },
  })
}
