import { version } from '../../define/index.ts'
import { AuthError, CheckwrightError, HttpError } from '../../errors/index.ts'
import { decodeText } from '../../text/decode-text.ts'
import type { ClientCertificate } from '../client-certificate.ts'

/** The fetch that the OAuth layer gets. It must obey `redirect: 'manual'`. */
export type EndpointFetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body: string | Uint8Array<ArrayBuffer> | null
    readonly signal: AbortSignal
    readonly redirect: 'manual'
    readonly certificate?: ClientCertificate | undefined
  },
) => Promise<Response>

/** Decoded size. Token replies are far smaller, and a larger one would only exhaust us. */
const replyBytesMax = 64 * 1024

export interface EndpointRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

/** Options of a request to an endpoint. */
export interface EndpointQuestion {
  /** The endpoint in messages: "The token endpoint of Acme (auth.acme.example)". */
  readonly who: string
  /** Whether the request may be sent again after a failure, because it uses up no code. */
  readonly repeatable: boolean
  readonly fetch: EndpointFetch
  readonly signal: AbortSignal
  /** What the connection to it is opened with (RFC 8705). @default nothing */
  readonly certificate?: ClientCertificate | undefined
}

export interface EndpointReply {
  readonly status: number
  readonly headers: Headers
  /** Decoded; undefined if it is larger than `replyBytesMax`. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined
}

/**
 * Sends one request, once, without following redirects.
 * @throws AuthError `AUTH_TRANSIENT` when it cannot be reached
 * @throws CheckwrightError that the fetch throws to refuse the address
 */
export async function askEndpoint(request: EndpointRequest, asking: EndpointQuestion): Promise<EndpointReply> {
  const { signal } = asking
  // A hook may continue after the deadline, and not every fetch checks its signal first.
  signal.throwIfAborted()
  try {
    const response = await asking.fetch(request.url.href, {
      method: request.method,
      headers: { ...request.headers, 'user-agent': `checkwright/${version}` },
      body: request.body,
      signal,
      redirect: 'manual',
      certificate: asking.certificate,
    })
    return { status: response.status, headers: response.headers, bytes: await readCapped(response) }
  } catch (error) {
    signal.throwIfAborted()
    throw createUnreachableError(error, asking)
  }
}

/**
 * The body as text, by the charset that it declares; undefined if it is too large. Bytes that do not fit become U+FFFD, so that
 * nothing is captured from them.
 */
export function decodeReplyText({ bytes, headers }: EndpointReply): string | undefined {
  if (bytes === undefined) return undefined
  const decoded = decodeText(bytes, headers.get('content-type'))
  return 'text' in decoded ? decoded.text : '\ufffd'
}

/** Counts decoded bytes: a small gzip body can hold 50 MB. */
async function readCapped({ body }: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of body ?? []) {
    received += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (received > replyBytesMax) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The original is dropped, because fetch implementations may attach the request to their errors. */
function createUnreachableError(error: unknown, { who, repeatable }: EndpointQuestion): CheckwrightError {
  if (error instanceof HttpError && error.code === 'HTTP_BODY_TOO_LARGE') {
    return new AuthError(`${who} sent an answer that is too long for a token reply.`, { code: 'AUTH_REPLY_INVALID' })
  }
  if (error instanceof CheckwrightError && !error.retryable) return error
  const reason = error instanceof HttpError ? error.message : `the connection failed${findSystemCode(error)}.`
  return createTransientError(`${who} cannot be reached: ${reason}`, repeatable)
}

/** @param repeatable false for an exchange: it may have used the code up */
export function createTransientError(what: string, repeatable: boolean): AuthError {
  const advice = repeatable ? 'Try again later.' : 'Start again.'
  return new AuthError(`${what} ${advice}`, { code: 'AUTH_TRANSIENT', retryable: repeatable })
}

/** ECONNREFUSED, ENOTFOUND and the like, which `fetch` hides in causes. */
function findSystemCode(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z][A-Z0-9_]{2,39}$/.test(at.code)) return ` (${at.code})`
  }
  return ''
}
