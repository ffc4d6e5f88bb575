import { omitUndefined } from '../../../text/omit-undefined.ts'
import { refuseUnknown } from './refuse-arguments.ts'

/** Names and values as they arrive: names in lower case, a repeated header joined by ", ". */
export type HeaderRecord = Readonly<Record<string, string>>

/** A request as a route's handler sees it. */
export interface VendorRequest<Params = Readonly<Record<string, string>>> {
  /** In capitals. A HEAD request to a GET route stays `HEAD`. */
  readonly method: string
  /** Absolute URL. */
  readonly url: URL
  /** Path as it was sent, without the query. */
  readonly path: string
  /** Values of the route's `:params`, percent-decoded; `*` has the text of a trailing `*`. */
  readonly params: Params
  readonly query: URLSearchParams
  readonly headers: HeaderRecord
  readonly body: Uint8Array
  /** The body as UTF-8. */
  text(): string
  /** The body as JSON. @throws SyntaxError when it is not, which the client sees as a 500 and `close()` reports */
  json(): unknown
  /** How often this route was called, including now: 1, 2, … `reset()` starts again. */
  readonly nth: number
}

interface VendorAnswerHead {
  /** @default 200 */
  readonly status?: number
  /** A list sends the header several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined
}

/** The vendor's answer: at most one of `json`, `text` and `body`. */
export type Answer = VendorAnswerHead &
  (
    | { readonly json?: unknown; readonly text?: never; readonly body?: never }
    | { readonly text: string; readonly json?: never; readonly body?: never }
    | { readonly body: Uint8Array; readonly json?: never; readonly text?: never }
  )

/** Answers the requests of one route. Its errors are a 500 for the client, and `close()` throws them again. */
export type Handler<Params = Readonly<Record<string, string>>> = (
  request: VendorRequest<Params>,
) => Answer | Promise<Answer>

/** An answer, ready for the wire. */
export interface FakeVendorReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Uint8Array
}

const noBody = new Uint8Array()

/**
 * Turns an answer into bytes and headers.
 * @param subject source of the answer, for the message: `GET /users`
 * @throws TypeError when the answer is not well-formed
 */
export function toReply(subject: string, answer: Answer): FakeVendorReply {
  refuseUnknown(`The answer of ${subject}`, answer, ['status', 'headers', 'json', 'text', 'body'])
  const { status = 200, headers = {} } = answer
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(`The answer of ${subject} has status ${String(status)}; it must be from 200 to 599.`)
  }
  const bodies = ['json', 'text', 'body'].filter((key) => key in answer)
  if (bodies.length > 1) throw new TypeError(`The answer of ${subject} has ${bodies.join(' and ')}; give one of them.`)
  const { type, body } = encodeContent(subject, answer)
  if (isBodiless(status) && body.length > 0) {
    throw new TypeError(`The answer of ${subject} has a body, which status ${status} cannot carry.`)
  }
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return { status, headers: omitUndefined({ 'content-type': type, ...lowered }), body }
}

/** RFC 9110 §15.3.5 and §15.4.5: without a body and its length. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304
}

function encodeContent(subject: string, answer: Answer): { readonly type?: string; readonly body: Uint8Array } {
  if ('json' in answer) {
    const text: string | undefined = JSON.stringify(answer.json)
    if (text === undefined)
      throw new TypeError(`The answer of ${subject} has a json that JSON cannot represent. You can send null.`)
    return { type: 'application/json; charset=utf-8', body: Buffer.from(text) }
  }
  if (answer.text !== undefined) return { type: 'text/plain; charset=utf-8', body: Buffer.from(answer.text) }
  return { body: answer.body ?? noBody }
}
