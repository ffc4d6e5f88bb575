import { HttpError } from '../errors/index.ts'
import { decodeText } from '../text/decode-text.ts'
import { omitUndefined } from '../text/omit-undefined.ts'
import { parseExactJson } from '../text/parse-exact-json.ts'

// Responses of these may not be built with a body (WHATWG Fetch, "null body status").
const bodylessStatuses = new Set([204, 205, 304])

/** What was asked, fit to be shown. */
export interface AnsweredRequest {
  readonly method: string
  readonly url: string
}

/**
 * A WHATWG `Response` of a body that is already decoded. Headers that would decode it again are left out. Its `text()`
 * reads the charset that the answer declares, or throws `HTTP_NOT_TEXT`; its `json()` writes a number that JavaScript
 * cannot hold as text.
 * @param request its URL becomes that of the response. @default none
 */
export function createDecodedResponse(
  status: number,
  headers: Headers,
  body: Uint8Array,
  request?: AnsweredRequest,
): Response {
  const shown = new Headers(headers)
  for (const name of ['content-encoding', 'content-length']) shown.delete(name)
  const response = new Response(bodylessStatuses.has(status) ? null : new Uint8Array(body), { status, headers: shown })
  return replaceReaders(response, request)
}

/** `Response` takes no URL and no charset, and its clones would lose what we add. */
function replaceReaders(response: Response, request: AnsweredRequest | undefined): Response {
  const text = async () => {
    const decoded = decodeText(new Uint8Array(await response.arrayBuffer()), response.headers.get('content-type'))
    if ('text' in decoded) return decoded.text
    throw createNotTextError(decoded.problem, response.status, request)
  }
  return Object.defineProperties(
    response,
    omitUndefined({
      text: { value: text },
      json: { value: async () => parseExactJson(await text()) },
      clone: { value: () => replaceReaders(Response.prototype.clone.call(response), request) },
      url: request && { value: request.url },
    }),
  )
}

/** @param problem of `decodeText` */
export function createNotTextError(problem: string, status: number, request?: AnsweredRequest): HttpError {
  const { method = '', url = '' } = request ?? {}
  return new HttpError(
    `The answer${request ? ` to ${method} ${url}` : ''} ${problem}. Ask the vendor to declare the charset that it sends. A check in code can read the bytes itself: "ctx.fetch", then "arrayBuffer".`,
    { code: 'HTTP_NOT_TEXT', method, url, status },
  )
}
